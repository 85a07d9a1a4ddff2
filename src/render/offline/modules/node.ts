import { builtinModules } from 'node:module';

const BUILTIN = new Set(builtinModules);

/** True for a module of Node's own, with or without "node:". */
export const isNodeModule = (specifier: string): boolean =>
  specifier.startsWith('node:') || BUILTIN.has(specifier);

/**
 * Code, in CommonJS, that stands for a module of Node in a browser: small stand-ins for what packages for browsers still import, and for the
 * rest an object whose functions throw when they are called and not before.
 */
export function nodeModule(specifier: string): string {
  const name = specifier.replace(/^node:/, '').replace(/\/$/, '');
  return STAND_INS[name] ?? throwing(name);
}

/** What a package's code finds in place of a global `process`: enough for feature checks to see that this is no Node. */
export const PROCESS_NAME = '__process';
export const PROCESS = `var ${PROCESS_NAME}=globalThis.process??{env:{},browser:true,version:"",versions:{},platform:"browser",argv:[],cwd:()=>"/",on(){},emitWarning(){},nextTick:(f,...a)=>queueMicrotask(()=>f(...a))};`;

// The proxy is the prototype: bundlers copy an object's own names, and keep its prototype.
const throwing = (name: string) => `
const answers = new Proxy({}, {
  get: (_, key) => typeof key === 'symbol' || key === '__esModule' || key === 'then' || key === 'default' ? undefined
    : function () { throw new Error(${JSON.stringify(name)} + '.' + key + ' is a part of Node and does not exist in a browser.'); },
});
module.exports = Object.create(answers);`;

const STAND_INS: Partial<Record<string, string>> = {
  process: `${PROCESS} module.exports = ${PROCESS_NAME};`,
  events: `
// A function and no class: old code calls it on objects of its own.
function EventEmitter() {}
const of = (self, name) => ((self._events ??= Object.create(null))[name] ??= []);
Object.assign(EventEmitter.prototype, {
  on(name, f) { of(this, name).push(f); return this; },
  prependListener(name, f) { of(this, name).unshift(f); return this; },
  once(name, f) { const g = (...a) => { this.off(name, g); return f.apply(this, a); }; g.listener = f; return this.on(name, g); },
  off(name, f) {
    const all = of(this, name); const at = all.findLastIndex((g) => g === f || g.listener === f);
    if (at >= 0) this._events[name] = all.toSpliced(at, 1);
    return this;
  },
  emit(name, ...a) {
    const all = of(this, name);
    if (all.length === 0 && name === 'error') throw a[0] instanceof Error ? a[0] : new Error('Unhandled error. (' + a[0] + ')');
    for (const f of all) f.apply(this, a);
    return all.length > 0;
  },
  removeAllListeners(name) { if (name === undefined) this._events = Object.create(null); else delete this._events?.[name]; return this; },
  listeners(name) { return of(this, name).map((f) => f.listener ?? f); },
  listenerCount(name) { return of(this, name).length; },
  eventNames() { return Reflect.ownKeys(this._events ?? {}).filter((name) => this._events[name].length > 0); },
  setMaxListeners() { return this; },
  getMaxListeners() { return Infinity; },
});
EventEmitter.prototype.addListener = EventEmitter.prototype.on;
EventEmitter.prototype.removeListener = EventEmitter.prototype.off;
module.exports = Object.assign(EventEmitter, {
  EventEmitter,
  once: (target, name) => new Promise((done) => target.once(name, (...a) => done(a))),
});`,
  path: `
const normal = (path) => {
  const out = [];
  for (const part of path.split('/')) if (part === '..' && out.length && out.at(-1) !== '..') out.pop(); else if (part && part !== '.') out.push(part);
  return (path[0] === '/' ? '/' : '') + out.join('/') || '.';
};
const path = {
  sep: '/', delimiter: ':', normalize: normal,
  join: (...parts) => normal(parts.filter(Boolean).join('/')),
  resolve: (...parts) => normal('/' + parts.reduce((all, part) => (part[0] === '/' ? part : all + '/' + part), '')),
  isAbsolute: (text) => text[0] === '/',
  dirname: (text) => text.replace(/\\/?[^/]*\\/*$/, '') || (text[0] === '/' ? '/' : '.'),
  basename: (text, end = '') => { const base = text.replace(/\\/+$/, '').split('/').pop(); return end && base.endsWith(end) ? base.slice(0, -end.length) : base; },
  extname: (text) => /[^/.](\\.[^./]*)$/.exec(text)?.[1] ?? '',
  relative: (from, to) => {
    const a = normal(from).split('/'); const b = normal(to).split('/');
    while (a.length && b.length && a[0] === b[0]) { a.shift(); b.shift(); }
    return [...a.map(() => '..'), ...b].join('/');
  },
};
path.posix = path;
module.exports = path;`,
  util: `
const text = (value) => { try { return typeof value === 'string' ? value : JSON.stringify(value) ?? String(value); } catch { return String(value); } };
module.exports = {
  inherits(child, parent) { child.super_ = parent; Object.setPrototypeOf(child.prototype, parent.prototype); },
  inspect: text,
  format: (first, ...rest) => [String(first).replace(/%[sdjifoO]/g, (mark) => (rest.length ? text(rest.shift()) : mark)), ...rest.map(text)].join(' '),
  promisify: (f) => (...a) => new Promise((done, fail) => f(...a, (error, value) => (error ? fail(error) : done(value)))),
  deprecate: (f) => f, debuglog: () => () => {}, isArray: Array.isArray, types: {},
  TextEncoder: globalThis.TextEncoder, TextDecoder: globalThis.TextDecoder,
};`,
};
