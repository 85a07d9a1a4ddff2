import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { URL } from 'node:url';

const examples = new URL('../../examples/', import.meta.url);
const every = readdirSync(examples)
  .filter((name) => name.endsWith('.html'))
  .sort()
  .map((name) => readFileSync(new URL(name, examples), 'utf8'));

/** Pages n and n + EXAMPLES are of one example. */
export const EXAMPLES = every.length;

export const markOf = (n) => `page ${String(n).padStart(7, '0')}`;

/** The n-th page: an example under a title of its own, so that no answer is known already. */
export const pageOf = (n) => every[n % every.length].replace(/<title>[^<]*/, `<title>${markOf(n)}`);

/** Quick pages n and n + QUICK have one score, pages between them others. */
export const QUICK = 7;

/** The n-th of small pages: one paragraph for each number below QUICK, the first n % QUICK of them too faint to read. */
export function quickPageOf(n) {
  const words = 'The first boat leaves at six, and bicycles travel free of charge before noon.';
  const paragraphs = Array.from(
    { length: QUICK },
    (_, i) => `<p${i < n % QUICK ? ' style="color: #ddd"' : ''}>${i + 1}. ${words}</p>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${markOf(n)}</title>
<style>body { margin: 48px auto; max-width: 640px; padding: 0 24px; font: 18px/1.6 sans-serif; color: #222; background: #fff }</style>
</head>
<body><main><h1>Ferries</h1>${paragraphs.join('\n')}</main></body>
</html>`;
}

/** Posts JSON and gives the status and the body, however long that takes: `fetch` gives up after five minutes. */
export async function post(url, path, body) {
  const sent = request(`${url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' } });
  sent.end(JSON.stringify(body));
  const [response] = await once(sent, 'response');
  return { status: response.statusCode, text: await text(response) };
}
