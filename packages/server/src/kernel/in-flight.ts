/** Knows what is being worked on, so that a shutdown can wait for it; a client that hangs up does not end its command. */
export interface InFlight {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when nothing is under way any more. */
  idle(): Promise<void>;
}

/** Counts work under way. */
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
