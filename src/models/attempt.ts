import type { KallosError } from '../errors.js';

/** A model's reply as it came, whether it is of any use or not. */
export interface Turn {
  text: string;
  /** Why it ended: by itself, at the limit of tokens, because model or provider would not, or for another reason. */
  finish: 'stop' | 'length' | 'refusal' | 'other';
  /** Null where the server does not count. */
  inputTokens: number | null;
  outputTokens: number | null;
  /** The model that the server says has answered: behind an alias it may change from day to day. */
  servedBy: string | null;
}

/** A picture as bytes that any provider reads. */
export interface Picture {
  bytes: Uint8Array;
  mediaType: 'image/png' | 'image/jpeg' | 'image/webp';
}

export interface Message {
  role: 'user' | 'assistant';
  parts: (string | Picture)[];
}

/** One request for text. */
export interface Completion {
  system: string;
  messages: Message[];
  /** JSON Schema that the reply must fit; enforced by servers that can. */
  format: Record<string, unknown> | null;
  temperature: number | null;
  seed: number | null;
  maxTokens: number;
}

/** A provider's model, ready to be called: one call is one request, without queue, retries or cache. */
export interface Connection {
  complete(request: Completion, signal: AbortSignal): Promise<Turn>;
  draw(request: DrawRequest, signal: AbortSignal): Promise<Uint8Array>;
  embed(texts: string[], signal: AbortSignal): Promise<{ vectors: number[][]; tokens: number | null }>;
}

export interface DrawRequest {
  prompt: string;
  /** Width and height in px; providers offer only some. */
  size: readonly [number, number] | null;
  seed: number | null;
}

/** Why a request failed, and whether it makes sense to send it again. */
export class FailedAttempt extends Error {
  constructor(
    readonly error: KallosError,
    readonly again: boolean,
    /** Milliseconds for which the server asks to be left alone; null when it does not say. */
    readonly waitMs: number | null = null,
  ) {
    super(error.message);
  }
}
