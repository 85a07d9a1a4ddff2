import { createHash } from 'node:crypto';
import { z } from 'zod';
import { KallosError } from '../errors.js';
import type { Answers, Outcome } from './answers.js';
import type { Completion, Message, Turn } from './attempt.js';
import type { Line } from './line.js';
import { PICTURE_RULES, showPictures } from './pictures.js';
import { readReply, readText, type Reading } from './reply.js';

/** What a model is asked. */
export interface Question<T = string> {
  /** Who the model is to be and how it is to answer. The same for many questions, providers read it once. */
  system?: string;
  prompt: string;
  /** PNG, JPEG or WebP; shown before the prompt as "Picture 1", "Picture 2"… */
  pictures?: readonly Uint8Array[];
  /**
   * What the reply must be. It goes to the model as JSON Schema: every key required, nothing that JSON Schema cannot say
   * but refinements. Keys that a `z.object` does not name are dropped; values are never coerced or clamped.
   */
  schema?: z.ZodType<T>;
  /** The provider's own unless said; some models take none. */
  temperature?: number;
  /** Asked with another seed, a question is another question, also for models that know no seeds. */
  seed?: number;
  /** Limit of the reply in tokens, thinking included; 4096 unless said. */
  maxTokens?: number;
  /** Ends waiting and asking; `ask` then throws its reason. */
  signal?: AbortSignal;
}

export interface Answer<T> {
  value: T;
  /** The reply as it came. */
  text: string;
  /** Came from disk: nothing was sent. */
  cached: boolean;
  /** How often the model was told what was wrong. */
  repairs: number;
  /** The model that answered, as the server names it. */
  servedBy: string | null;
  /** Of this answer, when it was made. */
  inputTokens: number | null;
  outputTokens: number | null;
  /** US dollars spent on this answer now: 0 when it came from disk, null where the price is not known. */
  usd: number | null;
}

const MAX_REPAIRS = 2;
const MAX_TOKENS = 4096;

const turnSchema = z.object({
  text: z.string(),
  finish: z.enum(['stop', 'length', 'refusal', 'other']),
  inputTokens: z.number().nullable(),
  outputTokens: z.number().nullable(),
  servedBy: z.string().nullable(),
});

/** Asks until the reply can be read, at most three times in all, and keeps what came. */
export async function ask<T>(line: Line, answers: Answers, question: Question<T>): Promise<Answer<T>> {
  const { system = '', prompt, pictures = [], schema, signal } = question;
  const format = schema ? jsonSchema(schema) : null;
  const read = (turn: Turn): Reading<T> =>
    // Without a schema T is string.
    schema ? readReply(turn, schema) : (readText(turn) as Reading<T>);
  const request = {
    do: 'ask',
    ...line.identity,
    system,
    prompt,
    pictures: pictures.map((bytes) => createHash('sha256').update(bytes).digest('hex')),
    rules: pictures.length > 0 ? PICTURE_RULES : null,
    format: format as z.infer<ReturnType<typeof z.json>>,
    temperature: question.temperature ?? null,
    seed: question.seed ?? null,
    maxTokens: question.maxTokens ?? MAX_TOKENS,
  };
  const usable = z
    .array(turnSchema)
    .min(1)
    .refine((turns) => isComplete(turns.at(-1)!, format) && read(turns.at(-1)!).ok);
  const { value: turns, cached } = await line.counted(() =>
    answers.through(request, usable, async () => {
      const completion: Completion = {
        ...request,
        format,
        system: format ? `${system}\n\n${answerIn(format)}`.trim() : system,
        messages: [{ role: 'user', parts: [...(await showPictures(pictures)), prompt] }],
      };
      return converse(line, completion, read, signal);
    }),
  );
  const last = turns.at(-1)!;
  const reading = read(last);
  if (!reading.ok) throw badReply(line.name, last, reading.problem);
  const { text, servedBy } = last;
  const sum = (key: 'inputTokens' | 'outputTokens') =>
    turns.reduce<number | null>(
      (total, turn) => (total === null || turn[key] === null ? null : total + turn[key]),
      0,
    );
  const used = { inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens') };
  return {
    value: reading.value,
    text,
    cached,
    repairs: turns.length - 1,
    servedBy,
    ...used,
    usd: cached ? 0 : line.meter.price(used),
  };
}

/** The model is told what was wrong with its reply, twice at most; a refusal is taken at its word. */
async function converse(
  line: Line,
  completion: Completion,
  read: (turn: Turn) => Reading<unknown>,
  signal?: AbortSignal,
): Promise<Outcome<Turn[]>> {
  const turns: Turn[] = [];
  const messages: Message[] = [...completion.messages];
  for (;;) {
    let turn: Turn;
    try {
      turn = await line.send(
        (connection, clock) => connection.complete({ ...completion, messages }, clock),
        (used) => used,
        signal,
      );
    } catch (error) {
      if (error instanceof KallosError) return { value: turns, failure: error };
      throw error;
    }
    turns.push(turn);
    const reading = read(turn);
    if (isComplete(turn, completion.format) && reading.ok) return { value: turns, failure: null };
    const problem = reading.ok ? 'Your reply broke off.' : reading.problem;
    const isText = completion.format === null && turn.finish === 'length';
    if (turn.finish === 'refusal' || isText || turns.length > MAX_REPAIRS) {
      return { value: turns, failure: badReply(line.name, turn, problem) };
    }
    line.meter.count('repairs');
    // An empty message is refused by some servers, two of one side in a row by others.
    messages.push({ role: 'assistant', parts: [turn.text.trim() || '(nothing)'] });
    messages.push({
      role: 'user',
      parts: [`${problem}\n\nAnswer again, with nothing but the answer asked for.`],
    });
  }
}

/** Servers that don't say how a reply ended are believed only where its form shows that it is whole. */
const isComplete = ({ finish }: Turn, format: Completion['format']) =>
  finish === 'stop' || (finish === 'other' && format !== null);

function jsonSchema(schema: z.ZodType): Record<string, unknown> {
  // Servers take no "$schema".
  return Object.fromEntries(Object.entries(z.toJSONSchema(schema)).filter(([key]) => key !== '$schema'));
}

function answerIn(format: Record<string, unknown>): string {
  return `Answer with one JSON value and nothing else. It must fit this JSON Schema:\n${JSON.stringify(format)}`;
}

function badReply(name: string, turn: Turn, problem: string): KallosError {
  if (turn.finish === 'refusal') {
    return new KallosError(
      'KALLOS_MODEL_REFUSED',
      `${name} or its provider refused to answer.`,
      'Look at what was asked; another model may be less strict.',
    );
  }
  if (turn.finish === 'length') {
    return new KallosError(
      'KALLOS_MODEL_TRUNCATED',
      `The reply of ${name} was cut off at the limit of tokens.`,
      'Allow more tokens; a model that thinks needs them for that too.',
    );
  }
  return new KallosError(
    'KALLOS_MODEL_REPLY',
    `The reply of ${name} cannot be used: ${problem.replace(/\.$/, '')}.`,
    'Use a model that keeps to a schema; `kallos doctor` tells whether this one answers at all.',
  );
}
