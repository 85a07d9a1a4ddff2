import { TextDecoder, TextEncoder } from 'node:util';
import { parse } from 'parse5';
import { buildGraph } from '../../dist/index.js';

/** Elements whose content is not drawn as text. */
const SILENT = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'title',
  'head',
  'textarea',
  'option',
  'svg',
]);
const CONTROLS = new Set(['button', 'input', 'select', 'textarea']);
const ICON_FONT =
  /material (icons|symbols)|font ?awesome|glyphicons|bootstrap-icons|icomoon|remixicon|ionicons/i;
const WINDOW = 1280 * 960;
/** Share of the page's text from which an element still holds the whole of it. */
const WHOLE = 0.8;

/**
 * A rendered page as its source and its drawing in one: every element that both have, with what can be damaged sorted out.
 *
 * @typedef {object} Part an element of the source that is drawn
 * @property {object} element of parse5, with its place in the source
 * @property {number} index in the layout's nodes
 * @property {[number, number, number, number]} box
 * @property {Record<string, string>} style as computed
 * @property {number} chars characters that are drawn in it
 * @property {object[]} drawn text nodes of the design graph that are this element's own
 * @property {boolean} leaf holds text and no elements
 */
export class Page {
  /** @param {object} artifact @param {object} capture */
  constructor(artifact, capture) {
    this.artifact = artifact;
    this.capture = capture;
    this.html = new TextDecoder().decode(artifact.files.get(artifact.entry));
    this.layout = capture.data.layouts[0];
    this.graph = buildGraph(capture);
    this.document = parse(this.html, { sourceCodeLocationInfo: true });
    this.elements = elementsOf(this.document);
    this.parts = this.#join();
    this.byElement = new Map(this.parts.map((part) => [part.element, part]));
    this.byIndex = new Map(this.parts.map((part) => [part.index, part]));
    this.chars = Math.max(0, ...this.parts.map(({ chars }) => chars));
  }

  /** The same artifact with another source. */
  with(html) {
    const files = new Map([...this.artifact.files, [this.artifact.entry, new TextEncoder().encode(html)]]);
    return { ...this.artifact, files };
  }

  get body() {
    return this.elements.find(({ tagName, sourceCodeLocation }) => tagName === 'body' && sourceCodeLocation);
  }

  /** Where something is added at the end of the page. */
  get end() {
    return this.body?.sourceCodeLocation.endTag?.startOffset ?? this.html.length;
  }

  /** Elements that draw text of their own and nothing hides. What an icon font draws of a word is a picture. */
  get texts() {
    return this.parts.filter(
      ({ drawn, style }) =>
        !ICON_FONT.test(style['font-family']) &&
        drawn.some(({ clippedBox, opacity }) => clippedBox && opacity > 0.5),
    );
  }

  /** Texts in a box of their own without elements inside: what they say can be replaced. */
  get leaves() {
    return this.texts.filter(({ leaf }) => leaf);
  }

  get headings() {
    return this.texts.filter(({ element }) => /^h[1-6]$/.test(element.tagName));
  }

  get paragraphs() {
    const tops = ({ drawn }) => drawn.flatMap(({ lines }) => lines.map(({ box }) => box[1]));
    return this.texts.filter((text) => {
      const [top] = tops(text);
      const below = (at) => at > top + Number.parseFloat(text.style['font-size']) / 2;
      return text.chars >= 80 && tops(text).some(below);
    });
  }

  /** Boxes with text, from 1% to 35% of a window. */
  get blocks() {
    return this.parts.filter(({ element, box, chars, style, fits }) => {
      const area = (box[2] * box[3]) / WINDOW;
      const plain = isBlock(style) && style.position !== 'fixed' && element.tagName !== 'body';
      return plain && fits && chars >= 30 && chars < WHOLE * this.chars && area >= 0.01 && area <= 0.35;
    });
  }

  /** The large parts of the page, one below or beside the other. */
  get sections() {
    const body = this.body && this.byElement.get(this.body);
    let children = body ? this.#children(body) : [];
    for (;;) {
      const whole = children.find(({ chars }) => chars >= WHOLE * this.chars);
      const next = whole ? this.#children(whole) : [];
      if (next.length === 0) break;
      children = next;
    }
    return children.filter(({ style }) => style.position !== 'fixed' && isBlock(style));
  }

  get controls() {
    return this.parts.filter(
      ({ element, box, style, fits }) =>
        CONTROLS.has(element.tagName) && fits && box[2] > 8 && box[3] > 8 && style.visibility === 'visible',
    );
  }

  /** Pictures that arrived, with their natural size. */
  get images() {
    return this.layout.images.flatMap((image) => {
      const part = this.byIndex.get(image.node);
      const shown = part?.element.tagName === 'img' && part.box[2] >= 40 && part.box[3] >= 40;
      return shown && image.state === 'loaded' ? [{ ...part, image }] : [];
    });
  }

  /** Does a text stand where a picture did not arrive? What lies behind it there nobody knows. */
  isOnMissing(text) {
    const [x, y, width, height] = inkOf(text);
    return this.missing.some(
      ([left, top, across, down]) =>
        x < left + across && left < x + width && y < top + down && top < y + height,
    );
  }

