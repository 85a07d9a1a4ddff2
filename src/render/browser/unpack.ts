import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, readFile, readdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { extract as extractTar } from 'tar-fs';
import { cacheDir } from '../paths.js';

/** The browser that comes with npm, unpacked: its binary and the folder of libraries that a bare system lacks. */
export interface UnpackedBrowser {
  path: string;
  libraries: string;
}

/** Folder of the npm-borne browser's compressed files, or null where the optional package isn't installed. */
function packedFolder(): string | null {
  try {
    const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
    for (let folder = dirname(entry); folder !== dirname(folder); folder = dirname(folder)) {
      if (existsSync(join(folder, 'bin', 'chromium.br'))) return join(folder, 'bin');
    }
  } catch {
    // Not installed: an optional dependency, absent on other systems than Linux x64.
  }
  return null;
}

/**
 * Unpacks the npm-borne browser once into a private folder named by the hash of its packed files, and returns it; null where the
 * package isn't there or the system can't run it. (The package's own helper reuses whatever lies at a fixed path in /tmp.)
 * Safe under many processes: the folder appears by one rename, complete.
 */
export async function unpackBrowser(onSlow?: (note: string) => void): Promise<UnpackedBrowser | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const packed = packedFolder();
  if (!packed) return null;
  const folder = cacheDir('browser', `npm-${await packedHash(packed)}`);
  const done = { path: join(folder, 'chromium'), libraries: join(folder, 'lib') };
  if (existsSync(done.path)) return done;

  onSlow?.('unpacking the browser (once, about 200 MB)');
  const partial = `${folder}.${randomUUID()}`;
  await mkdir(partial, { recursive: true, mode: 0o700 });
  try {
    await pipeline(
      createReadStream(join(packed, 'chromium.br')),
      createBrotliDecompress(),
      createWriteStream(join(partial, 'chromium'), { mode: 0o755 }),
    );
    for (const archive of ['al2023.tar.br', 'swiftshader.tar.br']) {
      await pipeline(
        createReadStream(join(packed, archive)),
        createBrotliDecompress(),
        extractTar(partial, { strip: 0 }),
      );
    }
    await chmod(join(partial, 'chromium'), 0o755);
    await rename(partial, folder);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    // Another process was first: its folder is as good as ours.
    if (!existsSync(done.path)) throw error;
  }
  return done;
}

/** Names the packed files by their sizes and the package version: reading 65 MB at every start would cost more than it proves. */
async function packedHash(packed: string): Promise<string> {
  const manifest = await readFile(join(dirname(packed), 'package.json'), 'utf8');
  const files = (await readdir(packed)).sort().join();
  return createHash('sha256')
    .update((JSON.parse(manifest) as { version: string }).version)
    .update(files)
    .digest('hex')
    .slice(0, 16);
}
