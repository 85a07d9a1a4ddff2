import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { readRequest, WIRES, writeReply, type Asked, type Said } from './wires.js';

export type { Asked } from './wires.js';

/** What the server does with one request. */
export type Turn =
  /** Says this; what is no text is written as JSON. */
  | ({ say: unknown } & Partial<Omit<Said, 'text'>> & { afterMs?: number })
  /** Fails with a status. */
  | { status: number; headers?: Record<string, string>; message?: string }
  /** Never answers, breaks off the connection, or sends what is no JSON. */
  | { fault: 'hang' | 'drop' | 'garbage' }
  | { vectors: number[][] }
  | { picture: Uint8Array };

/** Decides by what was asked; `n` counts requests from 0. */
export type Script = (asked: Asked, n: number) => Turn | Promise<Turn>;

/** Answers one after another; the last one again and again. */
export const inTurn =
  (...turns: [Turn, ...Turn[]]): Script =>
  (_, n) =>
    turns[Math.min(n, turns.length - 1)]!;

export interface ModelServer extends AsyncDisposable {
  /** Ends in "/v1", for any provider. */
  baseURL: string;
  /** Everything that was asked, in order of arrival. */
  asked: Asked[];
  /** Requests under way at once, at most. */
  mostAtOnce: () => number;
  /** Milliseconds at which requests came in (performance.now). */
  arrivals: number[];
}

/** A server on loopback that speaks the formats of OpenAI (chat completions, responses), Anthropic, and Google (for a model "m"). */
export async function startModelServer(script: Script): Promise<ModelServer> {
  const asked: Asked[] = [];
  const arrivals: number[] = [];
  let underWay = 0;
  let most = 0;
  const server: Server = createServer((request, response) => {
    most = Math.max(most, ++underWay);
    response.on('close', () => underWay--);
    arrivals.push(performance.now());
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(JSON.stringify({ error: { message: `test server: ${String(error)}` } }));
    });
  });

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const wire = WIRES[request.url ?? ''];
    if (!wire) {
      send(response, 404, { error: { message: `no such path: ${request.url ?? ''}` } });
      return;
    }
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Asked['body'];
    const seen = readRequest(wire, body, request.headers);
    const turn = await script(seen, asked.push(seen) - 1);
    if ('fault' in turn) {
      if (turn.fault === 'drop') response.destroy();
      if (turn.fault === 'garbage') response.writeHead(200).end('<html>gateway</html>');
    } else if ('status' in turn) {
      const error = { type: 'error', message: turn.message ?? `fault ${turn.status}` };
      send(response, turn.status, { type: 'error', error }, turn.headers);
    } else if ('vectors' in turn) {
      const data = turn.vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }));
      send(response, 200, { object: 'list', data, usage: { prompt_tokens: 4, total_tokens: 4 } });
    } else if ('picture' in turn) {
      const data = [{ b64_json: Buffer.from(turn.picture).toString('base64') }];
      send(response, 200, { created: 0, data });
    } else {
      const { say, finish = 'stop', usage = { input: 10, output: 5 }, afterMs = 0 } = turn;
      await sleep(afterMs);
      const text = typeof say === 'string' ? say : JSON.stringify(say);
      send(response, 200, writeReply(seen, { text, finish, usage }));
    }
  };

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseURL: `http://127.0.0.1:${port}/v1`,
    asked,
    arrivals,
    mostAtOnce: () => most,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
