import type { CdpSession, Protocol } from './cdp.js';

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
    return IsolatedWorld.enterFrame(session, frameTree.frame.id);
  }

  /** Enters the documents of the frames below the main one, `most` at most. */
  static async enterChildren(session: CdpSession, most: number): Promise<IsolatedWorld[]> {
    const { frameTree } = await session.send('Page.getFrameTree');
    const below = (tree: Protocol.Page.FrameTree): string[] =>
      (tree.childFrames ?? []).flatMap((child) => [child.frame.id, ...below(child)]);
    return Promise.all(
      below(frameTree)
        .slice(0, most)
        .map((frameId) => IsolatedWorld.enterFrame(session, frameId)),
    );
  }

  private static async enterFrame(session: CdpSession, frameId: string): Promise<IsolatedWorld> {
    const { executionContextId } = await session.send('Page.createIsolatedWorld', {
      frameId,
      worldName: 'kallos',
    });
    return new IsolatedWorld(session, executionContextId);
  }

  /** Calls a self-contained function there with JSON arguments and returns its JSON result. */
  async call<Args extends readonly unknown[], Result>(
    work: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result> {
    const expression = `(${work.toString()})(...${JSON.stringify(args)})`;
    const result = await this.#evaluate(expression, { returnByValue: true });
    return result.value as Result;
  }

  /** Runs a script there. It is ended after `timeout` ms of wall clock. */
  async run(script: string, timeout: number): Promise<void> {
    await this.#evaluate(script, { timeout });
  }

  /** Calls a function that resolves with JSON and with elements, and returns the JSON and the elements' handles. */
  async collect<Args extends readonly unknown[], Result>(
    work: (...args: Args) => Promise<{ facts: Result; elements: Element[] }>,
    args: Args,
    timeout: number,
  ): Promise<{ facts: Result; objects: string[] }> {
    const expression = `(${work.toString()})(...${JSON.stringify(args)})`;
    const { objectId } = await this.#evaluate(expression, { timeout, awaitPromise: true });
    const part = async (name: string, returnByValue: boolean) => {
      const { result } = await this.session.send('Runtime.callFunctionOn', {
        objectId: objectId!,
        functionDeclaration: `function () { return this.${name}; }`,
        returnByValue,
      });
      return result;
    };
    const facts = (await part('facts', true)).value as Result;
    const elements = await part('elements', false);
    const { result } = await this.session.send('Runtime.getProperties', {
      objectId: elements.objectId!,
      ownProperties: true,
    });
    const objects = result.flatMap(({ name, value }) =>
      /^\d+$/.test(name) && value?.objectId !== undefined ? [value.objectId] : [],
    );
    return { facts, objects };
  }

  async #evaluate(
    expression: string,
    options: Partial<Protocol.Runtime.EvaluateRequest>,
  ): Promise<Protocol.Runtime.RemoteObject> {
    const { result, exceptionDetails } = await this.session.send('Runtime.evaluate', {
      contextId: this.contextId,
      expression,
      ...options,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result;
  }
}
