import { Buffer } from 'node:buffer';
import console from 'node:console';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder } from '../lib/folders.js';
import { median, table } from '../lib/print.js';
import { doneTo } from '../../dist/channels/interaction/judge.js';
import { exploreAll, wordOf } from './pages.js';

const TOLD = ['answers', 'otherwise', 'invisible-only', 'nothing', 'broke', 'not tried'];

/**
 * What is found and tried on the generated pages with the usual budget, as a table, and as a sheet on which each probe can be
 * checked by hand.
 * @param {(page: string) => boolean} wanted
 * @param {string | null} sheet where the HTML goes
 * @returns {Promise<boolean>} true: there is no right answer here
 */
export async function generated(wanted, sheet) {
  const folder = dataFolder('generated');
  const jobs = readdirSync(folder)
    .filter((name) => name.endsWith('.html') && wanted(name))
    .map((id) => ({ id, html: readFileSync(join(folder, id), 'utf8') }));
  const pages = [];
  await exploreAll(jobs, ({ id }, told) => pages.push({ id, ...told }), { options: {} });
  pages.sort((a, b) => a.id.localeCompare(b.id));

  const rows = pages.map(({ id, trace: { data, cost }, probes }) => {
    const counts = TOLD.map((word) => probes.filter((judged) => wordOf(judged) === word).length);
    return [id, data.status, data.controls.length, probes.length, ...counts, (cost.wallMs / 1000).toFixed(1)];
  });
  const sum = (column) => rows.reduce((total, row) => total + row[column], 0);
  const sums = Array.from({ length: 2 + TOLD.length }, (_, i) => sum(2 + i));
  console.log(
    table([
      ['', 'status', 'controls', 'probes', ...TOLD, 's'],
      ...rows,
      ['all', '', ...sums, median(pages.map(({ trace }) => trace.cost.wallMs / 1000)).toFixed(1)],
    ]),
  );
  if (sheet !== null) {
    writeFileSync(sheet, sheetOf(pages));
    console.log(`\nThe sheet is ${sheet}.`);
  }
  return true;
}

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function sheetOf(pages) {
  const picture = (files, name) =>
    name && files.has(name)
      ? `<img src="data:image/webp;base64,${Buffer.from(files.get(name)).toString('base64')}">`
      : '';
  const row = (files, judged) => {
    const { control, probe, expected, happened } = judged;
    return `<tr class="${wordOf(judged).replace(' ', '-')}"><td>${escape(wordOf(judged))}</td>
<td><b>${escape(control.name || control.selector)}</b><br>${control.kind}, ${escape(control.selector)}<br>${escape(doneTo(probe))}</td>
<td>expected ${escape(expected)}<br>${escape(probe.trouble?.detail ?? happened)}</td>
<td>${picture(files, probe.before)}</td><td>${picture(files, probe.after)}</td></tr>`;
  };
  const page = ({ id, trace, probes }) => {
    const rest = trace.data.untried.map(
      ({ control, why }) => `${trace.data.controls[control].selector} (${why})`,
    );
    return `<h2>${escape(id)}</h2><table>${probes.map((judged) => row(trace.files, judged)).join('')}</table>
<p>Not tried: ${escape(rest.join(', ') || 'nothing')}</p>`;
  };
  return `<!doctype html><meta charset="utf-8"><title>What was tried</title><style>body{font:14px/1.4 system-ui}
td{border-top:1px solid #ccc;padding:6px;vertical-align:top;max-width:320px}img{max-width:320px;max-height:240px}
.nothing td:first-child,.invisible-only td:first-child,.broke td:first-child{background:#f8c6c0}.otherwise td:first-child{background:#fbe3a8}</style>
${pages.map(page).join('\n')}`;
}
