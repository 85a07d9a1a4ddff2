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

/** The n-th page: an example under a title of its own, so that no answer is known already. */
export const pageOf = (n) =>
  every[n % every.length].replace(/<title>[^<]*/, `<title>page ${String(n).padStart(6, '0')}`);

export const itemOf = (n) => ({ id: String(n), html: pageOf(n) });

/** Posts JSON and gives the status and the body. */
export async function post(url, path, body, headers = {}) {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}
