import { KallosError } from '../../../errors.js';
import { mimeType } from '../../mime.js';
import type { Answer, PackageFile, PackageSource, Responder } from '../schema.js';
import { readCanonical, readRequest, type CanonicalModule, type ModuleRequest } from './address.js';
import { fileOf, isScript } from './inside.js';
import { make, reexport } from './make.js';
import { Refused, Workshop } from './place.js';

export { oneInstance } from './published.js';

/** What an address of a module asks of the registry. */
export interface ModuleWant {
  name: string;
  range: string | null;
  /** Below the package; '' for its main module. */
  subpath: string;
  /** Versions or ranges that the address sets for dependencies, by name. */
  deps: Readonly<Record<string, string>>;
}

/** Which package an address of a module needs, dependencies and peers apart; null when it is no such address. */
export function moduleWants(url: URL): ModuleWant | null {
  const canonical = readCanonical(url);
  if (canonical)
    return {
      name: canonical.name,
      range: canonical.version,
      subpath: canonical.path,
      deps: canonical.flags.deps,
    };
  const request = readRequest(url);
  return (
    request && {
      name: request.name,
      range: request.range,
      subpath: request.subpath,
      deps: request.flags.deps,
    }
  );
}

/** Answers requests for ES modules made of packages. Whatever the route, a package of one version is one instance on a page. */
export const moduleResponder: Responder = (wish, packages) => {
  const canonical = readCanonical(wish.url);
  if (canonical) return answered(() => answerCanonical(shopOf(packages), canonical));
  const request = readRequest(wish.url);
  return request && answered(() => answerRequest(shopOf(packages), request));
};

const shops = new WeakMap<PackageSource, Workshop>();

function shopOf(packages: PackageSource): Workshop {
  const shop = shops.get(packages) ?? new Workshop(packages);
  shops.set(packages, shop);
  return shop;
}

async function answerCanonical(shop: Workshop, module: CanonicalModule): Promise<Answer> {
  const { name, version, path } = module;
  const inside = await shop.inside(name, version, module.flags);
  if (!inside.stored.has(path)) throw missing(name, version, path);
  if (module.core) return script(await make(shop, module), { name, version, path });
  const place = await shop.placeOf(inside, path, module.flags);
  if (place.module === null || place.part) return script(reexport(place), place.from);
  return script(await make(shop, place.module), place.from);
}

async function answerRequest(
  shop: Workshop,
  { name, range, subpath, flags, form }: ModuleRequest,
): Promise<Answer> {
  const resolved = shop.packages.resolve(name, range, subpath === '' ? undefined : subpath);
  if ('fate' in resolved) throw new Refused(resolved);
  const { version } = resolved;
  const inside = await shop.inside(name, version, flags);
  if (form === 'css') return file(shop, name, version, styleOf(inside.manifest.style, inside.stored.paths));
  const found = await fileOf(inside, subpath);
  if (found && 'file' in found && (form === 'raw' || !isScript(found.file)))
    return file(shop, name, version, found.file);
  const place = await shop.place(name, version, subpath, flags);
  if (form === 'worker')
    return script(
      `export default (options) => new Worker(URL.createObjectURL(new Blob(['import ' + ${JSON.stringify(JSON.stringify(place.url))}], {type: 'text/javascript'})), {...options, type: 'module'});`,
      place.from,
    );
  return script(reexport(place), place.from);
}

async function file(shop: Workshop, name: string, version: string, path: string | null): Promise<Answer> {
  const stored = await shop.packages.open(name, version);
  if ('fate' in stored) throw new Refused(stored);
  if (path === null) throw missing(name, version, 'a style sheet');
  return {
    fate: 'answered',
    contentType: mimeType(path),
    body: await stored.read(path),
    from: { name, version, path },
    verbatim: true,
  };
}

function styleOf(style: string | undefined, paths: readonly string[]): string | null {
  const wanted = [style?.replace(/^\.\//, ''), 'dist/index.css', 'dist/style.css', 'style.css', 'index.css'];
  return (
    wanted.find((path) => path !== undefined && paths.includes(path)) ??
    paths.find((path) => path.endsWith('.css')) ??
    null
  );
}

const missing = (name: string, version: string, what: string) =>
  new Refused({ fate: 'absent', what: 'file', name, detail: `${name}@${version} has no ${what}.` });

const script = (body: string | Uint8Array, from: PackageFile): Answer => ({
  fate: 'answered',
  contentType: 'text/javascript; charset=utf-8',
  body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
  from,
  verbatim: false,
});

/** What the packages can't give, or what can't be made of them, is an answer too. */
async function answered(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    if (error instanceof KallosError && error.code === 'KALLOS_PACKAGE_REFUSED')
      return { fate: 'unavailable', reason: error.message };
    throw error;
  }
}
