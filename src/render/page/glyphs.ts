import type { CaptureData, CapturedRequest, Layout } from '../capture.js';
import { hasGlyph } from '../fonts/coverage.js';
import type { CdpSession, Protocol } from './cdp.js';
import type { LayoutDraft } from './snapshot.js';

type FontUse = NonNullable<CaptureData['fonts']>[number];
/** Nodes asked about: each question costs the browser about a millisecond. */
const MAX_QUESTIONS = 200;

const PRIVATE_USE = /\p{Co}/u;
/** Private-use characters in a row, beside letters: no icons in a text, but letters that are lost. */
const PRIVATE_WORD = /\p{Co}{3}/u;
const LETTER = /\p{L}/u;

/**
 * Marks the text nodes whose characters no font can draw. The bundled fonts' coverage answers for nearly all text; only where it
 * doesn't know a character is the browser asked whether a font that the page brought has drawn it. Private-use characters, the
 * home of icon fonts, mean nothing without such a font, unless one may be among the `requests` that could not be answered. That
 * excuses icons, not whole words in a text.
 */
export async function markMissingGlyphs(
  session: CdpSession,
  draft: LayoutDraft,
  requests: readonly CapturedRequest[],
): Promise<void> {
  const excused = requests.some(
    ({ fate, type }) => fate === 'unavailable' && (type === 'stylesheet' || type === 'font'),
  );
  const suspects = new Map<number, number[]>();
  draft.layout.nodes.forEach((node, i) => {
    if (node.type !== 'text' || isLatin(node.text!)) return;
    const isExcused = excused && !(PRIVATE_WORD.test(node.text!) && LETTER.test(node.text!));
    const missing = [...new Set(node.text)].filter((char) =>
      PRIVATE_USE.test(char) ? !isExcused : !hasGlyph(char.codePointAt(0)!),
    );
    if (missing.length > 0)
      suspects.set(
        i,
        missing.map((char) => char.codePointAt(0)!),
      );
  });
  if (suspects.size === 0) return;
  const asked = [...suspects.keys()].slice(0, MAX_QUESTIONS);
  const fonts = await platformFonts(session, draft, asked);
  asked.forEach((index, i) => {
    if (!fonts[i]?.some((font) => font.isCustomFont))
      draft.layout.nodes[index]!.missingGlyphs = suspects.get(index)!;
  });
}

/** The fonts that the page's text is really drawn with: one text node stands for all of its style. */
export async function readFontUse(session: CdpSession, draft: LayoutDraft): Promise<FontUse[]> {
  const fonts = await platformFonts(session, draft, representatives(draft.layout).slice(0, MAX_QUESTIONS));
  const uses = new Map<string, FontUse>();
  for (const { familyName: family, isCustomFont: web, glyphCount } of fonts.flat()) {
    const use = uses.get(family);
    if (use) use.glyphs += glyphCount;
    else uses.set(family, { family, web, glyphs: glyphCount });
  }
  return [...uses.values()].sort((a, b) => b.glyphs - a.glyphs || (a.family < b.family ? -1 : 1));
}

function representatives({ nodes, styles }: Layout): number[] {
  const seen = new Set<string>();
  return nodes.flatMap((node, i) => {
    if (node.type !== 'text') return [];
    const style = styles[node.style];
    const key = `${style?.['font-family']}|${style?.['font-weight']}|${style?.['font-style']}|${isLatin(node.text!)}`;
    return seen.size < seen.add(key).size ? [i] : [];
  });
}

async function platformFonts(
  session: CdpSession,
  { backendIds }: LayoutDraft,
  indexes: readonly number[],
): Promise<Protocol.CSS.PlatformFontUsage[][]> {
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  await session.send('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await session.send('DOM.pushNodesByBackendIdsToFrontend', {
    backendNodeIds: indexes.map((i) => backendIds[i]!),
  });
  return Promise.all(
    nodeIds.map((nodeId) =>
      session.send('CSS.getPlatformFontsForNode', { nodeId }).then(
        ({ fonts }) => fonts,
        () => [],
      ),
    ),
  );
}

// Every bundled text font has Latin-1 and general punctuation; most text needs no further look.
function isLatin(text: string): boolean {
  // eslint-disable-next-line no-control-regex
  return /^[\u0000-\u00ff\u2010-\u2027\u20ac\u2122]*$/.test(text);
}
