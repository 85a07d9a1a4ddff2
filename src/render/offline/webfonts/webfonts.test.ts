import { describe, expect, it } from 'vitest';
import type { Answer, PackageSource } from '../schema.js';
import { writtenPackages, type WrittenFiles, type PackageSourceOptions } from '../testing/packages.js';
import { fontResponders, fontWants } from './index.js';

interface About {
  family: string;
  weights?: number[];
  styles?: string[];
  variable?: Record<string, { default: string; min: string; max: string; step: string }> | false;
  category?: string;
}

const axis = (min: number, initial: number, max: number) => ({
  default: String(initial),
  min: String(min),
  max: String(max),
  step: '1',
});
const LATIN = { 'latin-ext': 'U+0100-02BA', latin: 'U+0000-00FF,U+0131' };

/** A font package in miniature: what it says of itself, and a file for each slice and ending. */
function fontPackage(
  { family, weights = [400], styles = ['normal'], variable = false, category = 'sans-serif' }: About,
  endings: string[],
  slices: Record<string, string> = LATIN,
): WrittenFiles {
  const id = family.toLowerCase().replaceAll(' ', '-');
  const paths = Object.keys(slices).flatMap((slice) =>
    endings.map((ending) => `files/${id}-${slice.replace(/[[\]]/g, '')}-${ending}.woff2`),
  );
  return {
    'metadata.json': JSON.stringify({ id, family, weights, styles, variable, category }),
    'unicode.json': JSON.stringify(slices),
    ...Object.fromEntries(paths.map((path) => [path, `woff2 of ${path}`])),
  };
}

const BOTH = ['normal', 'italic'];
const PACKAGES = {
  '@fontsource/lato@5.2.7': fontPackage({ family: 'Lato', weights: [400, 700], styles: BOTH }, [
    '400-normal',
    '700-normal',
    '400-italic',
    '700-italic',
  ]),
  '@fontsource/bebas-neue@5.2.7': fontPackage({ family: 'Bebas Neue' }, ['400-normal']),
  '@fontsource-variable/inter@5.2.8': fontPackage(
    {
      family: 'Inter',
      weights: [100, 400, 900],
      styles: BOTH,
      variable: { opsz: axis(14, 14, 32), wght: axis(100, 400, 900) },
    },
    ['wght-normal', 'wght-italic', 'opsz-normal', 'opsz-italic', 'standard-normal', 'standard-italic'],
  ),
  '@fontsource/inter@5.2.8': fontPackage({ family: 'Inter', weights: [400], styles: BOTH }, ['400-normal']),
  '@fontsource-variable/fraunces@5.2.9': fontPackage(
    {
      family: 'Fraunces',
      weights: [400],
      variable: {
        opsz: axis(9, 14, 144),
        wght: axis(100, 400, 900),
        SOFT: axis(0, 0, 100),
        WONK: axis(0, 0, 1),
      },
    },
    ['wght-normal', 'opsz-normal', 'soft-normal', 'wonk-normal', 'standard-normal', 'full-normal'],
  ),
  '@fontsource-variable/recursive@5.2.8': fontPackage(
    { family: 'Recursive', variable: { slnt: axis(-15, 0, 0), wght: axis(300, 400, 1000) } },
    ['wght-normal', 'slnt-normal'],
  ),
  '@fontsource-variable/archivo@5.2.8': fontPackage(
    { family: 'Archivo', variable: { wdth: axis(62, 100, 125), wght: axis(100, 400, 900) } },
    ['wght-normal', 'wdth-normal'],
  ),
  '@fontsource/sora@5.2.8': fontPackage(
    { family: 'Sora', weights: [300, 400, 800], variable: { wght: axis(100, 400, 800) } },
    ['300-normal', '400-normal', '800-normal'],
  ),
  '@fontsource-variable/noto-sans-jp@5.2.10': fontPackage(
    { family: 'Noto Sans JP', weights: [400], variable: { wght: axis(100, 400, 900) } },
    ['wght-normal'],
    { '[0]': 'U+4E00-4EFF', '[119]': 'U+3042,U+30A2', latin: 'U+0000-00FF' },
  ),
  '@fontsource/material-icons@5.2.7': fontPackage(
    { family: 'Material Icons', category: 'icons' },
    ['400-normal'],
    { latin: 'U+0000-00FF' },
  ),
  '@fontsource-variable/material-symbols-outlined@5.2.38': fontPackage(
    {
      family: 'Material Symbols Outlined',
      category: 'icons',
      variable: {
        FILL: axis(0, 0, 1),
        wght: axis(100, 400, 700),
        GRAD: axis(-25, 0, 200),
        opsz: axis(30, 48, 48),
      },
    },
    ['wght-normal', 'fill-normal', 'full-normal'],
    { latin: 'U+0000-00FF' },
  ),
};

