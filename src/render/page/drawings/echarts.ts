import type { Drawing } from '../../capture.js';

/* What of ECharts 5 and of its canvas, zrender, is read. */
interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}
interface Displayable {
  type: string;
  style: { text?: string; fontSize?: number; font?: string; fill?: unknown; stroke?: unknown };
  invisible?: boolean;
  ignore?: boolean;
  getBoundingRect(): Rect;
  getComputedTransform(): number[] | null;
}
interface Data {
  count(): number;
  getName(index: number): string;
  get(dimension: string, index: number): unknown;
  mapDimension(name: string): string | undefined;
  getLayout(name: string): ArrayLike<number> | undefined;
  getItemLayout(index: number): unknown;
  getItemVisual(index: number, name: string): { fill?: unknown } | undefined;
  getVisual(name: string): { fill?: unknown; stroke?: unknown } | undefined;
}
interface Series {
  name: string;
  subType: string;
  getData(): Data;
  coordinateSystem?: { getBaseAxis?(): { dim: string } };
}
interface Instance {
  getZr(): { storage: { getDisplayList(update: boolean): Displayable[] } };
  getModel(): { getSeries(): Series[] };
  getWidth(): number;
  getHeight(): number;
}

/* Runs in the page's own world: it may use nothing but what stands within it. */
export function readECharts(canvas: HTMLCanvasElement): { drawing: Drawing; size: [number, number] } | null {
  const library = (globalThis as { echarts?: { getInstanceByDom?(host: Element): Instance | undefined } })
    .echarts;
  const host = canvas.closest('[_echarts_instance_]');
  // A chart may lie on several canvases: the first one speaks for it.
  const chart =
    host && host.querySelector('canvas') === canvas ? library?.getInstanceByDom?.(host) : undefined;
  if (!chart) return null;
  const drawing: Drawing = { library: 'echarts', texts: [], shapes: [] };
  const colorOf = (value: unknown) => (typeof value === 'string' && value !== 'none' ? value : null);
  const around = (xs: number[], ys: number[]): [number, number, number, number] => {
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    return [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
  };

  for (const shown of chart.getZr().storage.getDisplayList(true)) {
    if (shown.invisible || shown.ignore) continue;
    const { x, y, width, height } = shown.getBoundingRect();
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = shown.getComputedTransform() ?? [];
    const corners = [x, x + width].flatMap((px) =>
      [y, y + height].map((py) => [a * px + c * py + e, b * px + d * py + f] as const),
    );
    const box = around(
      corners.map(([px]) => px),
      corners.map(([, py]) => py),
    );
    if (!box.every(Number.isFinite)) continue;
    const { text, fill, stroke, font } = shown.style;
    if (shown.type === 'tspan' && text) {
      drawing.texts.push({
        text: text.slice(0, 500),
        box,
        size: Number.parseFloat(/([\d.]+)px/.exec(font ?? '')?.[1] ?? '12') * Math.hypot(a, b),
        angle: (Math.atan2(b, a) * 180) / Math.PI,
        color: colorOf(fill),
      });
    } else if (box[2] <= 48 && box[3] <= 28 && box[2] >= 4) {
      // Small shapes are the signs of a legend, or points: whoever looks for signs looks beside words.
      for (const value of [fill, stroke])
        if (colorOf(value) !== null)
          drawing.shapes.push({ kind: 'sign', box, color: colorOf(value), points: [] });
    }
  }

  for (const series of chart.getModel().getSeries()) {
    const data = series.getData();
    const alongY = series.coordinateSystem?.getBaseAxis?.().dim === 'y';
    const dimension = data.mapDimension(series.subType === 'pie' ? 'value' : alongY ? 'x' : 'y');
    const name = series.name.slice(0, 500);
    const pointOf = (i: number): [string, number][] => {
      const value = dimension === undefined ? NaN : Number(data.get(dimension, i));
      return Number.isFinite(value) ? [[data.getName(i).slice(0, 500), value]] : [];
    };
    for (let i = 0; i < data.count(); i++) {
      const layout = data.getItemLayout(i) as Record<string, number> | undefined;
      const color = colorOf(data.getItemVisual(i, 'style')?.fill);
      if (layout && series.subType === 'bar') {
        const { x = NaN, y = NaN, width = NaN, height = NaN } = layout;
        const box: [number, number, number, number] = [
          Math.min(x, x + width),
          Math.min(y, y + height),
          Math.abs(width),
          Math.abs(height),
        ];
        if (box.every(Number.isFinite))
          drawing.shapes.push({ kind: 'bar', box, color, series: name, points: pointOf(i) });
      } else if (layout && series.subType === 'pie') {
        const { cx = NaN, cy = NaN, r = NaN, angle = NaN } = layout;
        if ([cx, cy, r, angle].every(Number.isFinite))
          drawing.shapes.push({
            kind: 'slice',
            box: [cx - r, cy - r, 2 * r, 2 * r],
            color,
            share: Math.min(1, Math.abs(angle) / (2 * Math.PI)),
            series: name,
            points: pointOf(i),
          });
      }
    }
    // The points of a line stand in one list, x after y.
    const flat = Array.from(series.subType === 'line' ? (data.getLayout('points') ?? []) : []);
    const [xs, ys] = [0, 1].map((odd) => flat.filter((at, i) => i % 2 === odd && Number.isFinite(at))) as [
      number[],
      number[],
    ];
    if (xs.length >= 2 && ys.length >= 2) {
      const style = data.getVisual('style');
      drawing.shapes.push({
        kind: 'line',
        box: around(xs, ys),
        color: colorOf(style?.stroke) ?? colorOf(style?.fill),
        series: name,
        points: Array.from({ length: data.count() }, (_, i) => pointOf(i))
          .flat()
          .slice(0, 2000),
      });
    }
  }
  return { drawing, size: [chart.getWidth(), chart.getHeight()] };
}
