import { canBeMounted, COMPONENT_LABELS, componentLanguage, endsWhole, scriptStart } from './component.js';
import { documentLanguage, fragmentStart, lacksEnd, plots, pythonStart } from './document.js';
import { fileNameOf } from './file-name.js';
import type { ComponentLanguage, Language } from './schema.js';
import { atLineStart, lineBefore, lineBreakAt, tokenize, type Token } from './tokens.js';

/** A piece of a reply that may be the artifact. */
export interface Candidate {
  code: string;
  language: Language;
  /** Index in the reply at which the code starts. */
  start: number;
  /** Complete documents go before documents that break off, these before fragments. */
  form: 'complete' | 'broken' | 'fragment';
  truncated: boolean;
  /** The file that a fence says it is. */
  name?: string | null;
}

/** A fenced block, whatever is in it. */
export interface Block {
  code: string;
  label: string;
  name: string | null;
}

export interface ReadReply {
  found: Candidate[];
  blocks: Block[];
}

/** A fence that is open: where its code starts, and what can close it. */
interface Fence {
  start: number;
  indent: number;
  marker: string;
  label: string;
  /** The file that the fence, or the line before it, names. */
  name: string | null;
  /** End of a document inside, once one has been passed; text after it in a fence that never closes is prose. */
  documentEnd: number | null;
}

const MARKUP_LABELS = ['html', 'htm', 'xhtml', 'svg', 'xml'];
const PYTHON_LABELS = ['python', 'py', 'python3'];
const CODE_LABELS = [...MARKUP_LABELS, ...PYTHON_LABELS, ...COMPONENT_LABELS];
/** A fence around a whole reply: what is in it is read as if the fence were not there. */
const TRANSPARENT_LABELS = ['markdown', 'md'];

/**
 * The pieces of a reply that may be the artifact, in order, and all its fenced blocks. Code in thinking is none; a document may hold
 * fences, and a fence may hold anything. Linear in the length of the reply.
 */
export function readReply(reply: string): ReadReply {
  return new Scanner(reply).scan();
}

/** Walks over the tokens of a reply once; it is in prose, or in a fence. Thinking and whole documents are passed over. */
class Scanner {
  private readonly tokens: Token[];
  private readonly fences: Token[];
  private readonly firstFragment: number;
  /** The last end tags at the start of a line, for documents whose scripts speak of more tags than they close. */
  private readonly lastEnd: Record<'html' | 'svg', Token | undefined>;

  private found: Candidate[] = [];
  private blocks: Block[] = [];
  private fence: Fence | null = null;
  private sawFence = false;
  private sawThinking = false;
  /** Where the part that is not thinking starts. */
  private proseStart = 0;
  /** Tokens before this index lie in something that has been dealt with. */
  private passed = 0;
  /** Position in `fences` of the first fence after the token at hand. */
  private nextFence = 0;

  constructor(private readonly reply: string) {
    this.tokens = tokenize(reply);
    this.fences = this.tokens.filter((token) => token.type === 'fence');
    this.firstFragment = fragmentStart(reply);
    const lastEnd = (type: 'html' | 'svg'): Token | undefined =>
      this.tokens.findLast((token) => token.type === type && token.closes && atLineStart(reply, token.start));
    this.lastEnd = { html: lastEnd('html'), svg: lastEnd('svg') };
  }

  scan(): ReadReply {
    for (const [i, token] of this.tokens.entries()) {
      if (token.start < this.passed) continue;
      while (this.fences[this.nextFence] && this.fences[this.nextFence]!.start <= token.start)
        this.nextFence++;
      if (token.type === 'think') this.think(token, i);
      else if (this.fence) this.inFence(token, this.fence);
      else this.inProse(token, this.tokens[i + 1]);
    }
    if (this.fence) this.close(this.fence, this.reply.length, false);
    const { found, blocks, reply, proseStart } = this;
    if (this.sawFence) return { found, blocks };
    const component = componentInProse(reply, proseStart);
    if (component && !found.some(({ language }) => language === 'html'))
      return { found: [component], blocks };
    return { found: found.length > 0 ? found : fromProse(reply, proseStart), blocks };
  }

