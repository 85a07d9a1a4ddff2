/** Something that gives a model's reply its structure. `start` and `end` are indices into the reply. */
export interface Token {
  type: 'fence' | 'inline-fence' | 'think' | 'doctype' | 'html' | 'svg';
  start: number;
  end: number;
  /** Closing tags. */
  closes: boolean;
  /** For an opening tag, the token that closes it; null when nothing does. */
  match: Token | null;
  /** For fences: indentation, the run of marks, the first word after it, and whether more follows. */
  indent: number;
  marker: string;
  label: string;
  bare: boolean;
}

/**
 * Everything that structures a reply, found in one pass: fences at the start of a line, fences glued to the end of one
 * ("Here it is: ```html", "</html>```"), thinking tags, and the tags that open and close documents. Each alternative
 * looks at a character a bounded number of times, so the pass is linear in the length of the reply.
 */
const TOKENS =
  /^([ \t]*)(`{3,}|~{3,})([^\r\n<]*)|(?<!`)(`{3,})(\w*)[ \t]*$|<(\/?)think(?:ing)?>|<!(doctype)\s+html\b|<(html|svg)(?=[\s>/])|<\/(html|svg)\s*>/gim;

/** The tokens of a reply in order. Opening tags of documents know the tag that closes them. */
export function tokenize(reply: string): Token[] {
  const tokens: Token[] = [];
  const opened: Record<'html' | 'svg', Token[]> = { html: [], svg: [] };
  for (const match of reply.matchAll(TOKENS)) {
    const [text, indent, marker, info, glued, gluedLabel, thinkSlash, doctype, opens, closes] = match;
    const token: Token = {
      type: 'fence',
      start: match.index,
      end: match.index + text.length,
      closes: false,
      match: null,
      indent: Math.min(indent?.length ?? 0, 40),
      marker: marker ?? glued ?? '',
      label: (/^\W*?([\w+-]+)/.exec(info?.trim() ?? gluedLabel ?? '')?.[1] ?? '').toLowerCase(),
      bare:
        (info ?? gluedLabel ?? '').trim() === '' &&
        !/^<(?!\/think)/i.test(reply.slice(match.index + text.length, match.index + text.length + 7)),
    };
    if (marker) {
      // "```js``` is..." is code within a line, not a fence.
      if (marker.startsWith('`') && info!.includes('`')) continue;
    } else if (glued) token.type = 'inline-fence';
    else if (thinkSlash !== undefined) {
      if (quoted(reply, token)) continue;
      token.type = 'think';
      token.closes = thinkSlash === '/';
    } else {
      if (quoted(reply, token)) continue;
      const name = (opens ?? closes)?.toLowerCase() as 'html' | 'svg' | undefined;
      token.type = doctype ? 'doctype' : name!;
      token.closes = closes !== undefined;
      if (name && closes) {
        const opener = opened[name].pop();
        if (opener) opener.match = token;
      } else if (name) opened[name].push(token);
    }
    tokens.push(token);
  }
  return tokens;
}

/** True for a tag in a string of a script or in `code` of a sentence: it opens or closes nothing. */
function quoted(reply: string, { start, end }: Token): boolean {
  const before = reply[start - 1] ?? '';
  const after = reply[end] ?? '';
  if (before === '`') return after === '`' || reply.startsWith('>`', end);
  return before === '"' || before === "'" || after === '"' || after === "'" || after === '\\';
}

/** True when only blanks stand between an index and the start of its line. */
export function atLineStart(text: string, index: number): boolean {
  let i = index - 1;
  while (i >= 0 && index - i <= 200 && (text[i] === ' ' || text[i] === '\t')) i--;
  return i < 0 || text[i] === '\n' || text[i] === '\r';
}

/** Length of the line break at an index: 2 for CRLF, 1 for LF or CR, 0 for none. */
export function lineBreakAt(text: string, index: number): number {
  if (text.startsWith('\r\n', index)) return 2;
  return text[index] === '\n' || text[index] === '\r' ? 1 : 0;
}

/** Index before the line break that ends at an index. */
export function lineBefore(text: string, index: number): number {
  if (text.startsWith('\r\n', index - 2)) return index - 2;
  return text[index - 1] === '\n' || text[index - 1] === '\r' ? index - 1 : index;
}
