import type { Layout, Style } from '../render/capture.js';
import { parseColor, TRANSPARENT } from './color.js';
import type { Rgba } from './schema.js';

/** How an axis treats content beyond the padding box. */
export type Overflow = 'visible' | 'clip' | 'scroll';

/** A computed style, read once: what the graph asks of it. Styles are shared by many elements. */
export interface StyleFacts {
  css: Style;
  visible: boolean;
  opacity: number;
  overflowX: Overflow;
  overflowY: Overflow;
  /** Out of the normal flow: `absolute` or `fixed`. */
  placed: 'absolute' | 'fixed' | null;
  /** Containing block of absolutely positioned descendants, and of fixed ones. */
  containsAbsolute: boolean;
  containsFixed: boolean;
  /** Painted as a layer of its own (CSS 2.1 Appendix E and its successors), as far as the captured properties tell. */
  layer: boolean;
  zIndex: number;
  background: Rgba;
  /** A gradient, a picture or an inset shadow is drawn behind the content. */
  pictured: boolean;
  /** The background shows through the glyphs only. */
  textClip: boolean;
  bordered: boolean;
  shadowed: boolean;
  /** A filter, mask or blend mode changes the colours of this element and its descendants. */
  distorts: boolean;
  /** A backdrop filter changes the colours below. */
  backdrop: boolean;
}

const known = new WeakMap<Layout, (StyleFacts | undefined)[]>();

/** Facts about the style with index `style` in the layout, or null for -1. */
export function styleFacts(layout: Layout, style: number): StyleFacts | null {
  let facts = known.get(layout);
  if (!facts) known.set(layout, (facts = []));
  const css = layout.styles[style] as Style | undefined;
  return css ? (facts[style] ??= readStyle(css)) : null;
}

function readStyle(css: Style): StyleFacts {
  const get = (value: string | undefined, initial: string) => value ?? initial;
  const position = get(css.position, 'static');
  const transformed = isSet(css.transform);
  const filtered = isSet(css.filter) || isSet(css['backdrop-filter']);
  const opacity = Number(get(css.opacity, '1'));
  const blended = get(css['mix-blend-mode'], 'normal') !== 'normal';
  const masked = isSet(css['mask-image']);
  const zIndex = get(css['z-index'], 'auto');
  const shadow = get(css['box-shadow'], 'none');
  const textClip = get(css['background-clip'], 'border-box').includes('text');
  return {
    css,
    visible: get(css.visibility, 'visible') === 'visible',
    opacity,
    overflowX: overflowOf(css.display, css['overflow-x']),
    overflowY: overflowOf(css.display, css['overflow-y']),
    placed: position === 'absolute' || position === 'fixed' ? position : null,
    containsAbsolute: position !== 'static' || transformed || filtered,
    containsFixed: transformed || filtered,
    layer:
      position !== 'static' ||
      opacity < 1 ||
      transformed ||
      filtered ||
      blended ||
      masked ||
      zIndex !== 'auto' ||
      isSet(css['clip-path']),
    zIndex: zIndex === 'auto' ? 0 : Number(zIndex),
    background: parseColor(get(css['background-color'], 'transparent')) ?? TRANSPARENT,
    pictured: (isSet(css['background-image']) && !textClip) || shadow.includes('inset'),
    textClip,
    bordered: ([`top`, 'right', 'bottom', 'left'] as const).some(
      (side) => px(css[`border-${side}-width`]) > 0 && (side !== 'top' || css['border-top-style'] !== 'none'),
    ),
    shadowed: shadow !== 'none',
    distorts: blended || masked || !onlyDropShadows(get(css.filter, 'none')),
    backdrop: isSet(css['backdrop-filter']),
  };
}

/** The number of a length in px; 0 for keywords. */
export function px(value: string | undefined): number {
  return value === undefined ? 0 : Number.parseFloat(value) || 0;
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== 'none' && value !== '';
}

function overflowOf(display: string | undefined, value: string | undefined): Overflow {
  // Overflow applies to block, flex and grid containers only (CSS Overflow 3), and to replaced elements.
  if (display === 'inline' || display === 'contents' || /^table-(row|column)/.test(display ?? '')) return 'visible';
  if (value === 'hidden' || value === 'clip') return 'clip';
  return value === 'auto' || value === 'scroll' || value === 'overlay' ? 'scroll' : 'visible';
}

/** A drop shadow is painted outside the shapes and leaves their colours alone. */
function onlyDropShadows(filter: string): boolean {
  return filter === 'none' || filter === '' || /^(drop-shadow\((?:[^()]|\([^()]*\))*\)\s*)+$/.test(filter);
}
