/**
 * The handlers of a page's source, each of which can be taken out, or marked so that a run tells when it was called. Found by their
 * spelling: attributes (`onclick="…"`), properties (`.onclick = …`), `addEventListener(…)`, `onClick={…}` of JSX, and `@click`,
 * `v-on:click` and `x-on:click` of Vue and Alpine.
 * @typedef {object} Handler
 * @property {number} at where it begins in the source
 * @property {string} spelling as in the source
 * @property {string} without what stands there when it is taken out
 * @property {(k: number) => [start: number, end: number, text: string][]} marked what is replaced to mark it as handler k
 */

/** Stored entries whose names begin so tell which handlers were called. */
export const MARK = 'handler-';

/** Defines what marked sources call. It stands before every script of the page. */
const RECORDER = `<script>
window.__mark = (k) => localStorage.setItem('${MARK}' + k, '1');
window.__wrap = (k, f) => typeof f === 'function' ? function (...a) { __mark(k); return f.apply(this, a); } : f;
EventTarget.prototype.__listen = function (k, type, f, options) {
  const called = typeof f === 'function' ? __wrap(k, f) : f && { handleEvent: (e) => (__mark(k), f.handleEvent(e)) };
  return EventTarget.prototype.addEventListener.call(this ?? window, type, called, options);
};
for (let k = 0; k < 200; k++) for (const type of ['click', 'change', 'input', 'submit', 'keydown', 'mousedown'])
  Object.defineProperty(EventTarget.prototype, '__on' + type + k, { set(f) { this['on' + type] = __wrap(k, f); } });
</script>`;

/** @param {string} html @returns {Handler[]} in the order of the source */
export function handlersOf(html) {
  const found = [];
  const add = (pattern, make) => {
    for (const match of html.matchAll(pattern)) {
      const handler = make(match);
      if (handler) found.push({ at: match.index, spelling: match[0], ...handler });
    }
  };
  const put = (start, length, text) => [start, start + length, text];

  add(/\sonclick="([^"]*)"/g, ({ 0: all, index }) => ({
    without: '',
    marked: (k) => [put(index, all.length, all.replace('onclick="', `onclick="__mark(${k});`))],
  }));
  // `toString.call` takes any arguments, evaluates them, and does nothing with them.
  add(/\.addEventListener\(/g, ({ 0: all, index }) => ({
    without: '.toString.call(',
    marked: (k) => [put(index, all.length, `.__listen(${k}, `)],
  }));
  add(/\.on(click|change|input|submit|keydown|mousedown)\s*=(?!=)/g, ({ 0: all, 1: type, index }) => ({
    without: '.unheard =',
    marked: (k) => [put(index, all.length, `.__on${type}${k} =`)],
  }));
  add(/\bonClick=\{/g, ({ 0: all, index }) => {
    const end = closingBrace(html, index + all.length);
    return (
      end !== null && {
        without: 'data-unheard={',
        marked: (k) => [put(index, all.length, `onClick={__wrap(${k}, `), put(end, 1, ')}')],
      }
    );
  });
  add(/\s(?:@click|v-on:click|x-on:click)(?:\.\w+)*="/g, ({ 0: all, index }) => ({
    without: ' data-unheard="',
    // Templates see no globals, so that a second, plain handler tells of the call.
    marked: (k) => [put(index, 0, ` onclick="__mark(${k})"`), put(index, all.length, all)],
  }));
  return found.sort((a, b) => a.at - b.at);
}

/** @param {string} html @param {Handler} handler */
export const withoutHandler = (html, { at, spelling, without }) =>
  html.slice(0, at) + without + html.slice(at + spelling.length);

/** @param {string} html @param {readonly Handler[]} handlers @returns {string} the page, which tells whom it calls */
export function markAll(html, handlers) {
  const edits = handlers
    .flatMap((handler, k) => handler.marked(k))
    .sort((a, b) => b[0] - a[0] || b[1] - a[1]);
  let out = html;
  for (const [start, end, text] of edits) out = out.slice(0, start) + text + out.slice(end);
  return /<head[^>]*>/i.test(out) ? out.replace(/<head[^>]*>/i, (head) => head + RECORDER) : RECORDER + out;
}

/** Where the brace closes that was open before `from`, or null. Braces in strings count too: they come in pairs in real code. */
function closingBrace(text, from) {
  let depth = 1;
  for (let i = from; i < text.length; i++) {
    if (text[i] === '{') depth++;
    else if (text[i] === '}' && --depth === 0) return i;
  }
  return null;
}
