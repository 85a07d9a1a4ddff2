import { KallosError } from '../../errors.js';
import type { TextModel } from '../../models/models.js';
import { embeddedJudge } from './embedded-judge.js';
import type { Judge } from './judge.js';
import { rubricJudge } from './rubric/judge.js';
import { vlmJudge } from './vlm/judge.js';

/** Which judge is to look, as the configuration says it. */
export interface JudgeChoice {
  /** "embedded", "vlm", "rubric", or the path of a judge file (.json). */
  judge: string;
  /** How often a model is asked about one picture. */
  samples: number;
  /** The configured model, for a judge that needs one. */
  model: TextModel | null;
}

/** The judges that have a name. */
const JUDGES = ['embedded', 'vlm', 'rubric'];

/** @throws KallosError KALLOS_CONFIG when there is no such judge, or what it needs is not configured */
export async function openJudge({ judge, samples, model }: JudgeChoice): Promise<Judge> {
  if (judge === 'embedded') return embeddedJudge();
  if (judge.endsWith('.json')) return embeddedJudge(judge);
  if (judge !== 'vlm' && judge !== 'rubric') {
    throw new KallosError(
      'KALLOS_CONFIG',
      `There is no judge "${judge}".`,
      `Use one of ${JUDGES.join(', ')}, or the path of a judge file (.json).`,
    );
  }
  if (!model) {
    throw new KallosError(
      'KALLOS_CONFIG',
      `The judge "${judge}" asks a vision model, and none is configured.`,
      'Name one: --judge-model anthropic:MODEL, or for a server of your own --judge-model openai-compatible:MODEL@http://127.0.0.1:8000/v1; or set models.judge in kallos.config.json. `kallos doctor` tries it.',
    );
  }
  return judge === 'vlm' ? vlmJudge(model, { samples }) : rubricJudge(model, { samples });
}
