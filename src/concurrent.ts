/**
 * Runs `work` on what `source` gives, at most `limit` at once, and yields results as they finish. The source is asked for
 * more only when there is room; once `signal` fires it is asked no more, and what runs is finished. A rejection of the
 * source or of `work` ends it all, after what runs has ended.
 */
export async function* concurrently<T, R>(
  source: AsyncIterable<T>,
  limit: number,
  work: (item: T) => Promise<R>,
  signal?: AbortSignal,
): AsyncGenerator<R, void, undefined> {
  const iterator = source[Symbol.asyncIterator]();
  const finished: R[] = [];
  const failures: unknown[] = [];
  const running = new Set<Promise<void>>();
  const pull = { asking: false, ended: false };
  let wake = (): void => undefined;
  const fail = (error: unknown) => void failures.push(error);

  const start = (item: T) => {
    const run = work(item)
      .then((result) => void finished.push(result), fail)
      .finally(() => running.delete(run) && wake());
    running.add(run);
  };
  const ask = async () => {
    pull.asking = true;
    const next = await iterator.next();
    pull.asking = false;
    if (next.done) pull.ended = true;
    else if (!signal?.aborted) start(next.value);
  };
  const onAbort = () => wake();
  signal?.addEventListener('abort', onAbort);
  try {
    for (;;) {
      yield* finished.splice(0);
      if (failures.length > 0) throw failures[0];
      const more = !pull.ended && !signal?.aborted;
      if (!more && running.size === 0 && finished.length === 0) return;
      const woken = new Promise<void>((resolve) => (wake = resolve));
      if (more && !pull.asking && running.size < limit)
        void ask()
          .catch(fail)
          .finally(() => wake());
      // What finished while a result was being taken has nobody to wake.
      if (finished.length === 0 && failures.length === 0) await woken;
    }
  } finally {
    signal?.removeEventListener('abort', onAbort);
    await Promise.allSettled(running);
    // Not awaited: a source that waits for input (standard input) would keep us waiting with it.
    void iterator.return?.();
  }
}
