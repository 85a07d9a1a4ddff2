import type { Figure } from '../bootstrap.js';
import { html, type Markup } from '../../report/html/markup.js';
import { decimal, figureText } from './words.js';

/** Size of a plot in its own units, and the room around it for axes. */
const SIZE = { width: 520, height: 340 };
const ROOM = { left: 46, right: 12, top: 10, bottom: 40 };

/** Maps values onto a line of the plot. */
type Scale = (value: number) => number;

interface Axis {
  scale: Scale;
  ticks: number[];
  title: string;
}

/** An axis over values, with ticks at round numbers. */
function axis(values: readonly number[], title: string, [from, to]: [number, number]): Axis {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const span = highest - lowest || 1;
  const [low, high] = [lowest - 0.04 * span, highest + 0.04 * span];
  const scale = (value: number) => from + ((value - low) / (high - low)) * (to - from);
  return { scale, ticks: ticks(low, high), title };
}

/** Round numbers within a range, about six: multiples of 1, 2, 2.5 or 5 times a power of ten. */
function ticks(low: number, high: number): number[] {
  const rough = (high - low) / 6;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= rough)!;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)),
  );
}

const across: [number, number] = [ROOM.left, SIZE.width - ROOM.right];
const upwards: [number, number] = [SIZE.height - ROOM.bottom, ROOM.top];
const place = (value: number) => value.toFixed(1);

function frame(label: string, x: Axis, y: Axis | null, content: readonly Markup[]): Markup {
  const bottom = upwards[0];
  return html`<svg class="plot" viewBox="0 0 ${SIZE.width} ${SIZE.height}" role="img" aria-label="${label}">
    ${
      y?.ticks.map(
        (tick) =>
          html`<line
              class="grid"
              x1="${across[0]}"
              x2="${across[1]}"
              y1="${place(y.scale(tick))}"
              y2="${place(y.scale(tick))}"
            />
            <text class="tick" x="${across[0] - 8}" y="${place(y.scale(tick) + 4)}" text-anchor="end"
              >${tick}</text
            >`,
      ) ?? null
    }
    ${x.ticks.map(
      (tick) =>
        html`<line
            class="grid"
            y1="${bottom}"
            y2="${bottom + 4}"
            x1="${place(x.scale(tick))}"
            x2="${place(x.scale(tick))}"
          />
          <text class="tick" x="${place(x.scale(tick))}" y="${bottom + 17}" text-anchor="middle"
            >${tick}</text
          >`,
    )}
    <line class="axis" x1="${across[0]}" x2="${across[1]}" y1="${bottom}" y2="${bottom}" />
    <text class="axis-title" x="${(across[0] + across[1]) / 2}" y="${SIZE.height - 4}" text-anchor="middle">
      ${x.title}
    </text>
    ${y && html`<text class="axis-title" transform="translate(11 ${(upwards[0] + upwards[1]) / 2}) rotate(-90)" text-anchor="middle">${y.title}</text>`}
    ${content}
  </svg>`;
}

export interface Point {
  x: number;
  y: number;
  name: string;
}

/** Points, and a straight line through them or at 0. */
export function scatter(
  points: readonly Point[],
  titles: { label: string; x: string; y: string },
  line: 'fit' | 'zero',
): Markup {
  const x = axis(
    points.map((point) => point.x),
    titles.x,
    across,
  );
  const y = axis(
    points.map((point) => point.y),
    titles.y,
    upwards,
  );
  const { slope, intercept } = line === 'fit' ? fitOf(points) : { slope: 0, intercept: 0 };
  const ends = [Math.min(...points.map((point) => point.x)), Math.max(...points.map((point) => point.x))];
  const [from, to] = ends.map((end) => ({ x: x.scale(end), y: y.scale(intercept + slope * end) }));
  return frame(titles.label, x, y, [
    html`<line
      class="fit"
      x1="${place(from!.x)}"
      y1="${place(from!.y)}"
      x2="${place(to!.x)}"
      y2="${place(to!.y)}"
    />`,
    ...points.map(
      (point) =>
        html`<circle class="dot" cx="${place(x.scale(point.x))}" cy="${place(y.scale(point.y))}" r="3.2">
          <title>${point.name}: ${decimal(point.x)}, ${decimal(point.y)}</title>
        </circle>`,
    ),
  ]);
}

