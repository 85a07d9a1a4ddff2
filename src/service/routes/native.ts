import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Brief } from '../../artifact/schema.js';
import { outcomeSchema, pictureSchema } from '../../render/capture.js';
import type { Asked } from '../asker.js';
import type { CaptureStore } from '../captures.js';
import { KallosError } from '../../errors.js';
import { compareGroups, type CompareGroup } from '../groups.js';
import { IdempotentReplies } from '../http/idempotency.js';
import type { Metrics } from '../metrics.js';
import { errorSchema, groupResultSchema, resultSchema, type Result, type RequestSchemas } from '../schema.js';
import { asFinished, type Scoring } from '../scoring.js';
import { questionOf, spreadsOf } from '../spread.js';
import { sendLines, stopWhenGone, wantsLines } from './reply.js';

export interface NativeRoutes {
  scoring: Scoring;
  metrics: Metrics;
  captures: CaptureStore;
  onFault: (fault: string) => void;
  /** Compares rollouts with one another, where the service has a judge for it. */
  compare: CompareGroup | undefined;
  requests: RequestSchemas;
}

const renderedSchema = z.strictObject({
  id: z.string(),
  /** Null where nothing was rendered; `reason` says why. */
  outcome: outcomeSchema.nullable(),
  cause: z.enum(['artifact', 'infra']).nullable(),
  detail: z.string().nullable(),
  reason: z.string().nullable(),
  capture: z.string().nullable(),
  pictures: z.array(
    pictureSchema
      .pick({ viewport: true, name: true, width: true, height: true })
      .extend({ href: z.string() }),
  ),
});

const ERRORS = { '4xx': errorSchema, '5xx': errorSchema };
const TYPES: Record<string, string> = {
  json: 'application/json',
  png: 'image/png',
  webp: 'image/webp',
};

