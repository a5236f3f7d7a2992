const PORTIONS_AT_ONCE = 4;

/** How far bringing in a repository has come, and whether to go on. */
export interface Watching {
  readonly progress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** Does something with each of some things, a few at a time, until it is told to stop. */
export const forEachAtOnce = async <T>(
  things: readonly T[],
  signal: AbortSignal | undefined,
  work: (thing: T) => Promise<void>,
): Promise<void> => {
  const waiting = things.values();
  const worker = async () => {
    for (const thing of waiting) {
      signal?.throwIfAborted();
      await work(thing);
    }
  };
  await Promise.all(Array.from({ length: PORTIONS_AT_ONCE }, worker));
};
