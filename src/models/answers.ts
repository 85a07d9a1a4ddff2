import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { ERROR_CODES, KallosError } from '../errors.js';
import type { AnswersMode } from './settings.js';

const SCHEMA = 'kallos.answer/1';

/** One file of the folder: what was asked, what came, and the error it ended with, if any. */
const entrySchema = z.object({
  schema: z.literal(SCHEMA),
  request: z.json(),
  value: z.json(),
  failure: z.object({ code: z.enum(ERROR_CODES), message: z.string(), help: z.string() }).nullable(),
});
type Entry = z.infer<typeof entrySchema>;
type Json = z.infer<ReturnType<typeof z.json>>;

/** What asking a model gave: the raw replies, also where they are of no use. */
export interface Outcome<T> {
  value: T;
  failure: KallosError | null;
}

/** What `work` gives, or the error it ended with beside `nothing`. Whatever is no KallosError goes through. */
export async function outcome<T>(nothing: T, work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work(), failure: null };
  } catch (error) {
    if (error instanceof KallosError) return { value: nothing, failure: error };
    throw error;
  }
}

/** A folder of answers by the content of what was asked. */
export interface Answers {
  /**
   * Takes the answer from the folder, or makes it. The same question asked twice at once is asked once.
   *
   * @param schema what a stored answer must look like to be used
   * @throws KallosError the failure that was made or recorded; KALLOS_MODEL_NOT_RECORDED when replaying
   */
  through<T>(
    request: Json,
    schema: z.ZodType<T>,
    make: () => Promise<Outcome<T>>,
  ): Promise<{ value: T; cached: boolean }>;
}

/** Failures are kept only in a recording: what failed today may work tomorrow, but not in a replay. */
export function openAnswers(mode: AnswersMode, folder: string): Answers {
  const running = new Map<string, Promise<Entry>>();
  const made = new Set<string>();

  const call = async <T>(key: string, request: Json, make: () => Promise<Outcome<T>>) => {
    const { value, failure } = await make();
    const entry: Entry = {
      schema: SCHEMA,
      request,
      value: value as Json,
      failure: failure && failure.toJSON(),
    };
    if (mode === 'record' || !failure) await write(fileOf(folder, key), entry);
    made.add(key);
    return entry;
  };

  return {
    async through(request, schema, make) {
      const accept = (entry: Entry, cached: boolean) => {
        if (entry.failure)
          throw new KallosError(entry.failure.code, entry.failure.message, entry.failure.help);
        return { value: schema.parse(entry.value), cached };
      };
      if (mode === 'off') {
        const { value, failure } = await make();
        if (failure) throw failure;
        return { value, cached: false };
      }
      const key = createHash('sha256').update(JSON.stringify(request)).digest('hex');
      while (running.has(key)) {
        // One that was called off says nothing about the answer.
        const entry = await running.get(key)!.catch(() => null);
        if (entry) return accept(entry, true);
      }
      const work = (async () => {
        const known = mode === 'record' && !made.has(key) ? null : await read(fileOf(folder, key));
        if (known && (known.failure ? mode !== 'cache' : schema.safeParse(known.value).success)) {
          return { entry: known, cached: true };
        }
        if (mode === 'replay') throw notRecorded(folder, key);
        return { entry: await call(key, request, make), cached: false };
      })();
      const entry = work.then((done) => done.entry);
      entry.catch(() => undefined);
      running.set(key, entry);
      try {
        const done = await work;
        return accept(done.entry, done.cached);
      } finally {
        running.delete(key);
      }
    },
  };
}

const fileOf = (folder: string, key: string) => join(folder, key.slice(0, 2), `${key}.json`);

/** What is not there, or is not whole, is as good as not asked. */
async function read(file: string): Promise<Entry | null> {
  try {
    return entrySchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}

/** By way of another name, so that nobody ever reads half an answer. */
async function write(file: string, entry: Entry): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${JSON.stringify(entry, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
}

function notRecorded(folder: string, key: string): KallosError {
  return new KallosError(
    'KALLOS_MODEL_NOT_RECORDED',
    `The answer ${key.slice(0, 12)} was not recorded.`,
    `Record it in ${folder} first ("answers": "record"): a replay asks no model, and answers nothing else than was asked.`,
  );
}
