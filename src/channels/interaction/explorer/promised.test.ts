import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRenderer, type Renderer } from '../../../render/index.js';
import { explored } from './testing/explored.js';

let renderer: Renderer;
beforeAll(async () => {
  renderer = await createRenderer({ concurrency: 2, offline: { mode: 'sealed' } });
});
afterAll(() => renderer.close());

const answers = (body: string) => explored(renderer, body);

describe('what shows only which one is chosen', { timeout: 300_000 }, () => {
  const MARKING = `
    <style>button.on, [aria-selected=true] { background: #246; color: #fff }</style>
    <script>
      const mark = (button) => { for (const one of button.parentNode.querySelectorAll('button')) { one.classList.toggle('on', one === button); one.getAttribute('role') && one.setAttribute('aria-selected', one === button) } };
    </script>`;

  it('is no answer of a tab, a filter, an order or a page of a list', async () => {
    const { answer, find } = await answers(`${MARKING}
      <div role="tablist"><button role="tab" id="eat" aria-controls="p-eat" aria-selected="true">Eat</button><button role="tab" id="sleep" aria-controls="p-sleep" aria-selected="false">Sleep</button></div>
      <p id="p-eat">Fish soup.</p><p id="p-sleep" hidden>Eight rooms.</p>
      <div role="tablist"><button role="tab" id="summer" aria-controls="p-summer" aria-selected="true">Summer</button><button role="tab" id="winter" aria-controls="p-winter" aria-selected="false">Winter</button></div>
      <p id="p-summer">Long days.</p><p id="p-winter" hidden>Short days.</p>
      <div class="chips"><button id="all" class="on">All</button><button id="red">Red</button></div><ul id="wines"><li>Rioja</li><li>Riesling</li></ul>
      <div class="order"><button id="cheapest" class="on">Cheapest</button><button id="newest">Newest</button></div>
      <nav aria-label="Pagination"><button id="one" class="on">1</button><button id="two">2</button></nav><p id="listed">Page one</p>
      <script>
        for (const tab of [eat, sleep]) tab.onclick = () => { mark(tab); document.getElementById('p-eat').hidden = tab !== eat; document.getElementById('p-sleep').hidden = tab !== sleep };
        for (const dead of [summer, winter, all, red, cheapest, newest]) dead.onclick = () => mark(dead);
        one.onclick = () => { mark(one); listed.textContent = 'Page one' };
        two.onclick = () => { mark(two) };
      </script>`);
    expect(answer('eat')).toBe('as-expected');
    expect(answer('sleep')).toBe('as-expected');
    for (const id of ['summer', 'winter', 'all', 'red', 'cheapest', 'newest', 'two'])
      expect([id, answer(id)]).toEqual([id, 'nothing']);
    expect(find('winter')?.happened).toBe('only the mark of the chosen one moved');
  });

  it('is one of what is chosen for something else, and of a list that shows the same under two filters', async () => {
    const { answer } = await answers(`${MARKING}
      <div class="sizes"><button id="small" class="on">S</button><button id="large">L</button></div><button id="buy">Add to basket</button><p id="basket"></p>
      <div class="todo"><label>Task <input id="task"></label><button id="add">Add</button>
        <div class="views"><button id="all" class="on">All</button><button id="todo">Open</button><button id="done">Done</button></div><ul id="tasks"></ul></div>
      <script>
        for (const size of [small, large]) size.onclick = () => mark(size);
        buy.onclick = () => { basket.textContent = 'One jumper in your basket' };
        let view = all; const list = [];
        const draw = () => { tasks.innerHTML = (view === done ? [] : list).map((text) => '<li>' + text + '</li>').join('') };
        add.onclick = () => { if (task.value) { list.push(task.value); draw() } };
        for (const one of [all, todo, done]) one.onclick = () => { mark(one); view = one; draw() };
      </script>`);
    expect(answer('small')).toBe('as-expected');
    expect(answer('large')).toBe('as-expected');
    expect(answer('add')).toBe('as-expected');
    for (const id of ['all', 'todo', 'done']) expect([id, answer(id)]).toEqual([id, 'as-expected']);
  });

  it('is no answer of a question that hides one', async () => {
    const { answer } = await answers(`
      <style>.open svg { transform: rotate(90deg) } .a { display: none } .a.show { display: block }</style>
      <div class="item"><button class="q" id="hens">May I keep hens?</button><div class="a">Up to four, and no cockerel.</div></div>
      <div class="item"><button class="q" id="water">Is there water? <svg width="12" height="12"><path d="M2 2L10 6L2 10Z"/></svg></button><div class="a">A tap at every tenth plot.</div></div>
      <script>
        hens.onclick = () => { hens.nextElementSibling.classList.toggle('show') };
        water.onclick = () => { water.classList.toggle('open'); water.nextElementSibling.classList.toggle('shown') };
      </script>`);
    expect(answer('hens')).toBe('as-expected');
    expect(answer('water')).toBe('nothing');
  });
});

