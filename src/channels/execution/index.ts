import { kindSchema, languageSchema, type Brief } from '../../artifact/schema.js';
import type { Capture } from '../../render/capture.js';
import { judgeChannel, unscored } from '../judge.js';
import { pixelsOf } from '../pixels.js';
import type { Judgement } from '../schema.js';
import { resolveSetting, type CheckSettings } from '../settings.js';
import { blank } from './blank.js';
import type { ExecutionCheck } from './check.js';
import { errors } from './errors.js';
import { lint } from './lint.js';
import { load } from './load.js';
import { parse } from './parse.js';

/** Every check of the execution channel. */
export const EXECUTION_CHECKS: readonly ExecutionCheck[] = [load, blank, errors, parse, lint];

/**
 * Judges whether the code runs: it loads, shows something, throws nothing, parses as written, and lints.
 *
 * The score is the product of the parts (see `channelScore`). Loading and blankness weigh 1, so what cannot be shown, or
 * shows nothing, has 0. The others together weigh less than half: what was shown whole keeps at least 0.5 however untidy
 * it is. Recipes take 0.5 for "execution passed". Trouble of ours (`cause: infra`) makes the channel `failed`, never a
 * score.
 *
 * @throws KallosError KALLOS_CONFIG when a setting doesn't fit its check
 */
export async function judgeExecution(
  capture: Capture,
  brief: Brief = {},
  settings: CheckSettings = {},
): Promise<Judgement> {
  const { artifact, outcome, cause, layouts } = capture.data;
  if (cause === 'infra' || outcome === 'infra') {
    return { result: unscored('failed', outcome), findings: [] };
  }
  const code = capture.code.get(artifact.entry);
  const context = {
    capture,
    brief,
    kind: kindSchema.parse(artifact.kind),
    language: languageSchema.parse(artifact.language),
    entry: code && code.length > 0 ? { file: artifact.entry, code: new TextDecoder().decode(code) } : null,
    pixels: () => (layouts[0] ? pixelsOf(capture, layouts[0].viewport) : Promise.resolve(null)),
  };
  const runs = EXECUTION_CHECKS.flatMap((check) => {
    const setting = resolveSetting(check, settings);
    if (!setting) return [];
    return {
      part: check.meta.id,
      meta: check.meta,
      severity: setting.severity,
      layout: null,
      evaluate: () => check.evaluate({ ...context, options: setting.options }),
    };
  });
  return judgeChannel('execution', runs);
}
