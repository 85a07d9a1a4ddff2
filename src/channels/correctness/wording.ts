import type { Layout } from '../../render/capture.js';

/** Short name of an element in messages: "div.card", "p#intro", "h1". */
export function nameOf(layout: Layout, index: number): string {
  const node = layout.nodes[index]!;
  const id = node.attributes?.['id'];
  const name = clean(node.name);
  if (id && /^[\w-]+$/.test(id)) return `${name}#${id}`;
  const className = node.attributes?.['class']?.trim().split(/\s+/)[0];
  return className && /^[\w-]+$/.test(className) ? `${name}.${className}` : name;
}

/** The beginning of a text, in quotes, for messages. */
export function quote(text: string, length = 40): string {
  const flat = clean(text).replace(/\s+/g, ' ').trim();
  const characters = Array.from(flat);
  return characters.length <= length ? `"${flat}"` : `"${characters.slice(0, length - 1).join('')}…"`;
}

function clean(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}
