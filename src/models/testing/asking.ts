import { z } from 'zod';
import { createModels, type Models } from '../models.js';
import {
  modelsSchema,
  type AnswersMode,
  type ModelInput,
  type ModelsSettings,
  type Provider,
} from '../settings.js';
import type { Answer } from '../text.js';
import type { Usage } from '../meter.js';
import { startModelServer, type Asked, type ModelServer, type Script } from './server.js';

export const KEY = 'sk-secret-4711';

export interface AskingOptions extends Partial<ModelInput> {
  answers?: AnswersMode;
  /** Where answers are kept; needed unless `answers` is "off". */
  folder?: string;
}

/** The settings of all slots for a server of the tests; nothing is kept unless a folder is given. */
export function settingsFor(
  server: Pick<ModelServer, 'baseURL'>,
  options: AskingOptions = {},
): ModelsSettings {
  const { folder = '/nowhere', answers = options.folder === undefined ? 'off' : 'cache', ...rest } = options;
  const model = {
    provider: 'openai-compatible' as Provider,
    model: 'm',
    baseURL: server.baseURL,
    apiKeyEnv: 'TEST_KEY',
    ...rest,
  };
  const slots = { judge: model, read: model, generate: model, image: model, embed: model };
  return modelsSchema.parse({ ...slots, answers, folder });
}

/** Models that retry without waiting long. */
export function modelsOf(server: Pick<ModelServer, 'baseURL'>, options: AskingOptions = {}): Models {
  return createModels(settingsFor(server, options), { TEST_KEY: KEY }, { pauses: [1, 1, 1] });
}

export const GOOD = { reason: 'clear', score: 31 };

export const QUESTION = {
  system: 'You judge pages.',
  prompt: 'How good is it?',
  schema: z.object({ reason: z.string(), score: z.int().min(0).max(40) }),
  temperature: 0,
};

export interface Asking {
  answer: Answer<typeof GOOD> | null;
  error: (Error & { code?: string; help?: string }) | null;
  asked: Asked[];
  arrivals: number[];
  usage: Usage;
}

/** Asks {@link QUESTION} of a server with this script; gives what came and what the server saw. */
export async function asking(script: Script, options: AskingOptions = {}): Promise<Asking> {
  await using server = await startModelServer(script);
  const model = modelsOf(server, options).judge!;
  const { asked, arrivals } = server;
  try {
    return { answer: await model.ask(QUESTION), error: null, asked, arrivals, usage: model.usage() };
  } catch (error) {
    return { answer: null, error: error as Error, asked, arrivals, usage: model.usage() };
  }
}