function answer(
  address: string,
  type = 'stylesheet',
  packages: PackageSource = writtenPackages(PACKAGES),
): Promise<Answer> {
  for (const respond of fontResponders) {
    const answering = respond({ url: new URL(address), type }, packages);
    if (answering) return answering;
  }
  throw new Error(`nobody answers ${address}`);
}

const google = (query: string) => `https://fonts.googleapis.com/${query}`;

interface Face {
  family: string;
  style: string;
  weight: string;
  range: string | null;
  /** Package and file, as the address of the font names them. */
  src: string;
  css: string;
}

/** The rules of a style sheet in its order. */
async function faces(query: string, options?: PackageSourceOptions): Promise<Face[]> {
  const found = await answer(google(query), 'stylesheet', writtenPackages(PACKAGES, options));
  if (found.fate !== 'answered') throw new Error(JSON.stringify(found));
  expect(found).toMatchObject({ contentType: 'text/css; charset=utf-8', verbatim: false });
  const sheet = new TextDecoder().decode(found.body);
  return sheet.match(/@font-face \{[^}]*\}/g)!.map((css) => {
    const value = (name: string) => new RegExp(`${name}: (.*);`).exec(css)?.[1] ?? null;
    return {
      family: value('font-family')!,
      style: value('font-style')!,
      weight: value('font-weight')!,
      range: value('unicode-range'),
      src: /url\(https:\/\/fonts\.gstatic\.com\/npm\/([^)]*)\)/.exec(css)![1]!,
      css,
    };
  });
}

/** "weight style" of each style, told by its latin rule. */
const styles = async (query: string) =>
  (await faces(query))
    .filter(({ src }) => src.includes('-latin-') && !src.includes('-latin-ext-'))
    .map(({ weight, style }) => `${weight} ${style}`);

