import type { ChannelResult, Opinion } from '../channels/schema.js';
import { scoreText } from './verdicts.js';

/** Where a judge places its score: "0.44 to 0.76", with the number of samples where a model was asked several times. */
export function rangeText({ interval, reasons }: Opinion): string | null {
  if (!interval) return null;
  const samples = reasons.length > 1 ? ` in ${reasons.length} samples` : '';
  return `${scoreText(interval[0])} to ${scoreText(interval[1])}${samples}`;
}

/** The measures that moved a score, in words: those that made it better and those that made it worse, strongest first. */
export function pullTexts({ pulls }: Opinion): { better: string[]; worse: string[] } {
  const named = (isBetter: boolean) =>
    pulls.filter(({ pull }) => pull > 0 === isBetter).map(({ measure }) => measureText(measure));
  return { better: named(true), worse: named(false) };
}

/** "hueDiscord" -> "hue discord". */
export function measureText(measure: string): string {
  return measure.replace(/(?<=\p{Ll})\p{Lu}/gu, (letter) => ` ${letter.toLowerCase()}`);
}

/** What a judge looked for and could not tell, by name. */
export function untold({ parts, opinion }: ChannelResult): string[] {
  if (!opinion) return [];
  return Object.entries(parts).flatMap(([name, { status }]) => (status === 'not-applicable' ? [name] : []));
}
