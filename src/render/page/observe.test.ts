import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRenderer, type Renderer } from '../renderer.js';
import { pageOf } from '../testing/page.js';

let renderer: Renderer;
beforeAll(async () => {
  renderer = await createRenderer({ profile: 'reward', concurrency: 1 });
});
afterAll(() => renderer.close());

/** A library, from elsewhere, that calls what it is given and throws again what that throws. */
const library = `
  window.render = (component) => { let caught; try { component(); } catch (error) { caught = error; } if (caught) throw caught; };
  window.refuse = (what) => { throw new TypeError('no such part: ' + what); };
  window.stumble = () => setTimeout(() => { throw new Error('of the library itself'); });`;

async function errorsOf(script: string) {
  const page = `<!doctype html><title>x</title><p>Hello</p>
<script src="data:text/javascript,${encodeURIComponent(library)}"></script>
<script>
${script}
</script>`;
  return (await renderer.render(pageOf(page))).data.errors;
}

describe('the place of an error', () => {
  it('is where the page threw it', async () => {
    expect(await errorsOf('const tea = {};\ntea.cups.length;')).toMatchObject([
      { source: { file: 'index.html', line: 5, column: 10 } },
    ]);
  });

  it('is the innermost frame of the page where a library throws it again', async () => {
    const [error] = await errorsOf('function Card() {\n  return ({}).cups.length;\n}\nrender(Card);');
    expect(error).toMatchObject({ source: { file: 'index.html', line: 5 } });
  });

  it('is the call where a library throws at what it is given', async () => {
    expect(await errorsOf('\nrefuse("spout");')).toMatchObject([{ source: { line: 5, column: 1 } }]);
  });

  it('is that of a promise nobody handles', async () => {
    expect(await errorsOf('(async () => {\n  refuse("lid");\n})();')).toMatchObject([
      { kind: 'unhandled-rejection', source: { line: 5, column: 3 } },
    ]);
  });
});
