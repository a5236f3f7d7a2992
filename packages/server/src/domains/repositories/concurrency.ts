const CONCURRENT_TASKS = 4;

/** Progress reports and cancellation of a long operation. */
export interface ProgressOptions {
  readonly progress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** Runs a task for each item, a few at a time, until the signal is aborted. */
export const forEachConcurrently = async <T>(
  items: readonly T[],
  signal: AbortSignal | undefined,
  task: (item: T) => Promise<void>,
): Promise<void> => {
  const remaining = items.values();
  const worker = async () => {
    for (const item of remaining) {
      signal?.throwIfAborted();
      await task(item);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_TASKS }, worker));
};
