import type { Readable, Writable } from 'node:stream';
import type { ConnectionTransport } from 'puppeteer-core';

/** The debugging pipe: JSON messages that end with a NUL byte, in through one descriptor and out through another. */
export class DebuggingPipe implements ConnectionTransport {
  onmessage?: (message: string) => void;
  onclose?: () => void;
  #parts: Buffer[] = [];

  constructor(
    private readonly toBrowser: Writable,
    fromBrowser: Readable,
  ) {
    fromBrowser.on('data', (chunk: Buffer) => this.#receive(chunk));
    fromBrowser.on('close', () => this.onclose?.());
    // A dying browser breaks the pipe; its end is told by `close`.
    fromBrowser.on('error', () => undefined);
    toBrowser.on('error', () => undefined);
  }

  send(message: string): void {
    this.toBrowser.write(`${message}\0`);
  }

  close(): void {
    this.toBrowser.end();
  }

  #receive(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      this.#parts.push(chunk.subarray(start, end));
      this.onmessage?.(Buffer.concat(this.#parts).toString('utf8'));
      this.#parts = [];
      start = end + 1;
    }
    if (start < chunk.length) this.#parts.push(chunk.subarray(start));
  }
}
