/** Limits concurrency; others wait in order. */
export interface Semaphore {
  /** Resolves with a function that releases the slot. */
  acquire(): Promise<() => void>;
  waiting(): number;
  isUnused(): boolean;
}

/** Makes a semaphore with a number of slots. */
export const createSemaphore = (slots: number): Semaphore => {
  const queue: (() => void)[] = [];
  let used = 0;
  return {
    acquire: async () => {
      if (used < slots) used++;
      else await new Promise<void>((start) => queue.push(start));
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        const next = queue.shift();
        // The slot passes to the next waiter, so that nobody overtakes it.
        if (next) next();
        else used--;
      };
    },
    waiting: () => queue.length,
    isUnused: () => used === 0,
  };
};
