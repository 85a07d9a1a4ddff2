import type { Settings } from '../config.js';
import { KallosError } from '../errors.js';
import type { TextModel } from '../models/models.js';
import { serve, type CompareGroup } from '../service/index.js';
import { openModels } from './models.js';
import { note } from './print.js';
import { readSettings } from './score-settings.js';
import type { ServeFlags } from './serve.js';
import { redisOf, refuseUnsafe, scoreFlags, untilStopped, wholeNumber } from './service-flags.js';

/** Runs the service until it is told to stop. */
export async function runServe(flags: ServeFlags): Promise<void> {
  refuseUnsafe(flags);
  const redis = redisOf(flags);
  const { notJudged, host, captures, quiet } = flags;
  const { options, settings } = await readSettings({
    profile: 'reward',
    ...scoreFlags(flags),
    format: 'json',
  });
  // Told before anything is started, so that a signal which comes early is heard.
  const stopped = untilStopped();
  const service = await serve({
    scoring: { ...options, ...(!quiet && { onNote: note }) },
    tokens: tokensOf(flags),
    notJudged,
    ...compareWith(openModels(settings).judge, settings),
    ...(host !== undefined && { host }),
    ...(flags.port !== undefined && { port: wholeNumber(flags.port, '--port', 65_535) }),
    ...(captures !== undefined && { captures }),
    ...(redis !== undefined && { redis }),
    ...(flags.queue !== undefined && { limits: { queue: wholeNumber(flags.queue, '--queue', 1_000_000) } }),
    ...(flags.grace !== undefined && { graceSeconds: wholeNumber(flags.grace, '--grace', 86_400) }),
    onFault: (fault) => note(`Fault: ${fault}`),
  });
  process.stdout.write(`${service.url}\n`);
  if (!quiet) note(`Kallos listens on ${service.url}; ${service.url}/openapi.json says what it takes.`);
  if (!quiet && service.fleet !== null) note(`Workers of ${service.fleet} judge for it.`);
  const signal = await stopped;
  if (!quiet) note(`${signal}: finishing what has begun.`);
  await service.close();
}

/** A vision model that judges looks compares rollouts too. */
function compareWith(model: TextModel | null, { judge }: Settings): { compare?: CompareGroup } {
  if (!model || !['vlm', 'rubric'].includes(judge)) return {};
  const compare: CompareGroup = async (captures, brief, signal) => {
    const { judgeGroup } = await import('../channels/visual/group/judge.js');
    const { rollouts } = await judgeGroup(captures, brief, { model, signal });
    return rollouts.map(({ score }) => score);
  };
  return { compare };
}

function tokensOf({ token }: ServeFlags): string[] {
  const given = token ?? process.env['KALLOS_TOKEN']?.split(',') ?? [];
  const tokens = given.map((each) => each.trim()).filter((each) => each !== '');
  const short = tokens.find((each) => each.length < 8);
  if (short === undefined) return tokens;
  throw new KallosError(
    'KALLOS_USAGE',
    'A token of fewer than 8 characters is soon guessed.',
    'Make a long one, for example: openssl rand -hex 24',
  );
}
