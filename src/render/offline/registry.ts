import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { promisify } from 'node:util';
import { z } from 'zod';
import { KallosError } from '../../errors.js';
import { isPackageName, packageKey } from './names.js';
import { PACKAGE_LIMITS, tooLarge } from './tarball.js';

const publishedSchema = z.object({
  dist: z.object({ integrity: z.string().optional() }),
  dependencies: z.record(z.string(), z.string()).optional().catch(undefined),
  peerDependencies: z.record(z.string(), z.string()).optional().catch(undefined),
  peerDependenciesMeta: z
    .record(z.string(), z.object({ optional: z.boolean().optional() }))
    .optional()
    .catch(undefined),
});

const metadataSchema = z.object({
  'dist-tags': z.record(z.string(), z.string()).default({}),
  versions: z.record(z.string(), publishedSchema).default({}),
});

/** What a registry publishes about one version. */
export type PublishedVersion = z.infer<typeof publishedSchema>;
/** What a registry publishes about a package, as far as locking needs it. */
export type PackageMetadata = z.infer<typeof metadataSchema>;

/** An npm registry. Its address is looked up when something has to be fetched, and not before. */
export interface Registry {
  /** @throws KallosError KALLOS_REGISTRY when it doesn't answer, KALLOS_PACKAGE_REFUSED when it leads elsewhere; null for "no such package" */
  metadata(name: string): Promise<PackageMetadata | null>;
  /**
   * Downloads a tarball to a file that nobody else writes to, and returns its integrity ("sha512-…"), which the caller compares.
   * @throws KallosError as above; KALLOS_PACKAGE_REFUSED also when it is too large
   */
  tarball(name: string, version: string, into: string): Promise<string>;
}

export interface RegistryOptions {
  /** Environment that names the registry and its settings; this process's unless said otherwise. */
  env?: NodeJS.ProcessEnv;
  /** Milliseconds without a byte after which an attempt is given up; 30 s unless said otherwise. */
  idleMs?: number;
  /** Milliseconds before the second and the third attempt. */
  pauses?: readonly number[];
}

/** Metadata without readmes and scripts. */
const ABBREVIATED = 'application/vnd.npm.install-v1+json, application/json;q=0.9';
/** Metadata of a package with thousands of versions is about 20 MB. */
const MAX_METADATA = 64e6;
/** One download may take this long in all, however steadily it drips. */
const MAX_MS = 10 * 60_000;
/** Registries of companies lead to their storage in one or two. */
const REDIRECTS = 5;
/** Connections at a time. */
const CONNECTIONS = 6;

/** Settings of npm that a request needs. */
interface NpmSettings {
  registry: string;
  proxy?: string | undefined;
  noProxy?: string | undefined;
  cafile?: string | undefined;
  /** Sent to the registry and to no one else. */
  authorization: { authorization?: string };
}

