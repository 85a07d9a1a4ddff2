import type { Answer, PackageSource, Responder, Wish } from '../schema.js';
import { answerFile, type Reading } from './files.js';
import type { Wanted } from './package-path.js';

/** The addresses of one CDN: how they are read, which needs nothing but the URL. */
export interface Route {
  hosts: readonly string[];
  /** Null for an address that isn't understood. */
  read(url: URL): Reading | null;
}

/** True for http and https at one of the hosts, at the ordinary port. */
export function isAt(hosts: readonly string[], url: URL): boolean {
  return (
    (url.protocol === 'https:' || url.protocol === 'http:') && url.port === '' && hosts.includes(url.hostname)
  );
}

/** A responder that answers each address of a route with the one file that it means. */
export function responder(route: Route): Responder {
  return (wish: Wish, packages: PackageSource): Promise<Answer> | null => {
    const reading = isAt(route.hosts, wish.url) ? route.read(wish.url) : null;
    return reading ? answerFile(reading, packages) : null;
  };
}

/** Which package an address of a route needs. */
export function wants(route: Route, url: URL): Wanted[] {
  const reading = isAt(route.hosts, url) ? route.read(url) : null;
  return reading ? [wanted(reading)] : [];
}

/** The part of a reading that a registry can answer. */
export function wanted({ name, range, path }: Reading): Wanted {
  return path === undefined ? { name, range } : { name, range, path };
}
