/** Tracks running work, so that a shutdown can wait for it. A client that disconnects does not cancel its command. */
export interface InFlight {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when no work is running. */
  idle(): Promise<void>;
}

/** Counts running work. */
export const createInFlight = (): InFlight => {
  let count = 0;
  let waiting: (() => void)[] = [];
  return {
    run: async (work) => {
      count++;
      try {
        return await work();
      } finally {
        count--;
        if (count === 0) {
          for (const resolve of waiting) resolve();
          waiting = [];
        }
      }
    },
    idle: () => (count === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
};
