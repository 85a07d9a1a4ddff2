import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, truncate, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { readTrace, writeTrace } from '../channels/interaction/store.js';
import type { InteractionTrace } from '../channels/interaction/trace.js';
import { KallosError, toKallosError } from '../errors.js';
import type { Capture } from '../render/capture.js';
import { captureFolder, readCapture, writeCapture } from '../render/store.js';
import { isUnfinished } from '../report/verdicts.js';
import type { Verdict } from '../reward/verdict.js';

interface Line {
  start: number;
  length: number;
  hash: string;
  id: string;
}

interface JournalEntry {
  key: string;
  /** Hash of the verdict's line. */
  verdict: string;
}

/**
 * The folder of `--out`: `verdicts.jsonl`, one verdict a line as each finishes, and `journal.jsonl`, which says what each
 * line answers, so that a run that was cut off goes on where it stopped. A line is appended by one write, and noted in
 * the journal only after it; a torn last line is dropped on opening.
 */
export class RunFolder {
  /** Hashes of the earlier lines that this run has taken as they are. */
  private readonly taken = new Set<string>();
  private readonly captures: string;
  private readonly judgedIds = new Set<string>();

  private constructor(
    readonly path: string,
    private readonly verdicts: FileHandle,
    private readonly journal: FileHandle,
    private readonly earlier: ReadonlyMap<string, Line>,
    private readonly earlierLines: readonly Line[],
  ) {
    this.captures = join(path, 'captures');
  }

  /**
   * @throws KallosError KALLOS_OUTPUT when the folder can't be written, KALLOS_NO_SPACE when the disk is full
   */
  static async open(path: string): Promise<RunFolder> {
    try {
      await mkdir(join(path, 'captures'), { recursive: true });
      const verdicts = await open(join(path, 'verdicts.jsonl'), 'a+');
      const journal = await open(join(path, 'journal.jsonl'), 'a+');
      const lines = await readLines(join(path, 'verdicts.jsonl'));
      const byHash = new Map(lines.map((line) => [line.hash, line]));
      const earlier = new Map<string, Line>();
      for (const { key, verdict } of await readJournal(join(path, 'journal.jsonl'))) {
        const line = byHash.get(verdict);
        if (line) earlier.set(key, line);
      }
      return new RunFolder(path, verdicts, journal, earlier, lines);
    } catch (error) {
      throw outputError(path, error);
    }
  }

  /** The verdict found for this key when the folder was opened. */
  async earlierVerdict(key: string): Promise<Verdict | null> {
    const line = this.earlier.get(key);
    if (!line) return null;
    this.taken.add(line.hash);
    return JSON.parse(await this.textOf(line)) as Verdict;
  }

  /**
   * Keeps a verdict, its capture and what was tried on the page. `key` names what was judged and how; without one, or where Kallos itself could not
   * finish, a later run judges it again.
   */
  async append(
    key: string | null,
    verdict: Verdict,
    capture: Capture | null,
    trace: InteractionTrace | null = null,
  ): Promise<void> {
    const line = JSON.stringify(verdict);
    try {
      if (capture) {
        const folder = await writeCapture(this.captures, capture);
        if (trace) await writeTrace(folder, trace);
      }
      await this.verdicts.appendFile(`${line}\n`);
      if (key !== null && !isUnfinished(verdict)) {
        await this.journal.appendFile(`${JSON.stringify({ key, verdict: sha256(line) })}\n`);
      }
    } catch (error) {
      throw outputError(this.path, error);
    }
    this.judgedIds.add(verdict.id);
  }

  /** The capture of a verdict that is in this folder; null when the verdict has none. */
  async captureOf({ capture }: Verdict): Promise<Capture | null> {
    return capture === null ? null : readCapture(captureFolder(this.captures, capture));
  }

  /** What was tried on the page of a verdict; null when nothing was. */
  async traceOf({ capture, trace }: Verdict): Promise<InteractionTrace | null> {
    if (capture === null || trace === null) return null;
    return readTrace(captureFolder(this.captures, capture));
  }

  /**
   * Closes the folder and returns all verdicts in it. Those of an earlier run on inputs that have been judged anew since
   * are taken out.
   */
  async close(): Promise<Verdict[]> {
    const stale = this.earlierLines.filter(({ id, hash }) => this.judgedIds.has(id) && !this.taken.has(hash));
    try {
      let text = await readFile(join(this.path, 'verdicts.jsonl'));
      for (const { start, length } of stale.reverse()) {
        text = Buffer.concat([text.subarray(0, start), text.subarray(start + length + 1)]);
      }
      if (stale.length > 0) await this.write('verdicts.jsonl', text);
      const lines = text.toString('utf8').split('\n');
      return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Verdict);
    } finally {
      await this.verdicts.close();
      await this.journal.close();
    }
  }

  /** Writes a file of the folder whole or not at all. */
  async write(name: string, data: string | Uint8Array): Promise<void> {
    const path = join(this.path, name);
    try {
      await writeFile(`${path}.partial`, data);
      await rename(`${path}.partial`, path);
    } catch (error) {
      throw outputError(this.path, error);
    }
  }

  private async textOf({ start, length }: Line): Promise<string> {
    const { buffer } = await this.verdicts.read(Buffer.alloc(length), 0, length, start);
    return buffer.toString('utf8');
  }
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');

/** Whole lines of the verdict file; what follows the last line feed was cut off by a kill and is dropped. */
async function readLines(path: string): Promise<Line[]> {
  const lines: Line[] = [];
  let start = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let end = rest.indexOf(10);
    while (end >= 0) {
      const line = rest.subarray(0, end);
      const { id } = (parse(line.toString('utf8')) ?? {}) as Partial<Verdict>;
      if (id !== undefined) lines.push({ start, length: end, hash: sha256(line), id });
      start += end + 1;
      rest = rest.subarray(end + 1);
      end = rest.indexOf(10);
    }
  }
  if (rest.length > 0) await truncate(path, start);
  return lines;
}

async function readJournal(path: string): Promise<JournalEntry[]> {
  const text = await readFile(path, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) await truncate(path, Buffer.byteLength(whole));
  return whole.split('\n').flatMap((line) => (parse(line) as JournalEntry | null) ?? []);
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function outputError(path: string, error: unknown): KallosError {
  const known = toKallosError(error);
  if (known.code !== 'KALLOS_INTERNAL') return known;
  return new KallosError(
    'KALLOS_OUTPUT',
    `The folder ${path} cannot be written: ${(error as Error).message}.`,
    'Give --out a folder that you may write, or leave it out; verdicts printed so far stand.',
    { cause: error },
  );
}
