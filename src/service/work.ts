import { extract, makeArtifact, NoArtifactError } from '../artifact/extract.js';
import { documentLanguage } from '../artifact/document.js';
import type { Item } from '../artifact/load.js';
import { KallosError, toKallosError, type ErrorCode } from '../errors.js';
import type { Capture, Renderer } from '../render/index.js';
import type { Verdict } from '../reward/verdict.js';
import { scoreMany, type ScoreManyOptions } from '../score.js';
import type { CaptureStore } from './captures.js';
import type { Answer, Job, Work } from './queue/queue.js';

/** What is the same for every job of a service: thresholds, and a reference or judge where there is one. */
export type JudgeSettings = Omit<
  ScoreManyOptions,
  'renderer' | 'channels' | 'recipe' | 'signal' | 'onError' | 'onCapture' | 'concurrency' | 'unsafe'
>;

export interface WorkOptions {
  renderer: Renderer;
  captures: CaptureStore;
  judging?: JudgeSettings;
  /** Told of what went wrong on our side, with its details, which no verdict carries. */
  onFault?: (fault: string) => void;
  /** Told whenever a job is done again. */
  onAgain?: () => void;
}

/** A browser that dies costs time, not a verdict: the job is done again, in another one. */
const TRIES = 3;
const PASSING: readonly ErrorCode[] = ['KALLOS_BROWSER_DIED', 'KALLOS_BROWSER_START', 'KALLOS_INTERNAL'];

/** Does jobs with a renderer of this process, and leaves their captures in the store. */
export function createWork(options: WorkOptions): Work {
  const { onFault, onAgain } = options;
  return async (job, waitedMs) => {
    for (let tries = 1; ; tries++) {
      try {
        const answer = await attempt(job, options);
        const { verdict } = answer;
        if (verdict.cause === 'infra') {
          onFault?.(verdict.detail ?? verdict.outcome);
          if (tries < TRIES) {
            onAgain?.();
            continue;
          }
        }
        return { ...answer, verdict: told(verdict, waitedMs) };
      } catch (error) {
        const known = toKallosError(error);
        onFault?.(`${known.code}: ${known.message}`);
        if (tries === TRIES || !PASSING.includes(known.code)) throw known;
        onAgain?.();
      }
    }
  };
}

async function attempt(job: Job, { renderer, captures, judging }: WorkOptions): Promise<Answer> {
  let pictures: Answer['pictures'] = [];
  const onCapture = async (capture: Capture) => {
    await captures.put(capture);
    ({ pictures } = capture.data);
  };
  const verdicts = scoreMany(one(itemOf(job)), {
    ...judging,
    ...(job.seed !== undefined && { seed: job.seed }),
    renderer,
    onCapture,
    channels: job.channels,
  });
  for await (const verdict of verdicts) return { verdict, pictures };
  throw new KallosError('KALLOS_INTERNAL', 'A job ended without a verdict.', 'Please report this.');
}

function itemOf({ form, text, kind, brief }: Job): Item {
  // The artifact's name is the asker's affair: one answer may serve several.
  const options = { id: '', kind, brief };
  try {
    const artifact =
      form === 'response'
        ? extract(text, options)
        : makeArtifact(text, documentLanguage(text) ?? 'html', options);
    return { id: '', artifact, brief };
  } catch (error) {
    if (error instanceof NoArtifactError) return { id: '', error };
    throw error;
  }
}

async function* one(item: Item): AsyncGenerator<Item, void> {
  yield await Promise.resolve(item);
}

/** The verdict as it may be told: what went wrong on our side can name paths of this machine. */
function told(verdict: Verdict, waitedMs: number): Verdict {
  return {
    ...verdict,
    ...(verdict.cause === 'infra' && { detail: 'The service could not render this; its log says why.' }),
    cost: { ...verdict.cost, queueMs: verdict.cost.queueMs + waitedMs },
  };
}
