import {
  APICallError,
  embedMany,
  generateImage,
  generateText,
  jsonSchema,
  NoObjectGeneratedError,
  Output,
  type EmbeddingModel,
  type FinishReason,
  type ImageModel,
  type LanguageModel,
  type ModelMessage,
} from 'ai';
import { KallosError } from '../errors.js';
import type { Completion, Connection, Message, Turn } from './attempt.js';
import { explain } from './explain.js';
import type { Provider } from './settings.js';

/** Loaded at the first call: this file and `providers` are all that knows the AI SDK. */

export interface ConnectionOptions {
  name: string;
  provider: Provider;
  model: string;
  baseURL: string;
  key: string | null;
  /** Takes the key out of what comes back. */
  redact: (text: string) => string;
}

interface ProviderModels {
  text: () => LanguageModel;
  /** Null where the provider has none. */
  image: (() => ImageModel) | null;
  embed: (() => EmbeddingModel) | null;
}

// The SDK tells on standard output which settings a model ignores; that place is for results.
globalThis.AI_SDK_LOG_WARNINGS ??= false;

export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const { name, redact } = options;
  const models = await providerModels(options);
  /** Some servers refuse to be held to a schema; they are asked in words alone. */
  let takesFormat = true;

  const attempt = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || error instanceof KallosError) throw error;
      throw explain(error, name, redact);
    }
  };
  const missing = (what: string) =>
    new KallosError(
      'KALLOS_MODEL_REJECTED',
      `${name} cannot be used: the provider has no models that ${what}.`,
      'Configure another provider.',
    );
  const complete = async (request: Completion, signal: AbortSignal, withFormat: boolean): Promise<Turn> => {
    const turn = await completion(models.text(), request, signal, withFormat);
    return { ...turn, text: redact(turn.text) };
  };

  return {
    complete: (request, signal) =>
      attempt(signal, async () => {
        try {
          return await complete(request, signal, takesFormat);
        } catch (error) {
          const isRefused = APICallError.isInstance(error) && [400, 422].includes(error.statusCode ?? 0);
          if (!isRefused || !takesFormat || request.format === null) throw error;
          const turn = await complete(request, signal, false);
          takesFormat = false;
          return turn;
        }
      }),
    draw: ({ prompt, size, seed }, signal) =>
      attempt(signal, async () => {
        if (!models.image) throw missing('draw');
        const { image } = await generateImage({
          model: models.image(),
          prompt,
          maxRetries: 0,
          abortSignal: signal,
          ...(size && { size: `${size[0]}x${size[1]}` as const }),
          ...(seed !== null && { seed }),
        });
        return image.uint8Array;
      }),
    embed: (texts, signal) =>
      attempt(signal, async () => {
        if (!models.embed) throw missing('embed texts');
        const model = models.embed();
        const { embeddings, usage } = await embedMany({
          model,
          values: texts,
          maxRetries: 0,
          abortSignal: signal,
        });
        return { vectors: embeddings, tokens: Number.isFinite(usage.tokens) ? usage.tokens : null };
      }),
  };
}

async function completion(
  model: LanguageModel,
  { system, messages, format, temperature, seed, maxTokens }: Completion,
  abortSignal: AbortSignal,
  withFormat: boolean,
): Promise<Turn> {
  try {
    const { text, finishReason, usage, response } = await generateText({
      model,
      messages: messages.map(asSdkMessage),
      maxOutputTokens: maxTokens,
      maxRetries: 0,
      abortSignal,
      // Nobody's answers are to be kept at the provider's longer than it takes to give them.
      providerOptions: { openai: { store: false } },
      ...(system !== '' && { system }),
      ...(temperature !== null && { temperature }),
      ...(seed !== null && { seed }),
      ...(format && withFormat && { output: Output.object({ schema: jsonSchema(format) }) }),
    });
    return asTurn(text, finishReason, usage, response.modelId);
  } catch (error) {
    // The reply is no bare JSON. It is ours to read.
    if (!NoObjectGeneratedError.isInstance(error)) throw error;
    return asTurn(error.text ?? '', error.finishReason, error.usage, error.response?.modelId);
  }
}

function asTurn(
  text: string,
  finish: FinishReason | undefined,
  usage: { inputTokens: number | undefined; outputTokens: number | undefined } | undefined,
  servedBy: string | undefined,
): Turn {
  const { inputTokens = null, outputTokens = null } = usage ?? {};
  return { text, finish: FINISHES[finish ?? 'other'], inputTokens, outputTokens, servedBy: servedBy ?? null };
}

const FINISHES: Readonly<Record<FinishReason, Turn['finish']>> = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'refusal',
  'tool-calls': 'other',
  error: 'other',
  other: 'other',
};

function asSdkMessage({ role, parts }: Message): ModelMessage {
  if (role === 'assistant')
    return { role, content: parts.filter((part) => typeof part === 'string').join('\n') };
  return {
    role,
    content: parts.map((part) =>
      typeof part === 'string'
        ? { type: 'text', text: part }
        : { type: 'image', image: part.bytes, mediaType: part.mediaType },
    ),
  };
}

/** A redirect would take the key somewhere else. */
const stay: typeof fetch = (url, init) => fetch(url, { ...init, redirect: 'error' });

async function providerModels({ provider, model, baseURL, key }: ConnectionOptions): Promise<ProviderModels> {
  const common = { baseURL, fetch: stay, ...(key !== null && { apiKey: key }) };
  switch (provider) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      const openai = createOpenAI(common);
      return {
        text: () => openai.responses(model),
        image: () => openai.image(model),
        embed: () => openai.embedding(model),
      };
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      const anthropic = createAnthropic(common);
      return { text: () => anthropic(model), image: null, embed: null };
    }
    case 'google': {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
      const google = createGoogleGenerativeAI(common);
      return {
        text: () => google(model),
        image: () => google.image(model),
        embed: () => google.embedding(model),
      };
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const server = createOpenAICompatible({ ...common, name: 'server', supportsStructuredOutputs: true });
      return {
        text: () => server.chatModel(model),
        image: () => server.imageModel(model),
        embed: () => server.embeddingModel(model),
      };
    }
  }
}
