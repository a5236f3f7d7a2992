/** Lets so many do a thing at once; others wait until it is their turn. */
export interface Places {
  /** Resolves with what to call when the thing is done. */
  take(): Promise<() => void>;
  waiting(): number;
  isFree(): boolean;
}

/** Places for one thing. */
export const createPlaces = (atOnce: number): Places => {
  const queue: (() => void)[] = [];
  let taken = 0;
  return {
    take: async () => {
      if (taken < atOnce) taken++;
      else await new Promise<void>((go) => queue.push(go));
      let isGivenBack = false;
      return () => {
        if (isGivenBack) return;
        isGivenBack = true;
        const next = queue.shift();
        // The place is handed on, so that nobody slips in between.
        if (next) next();
        else taken--;
      };
    },
    waiting: () => queue.length,
    isFree: () => taken === 0,
  };
};
