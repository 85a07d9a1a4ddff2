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

describe('an error that the page keeps to itself', () => {
  it('is heard where onerror answers that all is well', async () => {
    expect(
      await errorsOf('onerror = () => true; console.error = () => {};\nconst tea = {}; tea.cups.length;'),
    ).toEqual([
      {
        kind: 'exception',
        message: "TypeError: Cannot read properties of undefined (reading 'length')",
        source: { file: 'index.html', line: 5, column: 26 },
        excused: false,
      },
    ]);
  });

  it('is heard where a listener cancels the event, and lets no other hear of it', async () => {
    expect(
      await errorsOf(`addEventListener('error', (event) => { event.preventDefault(); event.stopImmediatePropagation(); }, true);
setTimeout(() => { throw 'no tea'; });`),
    ).toMatchObject([{ message: 'no tea', source: { line: 5 } }]);
  });

  it('is heard where the page changes what events say', async () => {
    expect(
      await errorsOf(`Object.defineProperty(ErrorEvent.prototype, 'error', { get() { throw 'hidden'; } });
Reflect.apply = () => undefined; console.debug = () => {}; console.context = () => console; onerror = () => true;
setTimeout(() => { throw new Error('no tea'); });`),
    ).toMatchObject([{ message: 'Error: no tea' }]);
  });

  it('is heard where a cancelled event told of a rejection', async () => {
    expect(
      await errorsOf(`addEventListener('unhandledrejection', (event) => event.preventDefault());
(async () => refuse('lid'))();`),
    ).toMatchObject([
      {
        kind: 'unhandled-rejection',
        message: 'TypeError: no such part: lid',
        source: { line: 5, column: 14 },
      },
    ]);
  });

  it('is heard in a worker, whether or not the page cancels it there', async () => {
    const worker = `new Worker(URL.createObjectURL(new Blob(["throw new Error('no tea')"])))`;
    for (const script of [`${worker};`, `${worker}.onerror = (event) => event.preventDefault();`]) {
      expect(await errorsOf(script)).toMatchObject([{ message: 'Error: no tea', source: null }]);
    }
  });
});

describe('an error that was heard twice', () => {
  it('counts once, and one of several that are alike counts each time', async () => {
    const errors = await errorsOf(`let answer = false; onerror = () => answer;
for (const after of [0, 1, 2]) setTimeout(() => { answer = after === 1; throw new Error('cup ' + (after > 1)); }, after);
(async () => refuse('lid'))();`);
    expect(errors.map(({ message }) => message).sort()).toEqual([
      'Error: cup false',
      'Error: cup false',
      'Error: cup true',
      'TypeError: no such part: lid',
    ]);
  });

  it('counts once where it comes from a script of another origin', async () => {
    expect(await errorsOf('stumble();')).toHaveLength(1);
    expect(await errorsOf('onerror = () => true; stumble();')).toHaveLength(1);
  });
});

describe('nothing at all', () => {
  it('can be thrown, and is heard', async () => {
    const errors =
      await errorsOf(`onerror = () => true; addEventListener('unhandledrejection', (event) => event.preventDefault());
setTimeout(() => { throw null; });
Promise.reject(null);`);
    expect(errors.map(({ kind, message }) => `${kind}: ${message}`).sort()).toEqual([
      'exception: null',
      'unhandled-rejection: null',
    ]);
  });
});

describe('no error of the page', () => {
  it('is what it catches, what it only plays, and a picture that does not load', async () => {
    expect(
      await errorsOf(`try { null.cup; } catch {}
(async () => refuse('lid'))().catch(() => {});
dispatchEvent(new ErrorEvent('error', { error: new Error('played'), message: 'played' }));
const picture = new Image(); picture.src = 'nowhere.png'; document.body.append(picture);`),
    ).toEqual([]);
  });

  it('is a notice that boxes were still changing size, which the page keeps from the console', async () => {
    expect(
      await errorsOf(`onerror = () => true;
const box = document.querySelector('p');
new ResizeObserver(() => { box.style.width = box.offsetWidth - 1 + 'px'; }).observe(box);`),
    ).toEqual([]);
  });
});
