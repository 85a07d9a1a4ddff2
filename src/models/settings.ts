import { z } from 'zod';

/** What speaks each provider's language; `openai-compatible` is any server that speaks OpenAI's chat completions. */
export const providerSchema = z.enum(['openai', 'anthropic', 'google', 'openai-compatible']);
export type Provider = z.infer<typeof providerSchema>;

/** Where a provider is, and the environment variable that holds its key, unless the settings say otherwise. */
export const PROVIDERS: Readonly<Record<Provider, { baseURL: string | null; apiKeyEnv: string | null }>> = {
  openai: { baseURL: 'https://api.openai.com/v1', apiKeyEnv: 'OPENAI_API_KEY' },
  anthropic: { baseURL: 'https://api.anthropic.com/v1', apiKeyEnv: 'ANTHROPIC_API_KEY' },
  google: {
    baseURL: 'https://generativelanguage.googleapis.com/v1beta',
    apiKeyEnv: 'GOOGLE_GENERATIVE_AI_API_KEY',
  },
  'openai-compatible': { baseURL: null, apiKeyEnv: null },
};

const addressSchema = z
  .url({ protocol: /^https?$/ })
  .refine((address) => !hasSecrets(address), 'a user, password or query may hold a secret; use apiKeyEnv');

function hasSecrets(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password, search } = new URL(address);
  return username !== '' || password !== '' || search !== '';
}

/** US dollars per million tokens read and written, and per picture drawn. */
const priceSchema = z.strictObject({
  input: z.number().nonnegative().optional(),
  output: z.number().nonnegative().optional(),
  image: z.number().nonnegative().optional(),
});
type Price = z.infer<typeof priceSchema>;

/** A model for one purpose. `maxUsd` can only be kept where the prices in `needs` are known. */
const modelFor = (...needs: (keyof Price)[]) =>
  z
    .strictObject({
      provider: providerSchema,
      model: z.string().min(1),
      /** Needed for `openai-compatible`, usually ending in "/v1"; elsewhere the provider's own. */
      baseURL: addressSchema.optional(),
      /** Name of the environment variable that holds the key. Keys themselves are never configured. */
      apiKeyEnv: z.string().min(1).optional(),
      /** Calls at a time. */
      concurrency: z.int().min(1).max(256).default(4),
      /** Calls are started at even distances that keep to this. */
      requestsPerMinute: z.number().positive().optional(),
      /** Seconds for one attempt, from its start; time in the queue does not count. The runtime gives up at 300. */
      timeoutSeconds: z.number().positive().max(300).default(120),
      /** US dollars that one run may spend. */
      maxUsd: z.number().nonnegative().optional(),
      price: priceSchema.optional(),
    })
    .refine((model) => model.provider !== 'openai-compatible' || model.baseURL !== undefined, {
      path: ['baseURL'],
      error: 'an openai-compatible server needs its address',
    })
    .refine(({ maxUsd, price }) => maxUsd === undefined || needs.every((of) => price?.[of] !== undefined), {
      path: ['price'],
      error: `maxUsd can be kept only where the price is known: ${needs.join(', ')}`,
    });

/** What a model is asked for: to look and judge, to read what was asked for, to write code, to draw, to place texts by meaning. */
export const SLOTS = ['judge', 'read', 'generate', 'image', 'embed'] as const;
export type Slot = (typeof SLOTS)[number];

/**
 * Where answers come from: `cache` reads those on disk and calls for the others; `record` calls always and keeps what
 * came, failures included; `replay` never calls; `off` keeps nothing.
 */
export const answersModeSchema = z.enum(['cache', 'record', 'replay', 'off']);
export type AnswersMode = z.infer<typeof answersModeSchema>;

/** The default is wherever the system keeps caches. */
export const DEFAULT_ANSWERS = '~/.cache/kallos/answers';

/** The `models` part of the configuration. */
export const modelsSchema = z.strictObject({
  judge: modelFor('input', 'output').nullable().default(null),
  read: modelFor('input', 'output').nullable().default(null),
  generate: modelFor('input', 'output').nullable().default(null),
  image: modelFor('image').nullable().default(null),
  embed: modelFor('input').nullable().default(null),
  answers: answersModeSchema.default('cache'),
  /** Folder of the answers. */
  folder: z.string().min(1).default(DEFAULT_ANSWERS),
});

/** The settings in force: every key has a value. */
export type ModelsSettings = z.output<typeof modelsSchema>;
export type ModelSettings = NonNullable<ModelsSettings[Slot]>;
export type ModelInput = NonNullable<z.input<typeof modelsSchema>[Slot]>;

/**
 * Reads a model in one word, as flags and variables have it: `anthropic:claude-x`, or with an address
 * `openai-compatible:qwen@http://127.0.0.1:8000/v1`. What it does not say has to be right is found by {@link modelsSchema}.
 */
export function parseModel(word: string): ModelInput {
  const [, provider = word, model = '', baseURL] = /^([^:]*):(.*?)(?:@(https?:\/\/.*))?$/.exec(word) ?? [];
  return { provider: provider as Provider, model, ...(baseURL !== undefined && { baseURL }) };
}