  /** Boxes of pictures, those in the background among them, that did not arrive. */
  get missing() {
    const { nodes, styles, images } = this.layout;
    const gone = this.capture.data.requests
      .filter(({ fate }) => fate !== 'answered')
      .map(({ url }) => `"${url}"`);
    const isGone = ({ style }) => {
      const picture = styles[style]?.['background-image'] ?? '';
      return picture.includes('url(') && gone.some((url) => picture.includes(url));
    };
    const broken = images.filter(({ state }) => state !== 'loaded').map(({ node }) => nodes[node]);
    return [...broken, ...nodes.filter(isGone)].flatMap(({ box }) => (box ? [box] : []));
  }

  /** The element whose start tag stands at a place of the source. */
  elementAt({ file, line, column }) {
    if (file !== this.artifact.entry) return undefined;
    return this.elements.find(({ sourceCodeLocation: at }) => {
      const { startLine, startCol } = at?.startTag ?? {};
      return startLine === line && startCol === column;
    });
  }

  /** Inline scripts, in their order. */
  get scripts() {
    return this.elements.filter(({ tagName, attrs, childNodes }) => {
      const value = (name) => attrs.find((attribute) => attribute.name === name)?.value;
      const runs = /^(|module|text\/javascript|application\/javascript)$/.test(value('type') ?? '');
      return tagName === 'script' && runs && value('src') === undefined && childNodes[0];
    });
  }

  /** The parts that a relation of the design graph joins. */
  related(type) {
    return this.graph.relations.flatMap((relation) => {
      if (relation.type !== type) return [];
      const parts = relation.nodes.map((id) => this.byIndex.get(this.graph.nodes[id].element));
      return parts.every(Boolean) && new Set(parts).size === parts.length ? [parts] : [];
    });
  }

  isWithin(element, ancestor) {
    for (let at = element; at; at = at.parentNode) if (at === ancestor) return true;
    return false;
  }

  /** Members of which none lies within another, in their order. */
  apart(parts) {
    const chosen = [];
    for (const part of parts) {
      const meets = ({ element }) =>
        this.isWithin(element, part.element) || this.isWithin(part.element, element);
      if (!chosen.some(meets)) chosen.push(part);
    }
    return chosen;
  }

  #children({ element }) {
    return element.childNodes.flatMap((child) => {
      const part = this.byElement.get(child);
      return part && part.chars > 0 ? [part] : [];
    });
  }

  #join() {
    const { layout, graph } = this;
    const atPlace = new Map();
    for (const element of this.elements) {
      const start = element.sourceCodeLocation?.startTag;
      if (start) atPlace.set(`${start.startLine}:${start.startCol}`, element);
    }
    const chars = new Array(layout.nodes.length).fill(0);
    const drawn = new Map();
    for (const node of graph.nodes) {
      if (node.lines.length === 0) continue;
      drawn.set(node.element, [...(drawn.get(node.element) ?? []), node]);
      for (let at = node.element; at >= 0; at = layout.nodes[at].parent) chars[at] += node.text.length;
    }
    return layout.nodes.flatMap(({ type, name, box, source, style }, index) => {
      if (type !== 'element' || !box || !source || source.file !== this.artifact.entry) return [];
      const element = atPlace.get(`${source.line}:${source.column}`);
      if (!element || element.tagName !== name || isSilent(element)) return [];
      const [x, y, width, height] = box;
      return {
        element,
        index,
        box,
        style: layout.styles[style] ?? {},
        chars: chars[index],
        drawn: drawn.get(index) ?? [],
        leaf:
          element.childNodes.length > 0 && element.childNodes.every(({ nodeName }) => nodeName === '#text'),
        fits: x >= 0 && y >= 0 && x + width <= layout.page[0] && y + height <= layout.page[1],
      };
    });
  }
}

/** What is drawn of a part's own text: its characters in one, and the box around its lines. */
export const wordsOf = ({ drawn }) =>
  drawn
    .map(({ text }) => text)
    .join(' ')
    .trim();

/** The box around the lines of a part's own text. */
export function inkOf({ drawn }) {
  const boxes = drawn.flatMap(({ lines }) => lines.map(({ box }) => box));
  const left = Math.min(...boxes.map(([x]) => x));
  const top = Math.min(...boxes.map(([, y]) => y));
  const right = Math.max(...boxes.map(([x, , width]) => x + width));
  const bottom = Math.max(...boxes.map(([, y, , height]) => y + height));
  return [left, top, right - left, bottom - top];
}

export const isBlock = ({ display }) =>
  Boolean(display) && !/^(inline$|none$|contents$|table-)/.test(display);

export const linesOf = ({ drawn }) => drawn.reduce((sum, { lines }) => sum + lines.length, 0);

function elementsOf(node) {
  const own = 'tagName' in node ? [node] : [];
  return [...own, ...(node.childNodes ?? []).flatMap(elementsOf)];
}

function isSilent(element) {
  for (let at = element; at; at = at.parentNode)
    if (SILENT.has(at.tagName)) return at !== element || at.tagName !== 'textarea';
  return false;
}
