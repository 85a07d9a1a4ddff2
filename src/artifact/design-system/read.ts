import { KallosError } from '../../errors.js';
import { readCss } from './css.js';
import { readDtcg } from './dtcg.js';
import { readMarkdown } from './markdown.js';
import type { DesignSystem } from './schema.js';

/**
 * Reads a design system from text: design tokens (W3C DTCG, JSON), custom properties (CSS) or a table of tokens
 * (Markdown); which of them it is, the text itself tells.
 *
 * @param name name of the file, for messages
 * @throws KallosError KALLOS_CONFIG when it is broken or holds no token
 */
export function readDesignSystem(text: string, name = 'The design system'): DesignSystem {
  const system = /^\s*\{/.test(text)
    ? readDtcg(jsonOf(text, name))
    : isCss(text)
      ? readCss(text)
      : readMarkdown(text);
  if (Object.values(system).some((tokens) => (tokens?.length ?? 0) > 0)) return system;
  throw new KallosError(
    'KALLOS_CONFIG',
    `${name} holds no token that can be judged.`,
    'It should be design tokens in JSON (W3C DTCG), CSS custom properties, or Markdown with a table of names and values.',
  );
}

function isCss(text: string): boolean {
  return /--[\w-]+\s*:[^;{}]+[;}]/.test(text) && !/^\s*\|.*\|\s*$/m.test(text);
}

function jsonOf(text: string, name: string): Parameters<typeof readDtcg>[0] {
  try {
    return JSON.parse(text) as Parameters<typeof readDtcg>[0];
  } catch (cause) {
    throw new KallosError(
      'KALLOS_CONFIG',
      `${name} is not JSON: ${(cause as Error).message}.`,
      'Correct it; design tokens are JSON without comments.',
      { cause },
    );
  }
}
