/** A style of a family: upright or italic, at a point or over a range of each axis that the page names. */
export interface FontStyle {
  italic: boolean;
  /** Axis tag ("wght", "opsz", "FILL") -> lowest and highest value; equal for a single one. */
  axes: Record<string, [number, number]>;
}

export interface FamilyWish {
  /** As the page writes it: "Open Sans"; names tell case apart nowhere. */
  family: string;
  styles: FontStyle[];
}

/** What the address of a font style sheet asks for. */
export interface FontQuery {
  families: FamilyWish[];
  /** True for `/css2`, which refuses a request as a whole when one of its styles does not exist; `/css` leaves out what doesn't. */
  strict: boolean;
  /** Value of `font-display`, or null when the page names none. */
  display: string | null;
  /** The characters that the fonts are wanted for, or null for all. */
  text: string | null;
}

/** The service refuses such an address, whatever fonts there are. */
export interface Malformed {
  malformed: string;
}

const DISPLAYS = new Set(['auto', 'block', 'swap', 'fallback', 'optional']);
const REGULAR: FontStyle = { italic: false, axes: {} };

/** Reads the address of a font style sheet: `/css2`, or `/css` and `/icon` with the older syntax. */
export function readQuery(url: URL): FontQuery | Malformed {
  const strict = url.pathname.endsWith('/css2');
  const asked = url.searchParams.getAll('family');
  const display = url.searchParams.get('display');
  const families = strict ? readFamilies(asked) : asked.flatMap(readOldFamilies);
  if ('malformed' in families) return families;
  if (families.length === 0) return { malformed: 'it names no family' };
  return {
    families,
    strict,
    display: display !== null && DISPLAYS.has(display) ? display : null,
    text: url.searchParams.get('text') ?? null,
  };
}

/** `Open Sans:300,700italic|Lato` */
function readOldFamilies(value: string): FamilyWish[] {
  return value.split('|').flatMap((part) => {
    const [family, list = ''] = part.split(':');
    if (!family?.trim()) return [];
    const styles = list.split(',').flatMap((token) => readOldStyle(token.trim().toLowerCase()) ?? []);
    return [{ family: family.trim(), styles: styles.length > 0 ? styles : [REGULAR] }];
  });
}

const OLD_NAMES = new Map<string, [weight: number, italic: boolean]>([
  ['regular', [400, false]],
  ['normal', [400, false]],
  ['r', [400, false]],
  ['n', [400, false]],
  ['bold', [700, false]],
  ['b', [700, false]],
  ['italic', [400, true]],
  ['i', [400, true]],
  ['bolditalic', [700, true]],
  ['bi', [700, true]],
]);

function readOldStyle(token: string): FontStyle | null {
  const numbered = /^(\d{1,4})(i|italic|n|normal|r|regular)?$/.exec(token);
  const [weight, italic] = numbered
    ? [Number(numbered[1]), numbered[2]?.startsWith('i') ?? false]
    : (OLD_NAMES.get(token) ?? []);
  return weight === undefined ? null : { italic: italic ?? false, axes: { wght: [weight, weight] } };
}

/** `Inter:ital,wght@0,400;1,100..900` for each family. */
function readFamilies(values: readonly string[]): FamilyWish[] | Malformed {
  const families: FamilyWish[] = [];
  for (const value of values) {
    const [family = '', list, ...rest] = value.split(':');
    if (family.trim() === '' || rest.length > 0 || family.includes('|'))
      return { malformed: `"${value}" is no family` };
    const styles = list === undefined ? [REGULAR] : readStyles(list);
    if ('malformed' in styles) return styles;
    families.push({ family: family.trim(), styles });
  }
  return families;
}

const TUPLE = /^-?\d+(\.\d+)?(\.\.-?\d+(\.\d+)?)?(,-?\d+(\.\d+)?(\.\.-?\d+(\.\d+)?)?)*$/;

/**
 * `ital,wght@0,400;1,700`. Tags come in alphabetical order, lower case first, and tuples in the order of their numbers:
 * the service refuses any other.
 */
function readStyles(list: string): FontStyle[] | Malformed {
  const [head = '', values, ...rest] = list.split('@');
  const tags = head.split(',');
  if (
    values === undefined ||
    rest.length > 0 ||
    !tags.every((tag) => /^[a-z]{4}$|^[A-Z]{2}[A-Z0-9]{2}$/.test(tag))
  )
    return { malformed: `"${list}" is no list of axes and values` };
  if (tags.some((tag, i) => i > 0 && compareTags(tags[i - 1]!, tag) >= 0))
    return { malformed: `the axes of "${list}" are not in alphabetical order` };
  const tuples: [number, number][][] = [];
  for (const tuple of values.split(';')) {
    const ranges = TUPLE.test(tuple) ? tuple.split(',').map(readRange) : [];
    if (ranges.length !== tags.length || ranges.some(([low, high]) => low > high))
      return { malformed: `"${tuple}" has no value for each of ${head}` };
    const last = tuples.at(-1);
    if (last && compareTuples(last, ranges) >= 0)
      return { malformed: `the values of "${list}" are not in ascending order` };
    tuples.push(ranges);
  }
  const ital = tags.indexOf('ital');
  if (ital >= 0 && tuples.some((ranges) => ranges[ital]![0] !== ranges[ital]![1] || ranges[ital]![0] > 1))
    return { malformed: `"ital" is 0 or 1` };
  return tuples.map((ranges) => ({
    italic: ital >= 0 && ranges[ital]![0] === 1,
    axes: Object.fromEntries(tags.flatMap((tag, i) => (i === ital ? [] : [[tag, ranges[i]!] as const]))),
  }));
}

function readRange(value: string): [number, number] {
  const [low = '', high = low] = value.split('..');
  return [Number(low), Number(high)];
}

function compareTags(a: string, b: string): number {
  const rank = (tag: string) => (/^[a-z]/.test(tag) ? `0${tag}` : `1${tag}`);
  return rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0;
}

function compareTuples(a: readonly [number, number][], b: readonly [number, number][]): number {
  const differing = a.findIndex(([low], i) => low !== b[i]![0]);
  return differing < 0 ? 0 : a[differing]![0] - b[differing]![0];
}
