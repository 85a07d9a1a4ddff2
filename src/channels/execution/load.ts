import { z } from 'zod';
import { INTEGRITY_MISMATCH, type CapturedRequest, type Outcome } from '../../render/capture.js';
import type { Defect } from '../check.js';
import type { ExecutionCheck } from './check.js';
import { scoreByTally } from './tally.js';

/** Outcomes after which there is nothing to see. Trouble of ours never comes here. */
const FATAL: Readonly<Partial<Record<Outcome, { message: string; suggestion: string }>>> = {
  'no-artifact': {
    message: 'The reply holds no code that could be shown.',
    suggestion: 'Answer with one complete document in a fenced block.',
  },
  'load-failed': {
    message: 'The page could not be loaded.',
    suggestion: 'Open it in a browser and look at its first error.',
  },
  timeout: {
    message: 'The page used up its time and was stopped, twice.',
    suggestion: 'Look for an endless loop, or work that grows with every frame.',
  },
  'out-of-memory': {
    message: 'The page used up its memory and was stopped, twice.',
    suggestion: 'Look for a list or document that grows without end.',
  },
  crashed: {
    message: 'The page brought its browser down, twice.',
    suggestion: 'Look for giant canvases, filters or documents.',
  },
};

const options = z.strictObject({});

/** Did the artifact load, whole and with its own scripts and styles? */
export const load: ExecutionCheck<typeof options> = {
  meta: {
    id: 'load',
    title: 'Loading',
    description:
      'Whether the artifact could be shown at all: there is code, the code is complete, the page loads, ends its work within the budget of time and memory, and finds the scripts and stylesheets that it names: its own files, and published ones. What only the renderer’s store lacks is not counted; what the registry says does not exist is.',
    remedy:
      'A page that is stopped twice, the second time on a fresh browser, did it itself. Look for endless loops and growth without end.',
    severity: 'error',
    weight: 1,
    source: 'Kallos: whose fault an outcome is (docs/guides/verdict.md).',
    viewports: 'primary',
  },
  options,
  evaluate({ capture }) {
    const { outcome, detail, artifact, requests } = capture.data;
    const fatal = FATAL[outcome];
    if (fatal) {
      const message = detail ? `${fatal.message} ${detail}` : fatal.message;
      return { score: 0, defects: [defect(message, { outcome }, fatal.suggestion)] };
    }
    const defects: Defect[] = requests
      .filter(({ type }) => /^(script|stylesheet)$/i.test(type))
      .flatMap((request) => {
        const lack = lackOf(request);
        return lack ? [{ ...lack, severity: 'warning' as const }] : [];
      });
    if (outcome === 'truncated' || artifact.truncated) {
      defects.unshift(
        defect(
          'The code breaks off before its end.',
          { truncated: true },
          'Give the reply more room, or write shorter code.',
        ),
      );
    }
    return { score: scoreByTally(defects, 'error', ({ message }) => message), defects };
  },
};

/** What the page has itself to blame for: its own file that it doesn't have, a published one that doesn't exist or isn't what it names. */
function lackOf({ url, type, fate, reason }: CapturedRequest): Defect | null {
  const what = `The ${type.toLowerCase()} ${url}`;
  switch (fate) {
    case 'missing':
      return defect(
        `${what} is not among the artifact's files.`,
        { url },
        'Add the file, or put its content into the page.',
      );
    case 'absent':
      return defect(
        `${what} does not exist: ${reason ?? 'its registry says so'}.`,
        { url },
        'Name a package, version and file that are published.',
      );
    case 'failed':
      if (reason !== INTEGRITY_MISMATCH) return null;
      return defect(
        `${what} was refused: ${reason}.`,
        { url },
        'Correct the integrity attribute, or leave it out.',
      );
    default:
      return null;
  }
}

function defect(message: string, measured: Defect['measured'], suggestion: string): Defect {
  return { element: null, box: null, message, measured, expected: null, suggestion, source: null };
}
