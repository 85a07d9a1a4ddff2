import sharp from 'sharp';
import type { Artifact, Kind } from '../../artifact/schema.js';
import type { Capture, Layout, LayoutNode } from '../capture.js';

/** An artifact of the given files: a page alone, or a folder with `index.html` (or `index.svg`) as its entry. */
export function pageOf(
  files: string | Record<string, string | Uint8Array>,
  kind: Kind = 'website',
): Artifact {
  const all = typeof files === 'string' ? { 'index.html': files } : files;
  const entry = 'index.html' in all ? 'index.html' : Object.keys(all)[0]!;
  return {
    id: 'test',
    kind,
    kindReason: 'given',
    language: entry.endsWith('.svg') ? 'svg' : 'html',
    entry,
    files: new Map(
      Object.entries(all).map(([path, body]) => [path, typeof body === 'string' ? Buffer.from(body) : body]),
    ),
    truncated: false,
    lineOffset: 1,
    prompt: null,
    url: null,
  };
}

/** The layout at the page's own viewport. */
export function layoutOf(capture: Capture): Layout {
  const layout = capture.data.layouts[0];
  if (!layout) throw new Error(`nothing was laid out: ${capture.data.outcome}, ${capture.data.detail ?? ''}`);
  return layout;
}

/** The one element that `#id` or a tag name finds first. */
export function element(layout: Layout, selector: string): LayoutNode {
  const found = layout.nodes.find((node) =>
    selector.startsWith('#') ? node.attributes?.['id'] === selector.slice(1) : node.name === selector,
  );
  if (!found) throw new Error(`no ${selector} in the layout`);
  return found;
}

/** All text as drawn, a node each, below `#id`, or on the whole page. */
export function textsIn(layout: Layout, selector?: string): string[] {
  const top = selector === undefined ? -1 : layout.nodes.indexOf(element(layout, selector));
  const below = (index: number): boolean =>
    index === top || (index >= 0 && below(layout.nodes[index]!.parent));
  return layout.nodes.flatMap((node, i) => (node.type === 'text' && below(i) ? [node.text!] : []));
}

/** What a page wrote into its `<output>`, as it stood at the end. */
export function outputOf(capture: Capture): string {
  return textsIn(layoutOf(capture), 'output').join('');
}

/** Reads colours out of a capture's picture: `at(x, y)` is `[red, green, blue]`. */
export async function pixelsOf(
  capture: Capture,
  name: 'page' | 'viewport' = 'page',
): Promise<{ width: number; height: number; at: (x: number, y: number) => [number, number, number] }> {
  const picture = capture.data.pictures.find((one) => one.name === name)!;
  const { data, info } = await sharp(capture.files.get(picture.file), { limitInputPixels: false })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): [number, number, number] => {
    const start = (Math.round(y) * info.width + Math.round(x)) * info.channels;
    return [data[start]!, data[start + 1]!, data[start + 2]!];
  };
  return { width: info.width, height: info.height, at };
}
