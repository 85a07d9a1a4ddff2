import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { pack, type Header } from 'tar-stream';
import type { PackageManifest } from '../schema.js';

/** A package made by hand: its tarball as a registry would serve it, and its manifest. */
export interface TestPackage {
  name: string;
  version: string;
  manifest: PackageManifest;
  tarball: Buffer;
}

/** One raw entry of a tarball, for those that no packer would write. */
export interface TarEntry extends Partial<Header> {
  name: string;
  body?: string | Uint8Array;
}

/**
 * A package of files, by path below the package's folder; `package.json` is made from the name, the version and `manifest` unless the
 * files bring their own.
 */
export async function packageOf(
  name: string,
  version: string,
  files: Record<string, string | Uint8Array> = {},
  manifest: Partial<PackageManifest> & Record<string, unknown> = {},
): Promise<TestPackage> {
  const full = { ...manifest, name, version };
  const all = { 'package.json': JSON.stringify(full), ...files };
  const entries = Object.entries(all).map(([path, body]) => ({ name: `package/${path}`, body }));
  return { name, version, manifest: full, tarball: await tarballOf(entries) };
}

/** A gzipped tarball of any entries at all, hostile ones included. */
export async function tarballOf(entries: readonly TarEntry[]): Promise<Buffer> {
  const tar = pack();
  for (const { body = '', ...header } of entries) {
    tar.entry({ mtime: new Date(0), ...header }, Buffer.from(body));
  }
  tar.finalize();
  return gzipSync(await buffer(tar));
}

/** The SHA-512 of bytes as the registry publishes it. */
export function integrityOf(bytes: Uint8Array): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}

/** What a request gets instead of its answer. */
export type Fault =
  | { kind: 'status'; status: number }
  /** The right answer, this many milliseconds later. */
  | { kind: 'slow'; ms: number }
  /** No answer at all. */
  | { kind: 'hang' }
  /** The connection breaks after half of the body. */
  | { kind: 'truncated' }
  | { kind: 'redirect'; to: string }
  /** Other bytes than the registry says. */
  | { kind: 'bytes'; body: Uint8Array }
  /** This many bytes of anything, without a length in front. */
  | { kind: 'endless'; bytes: number };

/** A real registry on loopback that serves hand-made packages. */
export interface TestRegistry {
  /** Its address, with a slash at the end. */
  url: string;
  /** Paths asked for so far, in order, as they were sent: "/chart", "/@scope%2fname/-/name-1.0.0.tgz". */
  requests: string[];
  /** Adds or replaces packages; the highest version listed last is `latest` unless `tags` says otherwise. */
  publish(packages: readonly TestPackage[], tags?: Record<string, Record<string, string>>): void;
  /** Has every request whose decoded path starts with `path` fail, or only the next `times`. */
  fail(path: string, fault: Fault, times?: number): void;
  /** Bytes sent of all bodies. */
  sent(): number;
  close(): Promise<void>;
}

/** Path of a tarball at the registry. */
export function tarballPath(name: string, version: string): string {
  return `/${name}/-/${name.slice(name.lastIndexOf('/') + 1)}-${version}.tgz`;
}

export async function startRegistry(packages: readonly TestPackage[] = []): Promise<TestRegistry> {
  const published = new Map<string, Map<string, TestPackage>>();
  const tags: Record<string, Record<string, string>> = {};
  const faults: { path: string; fault: Fault; left: number }[] = [];
  const requests: string[] = [];
  let sent = 0;

  const publish: TestRegistry['publish'] = (added, more = {}) => {
    for (const one of added) {
      const versions = published.get(one.name) ?? new Map<string, TestPackage>();
      published.set(one.name, versions.set(one.version, one));
      tags[one.name] = { ...tags[one.name], latest: one.version };
    }
    for (const [name, own] of Object.entries(more)) tags[name] = { ...tags[name], ...own };
  };
  publish(packages);

  const server = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = request.url ?? '/';
    requests.push(raw);
    const path = decodeURIComponent(raw);
    const fault = faults.find((one) => one.left > 0 && path.startsWith(one.path));
    if (fault) fault.left--;
    const body = bodyOf(path);
    await respond(response, body, fault?.fault);
  }

  function bodyOf(path: string): Buffer | null {
    for (const [name, versions] of published) {
      if (path === `/${name}`) return Buffer.from(JSON.stringify(metadata(name, versions)));
      for (const [version, { tarball }] of versions) {
        if (path === tarballPath(name, version)) return tarball;
      }
    }
    return null;
  }

  function metadata(name: string, versions: Map<string, TestPackage>): object {
    const entries = [...versions].map(([version, { manifest, tarball }]) => [
      version,
      {
        ...manifest,
        dist: { tarball: url + tarballPath(name, version).slice(1), integrity: integrityOf(tarball) },
      },
    ]);
    return { name, 'dist-tags': tags[name], versions: Object.fromEntries(entries) as object };
  }

  async function respond(response: ServerResponse, body: Buffer | null, fault?: Fault): Promise<void> {
    const send = (bytes: Uint8Array): void => {
      sent += bytes.length;
      response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
    };
    switch (fault?.kind) {
      case 'hang':
        return;
      case 'status':
        response.writeHead(fault.status).end('{}');
        return;
      case 'redirect':
        response.writeHead(302, { location: fault.to }).end();
        return;
      case 'bytes':
        send(fault.body);
        return;
      case 'endless':
        await pour(response, fault.bytes);
        return;
      case 'slow':
        await new Promise((resolve) => setTimeout(resolve, fault.ms));
        break;
      case 'truncated':
        response.writeHead(200, { 'content-length': body?.length ?? 2 });
        response.write(body?.subarray(0, body.length / 2) ?? '', () => response.destroy());
        return;
      case undefined:
    }
    if (body) send(body);
    else response.writeHead(404).end('{"error":"Not found"}');
  }

  async function pour(response: ServerResponse, bytes: number): Promise<void> {
    const chunk = Buffer.alloc(1 << 16, 'x');
    const chunks = function* (): Generator<Buffer> {
      for (let left = bytes; left > 0; left -= chunk.length) {
        sent += chunk.length;
        yield chunk;
      }
    };
    // The other side may have had enough: that is what is tested.
    await pipeline(chunks, response).catch(() => undefined);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    requests,
    publish,
    fail: (path, fault, times = Infinity) => faults.unshift({ path, fault, left: times }),
    sent: () => sent,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