describe('css2', () => {
  it('gives a rule for each slice of a style, out of the variable package where there is one', async () => {
    const rules = await faces('css2?family=Inter:wght@400;700&display=swap');
    expect(rules.map(({ weight, range, src }) => [weight, range, src])).toEqual([
      ['400', LATIN['latin-ext'], '@fontsource-variable/inter@5.2.8/files/inter-latin-ext-wght-normal.woff2'],
      ['400', LATIN.latin, '@fontsource-variable/inter@5.2.8/files/inter-latin-wght-normal.woff2'],
      ['700', LATIN['latin-ext'], '@fontsource-variable/inter@5.2.8/files/inter-latin-ext-wght-normal.woff2'],
      ['700', LATIN.latin, '@fontsource-variable/inter@5.2.8/files/inter-latin-wght-normal.woff2'],
    ]);
    expect(rules[0]).toMatchObject({ family: "'Inter'", style: 'normal' });
    expect(rules[0]!.css).toContain('font-display: swap;');
    expect((await faces('css2?family=Inter'))[0]!.css).not.toContain('font-display');
  });

  it('takes single weights, italics and several families', async () => {
    const rules = await faces('css2?family=Lato:ital,wght@0,400;0,700;1,400&family=Bebas+Neue');
    expect(rules.filter(({ src }) => src.includes('-latin-4') || src.includes('-latin-7'))).toMatchObject([
      { weight: '400', style: 'normal', src: '@fontsource/lato@5.2.7/files/lato-latin-400-normal.woff2' },
      { weight: '700', style: 'normal', src: '@fontsource/lato@5.2.7/files/lato-latin-700-normal.woff2' },
      { weight: '400', style: 'italic', src: '@fontsource/lato@5.2.7/files/lato-latin-400-italic.woff2' },
      { family: "'Bebas Neue'", weight: '400' },
    ]);
  });

  it('spans ranges, and takes the smallest file that can vary what the page varies', async () => {
    const file = async (family: string) => (await faces(`css2?family=${family}`)).at(-1)!;
    expect(await file('Inter:wght@100..900')).toMatchObject({ weight: '100 900' });
    const optical = await file('Inter:ital,opsz,wght@0,14..32,100..900;1,14..32,100..900');
    expect(optical).toMatchObject({ style: 'italic', weight: '100 900' });
    expect(optical.src).toMatch(/inter-latin-opsz-italic/);
    expect((await file('Fraunces:SOFT@50')).src).toMatch(/-latin-soft-normal/);
    expect((await file('Fraunces:opsz,wght,SOFT,WONK@9..144,100..900,0..100,0..1')).src).toMatch(/-full-/);
    expect(await file('Recursive:slnt,wght@-15..0,300..1000')).toMatchObject({ style: 'oblique 0deg 15deg' });
    expect((await file('Archivo:wdth,wght@75..125,400')).css).toContain('font-stretch: 75% 125%;');
  });

  it('pins the axes that a page asks for at one value, or not at all', async () => {
    const [rule] = await faces('css2?family=Fraunces:opsz,SOFT@9..144,50');
    expect(rule!.src).toMatch(/-full-/);
    expect(rule!.css).toContain("font-variation-settings: 'SOFT' 50, 'WONK' 0;");
    expect((await faces('css2?family=Inter:wght@400'))[0]!.css).not.toContain('variation');
  });

  it('makes a range of single weights when the store has no other', async () => {
    expect(await styles('css2?family=Sora:wght@300..800')).toEqual([
      '300 normal',
      '400 normal',
      '800 normal',
    ]);
    const rules = await faces('css2?family=Sora:wght@350');
    expect(rules.at(-1)).toMatchObject({
      weight: '350',
      src: expect.stringContaining('300-normal') as string,
    });
  });

  it('has numbered slices of large character sets, and those alone that a text needs', async () => {
    const all = await faces('css2?family=Noto+Sans+JP');
    expect(all.map(({ src }) => src.split('/').at(-1))).toEqual([
      'noto-sans-jp-0-wght-normal.woff2',
      'noto-sans-jp-119-wght-normal.woff2',
      'noto-sans-jp-latin-wght-normal.woff2',
    ]);
    const some = await faces(`css2?family=Noto+Sans+JP&text=${encodeURIComponent('アbaあa')}`);
    expect(some.map(({ range }) => range)).toEqual(['U+3042, U+30A2', 'U+61, U+62']);
  });

  it.each([
    ['a weight', 'css2?family=Lato:wght@400;500', '@fontsource/lato', 'no wght 500'],
    ['a range', 'css2?family=Lato:wght@100..900', '@fontsource/lato', 'no wght 100..900'],
    ['italics', 'css2?family=Bebas+Neue:ital@1', '@fontsource/bebas-neue', 'no italics'],
    ['an axis', 'css2?family=Lato:opsz,wght@9..40,400', '@fontsource/lato', 'no opsz 9..40'],
    ['such a bold', 'css2?family=Inter:wght@100..950', '@fontsource-variable/inter', 'no wght 100..950'],
    ['it beside others', 'css2?family=Inter&family=Lato:wght@900', '@fontsource/lato', 'no wght 900'],
  ])('refuses all when a family does not have %s', async (_, query, name, reason) => {
    const refusal = await answer(google(query));
    expect(refusal).toMatchObject({ fate: 'absent', what: 'file', name });
    expect(refusal).toHaveProperty('detail', expect.stringContaining(reason));
  });

  it.each([
    'css2',
    'css2?family=',
    'css2?family=Inter|Lato',
    'css2?family=Inter:400,700',
    'css2?family=Inter:wght@700;400',
    'css2?family=Inter:wght@400;400',
    'css2?family=Inter:wght@400;',
    'css2?family=Inter:wght@400,700',
    'css2?family=Inter:wght@900..100',
    'css2?family=Inter:wght,ital@400,0',
    'css2?family=Inter:ital,wght@1,400;0,400',
    'css2?family=Inter:ital,wght@0..1,400',
    'css2?family=Inter:wght',
    'css2?family=Inter:bold@400',
  ])('refuses %s, as the service does', async (query) => {
    expect(await answer(google(query))).toMatchObject({ fate: 'absent', what: 'file' });
  });

  it('says that a family does not exist only when the lock does', async () => {
    const unknown = google('css2?family=Zilla+Grotesk');
    expect(await answer(unknown)).toMatchObject({ fate: 'unavailable' });
    expect(await answer(google("css2?family='Helvetica'"))).toMatchObject({ fate: 'unavailable' });
    const absent = { '@fontsource-variable/zilla-grotesk': 'package' } as const;
    expect(await answer(unknown, 'stylesheet', writtenPackages(PACKAGES, { absent }))).toMatchObject({
      fate: 'unavailable',
    });
    const both = { ...absent, '@fontsource/zilla-grotesk': 'package' } as const;
    expect(
      await answer(
        google('css2?family=Inter&family=Zilla+Grotesk'),
        'stylesheet',
        writtenPackages(PACKAGES, { absent: both }),
      ),
    ).toMatchObject({ fate: 'absent', what: 'package', name: '@fontsource/zilla-grotesk' });
  });

  it('does not let families suffer for one that the store lacks, which is told when the page uses it', async () => {
    const rules = await faces('css2?family=Zilla+Grotesk:wght@400&family=Bebas+Neue');
    expect(rules.map(({ family }) => family)).toEqual(["'Bebas Neue'", "'Bebas Neue'", "'Zilla Grotesk'"]);
    expect(await answer(`https://fonts.gstatic.com/npm/${rules.at(-1)!.src}`, 'font')).toMatchObject({
      fate: 'unavailable',
      reason: '@fontsource/zilla-grotesk@* is not locked.',
    });
  });

  it('refuses more styles than a page can mean', async () => {
    const many = Array.from({ length: 300 }, (_, i) => 100 + i).join(';');
    expect(await answer(google(`css2?family=Inter:wght@${many}`))).toMatchObject({ fate: 'unavailable' });
  });
});