export function createRegistry(options: RegistryOptions = {}): Registry {
  const { env = process.env, idleMs = 30_000, pauses = [500, 2000] } = options;
  let client: Promise<Get> | undefined;
  const connect = async (): Promise<Get> => {
    client ??= npmSettings(env).then((settings) => clientOf(settings, idleMs));
    try {
      return await client;
    } catch (error) {
      client = undefined;
      throw error;
    }
  };

  async function attempt<T>(what: string, use: (get: Get) => Promise<T>): Promise<T> {
    const get = await connect();
    for (let tries = 0; ; tries++) {
      try {
        return await use(get);
      } catch (cause) {
        const { error, passing } = explain(what, cause);
        const pause = pauses[tries];
        if (pause === undefined || !passing) throw error;
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }

  return {
    async metadata(name) {
      if (!isPackageName(name)) return null;
      return attempt(name, async (get) => {
        const chunks: Uint8Array[] = [];
        try {
          await get(name.replace('/', '%2f'), ABBREVIATED, MAX_METADATA, (chunk) => void chunks.push(chunk));
        } catch (error) {
          if (statusOf(error) === 404) return null;
          throw error;
        }
        const result = metadataSchema.safeParse(JSON.parse(Buffer.concat(chunks).toString()));
        if (!result.success) throw new Error('its answer is no metadata of a package');
        return result.data;
      });
    },

    async tarball(name, version, into) {
      // The path that every registry has. What metadata says instead would be one more request, and one more thing to trust.
      const file = encodeURIComponent(`${name.slice(name.lastIndexOf('/') + 1)}-${version}.tgz`);
      return attempt(packageKey(name, version), async (get) => {
        const hash = createHash('sha512');
        const handle = await open(into, 'w');
        try {
          await get(`${name}/-/${file}`, '*/*', PACKAGE_LIMITS.compressed.value, async (chunk) => {
            hash.update(chunk);
            await handle.writeFile(chunk);
          });
        } finally {
          await handle.close();
        }
        return `sha512-${hash.digest('base64')}`;
      });
    },
  };
}

/** Requests a path below the registry and hands over the body, chunk by chunk, up to a limit in bytes. */
type Get = (
  path: string,
  accept: string,
  limit: number,
  take: (chunk: Uint8Array) => Promise<void> | void,
) => Promise<void>;

async function clientOf({ registry, ...settings }: NpmSettings, idleMs: number): Promise<Get> {
  // Loaded here: a warm store never needs it.
  const { GuardedAgent } = await import('./addresses.js');
  const base = new URL(registry.replace(/\/*$/, '/'));
  const agent = new GuardedAgent(base, {
    proxy: settings.proxy,
    noProxy: settings.noProxy,
    ca: settings.cafile && (await readFile(settings.cafile, 'utf8')),
    maxSockets: CONNECTIONS,
    timeouts: { connection: idleMs, idle: idleMs },
  });
  return async (path, accept, limit, take) => {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), MAX_MS);
    try {
      const response = await follow(new URL(path, base), (url) => ({
        agent,
        signal: stop.signal,
        headers: { accept, ...(url.origin === base.origin && settings.authorization) },
      }));
      if (Number(response.headers['content-length']) > limit) throw tooLarge();
      let bytes = 0;
      for await (const chunk of response as AsyncIterable<Buffer>) {
        if ((bytes += chunk.length) > limit) throw tooLarge();
        await take(chunk);
      }
    } catch (error) {
      // What is still on its way is not wanted any more.
      stop.abort();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Requests an address, and the one it leads to; who may be connected to is the agent's to say. */
async function follow(url: URL, optionsFor: (url: URL) => RequestOptions): Promise<IncomingMessage> {
  for (let hops = 0; hops <= REDIRECTS; hops++) {
    if (!['http:', 'https:'].includes(url.protocol)) break;
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
      send(url, optionsFor(url)).on('response', resolve).on('error', reject).end();
    });
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) return response;
    // The connection is given back.
    response.resume();
    if (statusCode < 300 || statusCode >= 400 || !headers.location) throw new StatusError(statusCode);
    url = new URL(headers.location, url);
  }
  throw new Error('it leads from one address to the next');
}

/** The registry answered, but not with what was asked for. */
class StatusError extends Error {
  constructor(readonly statusCode: number) {
    super(`it answered with status ${statusCode}`);
  }
}

/** The registry and its settings: from the environment, else what npm is configured to. */
async function npmSettings(env: NodeJS.ProcessEnv): Promise<NpmSettings> {
  const fromEnv = env['KALLOS_REGISTRY'] ?? env['npm_config_registry'];
  const npm = fromEnv === undefined ? await npmConfig(env) : {};
  const registry = fromEnv ?? npm['registry'];
  if (!registry || !URL.canParse(registry)) {
    throw unreachable('The address of an npm registry is not known');
  }
  const setting = (name: string, ...others: (string | undefined)[]): string | undefined =>
    [env[`npm_config_${name.replaceAll('-', '_')}`], npm[name], ...others].find((value) => !!value);
  const https = registry.startsWith('https:');
  return {
    registry,
    proxy:
      (https ? setting('https-proxy', env['https_proxy'], env['HTTPS_PROXY']) : undefined) ??
      setting('proxy', env['http_proxy'], env['HTTP_PROXY']),
    noProxy: setting('noproxy', env['no_proxy'], env['NO_PROXY']),
    cafile: setting('cafile'),
    authorization: authorizationOf(registry, env),
  };
}

/** Credentials for the registry as npm takes them from the environment: `npm_config_//host/path/:_authToken`, or `:_auth`. */
function authorizationOf(registry: string, env: NodeJS.ProcessEnv): { authorization?: string } {
  const { host, pathname } = new URL(registry);
  const prefix = `npm_config_//${host}${pathname.replace(/\/*$/, '/')}:`;
  const token = env[`${prefix}_authToken`];
  const basic = env[`${prefix}_auth`];
  return token ? { authorization: `Bearer ${token}` } : basic ? { authorization: `Basic ${basic}` } : {};
}

/** Asks npm for its settings; none where there is no npm. */
async function npmConfig(env: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  const names = ['registry', 'proxy', 'https-proxy', 'noproxy', 'cafile'];
  try {
    const { stdout } = await promisify(execFile)('npm', ['config', 'get', ...names], {
      env,
      timeout: 60_000,
      shell: process.platform === 'win32',
    });
    const lines = stdout.split('\n').map((line) => /^([a-z-]+)=(.*)$/.exec(line.trim()));
    return Object.fromEntries(
      lines.flatMap((line) => (line && line[2] !== 'null' && line[2] !== '' ? [[line[1], line[2]]] : [])) as [
        string,
        string,
      ][],
    );
  } catch (cause) {
    throw unreachable("npm can't be asked for the address of its registry", cause);
  }
}

/** Errors of the own disk: nothing that the registry has to do with. */
const DISK = ['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', 'ENOENT', 'EMFILE', 'EIO'];
/** Without a network, or with nobody there: trying again right away changes nothing. */
const NOBODY = ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ENETUNREACH', 'EHOSTUNREACH'];

/** What went wrong, without the address (it may carry credentials), and whether it may pass by itself. */
function explain(what: string, cause: unknown): { error: Error; passing: boolean } {
  const { code, name, message } = cause as NodeJS.ErrnoException;
  if (cause instanceof KallosError || DISK.includes(code ?? ''))
    return { error: cause as Error, passing: false };
  const status = statusOf(cause);
  const reason =
    name === 'AbortError' ? 'it took too long' : status === undefined ? (code ?? message) : message;
  return {
    error: unreachable(`${what} can't be had from the registry: ${reason}`, cause),
    passing: status ? status === 408 || status === 429 || status >= 500 : !NOBODY.includes(code ?? ''),
  };
}

function statusOf(error: unknown): number | undefined {
  return error instanceof StatusError ? error.statusCode : undefined;
}

/** The error of a registry that can't be used. */
export function unreachable(what: string, cause?: unknown): KallosError {
  return new KallosError(
    'KALLOS_REGISTRY',
    `${what}.`,
    'Check the network and `npm config get registry`, or name a registry in KALLOS_REGISTRY. `kallos mirror import` fills the store without one.',
    { cause },
  );
}
