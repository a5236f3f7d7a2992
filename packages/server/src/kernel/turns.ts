/** Shares the event loop between large bodies and everything else. */
export interface Turns {
  /** Resolves when bytes may be processed: at once, or in a later turn of the event loop, in the order of the calls. */
  take(bytes: number): Promise<void>;
}

/** Lets a number of bytes pass in each turn of the event loop, however many bodies there are. */
export const createTurns = (bytesPerTurn: number): Turns => {
  const waiting: { readonly bytes: number; readonly go: () => void }[] = [];
  let left = bytesPerTurn;
  let isScheduled = false;

  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(startTurn);
  };
  const startTurn = (): void => {
    isScheduled = false;
    left = bytesPerTurn;
    while (left > 0) {
      const next = waiting.shift();
      if (!next) break;
      left -= next.bytes;
      next.go();
    }
    if (left < bytesPerTurn) schedule();
  };

  return {
    take: (bytes) => {
      schedule();
      if (waiting.length > 0 || left <= 0) return new Promise((go) => waiting.push({ bytes, go }));
      left -= bytes;
      return Promise.resolve();
    },
  };
};
