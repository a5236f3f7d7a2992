/** Runs a query under a key; concurrent calls with the same key share its result. */
export type Coalesce<T> = (key: string, run: () => Promise<T>) => Promise<T>;

interface Batch<T> {
  readonly result: Promise<T>;
  /** Whether the query was sent: later callers may have seen changes that it does not. */
  isSent: boolean;
  next: Promise<T> | undefined;
}

/**
 * Runs one query at a time per key, started after the current turn of the event loop. Callers that arrive while a query
 * runs share the next one, which sees all changes up to then. Many concurrent callers cost one query at a time, and no
 * caller gets a result older than its call.
 */
export const createCoalesce = <T>(): Coalesce<T> => {
  const running = new Map<string, Batch<T>>();
  const start = (key: string, run: () => Promise<T>): Promise<T> => {
    const result = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      batch.isSent = true;
      return run();
    });
    const batch: Batch<T> = { result, isSent: false, next: undefined };
    running.set(key, batch);
    const end = () => {
      if (!batch.next) running.delete(key);
    };
    result.then(end, end);
    return result;
  };
  return (key, run) => {
    const batch = running.get(key);
    if (!batch) return start(key, run);
    if (!batch.isSent) return batch.result;
    const next = () => start(key, run);
    batch.next ??= batch.result.then(next, next);
    return batch.next;
  };
};