/** `/v1/score`, `/v1/groups`, `/v1/render`, `/v1/held-out` and `/v1/captures`. */
export function nativeRoutes(
  plain: FastifyInstance,
  { scoring, metrics, captures, compare, onFault, requests }: NativeRoutes,
): void {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  const replies = new IdempotentReplies();

  /** Keeps places for so many artifacts, and gives them their time: until the deadline, or until their asker is gone. */
  const begin = (request: FastifyRequest, reply: FastifyReply, count: number, deadlineMs: number) => {
    const admitted = scoring.admit(count);
    const clock = scoring.clock(deadlineMs);
    stopWhenGone(request, reply, clock);
    return { ...admitted, owner: request.owner, signal: clock.signal };
  };

  /** Sends results whole or, where lines are asked for, each as it finishes; once for a key, and then in one piece. */
  const answer = async <T>(request: FastifyRequest, reply: FastifyReply, start: () => Promise<T>[]) => {
    if (wantsLines(request) && request.headers['idempotency-key'] === undefined)
      return sendLines(reply, asFinished(start())) as never;
    const results = await replies.once(request, async () => Promise.all(start()));
    if (wantsLines(request)) return sendLines(reply, inOrder(results)) as never;
    return { results };
  };

  /** How rollouts stand among each other. A judge that fails leaves them without a standing, and with all else. */
  const standingsOf = async (rollouts: readonly Result[], brief: Brief, signal: AbortSignal) => {
    const seen = await Promise.all(
      rollouts.map(({ verdict }) =>
        verdict?.capture ? captures.load(verdict.capture) : Promise.resolve(null),
      ),
    );
    const shown = seen.filter((capture) => capture !== null);
    const standings = await compare?.(shown, brief, signal).catch((error: unknown) => {
      onFault(`Rollouts could not be compared: ${error instanceof Error ? error.message : String(error)}`);
      return [];
    });
    let at = 0;
    return seen.map((capture) => (capture === null ? null : (standings?.[at++] ?? null)));
  };

  /** Tells how far the rewards of those lie apart that were asked the same. */
  const watch = (results: readonly Result[], asked: readonly string[], run: string) => {
    for (const spread of spreadsOf(results, asked)) metrics.spread(spread, run);
  };

  app.post(
    '/v1/score',
    {
      schema: {
        description: 'Judges artifacts. With `Accept: application/x-ndjson`, one line each as it finishes.',
        body: requests.score,
        response: { 200: z.strictObject({ results: z.array(resultSchema) }), ...ERRORS },
      },
    },
    async (request, reply) => {
      const { items, run, seed, deadlineMs, verdict: detail, recipe: named } = request.body;
      const recipe = await scoring.recipe(named);
      const start = () => {
        const asking = begin(request, reply, items.length, deadlineMs);
        const conditions = {
          ...asking,
          run,
          seed,
          recipe,
          detail,
        };
        const judged = items.map((item) => scoring.judge(item, conditions));
        void Promise.all(judged).then((results) => watch(results, items.map(questionOf), run));
        return judged;
      };
      return answer(request, reply, start);
    },
  );

  app.post(
    '/v1/held-out',
    {
      schema: {
        description:
          'Takes scores of a judge that is kept from the reward, so that /metrics shows them beside it. Nothing is judged.',
        body: z.strictObject({
          run: z.string().min(1).max(100),
          judge: z.string().min(1).max(100),
          scores: z.array(z.number().min(0).max(1)).min(1).max(10_000),
        }),
        response: { 200: z.strictObject({ taken: z.int() }), ...ERRORS },
      },
    },
    (request) => {
      const { run, judge, scores } = request.body;
      for (const score of scores) metrics.heldOut(run, judge, score);
      return { taken: scores.length };
    },
  );

  app.post(
    '/v1/groups',
    {
      schema: {
        description:
          "Judges the rollouts of prompts together, and tells each one's advantage over its group.",
        body: requests.groups,
        response: { 200: z.strictObject({ groups: z.array(groupResultSchema) }), ...ERRORS },
      },
    },
    async (request, reply) => {
      const { groups, run, seed, deadlineMs, verdict: detail, recipe: named, advantage } = request.body;
      if (request.body.compare && !compare) throw comparesNothing();
      const recipe = await scoring.recipe(named);
      const compared = await replies.once(request, async () => {
        const asking = begin(
          request,
          reply,
          groups.reduce((sum, { rollouts }) => sum + rollouts.length, 0),
          deadlineMs,
        );
        const conditions = {
          ...asking,
          run,
          seed,
          recipe,
          detail,
        };
        const judged = await Promise.all(
          groups.map(async ({ id, rollouts: asked, ...shared }) => {
            const rollouts = await Promise.all(
              asked.map((rollout) => scoring.judge({ ...shared, ...rollout }, conditions)),
            );
            const brief = { ...(shared.prompt !== undefined && { prompt: shared.prompt }), ...shared.brief };
            const standings = request.body.compare
              ? await standingsOf(rollouts, brief, asking.signal)
              : rollouts.map(() => null);
            return { id, rollouts, standings };
          }),
        );
        const results = compareGroups(judged, recipe, advantage);
        for (const { id, rollouts } of judged) {
          const keys = rollouts.map(() => id);
          watch(rollouts, keys, run);
        }
        return results;
      });
      // Advantages are whitened over all groups, so that none is known before the last rollout.
      if (wantsLines(request)) return sendLines(reply, inOrder(compared)) as never;
      return { groups: compared };
    },
  );

  app.post(
    '/v1/render',
    {
      schema: {
        description: 'Renders artifacts and judges nothing.',
        body: requests.render,
        response: { 200: z.strictObject({ results: z.array(renderedSchema) }), ...ERRORS },
      },
    },
    async (request, reply) => {
      const { items, run, seed, deadlineMs } = request.body;
      const start = () => {
        const asking = begin(request, reply, items.length, deadlineMs);
        const conditions = { ...asking, run, seed };
        return items.map(async (item) => rendered(item.id, await scoring.render(item, conditions)));
      };
      return answer(request, reply, start);
    },
  );

  const read = async (hash: string, file: string, owner: string) => {
    const bytes = await captures.read(hash, file, owner);
    if (bytes) return bytes;
    throw new KallosError(
      'KALLOS_NOT_FOUND',
      'There is no such capture of yours.',
      'Captures are read with the token that had them made, until newer ones take their place.',
    );
  };
  app.get(
    '/v1/captures/:hash',
    { schema: { params: z.strictObject({ hash: z.string().max(80) }), response: ERRORS } },
    async (request, reply) => {
      const bytes = await read(request.params.hash, 'capture.json', request.owner);
      return reply.type('application/json').send(bytes as never);
    },
  );
  app.get(
    '/v1/captures/:hash/:file',
    {
      schema: {
        params: z.strictObject({ hash: z.string().max(80), file: z.string().max(200) }),
        response: ERRORS,
      },
    },
    async (request, reply) => {
      const { hash, file } = request.params;
      const bytes = await read(hash, file, request.owner);
      // Pictures of pages that strangers wrote: never to be taken for anything else.
      return reply
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .type(TYPES[file.split('.').at(-1)!] ?? 'application/octet-stream')
        .send(bytes as never);
    },
  );
}

/** What a renderer's answer is told as. */
function rendered(id: string, asked: Asked): z.infer<typeof renderedSchema> {
  if ('error' in asked) {
    const nothing = { outcome: null, cause: null, detail: null, capture: null, pictures: [] };
    return { id, ...nothing, reason: asked.error.code };
  }
  const { outcome, cause, detail, capture } = asked.answer.verdict;
  const href = capture === null ? null : `/v1/captures/${capture}`;
  const pictures = asked.answer.pictures.map(({ viewport, name, width, height, file }) => ({
    viewport,
    name,
    width,
    height,
    href: `${href ?? ''}/${file}`,
  }));
  return { id, outcome, cause, detail, reason: null, capture: href, pictures };
}

const comparesNothing = () =>
  new KallosError(
    'KALLOS_REQUEST',
    'This service has no judge that compares rollouts.',
    'Leave "compare" out, or start the service with a vision model: --judge vlm --judge-model PROVIDER:MODEL.',
  );

async function* inOrder<T>(values: readonly T[]): AsyncGenerator<T, void> {
  yield* await Promise.resolve(values);
}
