import { parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { parsePage } from '../../artifact/markup.js';
import type { Layout, Source } from '../capture.js';

/** Above this product of two sibling lists, matching falls back from best to nearest. */
const MAX_TABLE = 250_000;
/** How many rendered siblings further on a written one is looked for then. */
const REACH = 200;

/** An element as written, with its place in the file. */
interface Written {
  name: string;
  attributes: Map<string, string>;
  source: Source | null;
  children: Written[];
}

/**
 * Gives each element of the main document its place in the code, by laying the tree as written beside the tree as rendered. What a
 * script made has no counterpart and keeps `null`; an element that a script only changed keeps its place.
 */
export function attachSources(layout: Layout, code: string, file: string): void {
  const main = layout.nodes.findIndex((node) => node.type === 'document');
  if (main < 0) return;
  const children = new Map<number, number[]>();
  layout.nodes.forEach((node, i) => {
    if (node.type !== 'element' || node.name.startsWith('::')) return;
    const list = children.get(node.parent);
    if (list) list.push(i);
    else children.set(node.parent, [i]);
  });
  const top = children.get(main) ?? [];
  // An SVG file has no `<html>` around it, unless it had to be served as a page.
  const fragment = !top.some((i) => layout.nodes[i]!.name === 'html');
  const pairs: [Written[], number[]][] = [[readCode(code, file, fragment), top]];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [written, rendered] = pair;
    for (const [w, r] of matchSiblings(written, rendered, layout)) {
      layout.nodes[r]!.source = w.source;
      if (w.children.length > 0) pairs.push([w.children, children.get(r) ?? []]);
    }
  }
}

/** Parses a page, or SVG as the fragment that it is to an HTML parser. */
function readCode(code: string, file: string, fragment: boolean): Written[] {
  const root = fragment ? parseFragment(code, { sourceCodeLocationInfo: true }) : parsePage(code).document;
  const convert = (node: Tree.ChildNode): Written[] => {
    if (!('tagName' in node)) return [];
    const place = node.sourceCodeLocation;
    return [
      {
        name: node.tagName.toLowerCase(),
        attributes: new Map(node.attrs.map(({ name, value }) => [name, value])),
        source: place ? { file, line: place.startLine, column: place.startCol } : null,
        // The content of a template isn't among its children, here as in the browser.
        children: [],
      },
    ];
  };
  // A loop, not recursion: generated pages nest thousands deep.
  const top: Written[] = [];
  const queue: [Tree.ParentNode, Written[]][] = [[root, top]];
  for (let next = queue.pop(); next; next = queue.pop()) {
    const [node, into] = next;
    for (const child of node.childNodes) {
      const [written] = convert(child);
      if (!written) continue;
      into.push(written);
      queue.push([child as Tree.Element, written.children]);
    }
  }
  return top;
}

/** Pairs two lists of siblings in order, preferring equals. */
function matchSiblings(
  written: readonly Written[],
  rendered: readonly number[],
  layout: Layout,
): [Written, number][] {
  const pairs: [Written, number][] = [];
  const likeness = (w: Written, r: number) => likenessOf(w, layout.nodes[r]!);
  let start = 0;
  let endW = written.length;
  let endR = rendered.length;
  while (start < endW && start < endR && likeness(written[start]!, rendered[start]!) === EQUAL) {
    pairs.push([written[start]!, rendered[start]!]);
    start++;
  }
  while (endW > start && endR > start && likeness(written[endW - 1]!, rendered[endR - 1]!) === EQUAL) {
    pairs.push([written[--endW]!, rendered[--endR]!]);
  }
  const w = written.slice(start, endW);
  const r = rendered.slice(start, endR);
  if (w.length === 0 || r.length === 0) return pairs;
  return pairs.concat(
    w.length * r.length <= MAX_TABLE ? bestPairs(w, r, likeness) : nearestPairs(w, r, likeness),
  );
}

type Likeness = (w: Written, r: number) => number;
const EQUAL = 4;

/** 0: not the same element; up to 4: same tag, id and classes. */
function likenessOf(w: Written, node: Layout['nodes'][number]): number {
  if (w.name !== node.name) return 0;
  const id = node.attributes?.['id'];
  if (w.attributes.get('id') !== id) return 0;
  if (w.attributes.get('class') === node.attributes?.['class']) return EQUAL;
  return id === undefined ? 1 : 3;
}

/** The in-order pairing with the greatest total likeness (the longest common subsequence, weighted). */
function bestPairs(w: readonly Written[], r: readonly number[], likeness: Likeness): [Written, number][] {
  const columns = r.length + 1;
  const best = new Float64Array((w.length + 1) * columns);
  for (let i = w.length - 1; i >= 0; i--) {
    for (let j = r.length - 1; j >= 0; j--) {
      const like = likeness(w[i]!, r[j]!);
      const both = like > 0 ? like + best[(i + 1) * columns + j + 1]! : 0;
      best[i * columns + j] = Math.max(both, best[(i + 1) * columns + j]!, best[i * columns + j + 1]!);
    }
  }
  const pairs: [Written, number][] = [];
  for (let i = 0, j = 0; i < w.length && j < r.length;) {
    const like = likeness(w[i]!, r[j]!);
    const here = best[i * columns + j]!;
    if (like > 0 && here === like + best[(i + 1) * columns + j + 1]!) pairs.push([w[i++]!, r[j++]!]);
    else if (here === best[(i + 1) * columns + j]!) i++;
    else j++;
  }
  return pairs;
}

/** Pairs long lists: each written element with the next equal within reach, else with the next one if it may be the same. */
function nearestPairs(w: readonly Written[], r: readonly number[], likeness: Likeness): [Written, number][] {
  const pairs: [Written, number][] = [];
  let next = 0;
  for (const written of w) {
    const reach = r.slice(next, next + REACH);
    let ahead = reach.findIndex((node) => likeness(written, node) === EQUAL);
    if (ahead < 0 && reach.length > 0 && likeness(written, reach[0]!) > 0) ahead = 0;
    if (ahead < 0) continue;
    pairs.push([written, reach[ahead]!]);
    next += ahead + 1;
  }
  return pairs;
}
