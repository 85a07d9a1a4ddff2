import { Edits } from '../edits.js';
import { randomFrom } from '../../../dist/bench/bootstrap.js';
import { seedOf } from '../random.js';
import { CODE } from './code.js';
import { COLOURS } from './colours.js';
import { CONTROLS } from './controls.js';
import { LAYOUT } from './layout.js';
import { PARTS } from './parts.js';
import { WORDS } from './words.js';

const DAMAGE = { ...LAYOUT, ...WORDS, ...COLOURS, ...PARTS, ...CODE, ...CONTROLS };

/**
 * Damages a page. The elements are chosen by the names of page and kind, so that the steps of a kind hit the same ones.
 *
 * @param {import('../page.js').Page} page
 * @param {import('../kinds.js').Kind} kind
 * @param {number} severity 0, 1 or 2
 * @returns {Promise<{artifact: object, done?: (mutant: object) => boolean} | null>} null where the page has nothing to do it to
 */
export async function damage(page, kind, severity) {
  const edits = new Edits(page.html);
  const random = randomFrom(seedOf(`${page.artifact.id} ${kind.id}`));
  const outcome = await DAMAGE[kind.id](page, edits, kind.steps[severity], random);
  const html = outcome && edits.apply();
  return html ? { artifact: page.with(html), done: outcome.done } : null;
}
