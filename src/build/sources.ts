/** Where a bundled family comes from: an npm package, and what is taken out of it. Every one is under the SIL Open Font License. */
export type Source =
  | {
      /** Complete TrueType files, one a weight and style. */
      kind: 'faces';
      family: string;
      package: string;
      weights: readonly number[];
      /** Tables left out. */
      without?: readonly string[];
    }
  | {
      /** A variable font (weights 100 to 900) cut into woff2 slices: one slice, or all of them merged when none is named. */
      kind: 'slices';
      family: string;
      package: string;
      slice?: string;
    };

const faces = (family: string, weights: readonly number[], without?: readonly string[]): Source => ({
  kind: 'faces',
  family,
  package: `@expo-google-fonts/${family.toLowerCase().replaceAll(' ', '-')}`,
  weights,
  ...(without && { without }),
});

const slices = (script: string, slice?: string): Source => ({
  kind: 'slices',
  family: `Noto Sans ${script}`,
  package: `@fontsource-variable/noto-sans-${script.toLowerCase()}`,
  ...(slice !== undefined && { slice }),
});

const NOTO_SCRIPTS = [
  'Arabic',
  'Hebrew',
  'Devanagari',
  'Bengali',
  'Gujarati',
  'Gurmukhi',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
  'Ethiopic',
  'Georgian',
  'Armenian',
];

/** Every bundled family; docs/fonts.md says why. */
export const SOURCES: readonly Source[] = [
  faces('Inter', [100, 200, 300, 400, 500, 600, 700, 800, 900]),
  faces('Roboto', [100, 200, 300, 400, 500, 600, 700, 800, 900]),
  faces('Arimo', [400, 500, 600, 700]),
  faces('Tinos', [400, 700]),
  faces('Cousine', [400, 700]),
  faces('Gelasio', [400, 500, 600, 700]),
  faces('Carlito', [400, 700]),
  faces('Caladea', [400, 700]),
  faces('Comic Neue', [300, 400, 700]),
  faces('Anton', [400]),
  ...NOTO_SCRIPTS.map((script) => slices(script, script.toLowerCase())),
  ...['SC', 'TC', 'JP', 'KR'].map((region) => slices(region)),
  slices('Symbols', 'symbols'),
  faces('Noto Sans Symbols 2', [400]),
  faces('Noto Sans Math', [400]),
  // The outlines stand in the font twice, as COLR and as SVG; Chromium draws COLR, and SVG is 20 of 25 MB.
  faces('Noto Color Emoji', [400], ['SVG ']),
];
