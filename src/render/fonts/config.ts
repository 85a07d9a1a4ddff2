import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cacheDir, sha256 } from '../paths.js';
import { FALLBACK, LANGUAGES, STAND_INS } from './families.js';
import { fontManifest, fontsFolder } from './manifest.js';

export interface FontEnvironment {
  /** Environment of the browser. */
  env: { FONTCONFIG_FILE: string; FONTCONFIG_PATH: string; FC_LANG: string };
  /** Names the fonts and their configuration; the same on every machine that draws text alike. */
  fingerprint: string;
  /** Folder of the configuration and of fontconfig's cache, which the browser must be able to write. */
  dir: string;
  /** Folder of the font files, which the browser must be able to read. */
  fonts: string;
}

/**
 * Makes the private font configuration of the browser, once for each set of fonts and place: the bundled fonts and no
 * others, with fixed stand-ins for the fonts of the systems. Safe under many processes.
 *
 * @throws KALLOS_INTERNAL when the bundled fonts are missing.
 */
export async function fontEnvironment(): Promise<FontEnvironment> {
  const { fonts } = fontManifest();
  const files = fonts.map(({ file, sha256 }) => `${file} ${sha256}`).join('\n');
  const fingerprint = sha256(`${files}\n${fontConfig('', '')}`);
  const place = sha256(`${fingerprint}\n${fontsFolder}`).slice('sha256:'.length, 'sha256:'.length + 16);
  const dir = cacheDir('fonts', place);
  const file = join(dir, 'fonts.conf');
  if (!existsSync(file)) await create(dir, fontConfig(fontsFolder, join(dir, 'cache')));
  return {
    // FC_LANG: the caller's locale must not choose between Chinese and Japanese forms.
    env: { FONTCONFIG_FILE: file, FONTCONFIG_PATH: dir, FC_LANG: 'en' },
    fingerprint,
    dir,
    fonts: fontsFolder,
  };
}

/** The folder appears whole or not at all; when another process was faster, its folder is used. */
async function create(dir: string, config: string): Promise<void> {
  await mkdir(dirname(dir), { recursive: true, mode: 0o700 });
  const fresh = await mkdtemp(`${dir}.`);
  try {
    await mkdir(join(fresh, 'cache'));
    await writeFile(join(fresh, 'fonts.conf'), config);
    await rename(fresh, dir);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    if (!existsSync(join(dir, 'fonts.conf'))) throw error;
  }
}

/**
 * The fontconfig file. A stand-in is bound as `same`, since Chromium refuses a family that it did not ask for: it counts
 * only what fontconfig declares to be the same. A family without stand-in is thus skipped, like one that is not installed.
 */
export function fontConfig(fonts: string, cache: string): string {
  const aliases = Object.entries(STAND_INS).flatMap(([family, names]) =>
    names.map(
      (name) =>
        `<alias binding="same"><family>${escape(name)}</family><prefer><family>${family}</family></prefer></alias>`,
    ),
  );
  // Later rules put their family in front of what earlier ones put there, so that "zh-tw" wins over "zh".
  const languages = LANGUAGES.map(
    ([lang, family]) =>
      `<match target="pattern"><test name="lang" compare="contains"><string>${lang}</string></test>` +
      `<edit name="family" mode="prepend_first" binding="strong"><string>${family}</string></edit></match>`,
  );
  const fallback = FALLBACK.map((family) => `<string>${family}</string>`).join('');
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">',
    '<fontconfig>',
    `<dir>${escape(fonts)}</dir>`,
    `<cachedir>${escape(cache)}</cachedir>`,
    '<match target="font">',
    '<edit name="antialias" mode="assign"><bool>true</bool></edit>',
    '<edit name="hinting" mode="assign"><bool>false</bool></edit>',
    '<edit name="autohint" mode="assign"><bool>false</bool></edit>',
    '<edit name="hintstyle" mode="assign"><const>hintnone</const></edit>',
    '<edit name="rgba" mode="assign"><const>none</const></edit>',
    '</match>',
    ...aliases,
    `<match target="pattern"><edit name="family" mode="append_last" binding="strong">${fallback}</edit></match>`,
    ...languages,
    '</fontconfig>',
    '',
  ].join('\n');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