  private think(token: Token, index: number): void {
    // A page may handle thinking tags itself. A closing tag without an opening one still ends thinking: chat templates
    // put the opening tag into the prompt, so that all of the reply up to there is thinking.
    const orphan = token.closes && !this.sawThinking && atLineStart(this.reply, token.start);
    if (this.fence && !orphan) return;
    this.sawThinking = true;
    if (token.closes) {
      this.found = [];
      this.blocks = [];
      this.fence = null;
      this.sawFence = false;
    }
    let end: Token | undefined = token;
    for (let i = index; end && !(end.type === 'think' && end.closes);) end = this.tokens[++i];
    this.passed = end?.end ?? this.reply.length;
    this.proseStart = this.passed;
  }

  private inFence(token: Token, fence: Fence): void {
    const fits = token.marker.startsWith(fence.marker);
    if (token.type === 'fence') {
      const end = lineBefore(this.reply, token.start);
      if (fits && token.bare && token.indent <= fence.indent + 3) this.close(fence, end, true);
      else if ((fits || fence.label === '') && CODE_LABELS.includes(token.label)) {
        this.close(fence, end, false);
        this.open(token);
      }
    } else if (token.type === 'inline-fence') {
      if (fits && token.bare && this.reply[token.start - 1] === '>') this.close(fence, token.start, true);
    } else if (token.match && !this.splits(token.match)) {
      this.passed = token.match.end;
      fence.documentEnd ??= token.match.end;
    }
  }

  private inProse(token: Token, next: Token | undefined): void {
    if (token.type === 'fence') {
      if (!TRANSPARENT_LABELS.includes(token.label)) this.open(token);
    } else if (token.type === 'inline-fence') {
      if (CODE_LABELS.includes(token.label)) this.open(token);
    } else if (!token.closes) {
      this.rawDocument(token, token.type === 'doctype' && next?.type === 'html' ? next : token);
    }
  }

  /** A document that stands in the reply without a fence. */
  private rawDocument(token: Token, root: Token): void {
    const { reply } = this;
    const language = root.type === 'svg' ? 'svg' : 'html';
    const inFragment = this.firstFragment >= this.proseStart && this.firstFragment < token.start;
    if (language === 'svg' && inFragment) return;
    // A reply that is markup from its first character on: a tag that nothing closes is a string in one of its scripts.
    if (inFragment && !root.match && this.onlyBlank(this.firstFragment)) return;
    // What only looks like a start is spoken of, when it stands within a sentence or when fences are still to come. Nothing is
    // spoken of before the first word: a reply that starts with a document is one, whatever fences its scripts hold.
    const first = this.onlyBlank(token.start);
    const meant =
      first ||
      (this.nextFence === this.fences.length &&
        (token.type === 'doctype' || atLineStart(reply, token.start)));
    const last = this.lastEnd[language];
    const end = root.match ?? (meant && last && last.start > root.start ? last : null);
    if (end) {
      const code = reply.slice(token.start, end.end);
      this.found.push({ code, language, start: token.start, form: 'complete', truncated: false });
      this.passed = end.end;
    } else if (meant) {
      const code = reply.slice(token.start).trimEnd();
      this.found.push({ code, language, start: token.start, form: 'broken', truncated: true });
      this.passed = reply.length;
    }
  }

  /** True when nothing but blanks stands before an index, thinking aside. */
  private onlyBlank(index: number): boolean {
    return this.reply.slice(this.proseStart, index).trim() === '';
  }

  private open(token: Token): void {
    this.sawFence = true;
    const start = token.end + lineBreakAt(this.reply, token.end);
    const { indent, marker, label } = token;
    const name = fileNameOf(this.reply, token);
    this.fence = { start, indent, marker, label, name, documentEnd: null };
  }

