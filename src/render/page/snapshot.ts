import type { Box, Layout, LayoutNode } from '../capture.js';
import { STYLE_PROPERTIES } from '../capture.js';
import type { CdpSession, Protocol } from './cdp.js';
import { documentOrder, firstLayouts, rareStrings, textBoxes, type TextBox } from './columns.js';
import { drawnText } from './lines.js';

type Snapshot = Protocol.DOMSnapshot.CaptureSnapshotResponse;
type Doc = Protocol.DOMSnapshot.DocumentSnapshot;

/** Nodes that a capture holds. A page with more is judged on its first ones, and the layout says that it is `cut`. */
const MAX_NODES = 50_000;
const ELEMENT = 1;
const TEXT = 3;
const DOCUMENT = 9;
/** Elements whose content is never drawn: their text is code, not content. */
const CODE = new Set(['script', 'style', 'template', 'noscript']);

/** A layout, and the browser's own id of every node in it, for further questions to the debugger (-1: made up here). */
export interface LayoutDraft {
  layout: Layout;
  backendIds: number[];
}

/** Reads the whole rendered page in one call through the debugger, where nothing that the page patches can reach. */
export async function readLayout(
  session: CdpSession,
  view: { viewport: string; size: [number, number]; page: [number, number] },
): Promise<LayoutDraft> {
  const snapshot = await session.send('DOMSnapshot.captureSnapshot', {
    computedStyles: [...STYLE_PROPERTIES],
    includePaintOrder: true,
    includeDOMRects: true,
  });
  const reader = new SnapshotReader(snapshot);
  if (snapshot.documents.length > 0) reader.readDocument(0, -1, [0, 0]);
  const { nodes, styles, backendIds, cut } = reader;
  return { layout: { ...view, nodes, styles, images: [], cut }, backendIds };
}

/** Turns the browser's columns of numbers into nodes in document order; a framed document comes below its frame's element. */
class SnapshotReader {
  readonly nodes: LayoutNode[] = [];
  readonly styles: Record<string, string>[] = [];
  readonly backendIds: number[] = [];
  cut = false;
  readonly #styleIds = new Map<string, number>();

  constructor(private readonly snapshot: Snapshot) {}

