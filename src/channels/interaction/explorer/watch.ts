import type { LivePage } from '../../../render/index.js';
import type { Stay } from '../trace.js';

/** Frames, in ms of virtual time, in which the page is looked at first: a picture may have met a luckier one than people do. */
const FRAMES = [0, 16, 16, 16, 16];
/** Steps after which it is looked at again, until people have left. */
const LATER = [1000, 9000, 20_000, 30_000];
/** Characters below which a page has too little text for its going to tell anything. */
const LEAST = 20;

/**
 * Watches a page that nobody touches: how much of the text that it shows at rest, in the best of its first frames, is shown at all
 * times. Null where there is too little text.
 */
export async function watch(page: LivePage): Promise<Stay | null> {
  const looks: { shown: number; afterMs: number }[] = [];
  let afterMs = 0;
  for (const step of [...FRAMES, ...LATER]) {
    if (step > 0) await page.pass([step]);
    afterMs += step;
    looks.push({ shown: await page.shown(), afterMs });
  }
  const most = Math.max(...looks.slice(0, FRAMES.length).map(({ shown }) => shown));
  if (most < LEAST) return null;
  const least = looks.reduce((a, b) => (b.shown < a.shown ? b : a));
  if (least.shown >= most) return { share: 1, afterMs: 0 };
  return { share: Math.round((least.shown / most) * 1000) / 1000, afterMs: least.afterMs };
}
