import type { Language } from './schema.js';

/**
 * What a piece of markup sets out to be as a document: HTML (a doctype or an `<html>` tag), SVG (an `<svg>` root), or
 * null for a fragment and for anything else. Comments, XML declarations and the SVG doctype may stand before the root.
 */
export function documentLanguage(code: string): 'html' | 'svg' | null {
  const SPACE = /[\s\uFEFF]*/y;
  const HTML = /<!doctype\s+html\b|<html(?=[\s>])/iy;
  const SVG = /<svg(?=[\s>/])/iy;
  const PROLOGUE = [
    ['<!--', '-->'],
    ['<?', '?>'],
    ['<!', '>'],
  ] as const;
  const matches = (pattern: RegExp, at: number): boolean => ((pattern.lastIndex = at), pattern.test(code));

  for (let at = 0; ;) {
    if (matches(SPACE, at)) at = SPACE.lastIndex;
    if (matches(HTML, at)) return 'html';
    if (matches(SVG, at)) return 'svg';
    const prologue = PROLOGUE.find(([open]) => code.startsWith(open, at));
    if (!prologue) return null;
    const end = code.indexOf(prologue[1], at + prologue[0].length);
    if (end < 0) return null;
    at = end + prologue[1].length;
  }
}

/**
 * True when a document opens a root element that it never closes. HTML allows leaving `</html>` out, but a model that
 * writes `<html>` and not its end was cut off; a document that never wrote `<html>` owes no end.
 */
export function lacksEnd(code: string, language: 'html' | 'svg'): boolean {
  if (language === 'html') return /<html[\s>]/i.test(code) && !/<\/html\s*>/i.test(code);
  return !/<\/svg\s*>/i.test(code) && !/\/>\s*$/.test(code.slice(-100));
}

/** The start of the first line that opens with a tag which can be the root of an HTML fragment; -1 without one. */
export function fragmentStart(code: string): number {
  return code.search(
    /^[ \t]{0,40}<(?:a|article|aside|body|button|canvas|details|dialog|div|fieldset|figure|footer|form|h[1-6]|head|header|img|input|label|link|main|meta|nav|ol|p|section|script|span|style|table|template|ul|video)(?=[\s>/])/im,
  );
}

/** The start of the first line that is Python's (an import, after its comments are given up); -1 without one. */
export function pythonStart(code: string): number {
  return code.search(/^(?:import [a-z_][\w.]*(?: as \w+)?(?:,.*)?|from [a-z_][\w.]* import .+)[ \t]*$/im);
}

/** True for Python that draws: it imports a plotting library or calls one. */
export function plots(code: string): boolean {
  return /\b(?:matplotlib|seaborn|plotly|bokeh|altair|pyplot|plotnine)\b|\bplt\.|\.plot[.(]/.test(code);
}

const ENTRIES: Readonly<Record<Language, { usual: string; fits: RegExp }>> = {
  html: { usual: 'index.html', fits: /\.(?:x?html|htm)$/i },
  svg: { usual: 'index.svg', fits: /\.svg$/i },
  python: { usual: 'main.py', fits: /\.py$/i },
  jsx: { usual: 'App.jsx', fits: /\.(?:jsx|m?js)$/i },
  tsx: { usual: 'App.tsx', fits: /\.tsx?$/i },
  vue: { usual: 'App.vue', fits: /\.(?:vue|[jt]s)$/i },
  svelte: { usual: 'App.svelte', fits: /\.(?:svelte|[jt]s)$/i },
};

/** The name of an entry file: the one given, when its extension is of the language (a browser goes by it). */
export function entryName(file: string | undefined, language: Language): string {
  const { usual, fits } = ENTRIES[language];
  return file !== undefined && fits.test(file) ? file : usual;
}
