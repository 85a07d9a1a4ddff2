import type { CdpSession } from './cdp.js';

/**
 * A JavaScript world of our own in the page's main frame: it sees the same document through its own untouched prototypes, so a page
 * that patches `scrollTo` or `querySelectorAll` changes nothing here, and nothing done here shows in the page's variables.
 */
export class IsolatedWorld {
  private constructor(
    private readonly session: CdpSession,
    private readonly contextId: number,
  ) {}

  /** Enters the current document. A navigation ends the world; make a new one then. */
  static async enter(session: CdpSession): Promise<IsolatedWorld> {
    const { frameTree } = await session.send('Page.getFrameTree');
    const { executionContextId } = await session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: 'kallos',
    });
    return new IsolatedWorld(session, executionContextId);
  }

  /** Calls a self-contained function there with JSON arguments and returns its JSON result. */
  async call<Args extends readonly unknown[], Result>(
    work: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result> {
    const { result, exceptionDetails } = await this.session.send('Runtime.evaluate', {
      contextId: this.contextId,
      expression: `(${work.toString()})(...${JSON.stringify(args)})`,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as Result;
  }
}
