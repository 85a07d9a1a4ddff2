import { walk, parse, generate, type CssNode } from 'css-tree';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { parsePage } from '../../../artifact/markup.js';
import type { Capture, Source } from '../../../render/capture.js';

/** An `@keyframes` rule: which properties it changes, and where it stands. */
export interface Keyframes {
  properties: ReadonlySet<string>;
  source: Source;
}

/** What the artifact's own code says about motion. Sheets of libraries are not read: nobody can mend them. */
export interface MotionCode {
  /** By name; of several with one name the last counts, as in the browser. */
  keyframes: ReadonlyMap<string, Keyframes>;
  /** Anything is done for people who asked for less motion: a media query with rules in it, a script that asks. */
  heedsReducedMotion: boolean;
  /** A rule for hovered or focused elements halts animations. */
  pausesOnHover: boolean;
  /** Animations that follow the scroll position instead of the time. */
  followsScrolling: boolean;
  /** Classes and ids (".x", "#x") of elements that a state of the page shows: `:hover`, `:checked`, `:target`, ... */
  shownByState: ReadonlySet<string>;
  /** A script takes back what scrolling to an element brought out, once the element is out of view again. */
  takesBack: boolean;
}

/** Code units above which a file is a library that was pasted in. */
const MAX_SHEET = 400_000;
const STYLED = /\.(x?html?|vue|svelte|svg)$/i;
const SCRIPT = /\.([cm]?[jt]sx?|x?html?|vue|svelte)$/i;

const known = new WeakMap<Capture, MotionCode>();

/** Reads the style sheets and scripts of a capture's artifact; once for all checks. */
export function motionCodeOf(capture: Capture): MotionCode {
  let code = known.get(capture);
  if (!code) known.set(capture, (code = readCode(capture)));
  return code;
}

interface Sheet {
  text: string;
  source: Source;
}

function readCode({ code }: Capture): MotionCode {
  const reader = new SheetReader();
  let scripts = '';
  for (const [file, bytes] of code) {
    if (bytes.length > MAX_SHEET * 4) continue;
    const isSheet = /\.css$/i.test(file);
    if (!isSheet && !STYLED.test(file) && !SCRIPT.test(file)) continue;
    const text = Buffer.from(bytes).toString('utf8');
    if (isSheet) reader.read({ text, source: { file, line: 1, column: 1 } });
    else if (STYLED.test(file)) for (const sheet of sheetsIn(text, file)) reader.read(sheet);
    if (SCRIPT.test(file)) scripts += `${withoutComments(text)}\n`;
  }
  return {
    keyframes: reader.keyframes,
    heedsReducedMotion:
      reader.heedsReducedMotion ||
      /matchMedia\([^)]*prefers-reduced-motion|useReducedMotion|\bmotion-(reduce|safe):/.test(scripts),
    pausesOnHover: reader.pausesOnHover || /hover:(\[animation-play-state:paused\]|pause)/.test(scripts),
    followsScrolling: reader.followsScrolling,
    shownByState: reader.shownByState,
    takesBack:
      /\.toggle\([^;]*isIntersecting|isIntersecting[\s\S]{0,400}?else[\s\S]{0,120}?(remove\(|opacity)|toggleActions|\bscrub\b|\bmirror\s*:\s*true|once\s*:\s*false|addEventListener\(\s*['"]scroll/.test(
        scripts,
      ),
  };
}

function withoutComments(code: string): string {
  return code.replace(/<!--[\s\S]*?-->|\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/g, ' ');
}

function* sheetsIn(code: string, file: string): Generator<Sheet> {
  const pending: Tree.ParentNode[] = [parsePage(code).document];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if ('tagName' in node && node.tagName === 'style') {
      for (const child of node.childNodes) {
        if (!('value' in child) || child.value.length > MAX_SHEET) continue;
        const { startLine = 1, startCol = 1 } = child.sourceCodeLocation ?? {};
        yield { text: child.value, source: { file, line: startLine, column: startCol } };
      }
      continue;
    }
    for (let i = node.childNodes.length - 1; i >= 0; i--) {
      const child = node.childNodes[i]!;
      if ('childNodes' in child) pending.push(child);
    }
  }
}

/** Pseudo-classes and attributes of a state that a person brings about. */
const STATE = /:(hover|focus|focus-within|focus-visible|checked|target|active|popover-open)\b|\[open\]/;
const SHOWING = new Set(['opacity', 'visibility', 'transform', 'clip-path', 'scale', 'animation']);

class SheetReader {
  readonly keyframes = new Map<string, Keyframes>();
  readonly shownByState = new Set<string>();
  heedsReducedMotion = false;
  pausesOnHover = false;
  followsScrolling = false;

  read({ text, source }: Sheet): void {
    let tree: CssNode;
    try {
      tree = parse(text, {
        line: source.line,
        column: source.column,
        positions: true,
        parseAtrulePrelude: false,
        parseRulePrelude: false,
        parseValue: false,
        parseCustomProperty: false,
      });
    } catch {
      // Nested deeper than the parser goes: nothing is known of this sheet.
      return;
    }
    walk(tree, (node) => {
      if (node.type === 'Atrule') this.#atrule(node, source.file);
      else if (node.type === 'Rule') this.#rule(textOf(node.prelude), declarationsOf(node.block));
    });
  }

  #atrule(node: Extract<CssNode, { type: 'Atrule' }>, file: string): void {
    const prelude = node.prelude ? textOf(node.prelude).trim() : '';
    const name = node.name.toLowerCase();
    if (name === 'media' && prelude.includes('prefers-reduced-motion')) {
      if (node.block && !node.block.children.isEmpty) this.heedsReducedMotion = true;
    } else if (/^(-\w+-)?keyframes$/.test(name) && node.block) {
      const properties = new Set<string>();
      walk(node.block, (inner) => {
        if (inner.type === 'Declaration') properties.add(inner.property.toLowerCase());
      });
      const { line, column } = node.loc!.start;
      this.keyframes.set(prelude.replace(/^['"]|['"]$/g, ''), { properties, source: { file, line, column } });
    }
  }

  #rule(selector: string, declarations: ReadonlyMap<string, string>): void {
    const timeline = declarations.get('animation-timeline');
    if (timeline !== undefined && timeline !== 'auto' && timeline !== 'none') this.followsScrolling = true;
    if (!STATE.test(selector)) return;
    if (/\bpaused\b/.test(declarations.get('animation-play-state') ?? declarations.get('animation') ?? '')) {
      this.pausesOnHover = true;
    }
    if (![...declarations.keys()].some((property) => SHOWING.has(property))) return;
    for (const one of selector.split(',')) {
      const subject =
        one
          .trim()
          .split(/[\s>+~]+/)
          .at(-1) ?? '';
      for (const [mark] of subject.matchAll(/[.#](?:[\w-]|\\.)+/g))
        this.shownByState.add(mark.replaceAll('\\', ''));
    }
  }
}

function declarationsOf(block: CssNode): Map<string, string> {
  const declarations = new Map<string, string>();
  if (block.type !== 'Block') return declarations;
  block.children.forEach((node) => {
    if (node.type === 'Declaration') declarations.set(node.property.toLowerCase(), textOf(node.value).trim());
  });
  return declarations;
}

function textOf(node: CssNode): string {
  return node.type === 'Raw' ? node.value : generate(node);
}
