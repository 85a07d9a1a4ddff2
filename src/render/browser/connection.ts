import type { Connection, ConnectionTransport } from 'puppeteer-core';
// The part that speaks the protocol, alone: all of Puppeteer takes five times as long to load, and nothing else of it is used.
import { Connection as ProtocolConnection } from 'puppeteer-core/internal/cdp/Connection.js';

/** Speaks the DevTools protocol over a transport. A command without an answer is rejected after `timeoutMs`. */
export function connect(transport: ConnectionTransport, timeoutMs: number): Connection {
  // The package types its parts and its whole apart; they are one class.
  return new ProtocolConnection('', transport, 0, timeoutMs) as unknown as Connection;
}
