/** Lets tasks run at the same time, except those that must be alone. */
export class Gate {
  readonly #together = new Set<Promise<unknown>>();
  #alone: Promise<unknown> = Promise.resolve();

  async together<T>(task: () => Promise<T>): Promise<T> {
    await this.#alone;
    const done = task();
    this.#together.add(done);
    try {
      return await done;
    } finally {
      this.#together.delete(done);
    }
  }

  /** Waits until nothing else runs, and holds back whatever comes until `task` is done. */
  alone<T>(task: () => Promise<T>): Promise<T> {
    const before = this.#alone;
    const done = before.then(() => Promise.allSettled(this.#together)).then(task);
    this.#alone = done.catch(() => undefined);
    return done;
  }
}
