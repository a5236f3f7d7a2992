// Gives an item to its group; resolves with the result of the item.
type KeyedGroups<Item, Result> = (key: string, item: Item) => Promise<Result>;

/** The result of one item, or the error that it throws. */
export type Outcome<Result> = () => Result | Promise<Result>;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result | Promise<Result>) => void;
  readonly reject: (error: unknown) => void;
}

/** Runs one group of items per key at a time: items that arrive meanwhile are the next group. */
export const createKeyedGroups = <Item, Result>(
  maxItems: number,
  run: (key: string, items: readonly Item[]) => Promise<readonly Outcome<Result>[]>,
): KeyedGroups<Item, Result> => {
  const waiting = new Map<string, Waiting<Item, Result>[]>();

  const runGroup = async (key: string, group: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const outcomes = await run(
        key,
        group.map(({ item }) => item),
      );
      for (const [index, { resolve, reject }] of group.entries())
        try {
          resolve(outcomes[index]!());
        } catch (error) {
          reject(error);
        }
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  };

  const runAll = async (key: string, queue: Waiting<Item, Result>[]): Promise<void> => {
    // Items of the same turn of the event loop are one group.
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.length > 0) await runGroup(key, queue.splice(0, maxItems));
    waiting.delete(key);
  };

  return (key, item) =>
    new Promise((resolve, reject) => {
      const queue = waiting.get(key);
      if (queue) queue.push({ item, resolve, reject });
      else {
        const first = [{ item, resolve, reject }];
        waiting.set(key, first);
        void runAll(key, first);
      }
    });
};
