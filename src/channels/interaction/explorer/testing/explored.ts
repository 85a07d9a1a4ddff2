import type { Kind } from '../../../../artifact/schema.js';
import type { Renderer } from '../../../../render/index.js';
import { pageOf } from '../../../../render/testing/page.js';
import { judgeProbes, type JudgedProbe } from '../../judge.js';
import { explore, type ExploreOptions } from '../explore.js';

const FILLER = '<h1>A page</h1><p>One.</p><p>Two.</p><p>Three.</p><ul><li>a</li><li>b</li><li>c</li></ul>';

/** Explores a page and tells what became of each control, by the id in its selector. */
export async function explored(
  renderer: Renderer,
  body: string,
  kind: Kind = 'website',
  options: ExploreOptions = {},
) {
  const page = `<!doctype html><html lang="en"><head><title>A page</title></head><body>${FILLER}${body}</body></html>`;
  const trace = await explore(renderer, pageOf(page, kind), { probes: 40, seconds: 600, ...options });
  const judged = judgeProbes(trace);
  const find = (id: string, asks: JudgedProbe['probe']['asks'] = 'answers') =>
    judged.find(({ control, probe }) => control.selector.endsWith(`#${id}`) && probe.asks === asks);
  const answer = (id: string, asks?: JudgedProbe['probe']['asks']) => find(id, asks)?.answer;
  return { trace, judged, find, answer };
}
