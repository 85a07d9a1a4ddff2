import type { Drawing } from '../../capture.js';

/* What of Chart.js 3 and 4 is read. */
interface Font {
  string: string;
  size: number;
  lineHeight: number;
}
interface LabelOptions {
  rotation?: number;
  color?: unknown;
  textAlign: string;
  textBaseline: string;
  translation: [number, number];
}
type LabelItem = LabelOptions & {
  label: string | string[];
  font: Font;
  textOffset: number;
  options?: LabelOptions;
};
interface Scale {
  axis: string;
  options: {
    display: boolean | 'auto';
    ticks: { display: boolean };
    title?: { display: boolean; text: string | string[]; color?: unknown };
  };
  left: number;
  top: number;
  width: number;
  height: number;
  isHorizontal(): boolean;
  getLabelItems?(area: object): LabelItem[];
  _labelItems?: LabelItem[] | null;
}
interface Mark {
  options: Record<string, unknown>;
  x: number;
  y: number;
  getProps(names: string[], final: boolean): Record<string, number>;
}
interface Meta {
  type: string;
  label: string;
  data: Mark[];
  dataset?: Mark;
  vScale?: Scale;
  _parsed: (Record<string, number> | number)[];
}
interface Block {
  options: { display: boolean; text?: string | string[]; color?: unknown };
  left: number;
  top: number;
  width: number;
  height: number;
}
interface Legend extends Block {
  legendItems?: { text: string; fillStyle: unknown; strokeStyle: unknown }[];
  legendHitBoxes?: { left: number; top: number; width: number; height: number }[];
}
interface Chart {
  canvas: HTMLCanvasElement;
  width: number;
  height: number;
  chartArea: object;
  scales: Record<string, Scale>;
  data: { labels?: unknown[]; datasets: unknown[] };
  titleBlock?: Block;
  legend?: Legend;
  isDatasetVisible(index: number): boolean;
  getDatasetMeta(index: number): Meta;
}

