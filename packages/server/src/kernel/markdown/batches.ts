// So much goes to a thread together: on the way there and back a short text takes longer than to be read.
const CHARACTERS_TOGETHER = 60_000;

/** Cuts a list where what it holds becomes too long. */
export const inBatches = <T>(things: Iterable<T>, sizeOf: (thing: T) => number): T[][] => {
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
