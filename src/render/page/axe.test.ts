import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRenderer, type Renderer } from '../renderer.js';
import { layoutOf, pageOf } from '../testing/page.js';

let full: Renderer;
beforeAll(async () => {
  full = await createRenderer({ profile: 'full', concurrency: 1 });
});
afterAll(() => full.close());

/** What the rules found on a page: ids of the elements by rule. */
async function violationsOf(html: string): Promise<Record<string, string[]>> {
  const capture = await full.render(pageOf(`<!doctype html><html lang="en"><title>Page</title>${html}`));
  const { nodes } = layoutOf(capture);
  expect(capture.data.rules?.status).toBe('complete');
  return Object.fromEntries(
    capture.data.rules!.violations.map((one) => [
      one.rule,
      one.nodes.map((node) => nodes[node]!.attributes?.['id'] ?? nodes[node]!.name),
    ]),
  );
}

const BAD = `<main><button id="b"></button><img id="i" src="data:,"><input id="f"><ul id="u"><p>x</p></ul></main>`;
const FOUND = { 'button-name': ['b'], 'image-alt': ['i'], list: ['u'] };

describe('accessibility rules', () => {
  it('name the elements that violate them', async () => {
    expect(await violationsOf(BAD)).toEqual(FOUND);
  });

  it('find nothing where names and structure are right', async () => {
    expect(
      await violationsOf(
        '<main><h1>Page</h1><button>Go</button><img alt="" src="data:,"><label>Name <input></label><ul><li>x</li></ul></main>',
      ),
    ).toEqual({});
  });

  it('cannot be reached by what a page patches, defines or redefines', async () => {
    expect(
      await violationsOf(`${BAD}<script>
        document.querySelectorAll = Element.prototype.querySelectorAll = () => [];
        Element.prototype.getAttribute = () => 'a name';
        Object.defineProperty(Node.prototype, 'childNodes', { get: () => [] });
        window.axe = { run: () => Promise.resolve({ violations: [] }) };
        window.setTimeout = window.Promise = window.define = null;
      </script>`),
    ).toEqual(FOUND);
  });

  it('leave the page as it was, and give the same each time', async () => {
    const page = pageOf(`<!doctype html><html lang="en"><title>Page</title>${BAD}<script>
      new MutationObserver(() => console.log('touched'))
        .observe(document, { subtree: true, childList: true, attributes: true });
    </script>`);
    const [first, second] = [await full.render(page), await full.render(page)];
    expect(first.hash).toBe(second.hash);
    expect(first.data.rules?.violations).not.toEqual([]);
    expect(first.data.console).toEqual([]);
  });

  it('are not run on pages of too many elements', async () => {
    const { data } = await full.render(pageOf(`<!doctype html>${'<b></b>'.repeat(3001)}`));
    expect(data.rules).toMatchObject({ status: 'too-large', violations: [] });
  });

  it('take what lies in a drawing for less', async () => {
    const drawing = (count: number) => pageOf(`<!doctype html>${BAD}<svg>${'<path/>'.repeat(count)}</svg>`);
    expect((await full.render(drawing(4000))).data.rules).toMatchObject({ status: 'complete' });
    expect((await full.render(drawing(8000))).data.rules).toMatchObject({ status: 'too-large' });
  });

  it('are not run for a reward', async () => {
    await using reward = await createRenderer({ profile: 'reward', concurrency: 1 });
    expect((await reward.render(pageOf(BAD))).data.rules).toBeUndefined();
  });
});
