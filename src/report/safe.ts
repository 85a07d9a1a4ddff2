/**
 * Characters that act on what shows them instead of being shown: C0 and C1 controls (ESC among them), bidirectional
 * marks, embeddings, overrides and isolates, zero-width spaces, line and paragraph separators, interlinear and tag
 * characters, and halves of surrogate pairs. Zero-width joiners stay: Persian, Indic scripts and emoji need them.
 */
const ACTING =
  // eslint-disable-next-line no-control-regex -- controls are what this looks for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

/** Makes text from a page harmless on one line: white space becomes a space, acting characters their code: `\u{1b}`. */
export function safeLine(text: string): string {
  return safeText(text.replace(/[\t\n\r\f\v\u0085\u2028\u2029]+/g, ' ')).trim();
}

/** Like {@link safeLine}, but line feeds and tabs stay: for code and other text that has lines. */
export function safeText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(ACTING, (char) =>
      char === '\n' || char === '\t' ? char : `\\u{${char.codePointAt(0)!.toString(16)}}`,
    );
}

/** Writes acting characters of a JSON text as escapes: the same JSON, safe to print and to split at line ends. */
export function safeJson(json: string): string {
  return json.replace(ACTING, (char) =>
    char === '\n'
      ? char
      : [...utf16(char)].map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join(''),
  );
}

function* utf16(char: string): Iterable<number> {
  for (let i = 0; i < char.length; i++) yield char.charCodeAt(i);
}

/** Cuts to `max` characters with an ellipsis; never through a surrogate pair. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${Array.from(text.slice(0, max)).slice(0, -1).join('')}…`;
}
