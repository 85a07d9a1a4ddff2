import type { Protocol } from './cdp.js';

/** Cores of the machine, as a page sees it: the same on every machine. */
export const EVERYDAY_CORES = 8;

/** Who the browser says it is: Chrome on a desktop, of the version that it has. */
export function everydayIdentity(product: string): Protocol.Network.SetUserAgentOverrideRequest {
  const major = /\/(\d+)/.exec(product)?.[1] ?? '0';
  const brands = [
    { brand: 'Google Chrome', version: major },
    { brand: 'Chromium', version: major },
    { brand: 'Not/A)Brand', version: '24' },
  ];
  return {
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`,
    acceptLanguage: 'en-US,en',
    platform: 'Linux x86_64',
    userAgentMetadata: {
      brands,
      fullVersionList: brands.map(({ brand, version }) => ({ brand, version: `${version}.0.0.0` })),
      platform: 'Linux',
      platformVersion: '6.8.0',
      architecture: 'x86',
      bitness: '64',
      model: '',
      mobile: false,
    },
  };
}

/**
 * Script for the start of every document: gives a page what a person's Chrome has and a headless build leaves out (viewers of PDF
 * among the plugins, the object `chrome`), by which a page could show itself to robots as another than to people.
 */
export const EVERYDAY_SCRIPT = `(${installEveryday.toString()})();`;

/* Runs in the page before its own scripts. Functions stay the browser's own to look at: proxies of them show its code. */
function installEveryday(): void {
  const answer = (name: 'plugins' | 'mimeTypes' | 'pdfViewerEnabled', value: unknown) => {
    const own = Object.getOwnPropertyDescriptor(Navigator.prototype, name);
    if (!own?.get) return;
    const get = new Proxy(Reflect.get(own, 'get') as () => unknown, {
      apply: (target, self, given) => {
        // Asked for the sake of its errors.
        Reflect.apply(target, self, given);
        return value;
      },
    });
    Object.defineProperty(Navigator.prototype, name, { ...own, get });
  };
  /** Indices can be counted, names and functions not: as the browser has it. */
  const make = (prototype: object, facts: Record<string, unknown>): object =>
    Object.create(
      prototype,
      Object.fromEntries(
        Object.entries(facts).map(([name, value]) => [name, { value, enumerable: /^\d+$/.test(name) }]),
      ),
    ) as object;
  const prototypeOf = (name: string) => (Reflect.get(globalThis, name) as { prototype: object }).prototype;
  const list = (native: object, items: readonly { name: string; item: object }[]): object => {
    const byName = new Map(items.map(({ name, item }) => [name, item]));
    const item = (index: number) => items[index]?.item ?? null;
    const namedItem = (name: string) => byName.get(name) ?? null;
    const indexed = Object.fromEntries(items.map((each, index) => [index, each.item]));
    return make(Object.getPrototypeOf(native) as object, {
      ...indexed,
      ...Object.fromEntries(byName),
      length: items.length,
      item,
      namedItem,
    });
  };
  if (Array.from(navigator.plugins).length === 0) {
    const description = 'Portable Document Format';
    const viewers = [
      'PDF Viewer',
      'Chrome PDF Viewer',
      'Chromium PDF Viewer',
      'Microsoft Edge PDF Viewer',
      'WebKit built-in PDF',
    ];
    const types = ['application/pdf', 'text/pdf'];
    const plugins = viewers.map((name) => ({
      name,
      item: make(prototypeOf('Plugin'), {
        name,
        description,
        filename: 'internal-pdf-viewer',
        length: types.length,
      }),
    }));
    const mimeTypes = types.map((type) => ({
      name: type,
      item: make(prototypeOf('MimeType'), {
        type,
        description,
        suffixes: 'pdf',
        enabledPlugin: plugins[0]!.item,
      }),
    }));
    answer('plugins', list(navigator.plugins, plugins));
    answer('mimeTypes', list(navigator.mimeTypes, mimeTypes));
    answer('pdfViewerEnabled', true);
  }
  if (!('chrome' in globalThis)) {
    const loaded = performance.timeOrigin / 1000;
    const chrome = {
      loadTimes: () => ({
        requestTime: loaded,
        startLoadTime: loaded,
        navigationType: 'Other',
        wasFetchedViaSpdy: false,
      }),
      csi: () => ({ startE: performance.timeOrigin, pageT: performance.now(), tran: 15 }),
      app: { isInstalled: false },
    };
    Object.defineProperty(globalThis, 'chrome', {
      value: chrome,
      writable: true,
      enumerable: true,
      configurable: false,
    });
  }
}
