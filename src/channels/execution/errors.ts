import { z } from 'zod';
import type { Defect } from '../check.js';
import type { ExecutionCheck } from './check.js';
import { scoreByTally } from './tally.js';

const options = z.strictObject({});

const WHAT = { exception: 'Uncaught exception', 'unhandled-rejection': 'Unhandled rejection' } as const;

/** Uncaught exceptions and unhandled rejections, except those that follow from what the renderer couldn't offer. */
export const errors: ExecutionCheck<typeof options> = {
  meta: {
    id: 'errors',
    title: 'Page errors',
    description:
      'Uncaught exceptions and unhandled promise rejections while the page loaded and ran, its workers included, also those of which the page cancels the event. What a script did after its exception is missing from the page, whether or not it shows. Errors that follow from a resource that the renderer could not offer are excused.',
    remedy: 'Repair the statement at the line named; handle rejections where a request may fail.',
    severity: 'error',
    weight: 0.3,
    source: 'HTML standard, 8.1.4 (runtime script errors, unhandled promise rejections).',
    viewports: 'primary',
  },
  options,
  evaluate({ capture }) {
    if (capture.data.layouts.length === 0 && capture.data.errors.length === 0) {
      return { score: null, reason: 'not-loaded' };
    }
    const defects = capture.data.errors.flatMap(({ kind, message, source, excused }): Defect[] => {
      if (excused || kind === 'resource') return [];
      return [
        {
          element: null,
          box: null,
          message: `${WHAT[kind]}: ${message}`,
          measured: { kind },
          expected: null,
          suggestion: 'Repair the script at this line, or catch the error where it may happen.',
          source,
        },
      ];
    });
    return { score: scoreByTally(defects, 'error', ({ message }) => message), defects };
  },
};
