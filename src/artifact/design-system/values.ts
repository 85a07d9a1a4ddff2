import { formatHex, formatHex8, parse } from 'culori';
import type { DesignSystem, TokenGroup, Tokens } from './schema.js';

/** A rem, where nobody sets another. */
const REM = 16;

/** Names of things that have a length and are none of sizes, radii and spacing. */
const OTHER =
  /line[\s-]?height|leading|letter|tracking|weight|breakpoint|screen|container|border-?width|stroke|outline|shadow|blur|duration|opacity|z-?index|max-?width|min-?width|icon/i;
const KINDS: readonly (readonly [TokenGroup, RegExp])[] = [
  ['radii', /radius|radii|rounded|rounding|corner/i],
  ['spacing', /spac(?:e|ing)|gap|gutter|padding|margin|inset|stack/i],
  ['sizes', /font-?size|text|typ(?:e|o)|heading|headline|body|caption|display|label|title|\bh[1-6]\b|fs-/i],
];

/** Collects tokens while a file is read, and forgets every group that it could not read whole. */
export class TokenCollector {
  readonly #system: Required<DesignSystem> = { colors: [], fonts: [], sizes: [], radii: [], spacing: [] };
  readonly #open = new Set<TokenGroup>();

  /**
   * Files a value under the group that it belongs to: colours by what they are, lengths by their name.
   *
   * @param name name of the token: "color.brand.primary", "--radius-lg"
   * @param topic what else says what it is: the heading above it, the type of a group
   */
  add(name: string, value: string, topic = ''): void {
    const color = colorOf(value);
    if (color) {
      this.#put('colors', name, color);
      return;
    }
    const group = lengthGroup(name) ?? lengthGroup(topic);
    const length = lengthOf(value);
    if (length !== null) {
      if (group && (group !== 'sizes' || length > 0)) this.#put(group, name, length);
    } else if (/font|famil|typeface/i.test(`${name} ${topic}`) && isFamily(value) && !OTHER.test(name)) {
      this.#put('fonts', name, familyOf(value));
    } else if (group && /\b(?:clamp|calc|min|max)\(|\d(?:vw|vh|cqi|%)/.test(value)) {
      this.#open.add(group);
    }
  }

  family(name: string, value: string): void {
    if (isFamily(value)) this.#put('fonts', name, familyOf(value));
  }

  length(group: 'sizes' | 'radii' | 'spacing', name: string, value: string): void {
    const length = lengthOf(value);
    if (length === null) this.#open.add(group);
    else if (length > 0 || group !== 'sizes') this.#put(group, name, length);
  }

  /** The tokens read. A group with a token that is no fixed value (`clamp()`, `calc()`) is empty: it can't be judged. */
  finish(): DesignSystem {
    for (const group of this.#open) this.#system[group] = [];
    return this.#system;
  }

  #put<Group extends TokenGroup>(group: Group, name: string, value: Tokens<Group>[number]['value']): void {
    const list = this.#system[group] as { name: string; value: typeof value }[];
    if (!list.some((token) => token.value === value)) list.push({ name, value });
  }
}

function lengthGroup(name: string): TokenGroup | null {
  const spaced = name.replace(/([a-z])([A-Z])/g, '$1-$2');
  if (OTHER.test(spaced)) return null;
  return KINDS.find(([, words]) => words.test(spaced))?.[0] ?? null;
}

/** A CSS colour in hexadecimal; also the bare triple "222 47% 11%" of HSL. Null for anything else. */
function colorOf(value: string): string | null {
  const text = value.trim();
  const bare = /^(\d+(?:\.\d+)?)(?:deg)?\s+(\d+(?:\.\d+)?)%\s+(\d+(?:\.\d+)?)%$/.exec(text);
  const color = parse(bare ? `hsl(${bare[1]} ${bare[2]}% ${bare[3]}%)` : text);
  if (!color || /^(?:\d|transparent$)/.test(bare ? '' : text)) return null;
  return (color.alpha ?? 1) < 1 ? formatHex8(color) : formatHex(color);
}

/** A length in px: "12px", "0.75rem", "9pt", "0". Null for anything else. */
function lengthOf(value: string): number | null {
  const match = /^(-?\d*\.?\d+)\s?(px|rem|em|pt)?$/.exec(value.trim());
  if (!match) return null;
  const number = Number(match[1]);
  const factor = { px: 1, rem: REM, em: REM, pt: 4 / 3 }[match[2] ?? ''];
  if (factor === undefined) return number === 0 ? 0 : null;
  return number < 0 ? null : Math.round(number * factor * 1000) / 1000;
}

function isFamily(value: string): boolean {
  return /^["']?\p{L}[\p{L}\p{N}\s_.-]*["']?(?:\s*,.*)?$/u.test(value.trim()) && value.length < 300;
}

/** The first family of a list, without quotes. */
function familyOf(value: string): string {
  return value
    .split(',')[0]!
    .trim()
    .replace(/^["']|["']$/g, '');
}
