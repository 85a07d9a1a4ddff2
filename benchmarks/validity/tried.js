import { findControls } from '../../dist/channels/interaction/explorer/find.js';
import { effectsOf } from '../../dist/channels/interaction/oracle/effects.js';
import { judgeProbes } from '../../dist/index.js';
import { handlersOf, markAll, MARK } from '../interaction/handlers.js';
import { coverAll, COVER } from './damage/controls.js';
import { Edits } from './edits.js';

/** Questions by which a control shows that it works; the others ask how well. */
const WORKS = new Set(['answers', 'accepts', 'plays']);
/** What takes no mouse: keys of the whole page, and what comes by scrolling. */
const WITHOUT_MOUSE = new Set(['keys', 'scroll', 'game']);
/** What a page promises without anything listening to it. */
const PROMISES = /^(button|a|input|select|textarea|summary)$/;
/** What a browser shows of a field by itself. */
const OF_BROWSER = new Set(['value', 'own', 'focus-moved', 'repainted', 'revealed', 'address']);
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
  const answers = judgeProbes(page.trace).filter(isAnswer);
  page.handlers = handlersOf(page.html);
  const controls = [...new Map(answers.map(({ control }) => [control.selector, control])).values()];
  const [served, covered] = [await servedBy(page, answers, store), await coveredOn(page, controls, store)];
  page.answering = controls.map((control) => ({
    control,
    handlers: served.get(control.selector) ?? [],
    canCover: covered.has(control.selector),
  }));
}

const isAnswer = ({ probe, answer, weight }) =>
  answer === 'as-expected' && weight > 0 && WORKS.has(probe.asks);
const keyOf = ({ control, probe }) => `${control.selector} ${probe.asks}`;

/**
 * Which handlers each control's answer depends on, by its selector: those that were called on a copy of the page that marks them. Left out
 * is what shows no more than the browser does by itself, and what nobody would take for a control without them.
 */
async function servedBy(page, answers, store) {
  const served = new Map();
  if (answers.length === 0 || page.handlers.length === 0) return served;
  const works = new Set(answers.filter(isOfPage).map(keyOf));
  const marked = await store.trace(page.with(markAll(page.html, page.handlers)));
  for (const judged of judgeProbes(marked).filter((one) => works.has(keyOf(one)) && isAnswer(one))) {
    const called = judged.probe.evidence.storage.flatMap((name) => {
      const [, k] = new RegExp(`${MARK}(\\d+)$`).exec(name) ?? [];
      return k === undefined ? [] : [Number(k)];
    });
    const { selector } = judged.control;
    if (called.length > 0) served.set(selector, [...new Set([...(served.get(selector) ?? []), ...called])]);
  }
  return served;
}

function isOfPage({ control, probe }) {
  const effects = [...effectsOf(probe.evidence)];
  const isPromised = PROMISES.test(control.tag) || control.role !== 'generic';
  return isPromised && effects.some((effect) => !OF_BROWSER.has(effect));
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