describe('what nobody sees', { timeout: 300_000 }, () => {
  it('is no next slide: a transform to the same place, another colour of the arrow, an empty frame', async () => {
    const slides = (id: string) =>
      `<div class="show"><div class="track" id="${id}"><p>First of all our ${id}, in blue</p><p>Second of all our ${id}, in red</p></div>`;
    const { answer } = await answers(`
      <style>.show { overflow: hidden; width: 400px } .track { display: flex } .track p { flex: 0 0 100% }</style>
      ${slides('cups')}<button id="cup" aria-label="Next cup">›</button></div>
      ${slides('pots')}<button id="pot" aria-label="Next pot">›</button></div>
      ${slides('jugs')}<button id="jug" aria-label="Next jug">›</button></div>
      ${slides('mugs')}<button id="mug" aria-label="Next mug">›</button></div>
      <script>
        cup.onclick = () => { cups.style.transform = 'translateX(-100%)' };
        pot.onclick = () => { pots.style.transform = 'translateX(0%)' };
        jug.onclick = () => { jug.style.background = '#c60' };
        mug.onclick = () => { mugs.style.transform = 'translateX(100%)' };
      </script>`);
    expect(answer('cup')).toBe('as-expected');
    expect(answer('pot')).toBe('only-invisible');
    expect(answer('jug')).toBe('nothing');
    expect(answer('mug')).toBe('otherwise');
  });
});

