import { kindSchema, type Brief } from '../../artifact/schema.js';
import { KallosError } from '../../errors.js';
import type { DesignGraph } from '../../graph/schema.js';
import type { Capture } from '../../render/capture.js';
import { judgeChannel, unscored, type CheckRun } from '../judge.js';
import { pixelsOf } from '../pixels.js';
import type { ChannelResult, Judgement } from '../schema.js';
import { resolveSetting, type CheckSettings } from '../settings.js';
import { withheld, withoutThem } from '../withheld.js';
import { VISUAL_CHECKS } from './checks.js';
import { embeddedJudge } from './embedded-judge.js';
import type { Judge, JudgedPicture } from './judge.js';
import { judgedPicture } from './picture.js';

/** Begins the reason of a channel whose judge did not answer. */
const JUDGE_FAILED = 'judge-failed';

/** Errors that concern every picture alike: going on would repeat them. */
const FATAL = ['KALLOS_CONFIG', 'KALLOS_MODEL_KEY'];

/**
 * Judges how the primary viewport looks: its full-page picture, with text that certainly speaks to a judge covered, is
 * shown to one judge, by default the embedded one. The checks of the channel tell what they find and take nothing.
 *
 * Without a picture, or with one of which the judge has nothing to say, the channel is `not-applicable`; when the judge
 * does not answer, or the page was rendered without a script or style sheet of its own, it is `failed`. A page that did
 * not render is `gated` when that is its own fault.
 *
 * @param graphs the design graph of every layout, by viewport
 * @throws KallosError KALLOS_CONFIG when a setting is wrong, KALLOS_MODEL_KEY when a judge lacks its key
 */
export async function judgeVisual(
  capture: Capture,
  graphs: ReadonlyMap<string, DesignGraph>,
  brief: Brief = {},
  settings: CheckSettings = {},
  judge?: Judge,
): Promise<Judgement> {
  const { outcome, cause, layouts } = capture.data;
  if (cause === 'infra' || outcome === 'infra') return { result: unscored('failed', outcome), findings: [] };
  const viewport = layouts[0]?.viewport;
  const graph = viewport === undefined ? undefined : graphs.get(viewport);
  if (!graph || viewport === undefined || (outcome !== 'ok' && outcome !== 'truncated')) {
    return { result: unscored('gated', outcome), findings: [] };
  }
  const checked = await judgeChannel('visual', runsOf(capture, graph, brief, settings));
  const missing = withheld(capture.data);
  if (missing.length > 0) return withoutThem(checked, missing);

  const { findings } = checked;
  const { parts } = checked.result;
  const picture = await judgedPicture(capture, viewport, graph);
  if (!picture) return { result: { ...unscored('not-applicable', 'no-picture'), parts }, findings };
  const asked = judge ?? (await embeddedJudge());
  const asFor = { ...brief, kind: kindSchema.parse(capture.data.artifact.kind) };
  const { result, usd } = await ask(asked, picture, graph, asFor);
  return {
    result: { ...result, parts: { ...result.parts, ...parts } },
    findings,
    judged: { by: asked.id, usd },
  };
}

function runsOf(capture: Capture, graph: DesignGraph, brief: Brief, settings: CheckSettings): CheckRun[] {
  const kind = kindSchema.parse(capture.data.artifact.kind);
  const layout = capture.data.layouts[0]!;
  return VISUAL_CHECKS.flatMap((check) => {
    const { meta } = check;
    const setting = resolveSetting(check, settings);
    if (!setting || (meta.kinds && !meta.kinds.includes(kind))) return [];
    const { severity, options } = setting;
    const pixels = () => pixelsOf(capture, layout.viewport);
    const evaluate = () => check.evaluate({ capture, layout, graph, brief, kind, options, pixels });
    return { part: meta.id, meta, severity, layout, evaluate };
  });
}

async function ask(
  judge: Judge,
  picture: JudgedPicture,
  graph: DesignGraph,
  brief: Brief,
): Promise<{ result: ChannelResult; usd: number | null }> {
  try {
    const reading = await judge.judge(picture, graph, brief);
    if (reading.score === null) return { result: unscored('not-applicable', reading.reason), usd: 0 };
    const { score, parts, spread, opinion, usd } = reading;
    if (!(score >= 0 && score <= 1)) throw new Error(`score ${score} is not in [0,1]`);
    return {
      result: {
        status: 'scored',
        score,
        reason: null,
        parts,
        spread,
        opinion: { judge: judge.id, ...opinion },
      },
      usd,
    };
  } catch (error) {
    if (error instanceof KallosError && FATAL.includes(error.code)) throw error;
    const what = error instanceof KallosError ? `${error.code}: ` : '';
    const message = error instanceof Error ? error.message : String(error);
    return { result: unscored('failed', `${JUDGE_FAILED}: ${what}${message}`), usd: null };
  }
}
