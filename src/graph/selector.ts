import type { Layout, LayoutNode } from '../render/capture.js';

/** How often each id, class and tag occurs within one document or shadow root, and the selectors found so far. */
interface Names {
  /** Root of each node's tree: a document or shadow root. */
  scope: Int32Array;
  count: Map<string, number>;
  /** Position of an element among the siblings of its tag (1-based), and how many there are. */
  ordinal: Int32Array;
  siblings: Map<string, number>;
  selectors: Map<number, string>;
}

const known = new WeakMap<Layout, Names>();

/**
 * A short CSS selector that matches the element alone within its document or shadow root; " >>> " crosses into a shadow
 * root or a frame. A text node gives its parent's selector, a pseudo-element its host's with "::before" appended.
 *
 * @param element index in `layout.nodes`
 */
export function selectorOf(layout: Layout, element: number): string {
  let names = known.get(layout);
  if (!names) known.set(layout, (names = readNames(layout)));
  const parts: string[] = [];
  let at = element;
  while (at >= 0) {
    const node = layout.nodes[at]!;
    if (node.type === 'element' && !node.name.startsWith('::')) {
      parts.unshift(withinScope(layout, names, at));
      at = names.scope[at]!;
    } else if (node.type === 'element') {
      const host = selectorOf(layout, node.parent);
      return `${host}${node.name}${parts.length > 0 ? ` >>> ${parts.join(' >>> ')}` : ''}`;
    } else {
      at = node.parent;
    }
  }
  return parts.join(' >>> ');
}

/** Climbs to the nearest ancestor that a single step names, and comes down by child steps. */
function withinScope(layout: Layout, names: Names, element: number): string {
  const pending: number[] = [];
  let at = element;
  let prefix: string | undefined;
  for (;;) {
    prefix = names.selectors.get(at) ?? uniqueStep(layout, names, at);
    if (prefix !== undefined) {
      names.selectors.set(at, prefix);
      break;
    }
    pending.push(at);
    at = layout.nodes[at]!.parent;
    const above = layout.nodes[at]!;
    if (above.type !== 'element') {
      prefix = above.type === 'shadow' ? ':host' : ':root';
      // The only child of a document is its root; a shadow root can have many.
      if (above.type !== 'shadow') names.selectors.set(pending.pop()!, prefix);
      break;
    }
  }
  const steps = [prefix];
  while (pending.length > 0) steps.push(childStep(layout, names, pending.pop()!));
  const selector = steps.join(' > ');
  names.selectors.set(element, selector);
  return selector;
}

/** One compound selector that is unique in the scope, or undefined. */
function uniqueStep(layout: Layout, names: Names, element: number): string | undefined {
  const node = layout.nodes[element]!;
  return stepsOf(node).find((step) => names.count.get(`${names.scope[element]!} ${step}`) === 1);
}

/** One compound selector that is unique among the children of the element's parent. */
function childStep(layout: Layout, names: Names, element: number): string {
  const node = layout.nodes[element]!;
  const tag = tagStep(node);
  const alone = stepsOf(node).find((step) => names.siblings.get(`${node.parent} ${step}`) === 1);
  return alone ?? `${tag}:nth-of-type(${names.ordinal[element]!})`;
}

function readNames(layout: Layout): Names {
  const { nodes } = layout;
  const scope = new Int32Array(nodes.length).fill(-1);
  const ordinal = new Int32Array(nodes.length);
  const count = new Map<string, number>();
  const siblings = new Map<string, number>();
  const add = (counts: Map<string, number>, key: string) => {
    const times = (counts.get(key) ?? 0) + 1;
    counts.set(key, times);
    return times;
  };
  nodes.forEach((node, i) => {
    const above = nodes[node.parent];
    scope[i] = above?.type === 'element' || above?.type === 'text' ? scope[node.parent]! : node.parent;
    if (node.type !== 'element' || node.name.startsWith('::')) return;
    ordinal[i] = add(siblings, `${node.parent} ${tagStep(node)}`);
    add(count, `${scope[i]} ${tagStep(node)}`);
    for (const step of stepsOf(node)) {
      if (step === tagStep(node)) continue;
      add(count, `${scope[i]} ${step}`);
      add(siblings, `${node.parent} ${step}`);
    }
  });
  return { scope, count, ordinal, siblings, selectors: new Map() };
}

/** Selectors that may name an element, best first: id, tag, tag with one of its classes. */
function stepsOf(node: LayoutNode): string[] {
  const tag = tagStep(node);
  const id = node.attributes?.id;
  const classes = node.attributes?.class?.split(/[\t\n\f\r ]+/) ?? [];
  const steps = id && !isGenerated(id) ? [`#${cssEscape(id)}`, tag] : [tag];
  for (const name of new Set(classes.slice(0, MAX_CLASSES))) {
    if (PLAIN_NAME.test(name) && !isGenerated(name)) steps.push(`${tag}.${name}`);
  }
  return steps;
}

const MAX_CLASSES = 12;
/** Utility classes such as `md:w-1/2` would need escapes, and say less than a position. */
const PLAIN_NAME = /^-?[A-Za-z_][\w-]*$/;
const MAX_NAME = 60;

/** Names that a tool made up change from build to build: `css-1q2w3e`, `:r1:`, `a8f3c29b`, `sc-4829301`. */
function isGenerated(name: string): boolean {
  return (
    name.length > MAX_NAME ||
    /^(css|sc|jss|emotion)-|^:|\d{4}|\s/.test(name) ||
    (/^[0-9a-z]{8,}$/i.test(name) && /\d/.test(name) && /[a-z]/i.test(name))
  );
}

/** Layouts hold tags in lower case, but selectors match SVG's own in the case they are written in. */
const CAMEL_CASE = new Map(
  ['foreignObject', 'textPath', 'clipPath', 'linearGradient', 'radialGradient'].map((tag) => [
    tag.toLowerCase(),
    tag,
  ]),
);

function tagStep(node: LayoutNode): string {
  return CAMEL_CASE.get(node.name) ?? cssEscape(node.name);
}

/** Escapes a string as a CSS identifier (CSSOM, "serialize an identifier"). */
export function cssEscape(name: string): string {
  let escaped = '';
  for (let i = 0; i < name.length; i++) {
    const char = name[i]!;
    const code = name.charCodeAt(i);
    const isDigit = code >= 0x30 && code <= 0x39;
    if (code === 0) escaped += '\uFFFD';
    else if (code < 0x20 || code === 0x7f || (isDigit && (i === 0 || (i === 1 && name.startsWith('-')))))
      escaped += `\\${code.toString(16)} `;
    else if (code >= 0x80 || /[\w-]/.test(char)) escaped += name === '-' ? '\\-' : char;
    else escaped += `\\${char}`;
  }
  return escaped;
}
