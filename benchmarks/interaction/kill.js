import console from 'node:console';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder } from '../lib/folders.js';
import { handlersOf, markAll, MARK, withoutHandler } from './handlers.js';
import { exploreAll, readLabels, sourceOf, spread, wordOf } from './pages.js';
import { share } from './statistics.js';

/** Controls that show something of their own when used, with or without a handler. */
const NATIVE = /^(?:input|select|textarea|summary|a|label|option)$/;
/** What the explorer says of a control that lost its handler, where it misses it. */
const FAULTY = /^(?:nothing|invisible-only|otherwise|broke)$/;
/** Keys of a whole page stand at no element: their names part them. */
const keyOf = ({ control: { kind, selector, name }, probe }) =>
  `${selector}${kind === 'keys' ? ` ${name}` : ''} ${probe.asks}`;
/** What could not be tried for our own fault tells nothing. */
const answersOf = (probes) =>
  new Map(
    probes.map((judged) => [keyOf(judged), judged.probe.trouble?.reason === 'ours' ? OURS : wordOf(judged)]),
  );
const OURS = 'ours';
/**
 * What a probe touches, on its way too: the control itself, and what is used before to bring it up or to put it into a state. A button
 * that did not answer is judged by what it does once something was entered.
 */
const touchedBy = ({ control, probe }, probes) =>
  probes
    .filter(
      (other) =>
        other.probe === probe || (other.control === control && other.probe.asks === 'answers-prepared'),
    )
    .flatMap((other) => [control.selector, ...other.probe.deeds.flatMap(({ on }) => on ?? [])]);

/** Pages with handlers, by set: ours, and those of the data sets. Scripts in `srcdoc` can't be marked. */
function pagesOf(sets, wanted) {
  const own = sets.includes('own') ? [...new Set(readLabels().map(({ page }) => page))] : [];
  const folder = sets.includes('generated') ? dataFolder('generated') : null;
  const others = folder ? readdirSync(folder).filter((name) => name.endsWith('.html')) : [];
  return [
    ...own.filter((page) => page.startsWith('pages/')).map((id) => ({ id, html: sourceOf(id) })),
    ...others.map((id) => ({ id, html: readFileSync(join(folder, id), 'utf8') })),
  ].filter(({ id, html }) => wanted(id) && !html.includes('srcdoc') && handlersOf(html).length > 0);
}

/**
 * Takes one handler at a time out of pages that work and looks whether the explorer misses it, and only it.
 *
 * Which controls a handler serves is not guessed: a copy of the page marks every handler, and is explored too. A handler counts when
 * it was the only one that a probe called, the control answered as expected, and the control shows nothing of itself by nature.
 * Every other probe should tell the same as before. Those that use a control of the handler on their way are left out of that count: a
 * dialog that does not open any more holds nothing, and a digit that enters nothing leaves nothing to clear.
 * @param {(page: string) => boolean} wanted
 * @param {{ sets: string[], count: number | null, sample: number | null, from: number }} which how many handlers and pages at most,
 *   spread evenly over the list from one of its pages on
 * @returns {Promise<boolean>} whether 95% were found and every other control stayed as it was
 */
export async function kill(wanted, { sets, count, sample, from }) {
  const all = pagesOf(sets, wanted);
  const pages = spread([...all.slice(from), ...all.slice(0, from)], sample);
  const before = new Map();
  const touching = new Map();
  const servedBy = new Map();
  await exploreAll(pages, ({ id }, { probes }) => {
    before.set(id, answersOf(probes));
    touching.set(id, new Map(probes.map((judged) => [keyOf(judged), touchedBy(judged, probes)])));
  });
  await exploreAll(
    pages.map(({ id, html }) => ({ id, html: markAll(html, handlersOf(html)) })),
    ({ id }, { probes }) => servedBy.set(id, servedControls(probes, before.get(id))),
  );

  const cases = pages.flatMap(({ id, html }) =>
    handlersOf(html).flatMap((handler, k) => {
      const served = servedBy.get(id).get(k);
      return served ? [{ id, html: withoutHandler(html, handler), handler, ...served }] : [];
    }),
  );
  const chosen = spread(cases, count);

  const misses = [];
  const changes = [];
  let untouched = 0;
  await exploreAll(chosen, ({ id, handler, alone, served }, { probes }) => {
    const was = before.get(id);
    const touches = touching.get(id);
    const is = answersOf(probes);
    const what = `${id}: ${handler.spelling.trim()} at ${handler.at}`;
    // A control that is nothing but its handler is none any more without it: that counts as not found.
    const isAnswering = alone.some((key) => is.get(key) === 'answers');
    const isFound = alone.some((key) => FAULTY.test(is.get(key)));
    if (isAnswering || !isFound)
      misses.push(`${what} (${alone.map((key) => `${key}: ${is.get(key) ?? 'gone'}`).join(', ')})`);
    for (const [key, answer] of was) {
      const isTouched = touches.get(key).some((selector) => served.has(selector));
      if (isTouched || answer === OURS || is.get(key) === OURS) continue;
      untouched++;
      if (is.get(key) !== answer) changes.push(`${what} (${key}: ${answer}, then ${is.get(key) ?? 'gone'})`);
    }
  });

  console.log(
    `${chosen.length} of ${cases.length} handlers on ${new Set(chosen.map(({ id }) => id)).size} pages`,
  );
  console.log(`  found      ${share(chosen.length - misses.length, chosen.length)}`);
  console.log(`  untouched controls as before  ${share(untouched - changes.length, untouched)}`);
  for (const miss of misses) console.log(`  not found: ${miss}`);
  for (const change of changes) console.log(`  changed:   ${change}`);
  return misses.length <= 0.05 * chosen.length && changes.length === 0;
}

/**
 * By handler: the probes that it alone served, and the controls of all that called it. Handlers that serve no probe alone are left out.
 * @returns {Map<number, { alone: string[], served: Set<string> }>}
 */
function servedControls(probes, before) {
  const served = new Map();
  for (const judged of probes) {
    const { evidence } = judged.probe;
    if (!evidence) continue;
    const called = evidence.storage.flatMap((name) => {
      const match = new RegExp(`${MARK}(\\d+)$`).exec(name);
      return match ? [Number(match[1])] : [];
    });
    for (const k of called) {
      const entry = served.get(k) ?? { alone: [], served: new Set() };
      served.set(k, entry);
      entry.served.add(judged.control.selector);
      const works = before.get(keyOf(judged)) === 'answers' && judged.probe.asks === 'answers';
      if (called.length === 1 && works && judged.probe.deeds.length === 1 && !NATIVE.test(judged.control.tag))
        entry.alone.push(keyOf(judged));
    }
  }
  return new Map([...served].filter(([, { alone }]) => alone.length > 0));
}
