/**
 * The report's script: links boxes and findings, filters by severity, shows one artifact at a time. Its own text, so that
 * the page's policy can name it by hash. It only moves what is there: nothing is made from strings.
 */
export const SCRIPT = /* js */ `
'use strict';
const all = (selector, root = document) => [...root.querySelectorAll(selector)];

// A finding and its box share a key; pointing at or focusing one lights both.
const light = (target) => {
  const key = target instanceof Element ? target.closest('[data-key]')?.dataset.key : undefined;
  for (const node of all('.lit')) if (node.dataset.key !== key) node.classList.remove('lit');
  if (key) for (const node of all('[data-key="' + key + '"]')) node.classList.add('lit');
  return key;
};
const reveal = (box) => {
  const sheet = box?.closest('.sheet');
  if (!sheet) return;
  const top = box.getBoundingClientRect().top - sheet.getBoundingClientRect().top;
  if (top < 0 || top > sheet.clientHeight - 40) sheet.scrollTop += top - sheet.clientHeight / 3;
};
document.addEventListener('pointerover', ({ target }) => light(target));
document.addEventListener('focusin', ({ target }) => {
  const key = light(target);
  if (key && !target.closest('.box')) reveal(document.getElementById('b' + key));
});
document.addEventListener('focusout', () => light(null));

document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href^="#f"], a[href^="#b"]');
  const target = link && document.getElementById(link.getAttribute('href').slice(1));
  if (!target) return;
  event.preventDefault();
  visit(target);
});
const visit = (target) => {
  for (let fold = target.querySelector('details') ?? target.closest('details'); fold; fold = fold.parentElement.closest('details')) {
    fold.open = true;
  }
  const focus = target.matches('.box') ? target : (target.querySelector('summary, a') ?? target);
  if (focus === target && !target.matches('a')) target.tabIndex = -1;
  focus.focus({ preventScroll: true });
  target.closest('.box') ? (target.closest('.stage').scrollIntoView({ block: 'nearest' }), reveal(target)) : target.scrollIntoView({ block: 'nearest' });
  light(target);
};

for (const button of all('[data-filter]')) {
  button.addEventListener('click', () => {
    const shown = button.getAttribute('aria-pressed') !== 'true';
    button.setAttribute('aria-pressed', String(shown));
    const article = button.closest('article');
    for (const node of all('[data-severity="' + button.dataset.filter + '"]', article)) {
      node.toggleAttribute('hidden', !shown);
    }
  });
}

const gallery = document.getElementById('gallery');
if (gallery) {
  const articles = all('article');
  const route = () => {
    const target = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
    const open = target?.closest('article') ?? null;
    gallery.hidden = open !== null;
    for (const article of articles) article.hidden = article !== open;
    if (target && target !== open) visit(target);
    else window.scrollTo(0, 0);
  };
  window.addEventListener('hashchange', route);
  route();

  const tools = gallery.querySelector('form');
  const list = gallery.querySelector('.tiles');
  const tiles = [...list.children];
  const orders = {
    worst: (a, b) => a.dataset.rank - b.dataset.rank,
    best: (a, b) => b.dataset.rank - a.dataset.rank,
    name: (a, b) => a.dataset.name.localeCompare(b.dataset.name),
    given: (a, b) => a.dataset.given - b.dataset.given,
  };
  const passes = {
    all: () => true,
    error: (tile) => tile.dataset.errors !== '0',
    clean: (tile) => tile.dataset.errors === '0',
    unfinished: (tile) => tile.dataset.state === 'unfinished',
  };
  const arrange = () => {
    const words = tools.find.value.toLowerCase().split(/\\s+/).filter(Boolean);
    let shown = 0;
    for (const tile of tiles) {
      const fits = passes[tools.show.value](tile) && words.every((word) => tile.dataset.words.includes(word));
      tile.hidden = !fits;
      if (fits) shown++;
    }
    list.append(...[...tiles].sort(orders[tools.sort.value]));
    tools.count.value = shown === tiles.length ? shown + ' artifacts' : shown + ' of ' + tiles.length + ' artifacts';
  };
  tools.addEventListener('input', arrange);
  tools.addEventListener('submit', (event) => event.preventDefault());
}
`;
