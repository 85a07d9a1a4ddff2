import type { Outcome } from '../explorer/experiment.js';
import { filmstrip } from '../explorer/filmstrip.js';
import type { Ranked } from '../explorer/rank.js';
import type { Question } from '../explorer/actions.js';
import type { Control, Probe } from '../trace.js';
import type { View } from './view.js';

/** What something is done to: a control, or the page as a whole. */
export type Target = Pick<Ranked, 'control' | 'path' | 'alike' | 'weight'>;

/** What an agent meets and does on one page, as it grows: controls are numbered, probes kept with their pictures, costs added up. */
export class Journal {
  readonly controls: Control[] = [];
  readonly probes: Probe[] = [];
  readonly files = new Map<string, Uint8Array>();
  cpuMs = 0;
  runs = 0;
  usd: number | null = 0;
  readonly #places = new Map<string, number>();

  /** Position of a control; one that was not met before is added. The same control keeps its number from view to view. */
  indexOf(one: Target): number {
    const { kind, tag, name } = one.control;
    const key = JSON.stringify([one.path, kind, tag, name]);
    let at = this.#places.get(key);
    if (at === undefined) {
      this.#places.set(key, (at = this.controls.length));
      this.controls.push({ ...one.control, alike: one.alike, weight: one.weight });
    }
    return at;
  }

  /** The number by which an agent knows a control, from 1. */
  readonly numberOf = (one: Target): number => this.indexOf(one) + 1;

  spend(usd: number | null): void {
    this.usd = this.usd === null || usd === null ? null : this.usd + usd;
  }

  /** Keeps what was tried; returns its position. */
  async keep(outcome: Outcome<View | null>, one: Target, question: Question, own: number): Promise<number> {
    const order = this.probes.length;
    const film =
      'evidence' in outcome
        ? await filmstrip(outcome.without, outcome.withIt, one.path, outcome.evidence)
        : null;
    const names = film && { before: `${order}-before.webp`, after: `${order}-after.webp` };
    if (film && names) this.files.set(names.before, film[0]).set(names.after, film[1]);
    this.probes.push({
      control: this.indexOf(one),
      asks: question.asks,
      // What led to the state that it was asked in are steps of their own.
      deeds: [...question.before.slice(own), ...question.acts].map(({ deed }) => deed),
      evidence: 'evidence' in outcome ? outcome.evidence : null,
      trouble: 'trouble' in outcome ? outcome.trouble : null,
      before: names?.before ?? null,
      after: names?.after ?? null,
    });
    return order;
  }
}
