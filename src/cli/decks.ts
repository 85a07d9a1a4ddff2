import { posix } from 'node:path';
import { judgeDeck, slideOf, type JudgedSlide } from '../deck.js';
import type { Capture } from '../render/capture.js';
import type { Verdict } from '../reward/verdict.js';
import type { JudgeOptions } from '../score.js';

/** With two slides nobody can say which of them departs. */
const MIN_SLIDES = 3;

/**
 * Finds decks among what is judged: folders of which every page that was given is a slide. Rows and replies have no folder
 * and belong to none. Only what was read off each slide is kept.
 */
export class Decks {
  private readonly folders = new Map<string, JudgedSlide[]>();
  /** Folders that hold something else than slides. */
  private readonly others = new Set<string>();

  /** Told of each verdict, in any order; of a slide with its capture. */
  take(verdict: Verdict, capture: Capture | null): void {
    const id = verdict.id.replaceAll('\\', '/');
    const name = posix.basename(id);
    const folder = posix.dirname(id);
    if (verdict.kind !== 'slide') {
      this.others.add(folder);
      return;
    }
    const isFile = capture !== null && posix.basename(capture.data.artifact.entry) === name;
    if (!isFile || /^https?:/.test(id)) return;
    const slides = this.folders.get(folder) ?? [];
    this.folders.set(folder, [...slides, slideOf(name, verdict, capture)]);
  }

  /** The verdicts of the decks, and the ids of the slides of each. */
  async *judge(
    options: JudgeOptions,
  ): AsyncGenerator<{ verdict: Verdict; slides: string[] }, void, undefined> {
    if (options.channels && !options.channels.includes('correctness')) return;
    for (const [folder, slides] of this.folders) {
      if (slides.length < MIN_SLIDES || this.others.has(folder)) continue;
      const verdict = await judgeDeck(folder, slides, options);
      yield { verdict, slides: slides.map((slide) => slide.verdict.id) };
    }
  }
}
