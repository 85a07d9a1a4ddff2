import { loadInputs } from '../artifact/load.js';
import type { ColumnChoice } from '../bench/ratings/columns.js';
import { openThing, type OpenedThing } from '../bench/ratings/open.js';
import type { RatedThing } from '../bench/ratings/read.js';
import { concurrently } from '../concurrent.js';
import { KallosError, toKallosError } from '../errors.js';
import type { Renderer, RendererOptions } from '../render/index.js';
import { note } from './print.js';
import type { Progress } from './progress.js';

/** Pictures in hand at once: one is decoded while another is judged. */
const AT_ONCE = 2;

export interface Visit<T> {
  /** What was made of each thing; null for what is missing or failed. */
  results: (T | null)[];
  missing: string[];
  failed: { name: string; reason: string }[];
}

/** The columns that were named, for reading the set. */
export function namedColumns(flags: ColumnChoice): ColumnChoice {
  const { picture, score, left, right, choice, scores } = flags;
  const named = Object.entries({ picture, score, left, right, choice, scores });
  return Object.fromEntries(named.filter(([, column]) => column !== undefined));
}

/** Opens each rated thing and makes something of it; tells what is missing and what fails, and goes on. */
export async function visit<T>(
  things: readonly RatedThing[],
  options: RendererOptions,
  progress: Progress,
  work: (opened: OpenedThing, thing: RatedThing, index: number) => Promise<T>,
): Promise<Visit<T>> {
  const results = things.map((): T | null => null);
  const missing = things.filter(({ path }) => path === null).map(({ name }) => name);
  const failed: Visit<T>['failed'] = [];
  const shown = openRenderer(options);
  const found = things.flatMap(({ path }, index) => (path === null ? [] : [{ path, index }]));
  const each = concurrently(from(found), AT_ONCE, async ({ path, index }) => {
    const thing = things[index]!;
    try {
      return { index, result: await work(await openThing(path, shown.render), thing, index) };
    } catch (error) {
      const { code, message } = toKallosError(error);
      if (code === 'KALLOS_CONFIG' || code === 'KALLOS_MODEL_KEY' || code.startsWith('KALLOS_BROWSER'))
        throw error;
      failed.push({ name: thing.name, reason: `${code}: ${message}` });
      return null;
    } finally {
      progress.step();
    }
  });
  try {
    for await (const done of each) if (done) results[done.index] = done.result;
  } finally {
    progress.stop();
    await shown.close();
  }
  return { results, missing, failed };
}

// eslint-disable-next-line @typescript-eslint/require-await -- what runs at once is fed from an asynchronous source
async function* from<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

/** A renderer that starts when the first page needs it. */
function openRenderer(options: RendererOptions) {
  let opened: Promise<Renderer> | undefined;
  const open = async () => {
    const { createRenderer } = await import('../render/index.js');
    return createRenderer({ ...options, profile: 'reward', concurrency: 1 });
  };
  return {
    render: async (path: string) => {
      for await (const item of loadInputs([path])) {
        if ('error' in item) throw item.error;
        const renderer = await (opened ??= open());
        return renderer.render(item.artifact, item.brief);
      }
      throw new KallosError(
        'KALLOS_INPUT_NO_PAGE',
        `${path} holds no page.`,
        'Give the path of a page or picture.',
      );
    },
    close: async () => {
      await (await opened?.catch(() => undefined))?.close();
    },
  };
}

/** Names listed of what is missing or failed. */
const LISTED = 10;

/** Tells on standard error what has no file and what could not be judged. */
export function tellGaps({ missing, failed }: Pick<Visit<unknown>, 'missing' | 'failed'>): void {
  const list = (lines: readonly string[], what: string) => {
    if (lines.length === 0) return;
    const rest = lines.length > LISTED ? [`… and ${lines.length - LISTED} more`] : [];
    note(
      [`${lines.length} ${what}:`, ...[...lines.slice(0, LISTED), ...rest].map((line) => `  ${line}`)].join(
        '\n',
      ),
    );
  };
  list(missing, 'without a file');
  list(
    failed.map(({ name, reason }) => `${name}: ${reason}`),
    'could not be judged',
  );
}
