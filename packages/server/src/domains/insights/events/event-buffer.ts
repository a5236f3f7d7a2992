/** Collects items in memory and passes them on in batches. */
export interface EventBuffer<Item> {
  add(items: readonly Item[]): void;
  /** Passes on all items that were added so far. */
  flush(): Promise<void>;
}

interface Options<Item> {
  readonly write: (items: readonly Item[]) => Promise<void>;
  /** Whether an error is the fault of an item; the others of its batch are written without it. */
  readonly isBadItem: (error: unknown) => boolean;
  /** Called for items that were dropped: the buffer was full, or they could not be written. */
  readonly onDrop: (count: number, error?: unknown) => void;
  readonly intervalMs?: number;
  readonly batchSize?: number;
  readonly capacity?: number;
}

const INTERVAL_MS = 1000;
const BATCH_SIZE = 1000;
// Ten seconds of the busiest site that we measure; a few tens of megabytes.
const CAPACITY = 20_000;

/** A buffer that writes after an interval or when a batch is full, one batch at a time; when it is full, it drops the newest items. */
export const createEventBuffer = <Item>({
  write,
  isBadItem,
  onDrop,
  intervalMs = INTERVAL_MS,
  batchSize = BATCH_SIZE,
  capacity = CAPACITY,
}: Options<Item>): EventBuffer<Item> => {
  let waiting: Item[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let isWriting = false;

  const writeBatch = async (batch: readonly Item[]): Promise<void> => {
    try {
      await write(batch);
    } catch (error) {
      if (batch.length === 1 || !isBadItem(error)) return onDrop(batch.length, error);
      const middle = Math.ceil(batch.length / 2);
      await writeBatch(batch.slice(0, middle));
      await writeBatch(batch.slice(middle));
    }
  };

  const writeAll = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize);
      await writeBatch(batch);
      // Only now: what is being written counts as waiting, so that a slow database does not fill the memory.
      waiting = waiting.slice(batch.length);
    }
    isWriting = false;
  };

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(writeAll);
    return writing;
  };

  return {
    add: (items) => {
      const free = capacity - waiting.length;
      if (items.length > free) onDrop(items.length - free);
      waiting.push(...items.slice(0, free));
      if (isWriting) return;
      if (waiting.length >= batchSize) void flush();
      else timer ??= setTimeout(flush, intervalMs).unref();
    },
    flush,
  };
};