/* Runs in the page's own world: it may use nothing but what stands within it. */
export function readChartJs(canvas: HTMLCanvasElement): { drawing: Drawing; size: [number, number] } | null {
  const library = (globalThis as { Chart?: { getChart?(canvas: HTMLCanvasElement): Chart | undefined } })
    .Chart;
  const chart = library?.getChart?.(canvas);
  if (!chart) return null;
  const drawing: Drawing = { library: 'chart.js', texts: [], shapes: [] };
  const pen = document.createElement('canvas').getContext('2d')!;
  const colorOf = (value: unknown) => (typeof value === 'string' ? value : null);
  const wordsOf = (text: unknown): string =>
    Array.isArray(text)
      ? text.map(wordsOf).join(' ')
      : typeof text === 'string' || typeof text === 'number'
        ? String(text).slice(0, 500)
        : '';

  const around = (xs: number[], ys: number[]): [number, number, number, number] => {
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    return [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
  };

  const addLabel = ({ label, font, textOffset, ...rest }: LabelItem) => {
    const { rotation = 0, color, textAlign, textBaseline, translation } = rest.options ?? rest;
    pen.font = font.string;
    for (const [i, line] of [label].flat().entries()) {
      const width = pen.measureText(line).width;
      const left = textAlign === 'center' ? -width / 2 : /right|end/.test(textAlign) ? -width : 0;
      const middle = textBaseline === 'top' ? font.size / 2 : textBaseline === 'bottom' ? -font.size / 2 : 0;
      const y = textOffset + i * font.lineHeight + middle;
      const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
      const corners = [left, left + width].flatMap((x) =>
        [y - font.size / 2, y + font.size / 2].map((h) => [x * cos - h * sin, x * sin + h * cos] as const),
      );
      const [dx, dy, ...size] = around(
        corners.map(([x]) => x),
        corners.map(([, h]) => h),
      );
      drawing.texts.push({
        text: line.slice(0, 500),
        box: [translation[0] + dx, translation[1] + dy, ...size],
        size: font.size,
        angle: (rotation * 180) / Math.PI,
        color: colorOf(color),
      });
    }
  };
  /** Words of which only the place of their block is known. */
  const addBlock = (
    text: unknown,
    { left, top, width, height }: Pick<Block, 'left' | 'top' | 'width' | 'height'>,
    color: unknown,
  ) => {
    if (wordsOf(text) !== '')
      drawing.texts.push({
        text: wordsOf(text),
        box: [left, top, width, height],
        size: 12,
        angle: 0,
        color: colorOf(color),
      });
  };

  for (const scale of Object.values(chart.scales)) {
    const { display, ticks, title } = scale.options;
    if (display === false || !/^[xy]/.test(scale.axis)) continue;
    if (ticks.display)
      (scale.getLabelItems?.(chart.chartArea) ?? scale._labelItems ?? []).forEach((item) => {
        addLabel(item);
      });
    if (title?.display)
      // Along the outer edge of the scale.
      addBlock(
        title.text,
        scale.isHorizontal()
          ? { left: scale.left, top: scale.top + scale.height - 14, width: scale.width, height: 14 }
          : { left: scale.left, top: scale.top, width: 14, height: scale.height },
        title.color,
      );
  }
  const { titleBlock, legend } = chart;
  if (titleBlock?.options.display) addBlock(titleBlock.options.text, titleBlock, titleBlock.options.color);
  if (legend?.options.display)
    legend.legendItems?.forEach(({ text, fillStyle, strokeStyle }, i) => {
      const hit = legend.legendHitBoxes?.[i];
      if (!hit) return;
      const sign = Math.min(40, hit.width / 2);
      addBlock(text, { ...hit, left: hit.left + sign, width: hit.width - sign }, null);
      for (const color of [fillStyle, strokeStyle])
        drawing.shapes.push({
          kind: 'sign',
          box: [hit.left, hit.top, sign, hit.height],
          color: colorOf(color),
          points: [],
        });
    });

  const labels = chart.data.labels ?? [];
  for (let i = 0; i < chart.data.datasets.length; i++) {
    if (!chart.isDatasetVisible(i)) continue;
    const meta = chart.getDatasetMeta(i);
    const series = wordsOf(meta.label);
    const valueOf = (k: number) => {
      const parsed = meta._parsed[k];
      return Number(typeof parsed === 'object' ? parsed[meta.vScale?.axis ?? 'y'] : parsed);
    };
    const pointOf = (k: number): [string, number][] =>
      Number.isFinite(valueOf(k)) ? [[wordsOf(labels[k]), valueOf(k)]] : [];
    if (meta.type === 'line') {
      const points = meta.data.filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));
      if (points.length >= 2)
        drawing.shapes.push({
          kind: 'line',
          box: around(
            points.map(({ x }) => x),
            points.map(({ y }) => y),
          ),
          color: colorOf(meta.dataset?.options['borderColor']),
          series,
          points: meta.data.flatMap((_, k) => pointOf(k)).slice(0, 2000),
        });
    }
    for (const [k, mark] of meta.data.entries()) {
      const color = colorOf(mark.options['backgroundColor']);
      if (meta.type === 'bar') {
        const { x, y, base, width, height, horizontal } = mark.getProps(
          ['x', 'y', 'base', 'width', 'height', 'horizontal'],
          true,
        ) as Record<'x' | 'y' | 'base' | 'width' | 'height' | 'horizontal', number>;
        const box: [number, number, number, number] = horizontal
          ? [Math.min(x, base), y - height / 2, Math.abs(base - x), height]
          : [x - width / 2, Math.min(y, base), width, Math.abs(base - y)];
        if (box.every(Number.isFinite))
          drawing.shapes.push({ kind: 'bar', box, color, series, points: pointOf(k) });
      } else if (meta.type === 'pie' || meta.type === 'doughnut') {
        const { x, y, startAngle, endAngle, outerRadius } = mark.getProps(
          ['x', 'y', 'startAngle', 'endAngle', 'outerRadius'],
          true,
        ) as Record<'x' | 'y' | 'startAngle' | 'endAngle' | 'outerRadius', number>;
        drawing.shapes.push({
          kind: 'slice',
          box: [x - outerRadius, y - outerRadius, 2 * outerRadius, 2 * outerRadius],
          color,
          share: Math.min(1, Math.abs(endAngle - startAngle) / (2 * Math.PI)),
          series,
          points: pointOf(k),
        });
      }
    }
  }
  return { drawing, size: [chart.width, chart.height] };
}
