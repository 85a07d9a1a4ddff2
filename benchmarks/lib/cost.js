import { createHash } from 'node:crypto';
import { basename, extname } from 'node:path';
import { URL } from 'node:url';
import { TextDecoder, TextEncoder } from 'node:util';
import { createRenderer, loadInputs } from '../../dist/index.js';
import { createOffline } from '../../dist/render/offline/index.js';
import { median, table } from './print.js';

/** Folder of the artifact in which what came from outside lies, by host. */
const FOLDER = 'from-outside';
const TEXT = /^(?:text\/|application\/(?:javascript|json)|image\/svg)/;
/** An address that begins with one slash, in an import or a style sheet. */
const FROM_ROOT = /((?:(?:from|import)\s*\(?\s*["'])|url\(["']?)\/(?!\/|from-outside)/g;
const ENDINGS = { 'text/javascript': '.js', 'application/javascript': '.js', 'text/css': '.css' };

/**
 * The time of pages answered from a warm store against the same pages with the same bytes as files of their own, in turns. A page
 * counts only where both ways draw the same picture.
 * @param {string[]} inputs
 * @param {object} offline options of the store
 * @param {number} runs
 * @returns {Promise<string>} the report
 */
export async function measureCost(inputs, offline, runs) {
  const renderer = await createRenderer({ profile: 'reward', concurrency: 1, offline });
  const store = await createOffline(offline);
  const rows = [];
  const leftOut = [];
  for await (const item of loadInputs(inputs)) {
    if ('error' in item) continue;
    const { id, artifact, brief } = item;
    const first = await renderer.render(artifact, brief);
    const outside = first.data.requests.filter(({ from, fate }) => from || fate === 'placeholder');
    if (!outside.some(({ from }) => from)) continue;
    const own = { ...artifact, files: await withOwnFiles(artifact, outside, store) };
    const alone = await renderer.render(own, brief);
    const reason = whyUnlike(first, alone);
    if (reason) {
      leftOut.push(`${basename(id)}: ${reason}`);
      continue;
    }
    const times = { store: [], own: [] };
    for (let run = 0; run < runs; run++) {
      times.store.push(timeOf(await renderer.render(artifact, brief)));
      times.own.push(timeOf(await renderer.render(own, brief)));
    }
    rows.push([basename(id), outside.length, median(times.store), median(times.own)]);
  }
  await renderer.close();
  await store[Symbol.asyncDispose]?.();
  const ratio = (a, b) => (a / b).toFixed(2);
  const sum = (column) => rows.reduce((total, row) => total + row[column], 0);
  return [
    `Wall ms a page, medians of ${runs} runs, one page at a time; the store is warm.`,
    table([
      ['', 'requests', 'store', 'own files', 'ratio'],
      ...rows.map(([name, count, a, b]) => [name, count, a.toFixed(0), b.toFixed(0), ratio(a, b)]),
      ['all', sum(1), sum(2).toFixed(0), sum(3).toFixed(0), ratio(sum(2), sum(3))],
    ]),
    `Median of the ratios: ${median(rows.map(([, , a, b]) => a / b)).toFixed(2)}`,
    ...(leftOut.length > 0 ? ['Left out, because the page with own files is another:', ...leftOut] : []),
  ].join('\n');
}

const timeOf = ({ timings }) => timings.wallMs;

function whyUnlike(first, alone) {
  const astray = alone.data.requests.find(
    ({ from, fate }) => from || fate === 'missing' || fate === 'unavailable',
  );
  if (astray && !first.data.requests.some(({ url }) => url === astray.url && !astray.from))
    return `it still asks for ${astray.url}`;
  const hash = ({ data }) => data.pictures[0]?.hash;
  return hash(first) === hash(alone) ? null : 'the pictures differ';
}

/** The artifact's files with what came from outside beside them, and every address of it rewritten. */
async function withOwnFiles(artifact, outside, store) {
  const arrived = new Map();
  for (const { url, type } of outside) {
    const answer = await store.answer({ url: new URL(url), type: type.toLowerCase() });
    if ('body' in answer) arrived.set(url, { ...answer, path: pathFor(url, answer.contentType) });
  }
  const renamed = [...arrived].filter(([url, { path }]) => path !== ownPath(url));
  const hosts = new Set([...arrived.keys()].map((url) => new URL(url).host));
  const rewrite = (text, host) => {
    let out = text;
    for (const [url, { path }] of renamed) {
      const { origin, host: its } = new URL(url);
      const short = url.replace('/?', '?');
      const forms = [url, short, url.replaceAll('&', '&amp;'), url.replace('https:', '')];
      if (its === host) forms.push(url.slice(origin.length));
      // The whole address: another may begin with it.
      for (const form of forms)
        out = out.replaceAll(new RegExp(`(?<=["'(\`])${escape(form)}(?=["')\`])`, 'g'), `/${path}`);
    }
    for (const name of hosts)
      out = out.replaceAll(new RegExp(`(?:https?:)?//${escape(name)}/`, 'g'), `/${FOLDER}/${name}/`);
    // Imports and style sheets name files from the root of their host.
    if (host) out = out.replaceAll(FROM_ROOT, `$1/${FOLDER}/${host}/`);
    return out;
  };
  const files = new Map(artifact.files);
  for (const [url, { path, body, contentType }] of arrived) {
    const bytes = TEXT.test(contentType) ? recode(body, (text) => rewrite(text, new URL(url).host)) : body;
    files.set(path, bytes);
  }
  files.set(
    artifact.entry,
    // Hashes are of the bytes before they were rewritten.
    recode(files.get(artifact.entry), (text) => rewrite(text, null).replaceAll(/\sintegrity="[^"]*"/g, '')),
  );
  return files;
}

const escape = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const recode = (bytes, change) => new TextEncoder().encode(change(new TextDecoder().decode(bytes)));

/** Where a file lies so that relative addresses of and to it hold. A query makes no difference there. */
const ownPath = (url) => `${FOLDER}/${new URL(url).host}${decodeURIComponent(new URL(url).pathname)}`;

/** Its own path, or one with a name of its own where that can't tell its type. */
function pathFor(url, contentType) {
  const own = ownPath(url);
  const ending = ENDINGS[contentType.split(';')[0]];
  const tells =
    ending === undefined || extname(own) === ending || (ending === '.js' && extname(own) === '.mjs');
  if (tells && extname(own) !== '') return own;
  const name = createHash('sha256').update(url).digest('hex').slice(0, 16);
  return `${FOLDER}/${name}${ending ?? (extname(own) || '.bin')}`;
}