describe('css', () => {
  it.each([
    ['Lato', ['400 normal']],
    ['Lato:400,700italic', ['400 normal', '700 italic']],
    ['Lato:bold,italic', ['700 normal', '400 italic']],
    ['Lato:b,i,bi', ['700 normal', '400 italic', '700 italic']],
    ['lato:400i,700', ['400 italic', '700 normal']],
    ['Lato:300,400,500', ['400 normal']],
    ['Lato:400:latin,greek', ['400 normal']],
    ['Bebas+Neue:400italic,400', ['400 normal']],
    ['Lato:700|Nothing+Such|Bebas+Neue', ['700 normal', '400 normal']],
  ])('reads %s, and leaves out what does not exist', async (family, expected) => {
    const absent = { '@fontsource/nothing-such': 'package' } as const;
    const found = await faces(`css?family=${family}&subset=latin,cyrillic`, { absent });
    expect(
      found.filter(({ src }) => /-latin-\d/.test(src)).map(({ weight, style }) => `${weight} ${style}`),
    ).toEqual(expected);
  });

  it('is refused when nothing of it exists', async () => {
    expect(await answer(google('css?family=Lato:500'))).toMatchObject({ fate: 'absent' });
    expect(await answer(google('css?family='))).toMatchObject({ fate: 'absent' });
  });

  it('is spoken by Bunny Fonts as well', async () => {
    const sheet = await answer('https://fonts.bunny.net/css?family=lato:400,700i|bebas-neue:400');
    expect(sheet).toMatchObject({ fate: 'answered', from: { name: '@fontsource/lato', version: '5.2.7' } });
    const file = await answer('https://fonts.bunny.net/lato/files/lato-latin-400-normal.woff2', 'font');
    expect(file).toMatchObject({ fate: 'answered', contentType: 'font/woff2', verbatim: true });
  });
});

describe('icons', () => {
  it('come with the class that draws them, and without limits to their characters', async () => {
    for (const path of ['icon', 'css', 'css2']) {
      const found = await answer(google(`${path}?family=Material+Icons`));
      const sheet = found.fate === 'answered' ? new TextDecoder().decode(found.body) : '';
      expect(sheet).toMatch(/\.material-icons \{[^}]*font-family: 'Material Icons';[^}]*'liga'/);
      expect(sheet).not.toContain('unicode-range');
    }
  });

  it('take the axes that the service takes', async () => {
    const symbols = 'css2?family=Material+Symbols+Outlined';
    const [all] = await faces(`${symbols}:opsz,wght,FILL,GRAD@20..48,100..700,0..1,-50..200`);
    expect(all!.src).toMatch(/-full-/);
    expect(all!.css).not.toContain('variation');
    const [filled] = await faces(`${symbols}:opsz,wght,FILL,GRAD@24,400,1,0&icon_names=home`);
    expect(filled!.css).toContain("font-variation-settings: 'FILL' 1, 'GRAD' 0, 'opsz' 24;");
    expect((await faces(symbols))[0]!.src).toMatch(/-wght-/);
  });
});

