import { z } from 'zod';
import type { Box, Layout } from '../../../render/capture.js';
import { defineCheck, type Check, type CheckContext, type CheckResult } from '../../check.js';

/** A place where a stock look was recognised. */
export interface Sighting {
  /** Index of the element in the layout's nodes. */
  element: number;
  box: Box;
  message: string;
  measured: Record<string, number | string>;
}

export interface Look {
  /** A noun, kebab-case, the name of the file: "accent-stripe". */
  id: string;
  title: string;
  /** What is recognised, and what is not (Markdown). */
  description: string;
  /** What to do instead (Markdown). */
  remedy: string;
  /** One sentence for each place. */
  suggestion: string;
  /** In (0,1]: how much of a page's sameness this look alone accounts for. */
  stock: number;
  /** The places where it is seen; none where the page has it not. */
  sightings: (context: CheckContext) => Sighting[] | Promise<Sighting[]>;
}

const known = new WeakMap<Layout, Map<Look, Promise<Sighting[]>>>();

/** Where a look is seen; sought once a layout, for its own check and for the measure of sameness. */
export function sightingsOf(look: Look, context: CheckContext): Promise<Sighting[]> {
  let found = known.get(context.layout);
  if (!found) known.set(context.layout, (found = new Map<Look, Promise<Sighting[]>>()));
  let sightings = found.get(look);
  if (!sightings) found.set(look, (sightings = Promise.resolve(look.sightings(context))));
  return sightings;
}

/** How many places of one look are told: it is one decision of the page, however often it shows. */
const TOLD = 6;

/**
 * Makes a check of a stock look. It advises and never more, whatever the settings say, since a stock look is no mistake; and its
 * weight is 0, since a judge says how a page looks.
 */
export function checkOf(look: Look): Check {
  return defineCheck({
    meta: {
      id: look.id,
      title: look.title,
      description: `${look.description}\n\nA habit of models, and no mistake: an advisory that takes nothing from the score. See [Sameness](../guides/sameness.md).`,
      remedy: look.remedy,
      severity: 'advisory',
      weight: 0,
      source:
        'Chosen here, on 40 generated pages, and on 60 pages made by people (Design2Code), which it should rarely meet: the rates are in [Sameness](../guides/sameness.md).',
      viewports: 'primary',
    },
    options: z.strictObject({}),
    async evaluate(context): Promise<CheckResult> {
      const seen = await sightingsOf(look, context);
      return {
        score: seen.length > 0 ? 0 : 1,
        defects: seen.slice(0, TOLD).map((sighting) => ({
          ...sighting,
          expected: null,
          suggestion: look.suggestion,
          certainty: 'likely',
          severity: 'advisory',
        })),
      };
    },
  });
}
