import { KallosError } from '../../errors.js';
import type { DesignSystem } from './schema.js';
import { TokenCollector } from './values.js';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
interface Token {
  type: string | null;
  value: Json;
}

/** Files nested deeper than this are no design tokens. */
const MAX_DEPTH = 32;

/**
 * Reads design tokens in the format of the W3C Design Tokens Community Group: groups with an inherited `$type`, aliases
 * (`{color.brand}`), and the composite types typography, border, shadow and gradient.
 *
 * @throws KallosError KALLOS_CONFIG for an alias that leads nowhere or in a circle
 */
export function readDtcg(root: Json): DesignSystem {
  const tokens = new Map<string, Token>();
  gather(root, [], null, tokens);
  const collector = new TokenCollector();
  for (const [path, token] of tokens) {
    const { type, value } = resolve(path, token, tokens, []);
    file(collector, path, type ?? '', value);
  }
  return collector.finish();
}

function gather(
  node: Json,
  path: readonly string[],
  inherited: string | null,
  tokens: Map<string, Token>,
): void {
  if (!isObject(node) || path.length > MAX_DEPTH) return;
  const type = typeof node['$type'] === 'string' ? node['$type'] : inherited;
  if ('$value' in node) {
    tokens.set(path.join('.'), { type, value: node['$value']! });
    return;
  }
  for (const [key, child] of Object.entries(node)) {
    // A group may have a token of its own under "$root".
    if (!key.startsWith('$') || key === '$root') gather(child, [...path, key], type, tokens);
  }
}

function resolve(
  path: string,
  token: Token,
  tokens: ReadonlyMap<string, Token>,
  seen: readonly string[],
): Token {
  const alias = aliasOf(token.value);
  if (alias !== null) {
    const target = tokens.get(alias);
    if (!target || seen.includes(alias)) {
      throw new KallosError(
        'KALLOS_CONFIG',
        `The design token ${path} refers to {${alias}}, which ${target ? 'refers back to it' : 'does not exist'}.`,
        'Correct the alias; it is the path of a token, with dots.',
      );
    }
    const resolved = resolve(alias, target, tokens, [...seen, alias]);
    return { type: token.type ?? resolved.type, value: resolved.value };
  }
  if (Array.isArray(token.value)) {
    return {
      ...token,
      value: token.value.map((value) => resolve(path, { type: null, value }, tokens, seen).value),
    };
  }
  if (!isObject(token.value)) return token;
  const parts = Object.entries(token.value).map(([key, value]): [string, Json] => [
    key,
    resolve(path, { type: null, value }, tokens, seen).value,
  ]);
  return { ...token, value: Object.fromEntries(parts) };
}

function aliasOf(value: Json): string | null {
  return typeof value === 'string' ? (/^\{([^{}]+)\}$/.exec(value)?.[1] ?? null) : null;
}

function file(collector: TokenCollector, path: string, type: string, value: Json): void {
  if (type === 'fontFamily') {
    collector.family(path, textOf(Array.isArray(value) ? (value[0] ?? '') : value));
    return;
  }
  if (isObject(value) && !isMeasure(value)) {
    // A composite: each part is a token of its own.
    if (type === 'typography') {
      const { fontFamily, fontSize } = value;
      if (fontFamily !== undefined) file(collector, path, 'fontFamily', fontFamily);
      if (fontSize !== undefined) collector.length('sizes', path, textOf(fontSize));
    } else if (value['color'] !== undefined) file(collector, path, 'color', value['color']);
    return;
  }
  if (Array.isArray(value)) {
    for (const part of value) file(collector, path, type, part);
    return;
  }
  const text = textOf(value);
  if (text !== '')
    collector.add(
      path,
      text,
      type === 'fontSize' || type === 'borderRadius' || type === 'spacing' ? type : '',
    );
}

/** A dimension `{value, unit}` or a colour `{colorSpace, components}`: one value in several parts. */
function isMeasure(value: { [key: string]: Json }): boolean {
  return 'unit' in value || 'colorSpace' in value;
}

/** A plain value, a dimension or a colour as CSS writes it. */
function textOf(value: Json): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (!isObject(value)) return '';
  if ('unit' in value) return `${textOf(value['value'] ?? '')}${textOf(value['unit'] ?? '')}`;
  if (typeof value['hex'] === 'string') return value['hex'];
  const { colorSpace, components, alpha } = value;
  if (typeof colorSpace !== 'string' || !Array.isArray(components)) return '';
  const parts = `${components.map(textOf).join(' ')}${typeof alpha === 'number' ? ` / ${alpha}` : ''}`;
  if (['oklch', 'oklab', 'lab', 'lch', 'hwb'].includes(colorSpace)) return `${colorSpace}(${parts})`;
  if (colorSpace === 'hsl')
    return `hsl(${components.map((part, i) => `${textOf(part)}${i > 0 ? '%' : ''}`).join(' ')})`;
  return `color(${colorSpace} ${parts})`;
}

function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
