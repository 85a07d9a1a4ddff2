import { openAnswers } from './answers.js';
import { draw, type Drawing, type DrawOptions } from './draw.js';
import { embed } from './embed.js';
import { openLine, type LineOptions } from './line.js';
import type { Usage } from './meter.js';
import { probe, type Probe } from './probe.js';
import type { ModelsSettings, Slot } from './settings.js';
import { ask, type Answer, type Question } from './text.js';

interface Model {
  /** "openai/gpt-x": for people and fingerprints. */
  readonly name: string;
  /** What was used so far. */
  usage(): Usage;
  /** Makes the smallest call that shows whether the model works; nothing is read from disk or kept. Never throws. */
  probe(): Promise<Probe>;
}

/** A model that reads and looks, and answers in words or to a schema. */
export interface TextModel extends Model {
  /**
   * Asks a question. A reply that cannot be read is sent back twice at most, with what is wrong; after that there is an
   * error and never a default.
   *
   * @throws KallosError KALLOS_MODEL_… (docs/guides/models.md); KALLOS_INPUT_UNREADABLE for a picture that is none
   */
  ask<T = string>(question: Question<T>): Promise<Answer<T>>;
}

/** A model that draws. */
export interface ImageModel extends Model {
  /** @throws KallosError KALLOS_MODEL_… */
  draw(options: DrawOptions): Promise<Drawing>;
}

/** A model that places texts by meaning. */
export interface EmbeddingModel extends Model {
  /**
   * One vector a text, in their order, all of one length.
   * @throws KallosError KALLOS_MODEL_…
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<number[][]>;
}

/** The models that are configured; null for the others. */
export interface Models {
  judge: TextModel | null;
  read: TextModel | null;
  generate: TextModel | null;
  image: ImageModel | null;
  embed: EmbeddingModel | null;
}

/**
 * Opens the door to models: what is asked goes through a queue with caps on calls, rate, time and cost, and is answered
 * from `settings.folder` where it was asked before. Nothing is loaded or called before the first question.
 *
 * @param env where keys are looked up
 */
export function createModels(
  settings: ModelsSettings,
  env: LineOptions['env'],
  options: ModelsOptions = {},
): Models {
  const answers = openAnswers(settings.answers, settings.folder);
  const model = (slot: Slot) => {
    const of = settings[slot];
    if (!of) return null;
    const line = openLine(of, { env, pauses: options.pauses });
    return {
      line,
      model: { name: line.name, usage: () => line.meter.usage(), probe: () => probe(line, slot) },
    };
  };
  const textModel = (slot: 'judge' | 'read' | 'generate'): TextModel | null => {
    const open = model(slot);
    return open && { ...open.model, ask: (question) => ask(open.line, answers, question) };
  };
  const image = model('image');
  const embedding = model('embed');
  return {
    judge: textModel('judge'),
    read: textModel('read'),
    generate: textModel('generate'),
    image: image && { ...image.model, draw: (asked) => draw(image.line, answers, asked) },
    embed: embedding && {
      ...embedding.model,
      embed: (texts, signal) => embed(embedding.line, answers, texts, signal),
    },
  };
}

export interface ModelsOptions {
  /** Milliseconds before the second, third… attempt of a call that failed for a passing reason. */
  pauses?: readonly number[];
}
