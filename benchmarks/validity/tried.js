import { findControls } from '../../dist/channels/interaction/explorer/find.js';
import { effectsOf } from '../../dist/channels/interaction/oracle/effects.js';
import { judgeProbes } from '../../dist/index.js';
import { handlersOf, markAll, MARK } from '../interaction/handlers.js';
import { coverAll, COVER } from './damage/controls.js';
import { Edits } from './edits.js';

/** Questions by which a control shows that it works; the others ask how well. */
const WORKS = new Set(['answers', 'accepts', 'plays']);
/** Those, and what speaks for a control that had nothing to do at first. */
const SPEAKS = new Set([...WORKS, 'answers-prepared', 'opens-by-hover']);
/** What takes no mouse: keys of the whole page, and what comes by scrolling. */
const WITHOUT_MOUSE = new Set(['keys', 'scroll', 'game']);
/** What is taken for a control though nothing listens to it. */
const PROMISES = /^(button|a|input|select|textarea)$/;
/** What a browser does by itself, by the tag of what is used: of any other, it is what comes with the focus. */
const FIELD = ['value', 'own', 'repainted', 'revealed', 'focus-moved', 'address'];
const OF_BROWSER = {
  input: FIELD,
  select: FIELD,
  textarea: FIELD,
  a: ['scrolled', 'left', 'address', 'repainted', 'focus-moved'],
};
const OF_FOCUS = ['repainted', 'focus-moved', 'address'];
/** Steps in which what scrolls into view comes to rest, ms. */
const ARRIVAL = [16, 109, 125, 125];

/**
 * Tries a page, and finds out what of it can be broken: damage to what did not answer is none.
 *
 * @param {import('./page.js').Page} page gets `trace`, what was tried on it, and `answering`: what answered, each with the `control`, the
 *   positions of the handlers that made it answer, and whether a box over it really takes the mouse from it
 * @param {import('./store.js').Store} store
 */
export async function tryPage(page, store) {
  page.trace = await store.trace(page.artifact);
  page.handlers = handlersOf(page.html);
  const controls = answeringIn(page.trace);
  const [served, covered] = [await servedBy(page, controls, store), await coveredOn(page, controls, store)];
  page.answering = controls.map((control) => ({
    control,
    handlers: served.get(control.selector) ?? [],
    canCover: covered.has(control.selector),
  }));
}

/** The controls of a trace that answered, each once. */
function answeringIn(trace) {
  const answered = judgeProbes(trace).filter(
    ({ probe, answer, weight }) => answer === 'as-expected' && weight > 0 && WORKS.has(probe.asks),
  );
  return [...new Map(answered.map(({ control }) => [control.selector, control])).values()];
}

/**
 * Which handlers each control's answer depends on, by its selector: those that were called on a copy of the page that marks them. Left out
 * is what shows no more than the browser does by itself, and what nobody would take for a control without them.
 */
async function servedBy(page, controls, store) {
  const served = new Map();
  if (controls.length === 0 || page.handlers.length === 0) return served;
  const marked = await store.trace(page.with(markAll(page.html, page.handlers)));
  const still = new Set(answeringIn(marked).map(({ selector }) => selector));
  for (const control of controls) {
    if (!still.has(control.selector) || !isPromise(control)) continue;
    const natural = OF_BROWSER[control.tag] ?? OF_FOCUS;
    const effects = evidenceOf(page.trace, control).flatMap((evidence) => [...effectsOf(evidence)]);
    if (effects.every((effect) => natural.includes(effect))) continue;
    const called = evidenceOf(marked, control).flatMap(({ storage }) => storage.flatMap(markIn));
    if (called.length > 0) served.set(control.selector, [...new Set(called)]);
  }
  return served;
}

/** Is it a control without its handlers, too? A `summary` opens by itself. */
const isPromise = ({ tag, role }) => PROMISES.test(tag) || (role !== 'generic' && tag !== 'summary');

/** What was seen when a control answered. */
const evidenceOf = (trace, { selector }) =>
  judgeProbes(trace).flatMap(({ control, probe, answer }) =>
    control.selector === selector && answer === 'as-expected' && SPEAKS.has(probe.asks)
      ? [probe.evidence]
      : [],
  );

function markIn(name) {
  const [, k] = new RegExp(`${MARK}(\\d+)$`).exec(name) ?? [];
  return k === undefined ? [] : [Number(k)];
}

/** The selectors of those controls that cannot be met any more once a clear box lies over each, wherever the page is scrolled to. */
async function coveredOn(page, controls, store) {
  const boxed = controls.filter(({ kind, box, tag }) => box && !WITHOUT_MOUSE.has(kind) && tag !== 'html');
  const edits = new Edits(page.html);
  coverAll(page, edits, boxed);
  const html = edits.apply();
  const lab = html && (await store.lab(page.with(html)));
  if (!lab) return new Set();
  const run = await lab.run(async (live) => {
    const found = findControls(
      await live.look({ picture: false }),
      await live.clues(),
      page.artifact.kind === 'game',
    );
    const covered = [];
    for (const { selector } of boxed) {
      const path = found.find(({ control }) => control.selector === selector)?.path;
      if (path && (await isCovered(live, path))) covered.push(selector);
    }
    return covered;
  });
  return new Set(run.value);
}

async function isCovered(live, path) {
  await live.reach(path);
  await live.pass(ARRIVAL);
  const aim = await live.aim(path);
  return aim.found && !aim.point && aim.missed?.by === COVER;
}
