import { readFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';
import { createRenderer, explore, extract } from '../../dist/index.js';
import { judgeProbes } from '../../dist/channels/interaction/judge.js';

/**
 * A label: what a control does when it is used, as seen by hand. See README.md.
 * @typedef {object} Label
 * @property {string} page `pages/*.html` or `ambient/*.html`
 * @property {string} selector of the control; `@keys` and the like behind it say how a canvas is used
 * @property {string} kind
 * @property {'valid' | 'invalid' | 'empty'} [case] what a form is given
 * @property {string} [via] the button that sends the form
 * @property {string} [after] what must be clicked first
 * @property {'answers' | 'nothing' | 'otherwise' | 'invisible-only'} label
 * @property {string} why
 */

/** @returns {Label[]} */
export const readLabels = () => JSON.parse(readFileSync(new URL('labels.json', import.meta.url), 'utf8'));

/** @param {string} page @returns {string} its source */
export const sourceOf = (page) => readFileSync(fileURLToPath(new URL(page, import.meta.url)), 'utf8');

/** So many of a list, spread evenly over it; all for null. */
export function spread(list, count) {
  const step = count === null ? 1 : Math.max(1, list.length / count);
  return list.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
}

/** Everything that can be tried is tried: the labelled controls are not always the most prominent. */
export const WITHOUT_LIMIT = { probes: 400, seconds: 600 };

/** @param {string} html @param {string} id */
export const artifactOf = (html, id) => extract(html, { id });

/**
 * Explores jobs, as many at once as there are browsers, and hands each trace on as it comes.
 * @template {{ html: string, id: string }} Job
 * @param {readonly Job[]} jobs
 * @param {(job: Job, told: { trace: object, probes: object[] }) => void | Promise<void>} tell
 * @param {{ concurrency?: number, options?: object }} [how]
 */
export async function exploreAll(jobs, tell, { concurrency = 2, options = WITHOUT_LIMIT } = {}) {
  const renderer = await createRenderer({ concurrency });
  const waiting = [...jobs];
  let done = 0;
  const work = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      const trace = await explore(renderer, artifactOf(job.html, job.id), options);
      await tell(job, { trace, probes: judgeProbes(trace) });
      const { wallMs } = trace.cost;
      process.stderr.write(`${++done} of ${jobs.length}: ${job.id}, ${(wallMs / 1000).toFixed(1)} s\n`);
    }
  };
  try {
    await Promise.all(Array.from({ length: concurrency }, work));
  } finally {
    await renderer.close();
  }
}

/** Answers of a probe in the words of the labels. */
const WORDS = {
  'as-expected': 'answers',
  otherwise: 'otherwise',
  nothing: 'nothing',
  'only-invisible': 'invisible-only',
  'broke-the-page': 'broke',
  'not-tried': 'not tried',
};
export const wordOf = ({ answer }) => WORDS[answer];

const OF_CASE = { valid: 'accepts', invalid: 'refuses-invalid', empty: 'refuses-empty' };
const OF_END = { ends: 'ends', restart: 'restarts' };
/** How a canvas is used, by what stands behind the @ of its selector. */
const OF_USE = {
  keys: (deeds) => deeds.some((deed) => deed.do === 'hold' || deed.do === 'press'),
  space: (deeds) => deeds.some((deed) => /^(?:hold|press)$/.test(deed.do) && deed.what === 'Space'),
  mouse: (deeds) => deeds.some((deed) => /^(?:hover|drag)$/.test(deed.do)),
  draw: (deeds) => deeds.some((deed) => /^(?:drag|click)$/.test(deed.do)),
  drag: (deeds) => deeds.some((deed) => deed.do === 'drag'),
  wheel: (deeds) => deeds.some((deed) => deed.do === 'wheel'),
  scroll: (deeds) => deeds.some((deed) => deed.do === 'wheel'),
};

/**
 * The probe that did what a label speaks of, or undefined where none did.
 * @param {Label} label
 * @param {object[]} probes judged ones
 */
export function probeFor({ selector, via, case: given, kind, after }, probes) {
  const [element, use] = selector.split('@');
  const ofControl = ({ control, probe }) =>
    control.selector === element ||
    control.selector === via ||
    (probe.asks === 'closes' && probe.deeds.at(-1)?.on === element);
  // What a label says of a state holds only for probes that began in that state; a game is started by its own probe.
  const inState = ({ control, probe }) =>
    after === undefined || use || control.selector === after || probe.deeds.some(({ on }) => on === after);
  // Keys that a whole page listens to are no canvas's own.
  const ofPage = use === 'keys' ? probes.filter(({ control }) => control.kind === 'keys') : [];
  const own = probes.filter((judged) => ofControl(judged) && inState(judged));
  if (use === 'ends' || use === 'restart') return own.find(({ probe }) => probe.asks === OF_END[use]);
  if (use) return [...own, ...ofPage].find(({ probe }) => OF_USE[use](probe.deeds));
  if (given) {
    // A form whose parts stand in no form element is a button to a browser, and is tried as one.
    const asked = own.find(({ probe }) => probe.asks === OF_CASE[given]);
    const asButton = { empty: 'answers', valid: 'answers-prepared' }[given];
    return asked ?? own.find(({ probe }) => probe.asks === asButton);
  }
  if (kind === 'dialog-close') {
    const closing = own.find(({ probe }) => probe.deeds.at(-1)?.on === element);
    if (closing) return closing;
  }
  return own.find(({ probe }) => probe.asks === 'answers') ?? own[0];
}
