import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRenderer, type Renderer } from '../../../render/index.js';
import { explored } from './testing/explored.js';

let renderer: Renderer;
beforeAll(async () => {
  renderer = await createRenderer({ concurrency: 2, offline: { mode: 'sealed' } });
});
afterAll(() => renderer.close());

const answers = (body: string) => explored(renderer, body);

describe('an answer other than the control promises', { timeout: 240_000 }, () => {
  it('is another item that goes', async () => {
    const { answer, find } = await answers(`
      <ul id="list"><li>Butter <button id="butter">Delete</button></li><li>Bread <button id="bread">Delete</button></li><li>Salt <button id="salt">Delete</button></li></ul>
      <h2>To do</h2><div id="todo"><h3>Open</h3><p>Water the beds</p></div><div><h3>Done</h3><p>Sweep</p></div><button id="clear">Clear done</button>
      <script>
        butter.onclick = () => { butter.parentNode.remove() };
        bread.onclick = () => { list.lastElementChild.remove() };
        salt.onclick = () => { salt.parentNode.remove() };
        clear.onclick = () => { todo.lastElementChild.remove() };
      </script>`);
    expect(answer('butter')).toBe('as-expected');
    expect(answer('salt')).toBe('as-expected');
    expect(answer('bread')).toBe('otherwise');
    expect(find('bread')?.happened).toContain('its own stayed');
    expect(answer('clear')).toBe('otherwise');
  });

  it('is a page or a place other than the one it names', async () => {
    const { answer } = await answers(`
      <style>.room { padding: 4px } section { height: 900px }</style>
      <div role="tablist"><button role="tab" id="eat" aria-controls="p-eat" aria-selected="true">Eat</button><button role="tab" id="sleep" aria-controls="p-sleep">Sleep</button><button role="tab" id="walk" aria-controls="p-walk">Walk</button></div>
      <p id="p-eat">Fish soup.</p><p id="p-sleep" hidden>Eight rooms.</p><p id="p-walk" hidden>Four hours.</p>
      <div><button class="room" id="church">Church</button><button class="room" id="harbour">Harbour</button></div><h2 id="title">Choose</h2>
      <a id="down" href="#third">Third</a> <a id="astray" href="#second">Second</a>
      <section id="first">1</section><section id="second">2</section><section id="third">3</section>
      <script>
        const show = (id) => { for (const panel of ['p-eat', 'p-sleep', 'p-walk']) document.getElementById(panel).hidden = panel !== id };
        sleep.onclick = () => show('p-walk'); walk.onclick = () => show('p-walk'); eat.onclick = () => show('p-eat');
        church.onclick = harbour.onclick = () => { title.textContent = 'Harbour' };
        astray.onclick = (event) => { event.preventDefault(); scrollTo(0, 200) };
      </script>`);
    expect(answer('walk')).toBe('as-expected');
    expect(answer('sleep')).toBe('otherwise');
    expect(answer('harbour')).toBe('as-expected');
    expect(answer('church')).toBe('otherwise');
    expect(answer('down')).toBe('as-expected');
    expect(answer('astray')).toBe('otherwise');
  });

  it('is what is only said: copied, recoloured, counted', async () => {
    const { answer } = await answers(`
      <button id="copies">Copy</button> <button id="pretends">Copy link</button> <button id="dark">Dark mode</button> <button id="night">Night mode</button>
      <input type="number" id="count" value="5"><button id="more" aria-label="Increase count">+</button><button id="less" aria-label="Decrease count">−</button>
      <button id="total">Total</button><p id="sum"></p>
      <script>
        copies.onclick = () => { navigator.clipboard.writeText('text'); copies.textContent = 'Copied' };
        pretends.onclick = () => { pretends.textContent = 'Copied' };
        dark.onclick = () => { document.body.style.background = '#111'; dark.textContent = 'Light mode' };
        night.onclick = () => { night.textContent = 'Day mode'; document.body.dataset.theme = 'night' };
        more.onclick = less.onclick = () => { count.value = Number(count.value) + 1 };
        total.onclick = () => { sum.textContent = 'Total: ' + undefined * 2 };
      </script>`);
    expect(answer('copies')).toBe('as-expected');
    expect(answer('pretends')).toBe('otherwise');
    expect(answer('dark')).toBe('as-expected');
    expect(answer('night')).toBe('otherwise');
    expect(answer('more')).toBe('as-expected');
    expect(answer('less')).toBe('otherwise');
    expect(answer('total')).toBe('otherwise');
  });

  it('is a column in no order, and a form that thanks nobody', async () => {
    const { answer } = await answers(`
      <table><thead><tr><th id="name">Seed</th><th id="packs">Packs</th></tr></thead><tbody id="rows">
        <tr><td>Leek</td><td>37</td></tr><tr><td>Borage</td><td>9</td></tr><tr><td>Radish</td><td>120</td></tr><tr><td>Chard</td><td>500</td></tr></tbody></table>
      <form id="ask"><input name="email" placeholder="Your e-mail" id="mail"><button id="send">Ask</button></form><p id="told"></p>
      <script>
        const sort = (by) => { for (const row of [...rows.children].sort(by)) rows.append(row) };
        document.getElementById('name').onclick = () => sort((a, b) => a.textContent.trim() < b.textContent.trim() ? -1 : 1);
        packs.onclick = () => sort((a, b) => (a.children[1].textContent > b.children[1].textContent ? 1 : -1));
        ask.onsubmit = (event) => { event.preventDefault(); told.textContent = 'We write to ' + mail.value + ' soon' };
      </script>`);
    expect(answer('name')).toBe('as-expected');
    expect(answer('packs')).toBe('otherwise');
    expect(answer('send', 'accepts')).toBe('as-expected');
    expect(answer('send', 'refuses-empty')).toBe('otherwise');
    expect(answer('send', 'refuses-invalid')).toBe('otherwise');
  });
});
