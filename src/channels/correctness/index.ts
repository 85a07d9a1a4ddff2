import { kindSchema, type Brief } from '../../artifact/schema.js';
import type { DesignGraph } from '../../graph/schema.js';
import type { Capture } from '../../render/capture.js';
import type { Check } from '../check.js';
import { judgeChannel, unscored, type CheckRun } from '../judge.js';
import { pixelsOf } from '../pixels.js';
import type { Judgement } from '../schema.js';
import { resolveSetting, type CheckSettings } from '../settings.js';
import { CHECKS } from './registry.js';
import { withheld, withoutThem } from '../withheld.js';

export { CHECKS } from './registry.js';

/**
 * Judges what deterministic checks can prove about a capture. Parts are named by check id for the primary viewport (the
 * first layout) and `id@viewport` for the others, so that the profiles `reward` and `full` agree on the parts they share.
 *
 * A page that did not render has nothing to check: the channel is `gated` when that is the page's fault, `failed` when it
 * is ours. A page rendered without a script or style sheet that lies on the network is `failed` too.
 *
 * @param graphs the design graph of every layout, by viewport
 * @param reference the graph of the design that was to be reproduced, for `reference-match`
 * @throws KallosError KALLOS_CONFIG when a setting doesn't fit its check
 */
export async function judgeCorrectness(
  capture: Capture,
  graphs: ReadonlyMap<string, DesignGraph>,
  brief: Brief = {},
  settings: CheckSettings = {},
  checks: readonly Check[] = CHECKS,
  reference?: DesignGraph,
): Promise<Judgement> {
  const { outcome, cause, layouts } = capture.data;
  if (cause === 'infra' || outcome === 'infra') return { result: unscored('failed', outcome), findings: [] };
  if (layouts.length === 0 || (outcome !== 'ok' && outcome !== 'truncated')) {
    return { result: unscored('gated', outcome), findings: [] };
  }
  const judgement = await judgeChannel(
    'correctness',
    runsOf(capture, graphs, brief, settings, checks, reference),
  );
  const missing = withheld(capture.data);
  return missing.length > 0 ? withoutThem(judgement, missing) : judgement;
}

function runsOf(
  capture: Capture,
  graphs: ReadonlyMap<string, DesignGraph>,
  brief: Brief,
  settings: CheckSettings,
  checks: readonly Check[],
  reference: DesignGraph | undefined,
): CheckRun[] {
  const kind = kindSchema.parse(capture.data.artifact.kind);
  const runs: CheckRun[] = [];
  for (const check of checks) {
    const { meta } = check;
    const setting = resolveSetting(check, settings);
    if (!setting || (meta.kinds && !meta.kinds.includes(kind))) continue;
    for (const [i, layout] of capture.data.layouts.entries()) {
      if (i > 0 && meta.viewports === 'primary') break;
      runs.push({
        part: i === 0 ? meta.id : `${meta.id}@${layout.viewport}`,
        meta,
        severity: setting.severity,
        layout,
        evaluate: () => {
          const graph = graphs.get(layout.viewport);
          if (!graph) throw new Error(`no design graph of viewport ${layout.viewport}`);
          const pixels = () => pixelsOf(capture, layout.viewport);
          return check.evaluate({
            capture,
            layout,
            graph,
            brief,
            reference,
            kind,
            options: setting.options,
            pixels,
          });
        },
      });
    }
  }
  return runs;
}
