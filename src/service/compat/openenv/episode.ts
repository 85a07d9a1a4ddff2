import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { Verdict } from '../../../reward/verdict.js';
import type { CaptureStore } from '../../captures.js';
import { byChannel } from '../../result.js';
import type { Result } from '../../schema.js';
import type { Asked, CompatJudge } from '../judge.js';
import type { Observation, Reset, Step } from './schema.js';

export interface EpisodeOptions {
  judge: CompatJudge;
  captures: CaptureStore;
  by: Asked;
}

/** Findings that are shown at once: more would not be repaired in one turn. */
const SHOWN = 20;
/** Turns in a row of which none was judged, after which an episode is over: no policy should ask for ever. */
const UNJUDGED = 3;
const SEVERITIES = ['error', 'warning', 'advisory'];

/** One prompt, and the turns in which a policy answers it and repairs its answer. */
export class Episode {
  readonly id: string;
  #turn = 0;
  #unjudged = 0;

  constructor(
    private readonly asked: Reset,
    private readonly options: EpisodeOptions,
  ) {
    this.id = asked.episode_id ?? randomUUID();
  }

  state() {
    return { episode_id: this.id, step_count: this.#turn, max_turns: this.asked.max_turns };
  }

  begin(): Step {
    return { observation: this.#seen(null, null), reward: null, done: false };
  }

  /**
   * Judges the page in a reply. The episode ends after its last turn, or when nothing is left to repair. What was not
   * judged is no turn: the same page may be sent again.
   */
  async step(response: string): Promise<Step> {
    const { prompt, kind, brief, seed } = this.asked;
    const { judge, by } = this.options;
    const { result } = await judge.judge(
      { prompt, response, kind, brief },
      { ...by, ...(typeof seed === 'number' && { seed }) },
    );
    this.#unjudged = result.valid ? 0 : this.#unjudged + 1;
    if (result.valid) this.#turn++;
    const observation = this.#seen(result, await this.#picture(result));
    const isFlawless = result.valid && observation.findings.every(({ severity }) => severity === 'advisory');
    const done = this.#turn >= this.asked.max_turns || isFlawless || this.#unjudged >= UNJUDGED;
    return { observation, reward: result.valid ? result.score : null, done };
  }

  #seen(result: Result | null, picture: Observation['picture']): Observation {
    const verdict = result?.verdict ?? null;
    return {
      prompt: this.asked.prompt,
      turn: this.#turn,
      turns_left: Math.max(0, this.asked.max_turns - this.#turn),
      outcome: verdict?.outcome ?? null,
      detail: verdict?.detail ?? result?.reason ?? null,
      scores: result?.scores ?? byChannel(() => 0),
      masks: result?.masks ?? byChannel(() => 0 as const),
      valid: result?.valid ?? false,
      findings: verdict && 'schema' in verdict ? shown(verdict) : [],
      picture,
    };
  }

  async #picture({ evidence }: Result): Promise<Observation['picture']> {
    const href = evidence.pictures.find(({ name }) => name === 'page')?.href ?? evidence.pictures[0]?.href;
    const [hash, file] = href?.split('/').slice(-2) ?? [];
    if (hash === undefined || file === undefined) return null;
    const bytes = await this.options.captures.read(hash, file, this.options.by.owner);
    if (!bytes) return null;
    const small = await sharp(bytes)
      .resize({ width: 1024, height: 2048, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality: 80 })
      .toBuffer();
    return { media_type: 'image/jpeg', data: small.toString('base64') };
  }
}

function shown({ findings }: Verdict): Observation['findings'] {
  return [...findings]
    .sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity))
    .slice(0, SHOWN)
    .map(({ check, severity, message, selector, source, suggestion }) => ({
      check,
      severity,
      message,
      selector,
      source,
      suggestion,
    }));
}
