import { z } from 'zod';
import { KallosError } from '../errors.js';
import { outcome, type Answers } from './answers.js';
import type { Line } from './line.js';

/** Texts in one request; every provider takes as many. */
const BATCH = 96;

/** Embeds texts, batch by batch, or takes the vectors from where they were kept. */
export async function embed(
  line: Line,
  answers: Answers,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<number[][]> {
  const batches = Array.from({ length: Math.ceil(texts.length / BATCH) }, (_, i) =>
    texts.slice(i * BATCH, (i + 1) * BATCH),
  );
  const vectors = await Promise.all(batches.map((batch) => embedBatch(line, answers, batch, signal)));
  return vectors.flat();
}

async function embedBatch(
  line: Line,
  answers: Answers,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<number[][]> {
  const schema = z.array(z.array(z.number()).min(1)).refine((vectors) => isWhole(vectors, texts.length));
  const { value } = await line.counted(() =>
    answers.through({ do: 'embed', ...line.identity, texts: [...texts] }, schema, () =>
      outcome([], async () => {
        const { vectors } = await line.send(
          (connection, clock) => connection.embed([...texts], clock),
          ({ tokens }) => ({ inputTokens: tokens }),
          signal,
        );
        if (!schema.safeParse(vectors).success) throw uneven(line.name, texts.length);
        return vectors;
      }),
    ),
  );
  return value;
}

const isWhole = (vectors: number[][], count: number) =>
  vectors.length === count && vectors.every((vector) => vector.length === vectors[0]!.length);

function uneven(name: string, count: number): KallosError {
  return new KallosError(
    'KALLOS_MODEL_REPLY',
    `${name} did not send one vector of one length for each of ${count} texts.`,
    'Check that it is a model for embeddings.',
  );
}