describe('what is asked in another state or place', { timeout: 300_000 }, () => {
  it('is a drawing where it has ink, and nothing is held against one that promises nothing', async () => {
    const { answer, trace } = await answers(`
      <canvas id="chart" width="400" height="200"></canvas><canvas id="still" width="400" height="200"></canvas>
      <script>
        for (const canvas of [chart, still]) {
          const pen = canvas.getContext('2d'); pen.fillStyle = '#c00'; pen.beginPath(); pen.arc(60, 40, 5, 0, 7); pen.fill();
          canvas.addEventListener('mousemove', (event) => { if (canvas === chart && Math.hypot(event.offsetX - 60, event.offsetY - 40) < 6) { pen.fillStyle = '#123'; pen.fillRect(80, 30, 90, 40) } });
        }
      </script>`);
    expect(answer('chart')).toBe('as-expected');
    expect(answer('still')).toBe('not-tried');
    expect(trace.data.controls.map(({ announced }) => announced)).toEqual([false, false]);
    const framed = await answers(`
      <div id="frame" style="width: 400px"><canvas width="400" height="200"></canvas></div>
      <script>for (const type of ['click', 'mousedown', 'mouseup', 'mousemove']) frame.addEventListener(type, () => {})</script>`);
    expect(framed.find('frame')).toMatchObject({ answer: 'not-tried', control: { kind: 'canvas' } });
  });

  it('is what only takes back, and what only shows by the next stroke', async () => {
    const { answer } = await answers(`
      <div><output id="time">0 s</output><button id="start">Start</button><button id="reset">Reset</button></div>
      <canvas id="pad" width="500" height="200"></canvas><div><button id="red" aria-label="Red ink" style="width: 40px; height: 40px; background: #c00"></button><button id="blue" aria-label="Blue ink" style="width: 40px; height: 40px; background: #00c"></button></div>
      <script>
        let run; start.onclick = () => { let s = 0; run ??= setInterval(() => { time.textContent = ++s + ' s' }, 200) };
        reset.onclick = () => { clearInterval(run); time.textContent = '0 s' };
        const pen = pad.getContext('2d'); let colour = '#222', down = false; pen.lineWidth = 6;
        pad.onpointerdown = (event) => { down = true; pen.strokeStyle = colour; pen.beginPath(); pen.moveTo(event.offsetX, event.offsetY) };
        pad.onpointermove = (event) => { if (down) { pen.lineTo(event.offsetX, event.offsetY); pen.stroke() } };
        addEventListener('pointerup', () => { down = false });
        red.onclick = () => { colour = '#c00' }; blue.onclick = () => { color = '#00c' };
      </script>`);
    expect(answer('start')).toBe('as-expected');
    expect(answer('reset')).toBe('as-expected');
    expect(answer('red')).toBe('as-expected');
    expect(answer('blue')).toBe('nothing');
  });

  it('is a list that changes places at the middle of an item, and listens for all of them', async () => {
    const { find, answer } = await answers(`
      <ul id="list"><li draggable="true" id="tent">Tent</li><li draggable="true" id="stove">Stove</li></ul>
      <script>
        let held; list.addEventListener('dragstart', (event) => { held = event.target });
        list.addEventListener('dragover', (event) => { event.preventDefault(); const over = event.target.closest('li'); if (!over || over === held) return; const box = over.getBoundingClientRect(); list.insertBefore(held, event.clientY < box.top + box.height / 2 ? over : over.nextSibling) });
      </script>`);
    expect(answer('tent')).toBe('as-expected');
    expect(answer('stove')).toBe('as-expected');
    expect(find('stove')?.control.bound).toBe(true);
  });

  it('is a hint that no script knows of, and a button that only the mouse reaches', async () => {
    const { answer } = await answers(`
      <style>[role=tooltip] { visibility: hidden; position: absolute } #sum:hover [role=tooltip], #rate:hover .bubble { visibility: visible }</style>
      <p>You pay a <span id="sum" tabindex="0" aria-describedby="t1">sum<span role="tooltip" id="t1">The same every month.</span></span> and a <span id="rate" tabindex="0" aria-describedby="t2">rate<span role="tooltip" id="t2">Agreed anew after five years.</span></span>.</p>
      <div id="more" style="cursor: pointer" onclick="said.textContent = 'Rain also counts.'">Another one</div><p id="said"></p>
      <div id="keyed" role="button" tabindex="0" onclick="told.textContent = 'And so does snow.'" onkeydown="event.key === 'Enter' && keyed.click()">And another</div><p id="told"></p>`);
    expect(answer('sum')).toBe('as-expected');
    expect(answer('rate')).toBe('nothing');
    expect(answer('more')).toBe('as-expected');
    expect(answer('more', 'keyboard')).toBe('nothing');
    expect(answer('keyed', 'keyboard')).toBe('as-expected');
  });
});

describe('what is sent, left and gone to', { timeout: 300_000 }, () => {
  it('is not accepted by emptying what was written', async () => {
    const form = (id: string, rest: string) =>
      `<form id="${id}"><label>Task <input></label><button id="${id}-add">Add</button></form><ul id="${id}-list"></ul><script>document.getElementById('${id}').onsubmit = (event) => { event.preventDefault(); const field = event.target.querySelector('input'); if (!field.value) return; ${rest} field.value = '' }</script>`;
    const { answer } = await answers(
      form('kept', "document.getElementById('kept-list').innerHTML += '<li>' + field.value + '</li>';") +
        form('lost', ''),
    );
    expect(answer('kept-add', 'accepts')).toBe('as-expected');
    expect(answer('lost-add', 'accepts')).toBe('otherwise');
  });

  it('is no part of the page whose heading lies under what stays in place', async () => {
    const { answer, find } = await answers(`
      <style>body { margin: 0 } header { position: sticky; top: 0; height: 80px; background: #173a2b } section { height: 900px } h2 { margin: 0 }</style>
      <header><a id="hidden" href="#stay">Stay</a> <a id="seen" href="#leave">Leave</a></header>
      <section id="stay"><h2>Stay</h2></section><section id="leave" style="scroll-margin-top: 100px"><h2>Leave</h2></section><section></section>`);
    expect(answer('seen')).toBe('as-expected');
    expect(answer('hidden')).toBe('otherwise');
    expect(find('hidden')?.happened).toContain('header lies over the first line');
  });
});
