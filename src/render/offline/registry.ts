import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
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
/** Connections at a time. */
const CONNECTIONS = 6;

/** Settings of npm that a request needs. */
interface NpmSettings {
  registry: string;
  proxy?: string | undefined;
  noProxy?: string | undefined;
  cafile?: string | undefined;
  /** Credentials as npm takes them from the environment: `npm_config_//host/:_authToken`. */
  auth: Record<string, string>;
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

async function clientOf(settings: NpmSettings, idleMs: number): Promise<Get> {
  // Loaded here: a warm store never needs them.
  const [{ default: npmFetch }, { GuardedAgent }] = await Promise.all([
    import('npm-registry-fetch'),
    import('./addresses.js'),
  ]);
  const { registry, proxy, noProxy, cafile, auth } = settings;
  const agent = new GuardedAgent(new URL(registry), {
    proxy,
    noProxy,
    ca: cafile && (await readFile(cafile, 'utf8')),
    maxSockets: CONNECTIONS,
    timeouts: { connection: idleMs, idle: idleMs },
  });
  return async (path, accept, limit, take) => {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), MAX_MS);
    try {
      const response = (await npmFetch(path, {
        ...auth,
        registry,
        agent,
        headers: { accept },
        timeout: idleMs,
        retry: { retries: 0 },
        signal: stop.signal,
      })) as unknown as { headers: Headers; body: AsyncIterable<Uint8Array> };
      if (Number(response.headers.get('content-length')) > limit) throw tooLarge();
      let bytes = 0;
      for await (const chunk of response.body) {
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
    auth: Object.fromEntries(
      Object.entries(env).flatMap(([key, value]) =>
        key.startsWith('npm_config_//') && value !== undefined
          ? [[key.slice('npm_config_'.length), value]]
          : [],
      ),
    ),
  };
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
  const { code, refusal } = cause as { code?: string; refusal?: unknown };
  if (refusal instanceof KallosError) return { error: refusal, passing: false };
  if (cause instanceof KallosError || DISK.includes(code ?? ''))
    return { error: cause as Error, passing: false };
  const status = statusOf(cause);
  const reason =
    status === 404
      ? 'it has none'
      : status
        ? `it answered with status ${status}`
        : (code ?? (cause as Error).name === 'AbortError')
          ? (code ?? 'it took too long')
          : (cause as Error).message;
  return {
    error: unreachable(`${what} can't be had from the registry: ${reason}`, cause),
    passing: status ? status === 408 || status === 429 || status >= 500 : !NOBODY.includes(code ?? ''),
  };
}

function statusOf(error: unknown): number | undefined {
  return (error as { statusCode?: number }).statusCode;
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
