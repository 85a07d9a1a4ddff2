import WebSocket from 'ws';
import type { Service } from '../serve.js';

/** What the service says on `/ws`. */
export interface Said {
  type: string;
  data: {
    observation: {
      findings: { check: string; suggestion: string }[];
      picture: { data: string } | null;
      turn: number;
      turns_left: number;
      valid: boolean;
      detail: string | null;
    };
    reward: number | null;
    done: boolean;
    code?: string;
    message?: string;
  };
}

/** A client of OpenEnv's socket that sends a message and waits for the answer. */
export async function connect({ url }: Pick<Service, 'url'>, query = '') {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws${query}`);
  const next = () =>
    new Promise<Said>((resolve) =>
      socket.once('message', (bytes: Buffer) => resolve(JSON.parse(bytes.toString()) as Said)),
    );
  const first = next();
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return {
    socket,
    /** The code that it was closed with. */
    closed,
    /** What is said first, for who is told something before he has asked. */
    first,
    say: (message: unknown) => {
      const answer = next();
      socket.send(typeof message === 'string' ? message : JSON.stringify(message));
      return answer;
    },
  };
}
