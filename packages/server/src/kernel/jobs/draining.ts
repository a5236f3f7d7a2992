// After so long others have their turn.
const TURN_MS = 15_000;

/** How what waits for one receiver is worked off. */
export interface Draining<Key> {
  readonly nameOf: (key: Key) => string;
  /** Does some of it; whether there may be more. */
  readonly doSome: (key: Key) => Promise<boolean>;
  /** Has the rest done later. */
  readonly goOnLater: (key: Key) => Promise<void>;
}

/** Works off what waits for a receiver, for a while: one that is slow has its place, and holds up nobody else. */
export const createDraining = <Key>({ nameOf, doSome, goOnLater }: Draining<Key>) => {
  // Of the jobs for a receiver one works in this process; the others let it look once more.
  const atWork = new Map<string, { isAskedAgain: boolean }>();
  return async (key: Key): Promise<void> => {
    const name = nameOf(key);
    const working = atWork.get(name);
    if (working) {
      working.isAskedAgain = true;
      return;
    }
    const own = { isAskedAgain: false };
    atWork.set(name, own);
    const end = Date.now() + TURN_MS;
    try {
      for (;;) {
        own.isAskedAgain = false;
        const isMore = await doSome(key);
        if (!isMore && !own.isAskedAgain) return;
        if (Date.now() > end) break;
      }
    } finally {
      atWork.delete(name);
    }
    await goOnLater(key);
  };
};