describe('font files', () => {
  it('are those of the package', async () => {
    const [rule] = await faces('css2?family=Bebas+Neue');
    const file = await answer(`https://fonts.gstatic.com/npm/${rule!.src}`, 'font');
    expect(file).toEqual({
      fate: 'answered',
      contentType: 'font/woff2',
      body: new TextEncoder().encode('woff2 of files/bebas-neue-latin-ext-400-normal.woff2'),
      from: {
        name: '@fontsource/bebas-neue',
        version: '5.2.7',
        path: 'files/bebas-neue-latin-ext-400-normal.woff2',
      },
      verbatim: true,
    });
  });

  it.each([
    'https://fonts.gstatic.com/s/inter/v13/UcCO3FwrK3iLTeHuS_fvQtMwCp50KnMw2boKoduKmMEVuLyfAZ9hiA.woff2',
    'https://fonts.gstatic.com/npm/@fontsource/bebas-neue@5.2.7/files/nothing.woff2',
    'https://fonts.gstatic.com/npm/@fontsource/bebas-neue@9.9.9/files/bebas-neue-latin-400-normal.woff2',
    'https://fonts.gstatic.com/npm/left-pad@1.3.0/index.woff2',
    'https://fonts.bunny.net/lato/files/lato-greek-400-normal.woff2',
    'https://api.fontshare.com/v2/css?f[]=satoshi@400&display=swap',
    'https://use.typekit.net/abc1def.css',
    'https://rsms.me/inter/inter.css',
  ])('%s is unavailable', async (address) => {
    expect(await answer(address, 'font')).toMatchObject({ fate: 'unavailable' });
  });
});

it('Inter comes from its author with the variable font and single weights', async () => {
  const face = (family: string, file: string) =>
    `@font-face { font-family: ${family}; src: url("${file}?v=4.1") format("woff2"); }`;
  const packages = writtenPackages({
    'inter-ui@4.1.1': {
      'inter-variable.css': face('InterVariable', 'variable/InterVariable.woff2'),
      'inter.css': face('"Inter"', 'web/Inter-Regular.woff2'),
      'web/Inter-Regular.woff2': 'regular',
    },
  });
  const found = await answer('https://rsms.me/inter/inter.css', 'stylesheet', packages);
  const sheet = found.fate === 'answered' ? new TextDecoder().decode(found.body) : '';
  const urls = [...sheet.matchAll(/url\(([^)]*)\)/g)].map(([, url]) => url!);
  expect(urls).toEqual([
    'https://fonts.gstatic.com/npm/inter-ui@4.1.1/variable/InterVariable.woff2',
    'https://fonts.gstatic.com/npm/inter-ui@4.1.1/web/Inter-Regular.woff2',
  ]);
  expect(await answer(urls[1]!, 'font', packages)).toMatchObject({ fate: 'answered', verbatim: true });
});

it('nobody answers for what is no font', () => {
  for (const address of [
    'https://fonts.googleapis.com/',
    'https://fonts.gstatic.com/s/e/notoemoji/latest/1f600/512.webp',
    'https://rsms.me/',
    'https://cdn.example/css2?family=Inter',
  ])
    for (const respond of fontResponders)
      expect(respond({ url: new URL(address), type: 'image' }, writtenPackages({}))).toBeNull();
});

describe('fontWants', () => {
  it('names the packages of each family, the variable one first', () => {
    expect(fontWants(new URL(google('css2?family=Open+Sans:wght@400;700&family=Lato&family=Lato')))).toEqual([
      { name: '@fontsource-variable/open-sans', range: null, otherwise: '@fontsource/open-sans' },
      { name: '@fontsource-variable/lato', range: null, otherwise: '@fontsource/lato' },
    ]);
    expect(fontWants(new URL(google('icon?family=Material+Icons|Material+Icons+Round')))).toHaveLength(2);
  });

  it('names the package of a file, and none for what no package has', () => {
    const file = 'https://fonts.gstatic.com/npm/@fontsource/lato@5.2.7/files/lato-latin-400-normal.woff2';
    expect(fontWants(new URL(file))).toEqual([{ name: '@fontsource/lato', range: '5.2.7' }]);
    expect(fontWants(new URL('https://rsms.me/inter/inter.css'))).toEqual([
      { name: 'inter-ui', range: null },
    ]);
    expect(fontWants(new URL('https://use.typekit.net/abc.css'))).toEqual([]);
    expect(fontWants(new URL(google('css2?family=Inter:bold')))).toEqual([]);
  });
});
