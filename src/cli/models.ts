import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Judge } from '../channels/visual/judge.js';
import type { Settings } from '../config.js';
import { KallosError } from '../errors.js';
import { createModels, type Models } from '../models/models.js';
import { DEFAULT_ANSWERS, SLOTS } from '../models/settings.js';
import type { Diagnosis } from '../render/diagnosis.js';
import { cacheDir } from '../render/paths.js';
import type { ScoreFlags } from './score.js';

/** The models that the configuration names, with their answers where this system keeps caches unless said otherwise. */
export function openModels({ models }: Pick<Settings, 'models'>): Models {
  const { folder } = models;
  const place =
    folder === DEFAULT_ANSWERS ? cacheDir('answers') : resolve(folder.replace(/^~(?=$|[\\/])/, homedir()));
  return createModels({ ...models, folder: place }, process.env);
}

/**
 * The judge of looks that the configuration names.
 *
 * @throws KallosError KALLOS_CONFIG when there is none such, KALLOS_USAGE for a model that no judge would ask
 */
export async function readJudge(
  settings: Pick<Settings, 'models' | 'judge' | 'samples'>,
  { judgeModel, agent }: Pick<ScoreFlags, 'judgeModel' | 'agent'>,
): Promise<Judge> {
  const { judge, samples } = settings;
  if (judgeModel !== undefined && !agent && (judge === 'embedded' || judge.endsWith('.json'))) {
    throw new KallosError(
      'KALLOS_USAGE',
      `--judge-model names a model, but the judge ${judge} asks none.`,
      'Add --judge vlm.',
    );
  }
  const { openJudge } = await import('../channels/visual/open.js');
  return openJudge({ judge, samples, model: openModels(settings).judge });
}

/** Calls each configured model once; nothing is loaded or called where none is. */
export async function diagnoseModels(settings: Pick<Settings, 'models'>): Promise<Diagnosis[]> {
  const models = openModels(settings);
  const found = SLOTS.map(async (slot): Promise<Diagnosis[]> => {
    const model = models[slot];
    return model ? [{ topic: `model: ${slot}`, ...(await model.probe()) }] : [];
  });
  return (await Promise.all(found)).flat();
}
