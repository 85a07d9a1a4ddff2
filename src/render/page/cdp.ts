import type { CDPSession, Protocol } from 'puppeteer-core';

/** A DevTools session on a page. Puppeteer's and Playwright's own sessions fit. */
export type CdpSession = Pick<CDPSession, 'send' | 'on' | 'off'>;
export type { Protocol };

/** Resolves with the next event of a name. Attach before the command that causes it. */
export function nextEvent<T>(session: CdpSession, name: string): Promise<T> {
  return new Promise((resolve) => {
    const handler = (event: T) => {
      session.off(name as never, handler as never);
      resolve(event);
    };
    session.on(name as never, handler as never);
  });
}
