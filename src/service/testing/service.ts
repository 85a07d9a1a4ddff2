import { serve, type ServeOptions, type Service } from '../serve.js';

/** A service on a free port of loopback, whose rewards need no judge of looks. */
export function startService(options: ServeOptions = {}): Promise<Service> {
  return serve({
    port: 0,
    graceSeconds: 20,
    ...options,
    scoring: {
      recipe: 'provable',
      channels: ['execution', 'correctness'],
      concurrency: 1,
      ...options.scoring,
    },
  });
}

export interface Answered<T> {
  status: number;
  headers: Headers;
  body: T;
}

/** Posts JSON, or a text as it is. */
export async function post<T = Record<string, unknown>>(
  { url }: Pick<Service, 'url'>,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answered<T>> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as T };
}

/** A page that is different for each name, in a fenced block as a model would write it. */
export const reply = (name: string): string => `Here is the page.\n\n\`\`\`html\n${page(name)}\n\`\`\`\n`;

export const page = (name: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${name}</title>
    <style>
      body { margin: 0; font: 18px/1.6 sans-serif; color: #222; background: #fff; }
      main { max-width: 640px; margin: 48px auto; padding: 0 24px; }
    </style>
  </head>
  <body>
    <main>
      <h1>${name}</h1>
      <p>The harbour opens at six, and the first boat leaves for the islands half an hour later.</p>
      <p>Tickets are sold on the pier. Bicycles travel free of charge on every boat before noon.</p>
    </main>
  </body>
</html>`;
