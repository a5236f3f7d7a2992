// Sending a short text to a thread takes longer than parsing it.
const MAX_BATCH_CHARACTERS = 60_000;

/** Groups items into batches of limited total size. */
export const inBatches = <T>(
  items: Iterable<T>,
  sizeOf: (item: T) => number,
  maxSize = MAX_BATCH_CHARACTERS,
): T[][] => {
  const batches: T[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const item of items) {
    size += sizeOf(item);
    if (size > maxSize) {
      batches.push([]);
      size = sizeOf(item);
    }
    batches.at(-1)!.push(item);
  }
  return batches;
};
