import type { CdpSession } from '../page/cdp.js';

const LONGEST = 500;

/**
 * Hears what a page copies. A page that asks for the clipboard is told that it was copied, as a person's browser would after a click;
 * nothing reaches a clipboard. Attach before the page is navigated.
 *
 * @returns the texts, to which later ones are added
 */
export async function hearClipboard(session: CdpSession, binding: string): Promise<string[]> {
  const texts: string[] = [];
  session.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name === binding) texts.push(payload.slice(0, LONGEST));
  });
  await session.send('Runtime.addBinding', { name: binding });
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `(${standInForClipboard.toString()})('${binding}');`,
  });
  return texts;
}

/* Runs in the page before its own scripts. */
function standInForClipboard(binding: string): void {
  const scope = globalThis as unknown as Record<string, unknown>;
  const tell = scope[binding] as ((what: string) => void) | undefined;
  Reflect.deleteProperty(scope, binding);
  const kind = scope['Clipboard'] as { prototype: object } | undefined;
  const define = (name: string, value: unknown) => {
    if (kind)
      Object.defineProperty(kind.prototype, name, {
        value,
        writable: true,
        configurable: true,
        enumerable: true,
      });
  };
  define('writeText', function writeText(text: unknown) {
    tell?.(String(text));
    return Promise.resolve();
  });
  define('write', function write() {
    tell?.('');
    return Promise.resolve();
  });
  const execCommand = Reflect.get(Document.prototype, 'execCommand') as (...args: unknown[]) => boolean;
  Object.defineProperty(Document.prototype, 'execCommand', {
    value: function (this: Document, ...args: unknown[]) {
      if (String(args[0]).toLowerCase() !== 'copy') return execCommand.apply(this, args);
      tell?.(String(getSelection()));
      return true;
    },
    writable: true,
    configurable: true,
    enumerable: true,
  });
}
