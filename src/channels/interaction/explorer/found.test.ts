import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRenderer, type Renderer } from '../../../render/index.js';
import { explored } from './testing/explored.js';

let renderer: Renderer;
beforeAll(async () => {
  renderer = await createRenderer({ concurrency: 2, offline: { mode: 'sealed' } });
});
afterAll(() => renderer.close());

const answers = (body: string) => explored(renderer, body);

describe('what can be acted on', { timeout: 240_000 }, () => {
  it('is what the whole page answers by key, named or not', async () => {
    const { answer, judged } = await answers(`
      <p><kbd id="find-key">/</kbd> find <kbd id="new-key">n</kbd> new note <kbd id="dead-key">x</kbd> archive <kbd id="open-key">Ctrl+K</kbd> commands</p>
      <input id="field" aria-label="Find"><p id="out"></p>
      <script>
        addEventListener('keydown', (event) => {
          if (event.key === '/') { event.preventDefault(); field.focus() }
          if (event.key === 'n') out.textContent = 'A new note';
          if (event.ctrlKey && event.key === 'k') { event.preventDefault(); out.textContent = 'Commands' }
          if (event.key === 'q') console.log('quiet');
        });
      </script>`);
    expect(answer('find-key')).toBe('as-expected');
    expect(answer('new-key')).toBe('as-expected');
    expect(answer('open-key')).toBe('as-expected');
    expect(answer('dead-key')).toBe('nothing');
    // Nobody was told of this one: its silence is no fault.
    expect(judged.find(({ control }) => control.name === 'q')?.answer).toBe('not-tried');
  });

  it('is any key, where the page asks for none by name', async () => {
    const { judged } = await answers(
      '<p id="out"></p><script>addEventListener("keydown", (event) => { out.textContent += event.key })</script>',
    );
    expect(judged.map(({ control, answer }) => [control.kind, answer])).toEqual([['keys', 'as-expected']]);
  });

  it('is no key of something else that a page writes about', async () => {
    const { trace } = await answers(`
      <p>In the editor <kbd>g</kbd> goes up, <kbd>d</kbd> deletes, <kbd>u</kbd> undoes.</p>
      <script>addEventListener('keydown', ({ key }) => { if (key === 'Escape') document.body.className = '' })</script>`);
    const named = trace.data.controls.filter(({ kind, announced }) => kind === 'keys' && announced);
    expect(named).toEqual([]);
  });

  it('is what CSS alone opens, or should', async () => {
    const { answer } = await answers(`
      <style>
        nav ul ul, .panel { display: none } #works:hover > ul { display: block } #broken:hover > ol { display: block }
        #tip::after { content: 'A hint'; opacity: 0 } #tip:hover::after { opacity: 1 }
        .box { position: absolute; opacity: 0 } #one:checked ~ .panel { display: block } #two:checked > .panel { display: block }
      </style>
      <nav><ul><li id="works">Tools<ul><li>Adze</li></ul></li><li id="broken">Services<ul><li>Repairs</li></ul></li></ul></nav>
      <p><span id="tip">Caulk</span></p>
      <div><input type="checkbox" class="box" id="one"><label for="one">Rules</label><p class="panel">No fires.</p></div>
      <div><input type="checkbox" class="box" id="two"><label for="two">Map</label><p class="panel">A map.</p></div>`);
    expect(answer('works')).toBe('as-expected');
    expect(answer('broken')).toBe('nothing');
    expect(answer('tip')).toBe('as-expected');
    expect(answer('one')).toBe('as-expected');
    expect(answer('two')).toBe('nothing');
  });

  it('is what a framework handles, though nothing listens to it', async () => {
    const { answer, trace } = await answers(`
      <div id="root"><span id="seat">Seat 4</span> <span id="plain">Row 2</span> <span id="guard">Note</span> <span class="row" id="named">Row 3</span></div><p id="out"></p>
      <script>
        // As React leaves its props, and as a listener at the root asks for those it answers.
        seat.__reactProps$x = { onClick: () => { out.textContent = 'Taken' } };
        guard.__reactProps$x = { onClick: (event) => event.stopPropagation() };
        document.body.addEventListener('click', ({ target }) => {
          target.__reactProps$x?.onClick?.(event);
          if (target.closest('.row')) out.textContent = 'Row';
        });
      </script>`);
    expect(answer('seat')).toBe('as-expected');
    expect(answer('named')).toBe('as-expected');
    const found = trace.data.controls.map(({ selector }) => selector);
    expect(found).not.toContain('#plain');
    expect(found).not.toContain('#guard');
  });

  it('is what stands among its like, or says that it is pressed, though nothing answers there', async () => {
    const { answer, trace } = await answers(`
      <style>
        .chip { background: #dde; padding: 4px 12px } .past { opacity: .4 } .tile:active { background: #ccd } .plate:hover { cursor: pointer }
        .card:hover { background: #eee }
      </style>
      <p id="chips"><span class="chip" id="all">All</span> <span class="chip" id="out">Outside</span> <span class="chip active" id="quiet">Quiet</span>
        <span class="chip past" id="gone">Last year</span> <span class="chip" id="dots">…</span></p>
      <p><i id="less" aria-label="Fewer guests">−</i> <i id="sum">+</i> <b class="cta-btn" id="book">Book</b> <span class="btn-group" id="group">Two</span></p>
      <div class="tile" id="tile">Niche</div> <div class="plate" id="plate">Window</div> <div class="card" id="card">Terrace</div> <p id="news"></p>
      <script>
        for (const one of [all, out]) one.onclick = () => { news.textContent = one.id };
        // As the root of React listens for what lies in it.
        for (const name in document.body) if (name.startsWith('on')) chips.addEventListener(name.slice(2), () => {});
      </script>`);
    expect(answer('all')).toBe('as-expected');
    for (const dead of ['quiet', 'less', 'book', 'tile', 'plate'])
      expect([dead, answer(dead)]).toEqual([dead, 'nothing']);
    const found = trace.data.controls.map(({ selector }) => selector);
    for (const plain of ['#chips', '#gone', '#dots', '#sum', '#group', '#card'])
      expect(found).not.toContain(plain);
  });

  it('is what the accessibility tree knows, and not what it knows to be disabled', async () => {
    const { trace, answer } = await answers(`
      <x-knob id="knob">Brighter</x-knob> <b id="level">1</b>
      <fieldset disabled><button id="heat">Heat</button></fieldset>
      <script>
        customElements.define('x-knob', class extends HTMLElement { connectedCallback() { this.attachInternals().role = 'button' } });
        document.body.addEventListener('click', ({ target }) => { if (target.id === 'knob') level.textContent = 2 });
      </script>`);
    expect(answer('knob')).toBe('as-expected');
    expect(trace.data.controls.find(({ selector }) => selector === '#knob')?.role).toBe('button');
    expect(trace.data.untried.map(({ why }) => why)).toContain('disabled');
  });

  it('is what an action brings up, and how it is closed', async () => {
    const { answer } = await answers(`
      <style>#drawer { position: fixed; top: 0; left: 0; width: 240px; height: 300px; background: #fff; transform: translateX(-110%) } #drawer.open { transform: none }</style>
      <button id="burger" aria-label="Menu">☰</button><p id="out"></p>
      <aside id="drawer"><button id="shut" aria-label="Close menu">×</button><button id="works">Hours</button><button id="dead">Round</button></aside>
      <script>
        burger.onclick = () => { drawer.classList.add('open') }; shut.onclick = () => { drawer.classList.remove('open') };
        works.onclick = () => { out.textContent = '7 to 12' };
      </script>`);
    expect(answer('burger')).toBe('as-expected');
    expect(answer('burger', 'closes')).toBe('as-expected');
    expect(answer('works')).toBe('as-expected');
    expect(answer('dead')).toBe('nothing');
  });

  it('is the end of a list that should grow', async () => {
    const feed = (grows: string) => `
      <div id="feed" style="height: 1400px">Letters</div><div id="more">Scroll for more letters…</div>
      <script>addEventListener('scroll', () => { if (scrollY > 200 && !feed.children.length) { ${grows} } })</script>`;
    const growing = await answers(feed(`feed.innerHTML = '<p>Another letter</p>'`));
    expect(growing.answer('more')).toBe('as-expected');
    const dead = await answers(feed(''));
    expect(dead.answer('more')).toBe('nothing');
  });

  it('is heard: sound that plays and is muted', async () => {
    const { answer } = await answers(`
      <button id="play">Play</button> <button id="mute">Mute</button> <button id="dead">Faster</button><audio id="sound" loop></audio>
      <script>
        const bytes = new Uint8Array(44 + 16000).fill(128), view = new DataView(bytes.buffer);
        const write = (at, text) => [...text].forEach((letter, i) => view.setUint8(at + i, letter.charCodeAt(0)));
        write(0, 'RIFF'); view.setUint32(4, 36 + 16000, true); write(8, 'WAVEfmt '); view.setUint32(16, 16, true); view.setUint16(20, 1, true);
        view.setUint16(22, 1, true); view.setUint32(24, 8000, true); view.setUint32(28, 8000, true); view.setUint16(32, 1, true);
        view.setUint16(34, 8, true); write(36, 'data'); view.setUint32(40, 16000, true);
        sound.src = URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' }));
        play.onclick = () => { sound.play() }; mute.onclick = () => { sound.muted = !sound.muted };
      </script>`);
    expect(answer('play')).toBe('as-expected');
    expect(answer('mute')).toBe('as-expected');
    expect(answer('dead')).toBe('nothing');
  });
});
