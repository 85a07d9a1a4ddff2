import { parse, type DefaultTreeAdapterTypes as Tree, type ParserError } from 'parse5';

/** A page's code as an HTML parser reads it: the tree with every element's place, and what the parser had to repair. */
export interface ParsedPage {
  document: Tree.Document;
  errors: readonly ParserError[];
}

/** Pages kept: each is read once to find its elements' places and once to be judged, with a few others in between. */
const KEPT = 4;
/** Code units above which a page is not kept: a tree takes some twenty times the memory of its code. */
const MAX_KEPT = 500_000;

const kept = new Map<string, ParsedPage>();

/** Parses a page as the HTML standard says. The result is shared and must not be changed. */
export function parsePage(code: string): ParsedPage {
  const known = kept.get(code);
  if (known) return known;
  const errors: ParserError[] = [];
  const document = parse(code, { sourceCodeLocationInfo: true, onParseError: (error) => errors.push(error) });
  const page = { document, errors };
  if (code.length <= MAX_KEPT) {
    if (kept.size >= KEPT) kept.delete(kept.keys().next().value!);
    kept.set(code, page);
  }
  return page;
}
