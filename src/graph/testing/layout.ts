import {
  NOTHING_SEEN,
  type Box,
  type Capture,
  type Layout,
  type LayoutNode,
  type Style,
} from '../../render/capture.js';

/** A node of a hand-made layout, before it has an index. */
export interface Sketch {
  node: Omit<LayoutNode, 'parent' | 'paint' | 'style'>;
  style: Partial<Style>;
  children: Sketch[];
}

/**
 * An element: `el('a#home.link[href=/]', [0, 0, 100, 20], { color: 'rgb(0, 0, 255)' }, [text('Home', [0, 0, 40, 20])])`.
 * Text inherits the style of its element; elements inherit nothing.
 */
export function el(
  selector: string,
  box: Box | null,
  style: Partial<Style> = {},
  children: Sketch[] = [],
): Sketch {
  const name = /^[\w:-]+/.exec(selector)?.[0] ?? 'div';
  const rest = selector.slice(name.length);
  const attributes: Record<string, string> = {};
  const classes = [...rest.replace(/\[[^\]]*\]/g, '').matchAll(/\.([\w-]+)/g)].map((match) => match[1]!);
  const id = /#([\w-]+)/.exec(rest.replace(/\[[^\]]*\]/g, ''))?.[1];
  for (const [, key, value] of rest.matchAll(/\[([\w-]+)(?:=([^\]]*))?\]/g)) attributes[key!] = value ?? '';
  if (id) attributes.id = id;
  if (classes.length > 0) attributes.class = classes.join(' ');
  return { node: { type: 'element', name, attributes, box }, style, children };
}

/** A text on one line, or with one box for each of its lines: `text('one two', [0, 0, 30, 20], [0, 20, 30, 20])`. */
export function text(content: string, ...lines: [Box, ...Box[]]): Sketch {
  const words = content.split(' ');
  const share = Math.ceil(words.length / lines.length);
  let start = 0;
  const laidOut = lines.map((box, i) => {
    const part = words.slice(i * share, (i + 1) * share).join(' ');
    const line = { box, start, length: part.length };
    start += part.length + 1;
    return line;
  });
  const left = Math.min(...lines.map((box) => box[0]));
  const top = Math.min(...lines.map((box) => box[1]));
  const right = Math.max(...lines.map((box) => box[0] + box[2]));
  const bottom = Math.max(...lines.map((box) => box[1] + box[3]));
  const box: Box = [left, top, right - left, bottom - top];
  return {
    node: { type: 'text', name: '#text', text: content, box, lines: laidOut },
    style: {},
    children: [],
  };
}

/** A shadow root, as a child of its host. */
export function shadow(children: Sketch[]): Sketch {
  return { node: { type: 'shadow', name: '#shadow', box: null }, style: {}, children };
}

/** A frame's document, as a child of its iframe. */
export function frameDocument(box: Box, children: Sketch[]): Sketch {
  return { node: { type: 'document', name: '#document', box }, style: {}, children };
}

/** A page of 800x600 px with these elements in its body, painted in document order. */
export function page(
  body: Sketch[],
  { size = [800, 600], style = {} }: { size?: [number, number]; style?: Partial<Style> } = {},
): Layout {
  const whole: Box = [0, 0, ...size];
  const root = frameDocument(whole, [el('html', whole, {}, [el('body', whole, style, body)])]);
  const layout: Layout = {
    viewport: 'desktop',
    size,
    page: size,
    nodes: [],
    styles: [],
    images: [],
    cut: false,
  };
  // Elements of one style share it, as in a capture.
  const known = new Map<string, number>();
  const share = (own: Partial<Style>) => {
    const key = JSON.stringify(own);
    if (!known.has(key)) known.set(key, layout.styles.push(own) - 1);
    return known.get(key)!;
  };
  const pending = [{ sketch: root, parent: -1, inherited: -1 }];
  while (pending.length > 0) {
    const { sketch, parent, inherited } = pending.pop()!;
    const index = layout.nodes.length;
    const ownsStyle = sketch.node.type === 'element';
    const styleIndex = ownsStyle ? share(sketch.style) : sketch.node.type === 'text' ? inherited : -1;
    const paint = sketch.node.box ? index : -1;
    layout.nodes.push({ ...sketch.node, parent, paint, style: styleIndex });
    for (const child of sketch.children.toReversed()) {
      pending.push({ sketch: child, parent: index, inherited: styleIndex });
    }
  }
  return layout;
}

/** Index of the element with this id, or of the text that reads so. */
export function find(layout: Layout, what: string): number {
  const index = layout.nodes.findIndex((node) => node.attributes?.id === what || node.text === what);
  if (index < 0) throw new Error(`no "${what}" in the layout`);
  return index;
}

/** A capture that holds nothing but this layout. */
export function captureOf(layout: Layout): Capture {
  return {
    hash: 'sha256:test',
    data: {
      schema: 'kallos.capture/1',
      artifact: {
        kind: 'website',
        language: 'html',
        entry: 'index.html',
        files: {},
        truncated: false,
        lineOffset: 0,
      },
      profile: 'reward',
      outcome: 'ok',
      cause: null,
      detail: null,
      ...NOTHING_SEEN,
      layouts: [layout],
      fingerprint: {
        kallos: '',
        browser: '',
        fonts: '',
        lock: '',
        cpu: '',
        determinism: 'lockstep',
        seed: '1',
      },
    },
    files: new Map(),
    code: new Map(),
    timings: { queueMs: 0, wallMs: 0, cpuMs: 0, stages: {} },
  };
}