  readDocument(index: number, frame: number, [dx, dy]: [number, number]): void {
    const doc = this.snapshot.documents[index]!;
    const { nodes, layout } = doc;
    const count = nodes.nodeType?.length ?? 0;
    const layoutOf = firstLayouts(layout.nodeIndex, count);
    const boxesOf = textBoxes(doc);
    const shadowed = new Set(nodes.shadowRootType?.index);
    const values = rareStrings(nodes.inputValue);
    const texts = rareStrings(nodes.textValue);
    const sources = rareStrings(nodes.currentSourceURL);
    const checked = new Set([...(nodes.inputChecked?.index ?? []), ...(nodes.optionSelected?.index ?? [])]);
    const frames = new Map(
      nodes.contentDocumentIndex?.index.map((at, i) => [at, nodes.contentDocumentIndex!.value[i]!]),
    );
    /** Index in `this.nodes` of each of the document's nodes, -1 for what is left out. */
    const placed = new Int32Array(count).fill(-1);
    const shadowRoots = new Map<number, number>();

    for (const i of documentOrder(nodes, (index) => this.#string(index))) {
      if (this.nodes.length >= MAX_NODES) {
        this.cut = true;
        return;
      }
      const type = nodes.nodeType![i]!;
      const above = nodes.parentIndex![i]!;
      const l = layoutOf[i]!;
      let parent = above < 0 ? frame : placed[above]!;
      if (above >= 0 && parent < 0) continue;
      if (type === TEXT ? l < 0 : type !== ELEMENT && type !== DOCUMENT) continue;
      if (above >= 0 && type === ELEMENT && CODE.has(this.nodes[parent]!.name)) continue;

      // The browser lists a shadow tree's top nodes as children of the host: give them their root back.
      if (shadowed.has(i) && !shadowed.has(above)) {
        let root = shadowRoots.get(above);
        if (root === undefined) {
          root = this.#add({ parent, type: 'shadow', name: '#shadow', box: null, paint: -1, style: -1 }, -1);
          shadowRoots.set(above, root);
        }
        parent = root;
      }

      const box = l < 0 ? null : shift(layout.bounds[l]!, dx, dy);
      const paint = l < 0 ? -1 : (layout.paintOrders?.[l] ?? -1);
      const id = nodes.backendNodeId![i]!;
      if (type === TEXT) {
        // Text directly inside `display: contents` has a style of its own though its parent, having no box, has none.
        const style =
          this.nodes[parent]!.style >= 0 ? this.nodes[parent]!.style : this.#style(layout.styles[l]!);
        const drawn = drawnText(this.#string(layout.text[l]!), boxesOf.get(l) ?? [], this.styles[style]);
        if (drawn.lines.length === 0) continue;
        const lines = drawn.lines.map((line) => ({ ...line, box: shift(line.box, dx, dy) }));
        placed[i] = this.#add(
          { parent, type: 'text', name: '#text', text: drawn.text, box, paint, style, lines },
          id,
        );
        continue;
      }
      if (type === DOCUMENT) {
        placed[i] = this.#add({ parent, type: 'document', name: '#document', box, paint, style: -1 }, id);
        continue;
      }

      const node: LayoutNode = {
        parent,
        type: 'element',
        name: this.#string(nodes.nodeName![i]!).toLowerCase(),
        box,
        paint,
        style: l < 0 ? -1 : this.#style(layout.styles[l]!),
        source: null,
      };
      const attributes = this.#attributes(nodes.attributes?.[i]);
      if (attributes) node.attributes = attributes;
      const value = this.#rare(values, i) ?? this.#rare(texts, i);
      if (value !== undefined) node.value = value;
      if (checked.has(i)) node.checked = true;
      const src = this.#rare(sources, i);
      if (src) node.src = src;
      if (l >= 0) this.#scroll(node, layout, l);
      placed[i] = this.#add(node, id);
      this.#pseudoText(node, layout, boxesOf, i, l, placed[i], [dx, dy], id);

      const framed = frames.get(i);
      if (framed !== undefined && box) {
        const [borderLeft = 0, borderTop = 0] = layout.clientRects?.[l] ?? [];
        const padding = (side: 'left' | 'top') =>
          parseFloat(this.styles[node.style]?.[`padding-${side}`] ?? '0');
        const { scrollOffsetX = 0, scrollOffsetY = 0 } = this.snapshot.documents[framed]!;
        this.readDocument(framed, placed[i], [
          box[0] + borderLeft + padding('left') - scrollOffsetX,
          box[1] + borderTop + padding('top') - scrollOffsetY,
        ]);
      }
    }
  }

  /** The text of ::before and ::after has layout but no node of its own: it follows its element's layout. */
  #pseudoText(
    node: LayoutNode,
    layout: Doc['layout'],
    boxesOf: ReadonlyMap<number, readonly TextBox[]>,
    index: number,
    at: number,
    parent: number,
    [dx, dy]: [number, number],
    id: number,
  ): void {
    if (!node.name.startsWith('::') || at < 0) return;
    for (let l = at + 1; layout.nodeIndex[l] === index; l++) {
      const text = this.#string(layout.text[l]!);
      const drawn = drawnText(text, boxesOf.get(l) ?? [], this.styles[node.style]);
      if (drawn.lines.length === 0) continue;
      const lines = drawn.lines.map((line) => ({ ...line, box: shift(line.box, dx, dy) }));
      const box = shift(layout.bounds[l]!, dx, dy);
      this.#add(
        {
          parent,
          type: 'text',
          name: '#text',
          text: drawn.text,
          box,
          paint: node.paint,
          style: node.style,
          lines,
        },
        id,
      );
    }
  }

  #add(node: LayoutNode, backendId: number): number {
    this.backendIds.push(backendId);
    return this.nodes.push(node) - 1;
  }

  #string(index: number): string {
    return index < 0 ? '' : this.snapshot.strings[index]!;
  }

  #rare(values: ReadonlyMap<number, number>, index: number): string | undefined {
    const at = values.get(index);
    return at === undefined ? undefined : this.#string(at);
  }

  #attributes(flat: readonly number[] | undefined): Record<string, string> | undefined {
    if (!flat || flat.length === 0) return undefined;
    const attributes: Record<string, string> = {};
    for (let i = 0; i + 1 < flat.length; i += 2) {
      const name = this.#string(flat[i]!);
      // Assigning to __proto__ would set the prototype instead.
      if (name !== '__proto__') attributes[name] = this.#string(flat[i + 1]!);
    }
    return attributes;
  }

  #style(values: readonly number[]): number {
    const key = values.join();
    const known = this.#styleIds.get(key);
    if (known !== undefined) return known;
    const style: Record<string, string> = {};
    STYLE_PROPERTIES.forEach((property, i) => (style[property] = this.#string(values[i] ?? -1)));
    const id = this.styles.push(style) - 1;
    this.#styleIds.set(key, id);
    return id;
  }

  #scroll(node: LayoutNode, layout: Doc['layout'], l: number): void {
    const [, , scrollWidth, scrollHeight] = layout.scrollRects?.[l] ?? [];
    const client = layout.clientRects?.[l];
    const style = this.styles[node.style];
    if (scrollWidth === undefined || scrollHeight === undefined || client?.length !== 4) return;
    // Only of boxes that clip: elsewhere the browser rounds the size of the content up in one run and down in another.
    if (style?.['overflow-x'] === 'visible' && style['overflow-y'] === 'visible') return;
    node.scroll = [scrollWidth, scrollHeight, client[2]!, client[3]!];
    node.client = client as Box;
  }
}

function shift(box: readonly number[], dx: number, dy: number): Box {
  return [box[0]! + dx, box[1]! + dy, box[2]!, box[3]!];
}
