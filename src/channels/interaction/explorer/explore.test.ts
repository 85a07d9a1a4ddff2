import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Kind } from '../../../artifact/schema.js';
import { createRenderer, type Renderer } from '../../../render/index.js';
import type { ExploreOptions } from './explore.js';
import { explored } from './testing/explored.js';

let renderer: Renderer;
beforeAll(async () => {
  renderer = await createRenderer({ concurrency: 2, offline: { mode: 'sealed' } });
});
afterAll(() => renderer.close());

const TIMEOUT = 240_000;
const answers = (body: string, kind?: Kind, options?: ExploreOptions) =>
  explored(renderer, body, kind, options);

describe('explore', { timeout: TIMEOUT }, () => {
  it('tells buttons that answer from those that do nothing', async () => {
    const { answer } = await answers(`
      <style>button:hover { background: gold } button:focus-visible { outline: 3px solid red }</style>
      <button id="works">Show</button> <button id="dead">Show more</button> <button id="logs">Log</button>
      <button id="stores">Remember</button> <button id="throws">Compute</button> <button id="says">Ask</button>
      <p id="out"></p>
      <script>
        works.onclick = () => { out.textContent = 'Here it is' };
        logs.onclick = () => { console.log('clicked') };
        stores.onclick = () => { localStorage.setItem('seen', '1') };
        throws.onclick = () => { nothing.of.that.name() };
        says.onclick = () => { alert('Hello') };
      </script>`);
    expect(answer('works')).toBe('as-expected');
    expect(answer('says')).toBe('as-expected');
    expect(answer('dead')).toBe('nothing');
    expect(answer('logs')).toBe('nothing');
    expect(answer('throws')).toBe('nothing');
    expect(answer('stores')).toBe('only-invisible');
  });

  it('watches whether a page stays while nobody touches it', async () => {
    const stayOf = async (script: string, kind?: Kind) => {
      const { trace } = await answers(
        `<main id="page">Bread of four days, with a dark crust and coarse salt.</main><script>${script}</script>`,
        kind,
      );
      return trace.data.stay;
    };
    expect(await stayOf('')).toEqual({ share: 1, afterMs: 0 });
    const sold = await stayOf("setTimeout(() => { document.body.textContent = 'Buy now' }, 30_000)");
    expect(sold!.share).toBeLessThan(0.2);
    expect(sold!.afterMs).toBeGreaterThan(27_000);
    const blinking = await stayOf(`let frame = 0; (function blink() {
      document.body.style.visibility = frame++ % 2 ? 'hidden' : 'visible'; requestAnimationFrame(blink) })()`);
    expect(blinking!.share).toBe(0);
    expect(blinking!.afterMs).toBeLessThan(100);
    expect(await stayOf("setInterval(() => { page.append('.') }, 500)")).toEqual({ share: 1, afterMs: 0 });
    expect(await stayOf('setTimeout(() => { page.remove() }, 9000)', 'game')).toBeNull();
  });

  it('is not misled by what moves by itself', async () => {
    const { answer } = await answers(`
      <style>@keyframes turn { to { transform: rotate(360deg) } } #sun { width: 60px; height: 60px; background: linear-gradient(red, blue); animation: turn 3s linear infinite }</style>
      <div id="sun"></div><p id="time"></p><canvas id="snow" width="300" height="150"></canvas>
      <button id="dead">Pause</button> <button id="works">Stop</button>
      <script>
        setInterval(() => { time.textContent = String(Date.now()) }, 100);
        const pen = snow.getContext('2d');
        const flakes = Array.from({ length: 40 }, () => [Math.random() * 300, Math.random() * 150]);
        let falls = true;
        (function fall() {
          pen.clearRect(0, 0, 300, 150);
          for (const flake of flakes) { if (falls) flake[1] = (flake[1] + Math.random() * 3) % 150; pen.fillRect(flake[0], flake[1], 4, 4) }
          requestAnimationFrame(fall);
        })();
        works.onclick = () => { falls = false };
      </script>`);
    expect(answer('dead')).toBe('nothing');
    expect(answer('works')).toBe('as-expected');
  });

  it('finds what shadow trees, frames and delegation hold', async () => {
    const { answer } = await answers(`
      <x-count></x-count>
      <iframe srcdoc="<button id=framed>Inside</button><p id=told></p><script>framed.onclick = () => { told.textContent = 'yes' }</script>"></iframe>
      <div id="list"><button id="first" data-does="it">First</button><button id="second">Second</button></div><p id="out"></p>
      <script>
        customElements.define('x-count', class extends HTMLElement {
          constructor() {
            super();
            const root = this.attachShadow({ mode: 'open' });
            root.innerHTML = '<button id="counts">0</button><button id="sleeps">Sleep</button>';
            const button = root.getElementById('counts');
            button.onclick = () => { button.textContent = Number(button.textContent) + 1 };
          }
        });
        list.addEventListener('click', ({ target }) => { if (target.dataset.does) out.textContent = 'done' });
      </script>`);
    expect(answer('counts')).toBe('as-expected');
    expect(answer('sleeps')).toBe('nothing');
    expect(answer('framed')).toBe('as-expected');
    expect(answer('first')).toBe('as-expected');
    expect(answer('second')).toBe('nothing');
  });

  it('knows where links lead', async () => {
    const { answer } = await answers(`
      <a id="down" href="#deep">Prices</a> <a id="nowhere" href="#not-there">Team</a> <a id="hash" href="#">Read</a>
      <a id="out" href="https://example.org/">Elsewhere</a> <a id="mail" href="mailto:ada@example.com">Write</a>
      <div style="height: 2000px"></div><h2 id="deep">Prices</h2><div style="height: 900px"></div>`);
    expect(answer('down')).toBe('as-expected');
    expect(answer('out')).toBe('as-expected');
    expect(answer('mail')).toBe('as-expected');
    expect(answer('nowhere')).toBe('nothing');
    expect(answer('hash')).toBe('nothing');
    const short = await answers(
      '<a id="note" href="#foot">1</a><div style="height: 500px"></div><p id="foot">A note.</p>',
    );
    expect(short.answer('note')).toBe('as-expected');
  });

  it('expects of each kind what it promises', async () => {
    const { answer } = await answers(`
      <style>.panel { display: none } .panel.on { display: block } body.dark { background: #111; color: #eee }
        .deep { max-height: 0; overflow: hidden; transition: max-height .3s } .deep.open { max-height: 9rem }</style>
      <div role="tablist"><button role="tab" id="one" aria-selected="true">One</button><button role="tab" id="two">Two</button><button role="tab" id="three">Three</button></div>
      <div class="panel on" id="p1">First panel</div><div class="panel" id="p2">Second panel</div>
      <button id="more" aria-expanded="false">Questions</button><div class="deep" id="deep"><p>An answer</p></div>
      <button id="night">Dark mode</button>
      <select id="order" aria-label="Sort by"><option>Name</option><option>Price</option></select>
      <label><input type="checkbox" id="agree"> I agree</label>
      <button id="copies">Copy</button>
      <button id="opens">Open the dialog</button><dialog id="box"><p>Inside</p><button id="shut">Close</button></dialog>
      <script>
        const show = (panel) => { for (const each of document.querySelectorAll('.panel')) each.classList.toggle('on', each === panel) };
        one.onclick = () => { show(p1) }; two.onclick = () => { show(p2) };
        three.onclick = () => { three.style.color = 'red' };
        more.onclick = () => { deep.classList.toggle('open') };
        night.onclick = () => { document.body.classList.toggle('dark') };
        copies.onclick = () => { navigator.clipboard.writeText('text') };
        opens.onclick = () => { box.showModal() }; shut.onclick = () => { box.close() };
      </script>`);
    expect(answer('one')).toBe('as-expected');
    expect(answer('two')).toBe('as-expected');
    expect(answer('three')).toBe('nothing');
    expect(answer('more')).toBe('as-expected');
    expect(answer('night')).toBe('as-expected');
    expect(answer('order')).toBe('nothing');
    expect(answer('agree')).toBe('as-expected');
    expect(answer('copies')).toBe('as-expected');
    expect(answer('opens')).toBe('as-expected');
    expect(answer('opens', 'closes')).toBe('as-expected');
  });

  it('sends forms filled in, empty and wrong', async () => {
    const form = (id: string, attributes: string) =>
      `<form id="${id}-form"><label>Name <input name="name" ${attributes}></label><label>E-mail <input name="email" ${
        attributes && 'type="email"'
      } ${attributes}></label><button id="${id}">Send</button></form><p id="${id}-out"></p>`;
    const { answer } = await answers(`${form('strict', 'required')}${form('lax', '')}
      <form><input name="email" placeholder="Your e-mail"><button id="native">Join</button></form>
      <script>
        for (const id of ['strict', 'lax'])
          document.getElementById(id + '-form').onsubmit = (event) => {
            event.preventDefault();
            document.getElementById(id + '-out').textContent = 'Thank you';
          };
      </script>`);
    expect(answer('strict', 'accepts')).toBe('as-expected');
    expect(answer('strict', 'refuses-empty')).toBe('as-expected');
    expect(answer('strict', 'refuses-invalid')).toBe('as-expected');
    expect(answer('lax', 'accepts')).toBe('as-expected');
    expect(answer('lax', 'refuses-empty')).toBe('otherwise');
    expect(answer('lax', 'refuses-invalid')).toBe('otherwise');
    expect(answer('native', 'accepts')).toBe('otherwise');
  });

  it('types an address as a person does, its dots included', async () => {
    const { trace } = await answers(`
      <form id="f"><input type="email" name="email" id="mail"><button id="send">Send</button></form><p id="out"></p>
      <script>f.onsubmit = (event) => { event.preventDefault(); out.textContent = mail.value }</script>`);
    const sent = trace.data.probes.find(({ asks }) => asks === 'accepts');
    expect(sent?.evidence?.textsAppeared).toEqual(['ada@example.com']);
  });

  it('expects more of a field than its value, where nothing of the page could read that', async () => {
    const answerOf = async (
      rest: string,
      words = '<textarea id="words" aria-label="Your text"></textarea>',
    ) => (await answers(`${words}<p id="count">0 words</p>${rest}`)).answer('words');
    const counts = "count.textContent = words.value.split(' ').length + ' words'";
    expect(await answerOf(`<script>words.oninput = () => { ${counts} }</script>`)).toBe('as-expected');
    expect(await answerOf(`<script>const update = () => { ${counts} }</script>`)).toBe('nothing');
    // Whether that is enough nobody knows, where something may read it: a listener further up, a button, whoever prints the sheet.
    expect(await answerOf(`<script>document.body.onkeyup = () => {}</script>`)).toBe('as-expected');
    expect(await answerOf('<button>Count</button>')).toBe('as-expected');
    expect(await answerOf('<input aria-label="Name"><input aria-label="Date">')).toBe('as-expected');
    expect(await answerOf('', '<form><input id="words" aria-label="Word"></form>')).toBe('as-expected');
  });

  it('clicks where a person would: what lies unseen over a control takes the click', async () => {
    const { answer, judged } = await answers(`
      <style>.box { position: relative; display: inline-block; padding: 20px } .box div { position: absolute; inset: 0 } .dim { background: #fff8 } #through { pointer-events: none }</style>
      <div class="box"><button id="under">Buy</button><div class="glass"></div></div>
      <div class="box"><button id="dimmed">Sell</button><div class="dim"></div></div>
      <div class="box"><input id="field" aria-label="Word"><div class="glass"></div></div>
      <label>Size <span class="box"><input id="range" type="range"><div class="glass"></div></span></label>
      <div class="box"><select id="list" aria-label="Colour"><option>Red<option>Blue</select><div class="glass"></div></div>
      <span class="box"><input id="tick" type="checkbox"><div class="glass"></div></span><label for="tick">Gift</label>
      <details><summary>Terms</summary><p>Four weeks.</p></details>
      <button id="through">Rent</button> <button id="met">Lend</button> <p id="out"></p>
      <script>for (const one of [under, dimmed, through, met]) one.onclick = () => { out.textContent = one.id }</script>`);
    expect(answer('met')).toBe('as-expected');
    expect(answer('under')).toBe('nothing');
    expect(answer('through')).toBe('nothing');
    expect(answer('field')).toBe('nothing');
    expect(answer('range')).toBe('nothing');
    expect(answer('list')).toBe('nothing');
    // Its label is as good a place to click.
    expect(answer('tick')).toBe('as-expected');
    expect(judged.find(({ control }) => control.selector === '#under')?.happened).toContain('div.glass');
    // Behind a sheet that dims it, it is not meant to be met yet.
    expect(answer('dimmed')).toBe('not-tried');
  });

  it('holds an answer against what the control says of itself', async () => {
    const shelf = (id: string, compare: string) => `
      <select id="${id}" aria-label="Order"><option>Featured</option><option>Price: low to high</option></select>
      <ul>${['€ 9.50', '€ 12.00', '€ 3.20'].map((price) => `<li class="of-${id}"><b>${price}</b></li>`).join('')}</ul>
      <script>
        ${id}.onchange = () => {
          const items = [...document.querySelectorAll('.of-${id}')].map((item) => ({ item, price: Number(item.textContent.slice(2)) }));
          for (const { item } of items.sort((one, two) => ${compare})) item.parentNode.append(item);
        };
      </script>`;
    const { answer } = await answers(`
      <style>.on { background: gold }</style>
      <button id="fewer" aria-label="Fewer guests">−</button> <b id="guests">2</b> <button id="more" aria-label="More guests">+</button>
      <div><button class="room on" id="attic">Attic</button><button class="room" id="bay">Bay</button><button class="room" id="cellar">Cellar</button></div>
      <script>
        fewer.onclick = more.onclick = () => { guests.textContent = Number(guests.textContent) + 1 };
        const rooms = [attic, bay, cellar];
        rooms.forEach((room, i) => {
          room.onclick = () => rooms.forEach((each, k) => each.classList.toggle('on', k === Math.min(i, 1)));
        });
      </script>
      ${shelf('rising', 'one.price - two.price')}${shelf('falling', 'two.price - one.price')}`);
    expect(answer('more')).toBe('as-expected');
    expect(answer('fewer')).toBe('otherwise');
    expect(answer('bay')).toBe('as-expected');
    expect(answer('cellar')).toBe('otherwise');
    expect(answer('rising')).toBe('as-expected');
    expect(answer('falling')).toBe('otherwise');
  });

  it('tries what a dialog holds, which is there only once it is open', async () => {
    const { answer, judged, trace } = await answers(`
      <button id="opens">Tickets</button>
      <dialog id="box"><p id="count">1</p><button id="more">Another ticket</button><button id="buy">Buy</button><button id="shut">Close</button></dialog>
      <script>
        opens.onclick = () => { box.showModal() }; shut.onclick = () => { box.close() };
        more.onclick = () => { count.textContent = Number(count.textContent) + 1 };
      </script>`);
    expect(answer('opens', 'closes')).toBe('as-expected');
    expect(answer('more')).toBe('as-expected');
    expect(answer('buy')).toBe('nothing');
    const deeds = judged.find(({ control }) => control.selector.endsWith('#buy'))?.probe.deeds;
    expect(deeds?.map(({ on }) => on)).toEqual(['#opens', null]);
    expect(trace.data.controls.map(({ selector }) => selector)).not.toContain('#shut');
  });

  it('asks again once something has been entered', async () => {
    const { answer } = await answers(`
      <input id="word" placeholder="A word"><button id="clear">Clear</button><button id="dead">Share</button>
      <textarea id="result" readonly></textarea>
      <script>clear.onclick = () => { word.value = ''; word.focus() }</script>`);
    expect(answer('clear')).toBe('as-expected');
    expect(answer('result')).toBeUndefined();
    expect(answer('dead')).toBe('nothing');
  });

  it('plays: keys must move something, in the same frames', async () => {
    const game = (
      keys: string,
    ) => `<button id="start">Start</button><canvas id="field" width="300" height="200"></canvas>
      <script>
        const pen = field.getContext('2d'); let x = 150, y = 0, on = false; const held = {};
        addEventListener('keydown', ({ key }) => { held[key] = true }); addEventListener('keyup', ({ key }) => { delete held[key] });
        start.onclick = () => { on = true };
        (function tick() {
          if (on) { ${keys} y = (y + 3) % 200 }
          pen.clearRect(0, 0, 300, 200); pen.fillRect(x, 180, 40, 10); pen.fillRect(60, y, 12, 12);
          requestAnimationFrame(tick);
        })();
      </script>`;
    const alive = await answers(game('if (held.ArrowRight) x += 4;'), 'game');
    expect(alive.answer('field', 'plays')).toBe('as-expected');
    const deaf = await answers(game(''), 'game');
    expect(deaf.answer('field', 'plays')).toBe('nothing');
    expect(deaf.answer('start')).toBe('as-expected');
  });

  it('sees a game to its end, and whether it begins anew', async () => {
    const game = (
      again: string,
    ) => `<p>Arrows to steer</p><canvas id="field" width="300" height="200"></canvas><p id="told"></p>
      <button id="again">Play again</button>
      <script>
        const pen = field.getContext('2d'); let x = 150, y = 0; const held = {};
        addEventListener('keydown', ({ key }) => { held[key] = true }); addEventListener('keyup', ({ key }) => { delete held[key] });
        again.onclick = () => { ${again} };
        (function tick() {
          if (held.ArrowRight) x += 3;
          if (y < 180) y += 0.4; else told.textContent = 'Game over';
          pen.clearRect(0, 0, 300, 200); pen.fillRect(x, 180, 40, 10); pen.fillRect(60, y, 12, 12);
          requestAnimationFrame(tick);
        })();
      </script>`;
    const whole = await answers(game("y = 0; told.textContent = ''"), 'game');
    expect(whole.answer('field', 'ends')).toBe('as-expected');
    expect(whole.answer('field', 'restarts')).toBe('as-expected');
    const stuck = await answers(game('x = x'), 'game');
    expect(stuck.answer('field', 'ends')).toBe('as-expected');
    expect(stuck.answer('field', 'restarts')).toBe('nothing');
    const endless = await answers(game('').replace('y < 180', 'y < 0'), 'game');
    expect(endless.answer('field', 'restarts')).toBeUndefined();
  });

  it('sees where the focus is, or that nobody can', async () => {
    const seen = await answers('<button id="first">Go</button>');
    expect(seen.answer('first', 'shows-focus')).toBe('as-expected');
    const unseen = await answers('<style>* { outline: none }</style><button id="first">Go</button>');
    expect(unseen.answer('first', 'shows-focus')).toBe('nothing');
  });

  it('tells a page that breaks from one that answers', async () => {
    const { answer } = await answers(
      `<button id="boom">Empty</button><script>boom.onclick = () => { document.body.innerHTML = '' }</script>`,
    );
    expect(answer('boom')).toBe('broke-the-page');
  });

  it('lists what it did not try, and leaves the same trace each time', async () => {
    const body = `<script>for (let i = 0; i < 9; i++) document.write('<button class="card">Add</button>')</script>
      <button id="other" onclick="this.textContent = 'Added'">Buy</button><button disabled>Later</button>`;
    const [first, second] = [await answers(body), await answers(body)];
    expect(first.trace.hash).toBe(second.trace.hash);
    const why = first.trace.data.untried.map((each) => each.why).sort();
    expect(why).toEqual(['alike', 'alike', 'alike', 'alike', 'disabled']);
    const few = await answers(body, 'website', { probes: 2 });
    expect(few.trace.data.status).toBe('budget');
    expect(few.trace.data.untried.some((each) => each.why === 'budget')).toBe(true);
  });
});
