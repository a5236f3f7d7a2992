// So much goes to a thread together: on the way there and back a short text takes longer than to be read.
const CHARACTERS_TOGETHER = 60_000;
const PORTIONS_AT_ONCE = 4;

/** How far bringing in a repository has come, and whether to go on. */
export interface Watching {
  readonly progress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** Cuts a list where what it holds becomes too long. */
export const inPortions = <T>(things: readonly T[], sizeOf: (thing: T) => number): T[][] => {
  const portions: T[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const thing of things) {
    size += sizeOf(thing);
    if (size > CHARACTERS_TOGETHER) {
      portions.push([]);
      size = sizeOf(thing);
    }
    portions.at(-1)!.push(thing);
  }
  return portions;
};

/** Does something with each of some things, a few at a time, until it is told to stop. */
export const forEachAtOnce = async <T>(
  things: readonly T[],
  signal: AbortSignal | undefined,
  work: (thing: T) => Promise<void>,
): Promise<void> => {
  const waiting = things.values();
  const worker = async () => {
    for (const thing of waiting) {
      signal?.throwIfAborted();
      await work(thing);
    }
  };
  await Promise.all(Array.from({ length: PORTIONS_AT_ONCE }, worker));
};
