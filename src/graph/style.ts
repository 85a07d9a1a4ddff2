import type { Layout, Style } from '../render/capture.js';
import { INITIAL_STYLE } from './initial-style.js';
import { parseColor, TRANSPARENT } from './color.js';
import type { Rgba } from './schema.js';

/** How an axis treats content beyond the padding box. */
export type Overflow = 'visible' | 'clip' | 'scroll';

/** A computed style, read once: what the graph asks of it. Styles are shared by many elements. */
export interface StyleFacts {
  css: Style;
  visible: boolean;
  /** In [0,1], with that of a filter `opacity()`, which does the same. */
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
  const css = layout.styles[style];
  return css ? (facts[style] ??= readStyle(complete(css))) : null;
}

/** Fills in what a hand-made layout leaves out; captures hold every property. */
function complete(css: Partial<Style>): Style {
  const color = css.color ?? INITIAL_STYLE.color;
  return { ...INITIAL_STYLE, '-webkit-text-fill-color': color, ...css };
}

function readStyle(css: Style): StyleFacts {
  const { position } = css;
  const opacity = Number(css.opacity) * opacityOfFilter(css.filter);
  const transformed = css.transform !== 'none';
  const filtered = css.filter !== 'none' || css['backdrop-filter'] !== 'none';
  const blended = css['mix-blend-mode'] !== 'normal';
  const masked = css['mask-image'] !== 'none';
  const zIndex = css['z-index'];
  const textClip = css['background-clip'].includes('text');
  return {
    css,
    visible: css.visibility === 'visible',
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
      css['clip-path'] !== 'none',
    zIndex: zIndex === 'auto' ? 0 : Number(zIndex),
    background: parseColor(css['background-color']) ?? TRANSPARENT,
    pictured: (css['background-image'] !== 'none' && !textClip) || css['box-shadow'].includes('inset'),
    textClip,
    bordered: isBordered(css),
    shadowed: css['box-shadow'] !== 'none',
    distorts: blended || masked || !keepsColors(css.filter),
    backdrop: css['backdrop-filter'] !== 'none',
  };
}

/** Computed border widths are 0 where the style is `none`, so a width is a border. */
function isBordered(css: Style): boolean {
  return (['top', 'right', 'bottom', 'left'] as const).some((side) => px(css[`border-${side}-width`]) > 0);
}

/** The number of a length in px; 0 for keywords. */
export function px(value: string): number {
  return Number.parseFloat(value) || 0;
}

function overflowOf(display: string, value: string): Overflow {
  // Overflow applies to block, flex and grid containers only (CSS Overflow 3), and to replaced elements.
  if (display === 'inline' || display === 'contents' || /^table-(row|column)/.test(display)) return 'visible';
  if (value === 'hidden' || value === 'clip') return 'clip';
  return value === 'auto' || value === 'scroll' || value === 'overlay' ? 'scroll' : 'visible';
}

/** The `opacity()` functions of a filter: they fade the element as one, as the property of that name does (Filter Effects 1). */
function opacityOfFilter(filter: string): number {
  if (!filter.includes('opacity(')) return 1;
  return [...filter.matchAll(/\bopacity\(([\d.e+-]+)(%?)\)/g)].reduce(
    (product, [, amount, percent]) => product * Math.min(1, Number(amount) / (percent ? 100 : 1)),
    1,
  );
}

/** A drop shadow is painted outside the shapes and leaves their colours alone; opacity is known. */
function keepsColors(filter: string): boolean {
  return filter === 'none' || /^((drop-shadow|opacity)\((?:[^()]|\([^()]*\))*\)\s*)+$/.test(filter);
}
