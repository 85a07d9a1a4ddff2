import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Settings } from '../config.js';
import { createModels, type Models } from '../models/models.js';
import { DEFAULT_ANSWERS, SLOTS } from '../models/settings.js';
import type { Diagnosis } from '../render/diagnosis.js';
import { cacheDir } from '../render/paths.js';

/** The models that the configuration names, with their answers where this system keeps caches unless said otherwise. */
export function openModels({ models }: Pick<Settings, 'models'>): Models {
  const { folder } = models;
  const place =
    folder === DEFAULT_ANSWERS ? cacheDir('answers') : resolve(folder.replace(/^~(?=$|[\\/])/, homedir()));
  return createModels({ ...models, folder: place }, process.env);
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
