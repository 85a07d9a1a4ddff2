import type { Artifact } from './schema.js';

/** Only the start of a file is looked at: styles come first, and generated files can be large. */
const CODE_PREFIX = 200_000;

/**
 * The canvas that a slide or poster draws itself on, in CSS px: an SVG's own size, or the box of fixed width and height that holds
 * the page. Null where the code fixes none.
 */
export function canvasOf({ kind, language, files, entry }: Artifact): [number, number] | null {
  const bytes = files.get(entry);
  if (!bytes) return null;
  const code = Buffer.from(bytes.subarray(0, CODE_PREFIX)).toString('utf8');
  if (language === 'svg') return svgSize(code)?.map(Math.round) as [number, number] | null;
  for (const [width, height, where] of fixedBoxes(code)) {
    const fits =
      kind === 'slide'
        ? width > height
        : kind === 'poster' && /html|body|poster|artboard|canvas/i.test(where);
    if (fits) return [width, height];
  }
  return null;
}

/** Width and height of a lone SVG: its view box, else its size attributes. */
export function svgSize(code: string): [number, number] | null {
  const root = /<svg\b[^<>]{0,2000}>/i.exec(code)?.[0] ?? '';
  const [, width, height] =
    /\bviewBox=["']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)/i.exec(root) ??
    /\bwidth=["']([\d.]+)(?:px)?["'][^>]*?\bheight=["']([\d.]+)/i.exec(root) ??
    [];
  return Number(width) > 0 && Number(height) > 0 ? [Number(width), Number(height)] : null;
}

/** Names of elements that hold a whole canvas. The bounded quantifiers keep hostile code from costing more than a look. */
const CANVAS_RULE =
  /[\s,}>.#]((?:html|body|[.#]?[\w-]{0,40}(?:slide|poster|page|artboard|canvas|stage|container)[\w-]{0,40}))\s{0,20}\{([^{}]{0,2000})\}/gi;
const CANVAS_STYLE =
  /<(body|div|main|section|article)\b[^>]{0,500}?\bstyle=(?:"([^"]{0,1000})"|'([^']{0,1000})')/gi;
const CANVAS_TAILWIND = /\bw-\[(\d{3,4})px\]\s(?:[^"']{0,200}\s)?(?:min-)?h-\[(\d{3,4})px\]/;

/** A box of fixed width and height in px, and the selector or tag that has it. */
type FixedBox = [width: number, height: number, where: string];

/** Every element named or placed like a canvas whose styles fix both sides in px, at 400 px or more. */
export function* fixedBoxes(code: string): Generator<FixedBox> {
  for (const [, selector, declarations] of code.matchAll(CANVAS_RULE)) {
    const size = sizeOf(declarations!);
    if (size) yield [...size, selector!];
  }
  for (const [, tag, double, single] of code.matchAll(CANVAS_STYLE)) {
    const size = sizeOf(double ?? single ?? '');
    if (size) yield [...size, `<${tag!.toLowerCase()}>`];
  }
  const tailwind = CANVAS_TAILWIND.exec(code);
  if (tailwind) yield [Number(tailwind[1]), Number(tailwind[2]), 'box'];
}

function sizeOf(declarations: string): [number, number] | null {
  const width = Number(/(?:^|[\s;])width\s{0,9}:\s{0,9}(\d{3,4})px/i.exec(declarations)?.[1]);
  const height = Number(/(?:^|[\s;])(?:min-)?height\s{0,9}:\s{0,9}(\d{3,4})px/i.exec(declarations)?.[1]);
  return width >= 400 && height >= 400 ? [width, height] : null;
}
