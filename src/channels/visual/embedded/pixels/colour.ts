import { labOf } from './oklab.js';
import type { Screen } from './screen.js';
import { deviation, entropy, mean } from './statistics.js';

/** Pixels of less chroma than this in OKLCH have no hue that a reader would name. */
const GREY = 0.03;
const VIVID = 0.12;
const HUES = 36;

/**
 * Half-widths and centres (degrees) of the sectors of the harmonic templates of Matsuda (1995), as Cohen-Or et al. (2006)
 * use them: i, V, L, I, T, Y, X.
 */
const TEMPLATES: readonly (readonly (readonly [centre: number, half: number])[])[] = [
  [[0, 9]],
  [[0, 47]],
  [
    [0, 9],
    [90, 40],
  ],
  [
    [0, 9],
    [180, 9],
  ],
  [[0, 90]],
  [
    [0, 47],
    [180, 9],
  ],
  [
    [0, 47],
    [180, 47],
  ],
];

export type ColourMeasure =
  | 'colourfulness'
  | 'chromaMean'
  | 'chromaSpread'
  | 'vividShare'
  | 'hueEntropy'
  | 'hueDiscord'
  | 'colours'
  | 'dominantShare'
  | 'whiteShare'
  | 'darkShare'
  | 'lightnessMean'
  | 'lightnessSpread'
  | 'warmth'
  | 'chromaEdges'
  | 'vividEdges';

/** How much colour there is, which, and whether it fits together. */
export function colourMeasures(screen: Screen): Record<ColourMeasure, number> {
  const lab = labOf(screen.scales[0], 4);
  const count = lab.l.length;
  const chroma = new Float32Array(count);
  const hues = new Float64Array(HUES);
  let vivid = 0;
  let white = 0;
  let dark = 0;
  let warm = 0;
  for (let i = 0; i < count; i++) {
    const c = length(lab.a[i]!, lab.b[i]!);
    chroma[i] = c;
    if (c > GREY)
      hues[Math.floor((Math.atan2(lab.b[i]!, lab.a[i]!) / (2 * Math.PI) + 1) * HUES) % HUES]! += c;
    if (c > VIVID) vivid++;
    if (lab.l[i]! > 0.97 && c < 0.02) white++;
    if (lab.l[i]! < 0.35) dark++;
    warm += lab.a[i]! + lab.b[i]!;
  }
  const palette = paletteOf(screen);
  let lightSteps = 0;
  let chromaSteps = 0;
  let vividSteps = 0;
  for (let i = 1; i < count; i++) {
    if (i % lab.width === 0) continue;
    const step = length(lab.a[i]! - lab.a[i - 1]!, lab.b[i]! - lab.b[i - 1]!);
    lightSteps += Math.abs(lab.l[i]! - lab.l[i - 1]!);
    chromaSteps += step;
    if (step > VIVID) vividSteps++;
  }
  return {
    colourfulness: colourfulness(screen),
    chromaMean: mean(chroma),
    chromaSpread: deviation(chroma),
    vividShare: vivid / count,
    hueEntropy: mean(hues) > 0 ? entropy(hues) : 0,
    hueDiscord: discord(hues) / count,
    colours: Math.log2(1 + palette.many),
    dominantShare: palette.dominant,
    whiteShare: white / count,
    darkShare: dark / count,
    lightnessMean: mean(lab.l),
    lightnessSpread: deviation(lab.l),
    warmth: warm / count,
    chromaEdges: chromaSteps / (lightSteps + chromaSteps + 1e-6),
    vividEdges: vividSteps / count,
  };
}

/** `Math.hypot` guards against overflow that cannot happen here, at ten times the price. */
const length = (a: number, b: number) => Math.sqrt(a * a + b * b);

/** Hasler & Süsstrunk 2003: 0 for grey, above 80 for a very colourful picture. */
function colourfulness({ scales: [, , quarter] }: Screen): number {
  const count = quarter.data.length / 3;
  const redGreen = new Float32Array(count);
  const yellowBlue = new Float32Array(count);
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    const [red, green, blue] = [quarter.data[at]!, quarter.data[at + 1]!, quarter.data[at + 2]!];
    redGreen[i] = red - green;
    yellowBlue[i] = (red + green) / 2 - blue;
  }
  return (
    Math.hypot(deviation(redGreen), deviation(yellowBlue)) +
    0.3 * Math.hypot(mean(redGreen), mean(yellowBlue))
  );
}

/** Colours of 4 bits a part: how many cover a two-thousandth of the screen or more, and what the commonest covers. */
function paletteOf({ scales: [full] }: Screen): { many: number; dominant: number } {
  const counts = new Uint32Array(4096);
  let pixels = 0;
  for (let at = 0; at < full.data.length; at += 12, pixels++) {
    counts[((full.data[at]! >> 4) << 8) | ((full.data[at + 1]! >> 4) << 4) | (full.data[at + 2]! >> 4)]!++;
  }
  let many = 0;
  let dominant = 0;
  for (const n of counts) {
    if (n > pixels / 2000) many++;
    dominant = Math.max(dominant, n / pixels);
  }
  return { many, dominant };
}

/** Chroma x radians by which the hues miss the best-fitting harmonic template. */
function discord(hues: Float64Array): number {
  let best = Infinity;
  for (const template of TEMPLATES) {
    for (let turn = 0; turn < HUES; turn++) {
      let miss = 0;
      for (let h = 0; h < HUES && miss < best; h++) {
        let away = Infinity;
        for (const [centre, half] of template) {
          const apart = Math.abs((((h - turn) * (360 / HUES) - centre + 900) % 360) - 180);
          away = Math.min(away, Math.max(0, apart - half));
        }
        miss += hues[h]! * away;
      }
      // A wider template fits anything: what it leaves free costs.
      const width = template.reduce((sum, [, half]) => sum + half, 0);
      best = Math.min(best, miss + 0.1 * width * mean(hues) * HUES);
    }
  }
  return (best * Math.PI) / 180;
}