/** The straight line with the least squared error. */
export function fitOf(points: readonly { x: number; y: number }[]): { slope: number; intercept: number } {
  const mean = (of: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const spread = mean((point) => (point.x - x) ** 2);
  const slope = spread === 0 ? 0 : mean((point) => (point.x - x) * (point.y - y)) / spread;
  return { slope, intercept: y - slope * x };
}

/** Bars of counts in bins of equal width. */
export function histogram(
  { from, to, counts }: { from: number; to: number; counts: readonly number[] },
  title: string,
): Markup {
  const x = axis([from, to], title, across);
  const y = axis([0, Math.max(...counts)], 'pictures', upwards);
  const step = (to - from) / counts.length;
  const base = y.scale(0);
  return frame(
    'How often the judge gave which score',
    { ...x },
    y,
    counts.map((count, i) => {
      const [left, right] = [x.scale(from + i * step), x.scale(from + (i + 1) * step)];
      return html`<rect
        class="count"
        x="${place(left + 0.75)}"
        width="${place(Math.max(0.5, right - left - 1.5))}"
        y="${place(y.scale(count))}"
        height="${place(base - y.scale(count))}"
      >
        <title>${decimal(from + i * step)} to ${decimal(from + (i + 1) * step)}: ${count}</title>
      </rect>`;
    }),
  );
}

/** One line for each judge or floor: the value as a dot, its interval as a bar. */
export function intervals(
  rows: readonly { name: string; figure: Figure | null; own: boolean }[],
  title: string,
  none: number,
): Markup {
  const known = rows.flatMap(({ figure }) => (figure ? [figure.low, figure.high] : []));
  const height = 34 * rows.length + 46;
  const x = axis([...known, none, 1], title, [150, SIZE.width - 104]);
  return html`<svg
    class="plot"
    viewBox="0 0 ${SIZE.width} ${height}"
    role="img"
    aria-label="${title}, with 95% intervals"
  >
    ${x.ticks.map(
      (tick) =>
        html`<line
            class="${tick === none ? 'chance' : 'grid'}"
            x1="${place(x.scale(tick))}"
            x2="${place(x.scale(tick))}"
            y1="6"
            y2="${height - 40}"
          />
          <text class="tick" x="${place(x.scale(tick))}" y="${height - 24}" text-anchor="middle"
            >${tick}</text
          >`,
    )}
    <text
      class="axis-title"
      x="${place((150 + SIZE.width - 104) / 2)}"
      y="${height - 5}"
      text-anchor="middle"
    >
      ${title}
    </text>
    ${rows.map(({ name, figure, own }, i) => {
      const y = 23 + 34 * i;
      return html`<g class="${own ? 'own' : 'floor'}">
        <text class="row" x="138" y="${y + 4}" text-anchor="end">${name}</text>
        ${
          figure
            ? html`<line
                  class="whisker"
                  x1="${place(x.scale(figure.low))}"
                  x2="${place(x.scale(figure.high))}"
                  y1="${y}"
                  y2="${y}"
                />
                <circle class="value" cx="${place(x.scale(figure.value))}" cy="${y}" r="5" />
                <text class="figure" x="${SIZE.width - 4}" y="${y + 4}" text-anchor="end"
                  >${figureText(figure)}</text
                >`
            : html`<text class="figure" x="${SIZE.width - 4}" y="${y + 4}" text-anchor="end">undefined</text>`
        }
      </g>`;
    })}
  </svg>`;
}
