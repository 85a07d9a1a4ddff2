import sharp from 'sharp';
import { z } from 'zod';
import { KallosError } from '../errors.js';
import { outcome, type Answers } from './answers.js';
import type { Line } from './line.js';

export interface DrawOptions {
  prompt: string;
  /** Width and height in px; providers offer only some, and some decide for themselves. */
  size?: readonly [number, number];
  /** With another seed it is another picture, also from models that know no seeds. */
  seed?: number;
  signal?: AbortSignal;
}

export interface Drawing {
  /** PNG, JPEG or WebP. */
  bytes: Uint8Array;
  width: number;
  height: number;
  /** Came from disk: nothing was sent. */
  cached: boolean;
}

/** Has a picture drawn, or takes it from where it was kept. What cannot be decoded is no picture. */
export async function draw(line: Line, answers: Answers, options: DrawOptions): Promise<Drawing> {
  const { prompt, size = null, seed = null, signal } = options;
  const request = { do: 'draw', ...line.identity, prompt, size: size && [...size], seed };
  const { value, cached } = await line.counted(() =>
    answers.through(request, z.base64().min(1), () =>
      outcome('', async () => {
        const bytes = await line.send(
          (connection, clock) => connection.draw({ prompt, size, seed }, clock),
          () => ({ images: 1 }),
          signal,
        );
        await measure(line.name, bytes);
        return Buffer.from(bytes).toString('base64');
      }),
    ),
  );
  const bytes = new Uint8Array(Buffer.from(value, 'base64'));
  return { bytes, ...(await measure(line.name, bytes)), cached };
}

async function measure(name: string, bytes: Uint8Array): Promise<{ width: number; height: number }> {
  try {
    const { width, height } = await sharp(bytes).metadata();
    return { width, height };
  } catch {
    throw new KallosError(
      'KALLOS_MODEL_REPLY',
      `${name} sent a picture that cannot be decoded.`,
      'Use another image model.',
    );
  }
}
