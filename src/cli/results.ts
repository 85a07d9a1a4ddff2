import { RESOURCES_UNAVAILABLE } from '../channels/withheld.js';
import pc from 'picocolors';
import {
  formatLine,
  formatSummary,
  formatVerdict,
  report,
  type Assets,
  type TextOptions,
} from '../report/index.js';
import { isUnfinished } from '../report/verdicts.js';
import type { Verdict } from '../reward/verdict.js';
import { withoutKnown, type Baseline } from './baseline.js';
import { EXIT, note } from './print.js';
import type { ScoreFlags } from './score.js';

export interface ResultOptions {
  format: ScoreFlags['format'];
  minScore: number | null;
  baseline: Baseline | null;
  quiet: boolean;
  /** Called before something is printed, to clear a progress bar. */
  beforePrint: () => void;
}

/**
 * Prints verdicts on standard output: `text` and `jsonl` as each finishes, the others together at the end, in the order
 * of the inputs. Keeps the exit code.
 */
export class Results {
  /** The highest exit code that holds. */
  exit: number = EXIT.fine;
  count = 0;
  /** What the HTML report needs of each capture, by id. */
  readonly assets = new Map<string, Assets>();
  private readonly verdicts: Verdict[] = [];
  private readonly places = new Map<string, number>();
  private explained = false;

  constructor(private readonly options: ResultOptions) {}

  /** Gives an input its place among the results; a verdict on several of them comes after the last. */
  expect(id: string, after?: readonly string[]): void {
    const last = after?.map((other) => this.places.get(other) ?? 0).sort((a, b) => b - a)[0];
    this.places.set(id, last === undefined ? this.places.size : last + 0.5);
  }

  fail(code: number): void {
    this.exit = Math.max(this.exit, code);
  }

  tell(judged: Verdict): void {
    const { format, baseline, beforePrint } = this.options;
    const verdict = baseline ? withoutKnown(judged, baseline) : judged;
    this.count++;
    this.judgeExit(verdict);
    if (format !== 'jsonl') this.verdicts.push(verdict);
    if (format !== 'text' && format !== 'jsonl') return;
    beforePrint();
    process.stdout.write(format === 'jsonl' ? formatLine(verdict) : formatVerdict(verdict, look()));
  }

  /** Prints what is printed together: all verdicts that were told, however the run ended. */
  finish(): void {
    const { format } = this.options;
    const place = ({ id }: Verdict) => this.places.get(id) ?? 0;
    const verdicts = this.verdicts.sort((a, b) => place(a) - place(b));
    if (format === 'text') {
      if (verdicts.length > 1) process.stdout.write(formatSummary(verdicts, look()));
    } else if (format !== 'jsonl') {
      process.stdout.write(report(verdicts, format, { assets: this.assets }));
    }
  }

  private judgeExit(verdict: Verdict): void {
    const { minScore } = this.options;
    const { value } = verdict.reward;
    if (verdict.findings.some(({ severity }) => severity === 'error')) this.fail(EXIT.found);
    if (minScore !== null && value !== null && value < minScore) this.fail(EXIT.found);
    if (isUnfinished(verdict) || (minScore !== null && value === null)) this.fail(EXIT.unfinished);
    if (value === null && !this.explained && (minScore !== null || !this.options.quiet)) {
      this.explained = true;
      this.options.beforePrint();
      note(whyNoReward(verdict));
    }
  }
}

/** One sentence on a reward that is null. */
export function whyNoReward({ reward, channels }: Verdict): string {
  const reasons = reward.missing.map((name) => {
    const { status, reason } = channels[name];
    if (reason === 'no-trace') return `${name}, for which nothing was tried on the page`;
    if (reason === 'not-asked') return `${name}, which --channels leaves out`;
    return `${name}, which is ${status.replace('-', ' ')}${reason ? ` (${reason})` : ''}`;
  });
  return `No reward: recipe ${reward.recipe} needs ${reasons.join(', and ')}; ${wayOut({ reward, channels })}.`;
}

function wayOut({ reward, channels }: Pick<Verdict, 'reward' | 'channels'>): string {
  const lacks = reward.missing.some((name) => channels[name].reason?.startsWith(RESOURCES_UNAVAILABLE));
  return lacks ? 'kallos mirror pull locks what the page loads' : '--recipe provable does without a judge';
}

/** Colours and width of standard output. */
function look(): TextOptions {
  const color = pc.isColorSupported && (process.stdout.isTTY || Boolean(process.env['FORCE_COLOR']));
  return { color, columns: process.stdout.isTTY ? process.stdout.columns : 100 };
}
