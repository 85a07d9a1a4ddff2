/* global fetch */
import { readdirSync, readFileSync } from 'node:fs';
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

export const itemOf = (n) => ({ id: String(n), html: pageOf(n) });

/** Quick pages n and n + QUICK have one score, pages between them others. */
export const QUICK = 7;

/** The n-th of small pages: one paragraph for each number below QUICK, the first n % QUICK of them too faint to read. */
export function quickPageOf(n) {
  const text = 'The first boat leaves at six, and bicycles travel free of charge before noon.';
  const paragraphs = Array.from(
    { length: QUICK },
    (_, i) => `<p${i < n % QUICK ? ' style="color: #ddd"' : ''}>${i + 1}. ${text}</p>`,
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

/** Posts JSON and gives the status and the body. */
export async function post(url, path, body, headers = {}) {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}
