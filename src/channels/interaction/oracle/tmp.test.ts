import { it } from 'vitest';
import { extract } from '../../../artifact/extract.js';
import { createRenderer } from '../../../render/index.js';
import { explore } from '../explorer/explore.js';
import { judgeProbes } from '../judge.js';
it('x', { timeout: 240_000 }, async () => {
  const renderer = await createRenderer({ concurrency: 1, offline: { mode: 'sealed' } });
  const html = `<!doctype html><html lang="en"><title>Circle</title>
    <style>input:focus { border: 3px solid #4a35b8; background: #f3f1fa }</style>
    <form id="join">
      <label>Name <input name="name" required /></label>
      <label>Email <input name="email" type="email" required /></label>
      <button>Join</button> <output></output>
    </form>
    <script>
      document.getElementById('join').addEventListener('submit', (event) => { event.preventDefault(); document.body.dataset.state = String(Math.random()) });
    </script></html>`;
  const trace = await explore(renderer, extract(html, { id: 'form', kind: 'component' }));
  for (const p of judgeProbes(trace)) {
    const e = (p.probe as any).evidence;
    console.log(p.control.kind, p.probe.asks, p.answer, p.happened, JSON.stringify({ own: e?.own, other: e?.other, pixels: e?.pixels, focus: e?.focus, values: e?.values, ownValue: e?.ownValue, inv: e?.invalid }));
  }
  await renderer.close();
});
