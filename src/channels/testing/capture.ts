import {
  NOTHING_SEEN,
  STYLE_PROPERTIES,
  type Box,
  type Capture,
  type CaptureData,
  type Layout,
  type LayoutNode,
} from '../../render/capture.js';
import type { DesignGraph } from '../../graph/schema.js';

/** An element of a hand-made layout: tag, box, and what differs from a plain black block. */
export interface Element {
  tag: string;
  box?: Box | null;
  style?: Record<string, string>;
  attributes?: Record<string, string>;
  children?: (Element | string)[];
  missingGlyphs?: number[];
  line?: number;
}

const PLAIN: Record<string, string> = {
  ...Object.fromEntries(STYLE_PROPERTIES.map((name) => [name, 'none'])),
  display: 'block',
  position: 'static',
  visibility: 'visible',
  opacity: '1',
  'overflow-x': 'visible',
  'overflow-y': 'visible',
  clip: 'auto',
  'z-index': 'auto',
  color: 'rgb(0, 0, 0)',
  'background-color': 'rgba(0, 0, 0, 0)',
  '-webkit-text-fill-color': 'rgb(0, 0, 0)',
  'font-size': '16px',
  direction: 'ltr',
  'writing-mode': 'horizontal-tb',
  ...Object.fromEntries(
    ['top', 'right', 'bottom', 'left'].flatMap((side) => [
      [`border-${side}-width`, '0px'],
      [`margin-${side}`, '0px'],
      [`padding-${side}`, '0px'],
    ]),
  ),
};

const INHERITED = ['font-size', 'color', '-webkit-text-fill-color', 'direction', 'visibility'];

/** A layout made by hand: what a test is about, and nothing else. Every text is one line as large as its element. */
export function layoutOf(root: Element, size: [number, number] = [1280, 960], viewport = 'desktop'): Layout {
  const nodes: LayoutNode[] = [
    { parent: -1, type: 'document', name: '#document', box: null, paint: 0, style: -1 },
  ];
  const styles: Record<string, string>[] = [];
  const add = (element: Element, parent: number, above: Record<string, string>) => {
    const inherited = Object.fromEntries(INHERITED.map((name) => [name, above[name]!]));
    const style = { ...PLAIN, ...inherited, ...element.style };
    styles.push(style);
    const index = nodes.length;
    const box = element.box === undefined ? ([0, 0, 400, 20] as Box) : element.box;
    nodes.push({
      parent,
      type: 'element',
      name: element.tag,
      ...(element.attributes && { attributes: element.attributes }),
      box,
      paint: index,
      style: styles.length - 1,
      source: element.line ? { file: 'index.html', line: element.line, column: 1 } : null,
    });
    const at = styles.length - 1;
    for (const child of element.children ?? []) {
      if (typeof child !== 'string') {
        add(child, index, style);
        continue;
      }
      nodes.push({
        parent: index,
        type: 'text',
        name: '#text',
        text: child,
        box,
        paint: nodes.length,
        style: at,
        lines: box ? [{ box, start: 0, length: child.length }] : [],
        ...(element.missingGlyphs && { missingGlyphs: element.missingGlyphs }),
      });
    }
  };
  add({ tag: 'html', box: [0, 0, size[0], size[1]], children: [root] }, 0, PLAIN);
  return { viewport, size, page: size, nodes, styles, images: [], cut: false };
}

/** A capture around layouts and code. */
export function captureOf(
  data: Partial<CaptureData> = {},
  code = '<!doctype html><title>x</title>',
): Capture {
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
        lineOffset: 1,
      },
      profile: 'reward',
      outcome: 'ok',
      cause: null,
      detail: null,
      ...NOTHING_SEEN,
      fingerprint: {
        kallos: '0',
        browser: 'none',
        fonts: '',
        lock: '',
        cpu: '',
        determinism: 'lockstep',
        seed: '1',
      },
      ...data,
    },
    files: new Map(),
    code: new Map([['index.html', new TextEncoder().encode(code)]]),
    timings: { queueMs: 0, wallMs: 0, cpuMs: 0, stages: {} },
  };
}

/** Empty graphs of all layouts, for checks that read the layout alone. */
export function graphsOf(capture: Capture): Map<string, DesignGraph> {
  return new Map(
    capture.data.layouts.map(({ viewport, page }) => [
      viewport,
      { schema: 'kallos.graph/1', viewport, canvas: page, nodes: [], relations: [] },
    ]),
  );
}
