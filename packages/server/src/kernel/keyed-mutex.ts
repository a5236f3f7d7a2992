/** Lets those who want to change the same thing take turns, before they take a connection to wait with. */
export type KeyedMutex = <T>(thing: string, work: () => Promise<T>) => Promise<T>;

/**
 * The turns of one process. The lock in the database decides, also between processes; but whoever waits for it holds a
 * connection, and a crowd around one space would leave none to everybody else.
 */
export const createKeyedMutex = (): KeyedMutex => {
  const last = new Map<string, Promise<unknown>>();
  return async (thing, work) => {
    const before = last.get(thing);
    const mine = (before ?? Promise.resolve()).then(work, work);
    last.set(thing, mine);
    try {
      return await mine;
    } finally {
      if (last.get(thing) === mine) last.delete(thing);
    }
  };
};
