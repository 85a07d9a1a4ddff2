import type { StoredPackage } from '../schema.js';
import type { FontFamily } from './family.js';
import { fontUrl } from './files.js';
import type { FontStyle } from './query.js';
import { codePointsOf, unicodeRange, within } from './unicode.js';

/** What holds for every rule of a style sheet. */
export interface FaceOptions {
  display: string | null;
  text: string | null;
}

/** A set of files that draw one style, one for each slice, and the axes that can be varied in them. */
interface Source {
  stored: StoredPackage;
  /** End of the files' names: "wght-italic", "700-normal". */
  ending: string;
  axes: readonly string[];
  weight: [number, number];
}

/** Axes that the OpenType standard registers; the files called "standard" have those. */
const STANDARD = new Set(['wght', 'wdth', 'slnt', 'opsz']);

/** The `@font-face` rules of one style of a family, one for each slice of its characters. */
export function facesOf(family: FontFamily, style: FontStyle, options: FaceOptions): string {
  return sourcesOf(family, style)
    .map((source) => facesFrom(family, style, source, options))
    .join('');
}

function facesFrom(
  family: FontFamily,
  style: FontStyle,
  source: Source,
  { display, text }: FaceOptions,
): string {
  const characters = text === null ? null : codePointsOf(text);
  const common = [
    `  font-family: '${family.name}';`,
    `  font-style: ${fontStyle(style, source)};`,
    `  font-weight: ${span(source.weight)};`,
    ...('wdth' in style.axes && source.axes.includes('wdth')
      ? [`  font-stretch: ${span(style.axes['wdth'], '%')};`]
      : []),
    ...(display === null ? [] : [`  font-display: ${display};`]),
    ...pinned(family, style, source),
  ];
  return family.slices
    .map(([slice, range]) => {
      const path = pathOf(family, slice, source);
      // Icons have codes of their own, outside of what the package calls their range.
      const limits = family.isIcons ? null : characters ? unicodeRange(within(range, characters)) : range;
      if (!source.stored.has(path) || limits === '') return '';
      return [
        `/* ${slice} */`,
        '@font-face {',
        ...common,
        `  src: url(${fontUrl(source.stored, path)}) format('woff2');`,
        ...(limits === null ? [] : [`  unicode-range: ${limits};`]),
        '}\n',
      ].join('\n');
    })
    .join('');
}

/** The files to draw a style with: variable ones that have its axes, else the nearest single weights. */
function sourcesOf(family: FontFamily, style: FontStyle): Source[] {
  const weight = style.axes['wght'] ?? [400, 400];
  const shape = style.italic ? 'italic' : 'normal';
  for (const stored of family.packages) {
    const has = (ending: string) =>
      family.slices.some(([slice]) => stored.has(pathOf(family, slice, { ending })));
    const variable = fileKinds(family, style).find(([kind]) => has(`${kind}-${shape}`));
    if (variable) return [{ stored, ending: `${variable[0]}-${shape}`, axes: variable[1], weight }];
    const weights = family.weights.filter((each) => has(`${each}-${shape}`));
    const inRange = weights.filter((each) => each >= weight[0] && each <= weight[1]);
    if (inRange.length > 0)
      return inRange.map((each) => ({ stored, ending: `${each}-${shape}`, axes: [], weight: [each, each] }));
    const nearest = weights.toSorted((a, b) => Math.abs(a - weight[0]) - Math.abs(b - weight[0]))[0];
    if (nearest !== undefined) return [{ stored, ending: `${nearest}-${shape}`, axes: [], weight }];
  }
  return [];
}

/** Kinds of variable files that can draw a style, with the axes in them, the smallest first. */
function fileKinds(family: FontFamily, { axes }: FontStyle): [kind: string, axes: readonly string[]][] {
  const all = Object.keys(family.axes).filter((tag) => tag !== 'ital');
  const wanted = Object.keys(axes).filter((tag) => tag !== 'wght' && all.includes(tag));
  const kinds: [string, readonly string[]][] = [
    ['wght', ['wght']],
    ...all
      .filter((tag) => tag !== 'wght')
      .map((tag): [string, string[]] => [tag.toLowerCase(), ['wght', tag]]),
    ['standard', all.filter((tag) => STANDARD.has(tag))],
    ['full', all],
  ];
  const enough = kinds.filter(([, has]) => wanted.every((tag) => has.includes(tag)));
  // A family may come without the file that has all: then with as much as there is.
  return [...enough, ...kinds.reverse()];
}

/** A variable file draws every axis that the page left alone, or asked for at one value, at that value and no other. */
function pinned(family: FontFamily, { axes }: FontStyle, source: Source): string[] {
  const values = source.axes.flatMap((tag) => {
    const [low, high] = axes[tag] ?? [null, null];
    if (tag === 'wght' || low !== high) return [];
    // What the packages call the default of icons is not that of their files.
    const value = low ?? (family.isIcons ? null : family.axes[tag]!.default);
    return value === null ? [] : [`'${tag}' ${value}`];
  });
  return values.length === 0 ? [] : [`  font-variation-settings: ${values.join(', ')};`];
}

function fontStyle({ italic, axes }: FontStyle, source: Source): string {
  const [low, high] = axes['slnt'] ?? [0, 0];
  // The axis counts to the left, CSS to the right.
  if (low !== high && source.axes.includes('slnt')) return `oblique ${0 - high}deg ${0 - low}deg`;
  return italic ? 'italic' : 'normal';
}

function span([low, high]: readonly [number, number], unit = ''): string {
  return low === high ? `${low}${unit}` : `${low}${unit} ${high}${unit}`;
}

function pathOf({ id }: FontFamily, slice: string, { ending }: { ending: string }): string {
  return `files/${id}-${slice}-${ending}.woff2`;
}
