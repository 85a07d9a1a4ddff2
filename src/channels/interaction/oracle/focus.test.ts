import { afterAll, beforeAll, expect, it } from 'vitest';
import { extract } from '../../../artifact/extract.js';
import { createRenderer, type Renderer } from '../../../render/index.js';
import { explore } from '../explorer/explore.js';
import { judgeProbes } from '../judge.js';

let renderer: Renderer;
beforeAll(async () => {
  renderer = await createRenderer({ concurrency: 1, offline: { mode: 'sealed' } });
});
afterAll(() => renderer.close());

/** What is said of the question that is asked with the form filled in: the focus goes from the last field to the button. */
async function answerTo(script: string) {
  const html = `<!doctype html><html lang="en"><title>Circle</title>
    <style>input:focus { outline: 3px solid #4a35b8; background: #f3f1fa }</style>
    <form id="join">
      <label>Name <input name="name" required /></label>
      <label>Email <input name="email" type="email" required /></label>
      <button>Join</button> <output></output>
    </form>
    <script>
      document.getElementById('join').addEventListener('submit', (event) => { event.preventDefault(); ${script} });
    </script></html>`;
  const trace = await explore(renderer, extract(html, { id: 'form', kind: 'component' }));
  return judgeProbes(trace).find(({ control }) => control.kind === 'form')!.answer;
}

it(
  'takes no focus that moves on for an answer, whatever attribute changes beside it',
  { timeout: 240_000 },
  async () => {
    expect(await answerTo('document.body.dataset.state = String(Math.random())')).toBe('only-invisible');
    expect(await answerTo("document.querySelector('output').textContent = 'Welcome'")).toBe('as-expected');
    expect(
      await answerTo(
        "document.getElementsByName('email')[0].className = 'sent'; document.head.insertAdjacentHTML('beforeend', '<style>.sent { background: gold }</style>')",
      ),
    ).toBe('as-expected');
  },
);
