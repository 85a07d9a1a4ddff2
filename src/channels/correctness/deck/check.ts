import { z } from 'zod';
import type { CheckMeta, CheckResult, Defect } from '../../check.js';
import { severitySchema, type Severity } from '../../schema.js';
import { scoreByShare } from '../scale.js';
import type { Slide, Spot } from './slide.js';

/** A check of the slides of one deck beside each other. */
export interface DeckCheck<Options extends z.ZodType = z.ZodType> {
  meta: CheckMeta;
  options: Options;
  evaluate(slides: readonly Slide[], options: z.infer<Options>): CheckResult;
}

/** Declares a check of decks. Pure, as all checks are. */
export function defineDeckCheck<Options extends z.ZodType>(check: DeckCheck<Options>): DeckCheck<Options> {
  return check;
}

/** What a slide departs in from the others. */
export interface Departure extends Pick<Defect, 'measured' | 'expected' | 'suggestion'> {
  /** Index of the slide. */
  slide: number;
  spot: Spot | null;
  severity: Severity;
  /** The rest of a sentence that begins with the name of the slide. */
  says: string;
}

/** The result of a check: the score by how many of the slides depart, severity by severity. */
export function resultOf(slides: readonly Slide[], departures: readonly Departure[]): CheckResult {
  const score = severitySchema.options.reduce((product, severity) => {
    const affected = departures.filter((one) => one.severity === severity).map(({ slide }) => slide);
    return product * scoreByShare(new Set(affected).size, slides.length, severity);
  }, 1);
  return { score, defects: departures.map((departure) => defectOf(slides, departure)) };
}

function defectOf(slides: readonly Slide[], { slide, spot, says, ...rest }: Departure): Defect {
  const { name } = slides[slide]!;
  return {
    ...rest,
    element: null,
    box: spot?.box ?? null,
    selector: spot?.selector ?? null,
    source: spot?.source ?? { file: name, line: 1, column: 1 },
    message: `Slide ${slide + 1} (${name}) ${says}`,
  };
}

/**
 * The largest group of alike values, as a list of indices: those that are alike to one of them, which stands first. Of
 * equally large groups the first.
 */
export function commonest<T>(values: readonly (T | null)[], alike: (a: T, b: T) => boolean): number[] {
  let best: number[] = [];
  for (const [i, value] of values.entries()) {
    if (value === null) continue;
    const group = values.flatMap((other, j) => (other !== null && j !== i && alike(value, other) ? [j] : []));
    if (group.length + 1 > best.length) best = [i, ...group];
  }
  return best;
}

/**
 * The slides that carry content. The opening slide is laid out for itself; so are a closing slide and those between
 * parts, which are told by their larger or centred titles.
 */
export function contentSlides(slides: readonly Slide[]): number[] {
  const titles = slides.map(({ title }, i) => (i === 0 ? null : title));
  const usual = commonest(titles, (a, b) => a.side === b.side && alikeSize(a.size, b.size, 1.1));
  const model = usual.length > 0 ? titles[usual[0]!]! : null;
  return titles.flatMap((title, i) => {
    if (i === 0) return [];
    if (!title || !model) return [i];
    const larger = title.size > model.size * 1.25;
    const closing = i === slides.length - 1 && title.side !== model.side;
    const pause = title.side === 'center' && model.side !== 'center' && slides[i]!.texts.length <= 3;
    return larger || closing || pause ? [] : [i];
  });
}

/** Are two sizes apart by no more than this ratio? */
export function alikeSize(a: number, b: number, ratio: number): boolean {
  return Math.max(a, b) <= Math.min(a, b) * ratio + 1e-9;
}
