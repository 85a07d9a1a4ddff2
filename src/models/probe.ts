import sharp from 'sharp';
import { toKallosError } from '../errors.js';
import type { Message } from './attempt.js';
import type { Line } from './line.js';
import type { Slot } from './settings.js';

/** Whether a model works, found by the smallest call there is. */
export interface Probe {
  state: 'ok' | 'warn' | 'fail';
  fact: string;
  /** What to do; null when nothing is to be done. */
  advice: string | null;
}

/** OpenAI's own models take no smaller limit. */
const FEWEST_TOKENS = { openai: 16, anthropic: 1, google: 1, 'openai-compatible': 1 };

/** Asks for one token, of a judge about a picture; a picture is not drawn, since that is not cheap. */
export async function probe(line: Line, slot: Slot): Promise<Probe> {
  const started = performance.now();
  const took = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
  try {
    if (slot === 'image') {
      return { state: 'warn', fact: `${line.name} was not tried: a picture costs money`, advice: null };
    }
    if (slot === 'embed') {
      const { vectors } = await line.send(
        (connection, clock) => connection.embed(['a'], clock),
        ({ tokens }) => ({ inputTokens: tokens }),
      );
      return {
        state: 'ok',
        fact: `${line.name} embeds in ${vectors[0]!.length} dimensions, ${took()}`,
        advice: null,
      };
    }
    if (slot === 'generate') {
      await say(line, ['Say A.']);
      return { state: 'ok', fact: `${line.name} answers, ${took()}`, advice: null };
    }
    return await look(line, took);
  } catch (error) {
    const { message, help } = toKallosError(error);
    return { state: 'fail', fact: message, advice: help };
  }
}

/** A server may take words but no pictures. */
async function look(line: Line, took: () => string): Promise<Probe> {
  const white = { width: 64, height: 64, channels: 3, background: '#fff' } as const;
  const bytes = await sharp({ create: white }).png().toBuffer();
  try {
    await say(line, [{ bytes, mediaType: 'image/png' }, 'Say A.']);
    return { state: 'ok', fact: `${line.name} answers and takes pictures, ${took()}`, advice: null };
  } catch (error) {
    const { code } = toKallosError(error);
    if (code !== 'KALLOS_MODEL_REJECTED') throw error;
    await say(line, ['Say A.']);
    return {
      state: 'fail',
      fact: `${line.name} answers, but takes no pictures`,
      advice: 'A judge has to see: configure a model with vision.',
    };
  }
}

async function say(line: Line, parts: Message['parts']): Promise<void> {
  await line.send(
    (connection, clock) =>
      connection.complete(
        {
          system: '',
          messages: [{ role: 'user', parts }],
          format: null,
          temperature: null,
          seed: null,
          maxTokens: FEWEST_TOKENS[line.identity.provider],
        },
        clock,
      ),
    (turn) => turn,
  );
}