  private close(fence: Fence, end: number, closed: boolean): void {
    const candidate = fromFence(this.reply, fence, end, closed);
    if (candidate) this.found.push({ ...candidate, name: fence.name });
    const code = unindented(this.reply.slice(fence.start, end), fence.indent);
    this.blocks.push({ code, label: fence.label, name: fence.name });
    this.fence = null;
  }

  /** True for a snippet that only seems to go on to `end`: its fence closes, and another block of code opens before. */
  private splits(end: Token): boolean {
    const first = this.fences[this.nextFence];
    const second = this.fences[this.nextFence + 1];
    return !!first?.bare && !!second && second.start < end.start && CODE_LABELS.includes(second.label);
  }
}

function fromFence(reply: string, fence: Fence, end: number, closed: boolean): Candidate | null {
  const { start, indent, label } = fence;
  const all = unindented(reply.slice(start, Math.max(start, end)), indent);
  if (all.trim() === '') return null;
  const component = documentLanguage(all) === null ? componentLanguage(all, label) : null;
  if (component) return componentOf(all, component, start, closed);

  const whole = !closed && fence.documentEnd !== null;
  const code = whole ? unindented(reply.slice(start, Math.max(start, fence.documentEnd!)), indent) : all;
  const root = documentLanguage(code);
  const known = MARKUP_LABELS.includes(label) || label === '';
  if (root && (known || PYTHON_LABELS.includes(label) || /^\s*<!doctype html/i.test(code))) {
    const broken = !whole && (!closed || lacksEnd(code, root));
    return { code, language: root, start, form: broken ? 'broken' : 'complete', truncated: broken };
  }
  if (PYTHON_LABELS.includes(label) || (label === '' && pythonStart(code) >= 0)) {
    const form = !plots(code) ? 'fragment' : closed ? 'complete' : 'broken';
    return { code, language: 'python', start, form, truncated: !closed };
  }
  const markup =
    label === 'html' || label === 'htm' || label === 'xhtml' || (known && fragmentStart(code) >= 0);
  return markup ? { code, language: 'html', start, form: 'fragment', truncated: !closed } : null;
}

/** A fenced component; null for a snippet in which there is nothing to mount. */
function componentOf(
  code: string,
  language: ComponentLanguage,
  start: number,
  closed: boolean,
): Candidate | null {
  const truncated = !closed && !endsWhole(code);
  if (!truncated && !canBeMounted(code, language)) return null;
  return { code, language, start, form: truncated ? 'broken' : 'complete', truncated };
}

/** A reply that is the code of a component and nothing else, or that ends with it. */
function componentInProse(reply: string, from: number): Candidate | null {
  const prose = reply.slice(from);
  const script = scriptStart(prose);
  const markup = fragmentStart(prose);
  for (const at of [script, markup].filter((at) => at >= 0).sort((a, b) => a - b)) {
    const code = prose.slice(at).trimEnd();
    const language = componentLanguage(code, '');
    if (language && canBeMounted(code, language)) return componentOf(code, language, from + at, false);
  }
  return null;
}

function unindented(code: string, indent: number): string {
  return indent > 0 ? code.replace(new RegExp(`^[ \\t]{0,${indent}}`, 'gm'), '') : code;
}

/** A reply without a fence or a document: a bare fragment or a bare script, whichever starts first. */
function fromProse(reply: string, from: number): Candidate[] {
  const prose = reply.slice(from);
  const markup = fragmentStart(prose);
  const python = pythonStart(prose);
  if (python >= 0 && (markup < 0 || python < markup)) {
    const code = prose.slice(python);
    return [{ code, language: 'python', start: from + python, form: 'fragment', truncated: false }];
  }
  if (markup < 0) return [];
  const text = prose.slice(markup);
  const truncated = text.lastIndexOf('<') > text.lastIndexOf('>');
  const code = truncated ? text : text.slice(0, text.lastIndexOf('>') + 1);
  return [{ code, language: 'html', start: from + markup, form: 'fragment', truncated }];
}
