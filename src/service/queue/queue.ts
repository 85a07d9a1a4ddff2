import { z } from 'zod';
import { briefSchema, kindSchema } from '../../artifact/schema.js';
import { CHANNELS, channelNameSchema } from '../../channels/schema.js';
import { pictureSchema } from '../../render/capture.js';
import { verdictSchema } from '../../reward/verdict.js';

export const seedSchema = z.union([z.int(), z.string().min(1).max(100)]);

/** One piece of work: what is to be rendered and judged. Plain JSON, so that it can travel to another machine. */
export const jobSchema = z.strictObject({
  /** Address of the content: jobs of one key have one answer, so a queue may do the work once for several askers. */
  key: z.string(),
  /** The training run that asks. Runs are served in turn, however much one of them asks for. */
  run: z.string(),
  /** A model's reply, out of which the code is taken, or a page that is taken as it is. */
  form: z.enum(['response', 'html']),
  text: z.string(),
  kind: kindSchema.optional(),
  brief: briefSchema,
  /** In place of the service's own. */
  seed: seedSchema.optional(),
  /** Channels to judge; none where only a picture is wanted. */
  channels: z.array(channelNameSchema),
});
export type Job = z.infer<typeof jobSchema>;

/** What comes of a job. The capture itself lies in the capture store, under `verdict.capture`. */
export const answerSchema = z.strictObject({ verdict: verdictSchema, pictures: z.array(pictureSchema) });
export type Answer = z.infer<typeof answerSchema>;

/** Whether an answer may be given again: what failed on our side may go better next time. */
export const isFinal = ({ verdict }: Answer): boolean =>
  verdict.cause !== 'infra' && CHANNELS.every((name) => verdict.channels[name].status !== 'failed');

/**
 * Does a job. `waitedMs` is how long it stood in the queue; it is told in the verdict's cost, never counted against the
 * page.
 * @throws KallosError when it can't be done, at all or here
 */
export type Work = (job: Job, waitedMs: number) => Promise<Answer>;

export interface QueueState {
  waiting: number;
  running: number;
  /** Jobs that may wait at once. */
  limit: number;
  /** How long the first of those that wait has waited; 0 where none waits. */
  oldestMs: number;
  /** Processes that do jobs, and jobs that they do at once. */
  workers: number;
  slots: number;
  /** False while the connection to where jobs wait is lost. */
  isConnected: boolean;
}

/** Where jobs wait for a worker: in this process, or in Redis. */
export interface Queue {
  /**
   * Adds a job and gives its answer.
   * @param isAdmitted whether it has a place however many wait
   * @throws KallosError KALLOS_BUSY when as many wait as may; what `work` threw
   * @throws the signal's reason, where the signal fired before the job began; what has begun is finished
   */
  add(job: Job, signal: AbortSignal, isAdmitted?: boolean): Promise<Answer>;
  state(): QueueState;
  /** Takes no more jobs, drops those that wait, and returns once those that run are finished. */
  close(): Promise<void>;
}
