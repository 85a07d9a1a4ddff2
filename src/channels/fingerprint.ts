import { createHash } from 'node:crypto';
import type { Layout, LayoutNode } from '../render/capture.js';

/** Attributes that say what an element is, not how it looks or where it stands. */
const IDENTIFYING = ['id', 'name', 'href', 'src', 'alt', 'aria-label', 'role', 'type', 'data-testid'];
const MAX_TEXT = 120;

/**
 * What makes an element the same one after the page has moved on: its tag, its identifying attributes and the text it
 * holds. Neither position, nor measured values, nor style, nor the place in the document take part, so a finding keeps
 * its fingerprint when a section moves, a wrapper is added, or a colour is changed but not enough. An element with
 * neither text nor such attributes is told by its class and by the nearest ancestor that has more.
 */
export function identityOf(layout: Layout, element: number): string {
  const node = layout.nodes[element];
  if (!node) return '';
  const attributes = IDENTIFYING.flatMap((name) => {
    const value = node.attributes?.[name];
    return value ? [`${name}=${shorten(value)}`] : [];
  });
  const text = textWithin(layout, element);
  if (attributes.length > 0 || text !== '') return [node.name, ...attributes, text].join('\n');
  const own = `${node.name}.${node.attributes?.['class'] ?? ''}`;
  return node.parent < 0 ? own : `${own} in ${identityOf(layout, node.parent)}`;
}

/** Identity of a defect without an element: its message, less the numbers in it. */
export function identityOfMessage(message: string, file: string | null): string {
  return `${file ?? ''}\n${message.replace(/\d+(\.\d+)?/g, '#')}`;
}

/**
 * Fingerprints of one check's defects at one viewport. Equal identities are numbered in the order given, so equal
 * defects stay apart; the viewport takes no part, so one defect seen at two viewports has one fingerprint.
 *
 * @returns "sha256:…" for each identity, in order
 */
export function fingerprints(check: string, identities: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return identities.map((identity) => {
    const nth = seen.get(identity) ?? 0;
    seen.set(identity, nth + 1);
    const hash = createHash('sha256').update(JSON.stringify([check, identity, nth]));
    return `sha256:${hash.digest('hex')}`;
  });
}

/** Text of the subtree, white space collapsed, cut to what identifies. Descendants follow their ancestor in document order. */
function textWithin(layout: Layout, element: number): string {
  let text = layout.nodes[element]?.text ?? '';
  for (let i = element + 1; i < layout.nodes.length && text.length < MAX_TEXT; i++) {
    const node = layout.nodes[i]!;
    if (!isWithin(layout, node, element)) break;
    if (node.text) text += ` ${node.text}`;
  }
  return shorten(text);
}

function isWithin(layout: Layout, node: LayoutNode, ancestor: number): boolean {
  let parent = node.parent;
  while (parent > ancestor) parent = layout.nodes[parent]!.parent;
  return parent === ancestor;
}

function shorten(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT);
}
