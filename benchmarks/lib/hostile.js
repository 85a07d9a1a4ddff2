const page = (script, body = '') =>
  `<!doctype html><html lang="en"><head><title>hostile</title></head><body><h1>A page</h1>${body}<script>${script}</script></body></html>`;

const BY_ITSELF = ['timeout', 'out-of-memory', 'crashed'];
/** Survived: the page misbehaves and is shown all the same, within its budgets. */
const SHOWN = ['ok', ...BY_ITSELF];

/**
 * Pages that attack the renderer, and the outcomes that are right for each.
 * @type {{name: string, html: string, ends: string[]}[]}
 */
export const HOSTILE = [
  { name: 'CPU loop', html: page('for (;;) {}'), ends: ['timeout'] },
  {
    name: 'memory bomb',
    html: page('const all = []; for (;;) all.push(new Array(1e6).fill(all.length));'),
    ends: BY_ITSELF,
  },
  {
    name: 'bomb of typed arrays',
    html: page('const all = []; for (;;) all.push(new Uint8Array(64 << 20).fill(1));'),
    ends: BY_ITSELF,
  },
  { name: 'navigation loop', html: page('location.reload();'), ends: [...SHOWN, 'load-failed'] },
  {
    name: 'navigation loop by hash and history',
    html: page("for (;;) { history.pushState(0, '', '#' + Math.random()); location.hash = Math.random(); }"),
    ends: BY_ITSELF,
  },
  { name: 'dialog loop', html: page("for (;;) alert('again');"), ends: ['timeout'] },
  {
    name: '200,000 nodes',
    html: page(
      "let html = ''; for (let i = 0; i < 200000; i++) html += '<i>x</i>'; document.body.insertAdjacentHTML('beforeend', html);",
    ),
    ends: SHOWN,
  },
  {
    name: 'crash by a huge allocation',
    html: page(
      'const a = []; a.length = 1 << 28; a.fill({}); const b = a.map((x) => [x]); document.title = b.length;',
    ),
    ends: BY_ITSELF,
  },
  {
    name: 'endless growth',
    html: page(
      'setInterval(() => { for (let i = 0; i < 500; i++) document.body.append(document.createElement("p")); }, 0);',
    ),
    ends: SHOWN,
  },
  {
    name: 'promises without end',
    html: page('const again = () => Promise.resolve().then(again); again();'),
    ends: ['timeout'],
  },
  {
    name: 'worker in a loop',
    html: page("new Worker(URL.createObjectURL(new Blob(['for (;;) {}'])));"),
    ends: SHOWN,
  },
  {
    name: 'giant blur',
    html: page(
      '',
      '<div style="height:16000px;filter:blur(900px);background:linear-gradient(red,blue)">x</div>',
    ),
    ends: SHOWN,
  },
  {
    name: '100,000 px',
    html: page('', '<div style="height:100000px;width:100000px;background:teal">x</div>'),
    ends: SHOWN,
  },
  { name: 'frames in frames', html: page('', '<iframe src="index.html"></iframe>'.repeat(5)), ends: SHOWN },
  {
    name: 'popups and prints',
    html: page('for (let i = 0; i < 50; i++) { window.open("about:blank"); print(); }'),
    ends: SHOWN,
  },
];
