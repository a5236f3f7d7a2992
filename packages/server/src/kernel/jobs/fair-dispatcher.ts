import { LRUCache } from 'lru-cache';

// The longest time for one receiver before others get the slot.
const SLICE_MS = 15_000;
// Limits within the eight slots of a process: per owner, for slow receivers, and for slow receivers of one owner.
// Some slots are always left for others and for fast receivers.
const MAX_PER_OWNER = 3;
const MAX_SLOW = 4;
const MAX_SLOW_PER_OWNER = 2;
const SLOW_MS = 3000;
const SLOW_FOR_MS = 10 * 60_000;

/** The number of receivers that a process works for concurrently. */
export const MAX_CONCURRENT = 8;

/** How the queue of a receiver is processed. */
export interface FairDispatcherOptions<Key> {
  readonly nameOf: (key: Key) => string;
  /** The owner of a receiver; the slots per owner are limited. */
  readonly ownerOf: (key: Key) => string;
  /** Processes a batch; returns whether there may be more. */
  readonly dispatchBatch: (key: Key) => Promise<boolean>;
  /** Enqueues a job for the rest. */
  readonly dispatchLater: (key: Key) => Promise<void>;
  /** For tests: batches that take longer count as slow. */
  readonly slowMs?: number;
}

interface ActiveReceiver {
  readonly name: string;
  readonly owner: string;
  since: number;
  isRequestedAgain: boolean;
}

/** Processes the queues of receivers so that slow receivers, and many of one owner, do not delay others. */
export const createFairDispatcher = <Key>(options: FairDispatcherOptions<Key>) => {
  const { nameOf, ownerOf, dispatchBatch, dispatchLater, slowMs = SLOW_MS } = options;
  // One job per receiver runs in this process; further ones only make it check the queue again.
  const active = new Map<string, ActiveReceiver>();
  // Receivers without a free slot, in order of arrival. They are lost when the process ends; overdue ones are found again.
  const waiting = new Map<string, Key>();
  const slow = new LRUCache<string, true>({ max: 10_000, ttl: SLOW_FOR_MS });

  const isSlow = ({ name, since }: ActiveReceiver) => slow.has(name) || Date.now() - since > slowMs;

  const mayStart = (key: Key): boolean => {
    const all = [...active.values()];
    const hasSameOwner = ({ owner }: ActiveReceiver) => owner === ownerOf(key);
    if (all.filter(hasSameOwner).length >= MAX_PER_OWNER) return false;
    if (!slow.has(nameOf(key))) return true;
    const slowReceivers = all.filter(isSlow);
    return slowReceivers.length < MAX_SLOW && slowReceivers.filter(hasSameOwner).length < MAX_SLOW_PER_OWNER;
  };

  /** Starts the first waiting receiver that may use the slot that became free. */
  const startNext = async (): Promise<void> => {
    const next = [...waiting].find(([, key]) => mayStart(key));
    if (!next) return;
    waiting.delete(next[0]);
    // If this fails, the receiver is found when it is overdue.
    await dispatchLater(next[1]).catch(() => {});
  };

  /** Processes batches until the queue is empty or the time slice ends; returns whether there may be more. */
  const work = async (key: Key, own: ActiveReceiver): Promise<boolean> => {
    const end = Date.now() + SLICE_MS;
    for (;;) {
      own.isRequestedAgain = false;
      own.since = Date.now();
      const hasMore = await dispatchBatch(key);
      const wasSlow = Date.now() - own.since > slowMs;
      if (wasSlow) slow.set(own.name, true);
      if (!hasMore && !own.isRequestedAgain) return false;
      if (wasSlow || Date.now() > end) return true;
    }
  };

  return async (key: Key): Promise<void> => {
    const name = nameOf(key);
    const running = active.get(name);
    if (running) {
      running.isRequestedAgain = true;
      return;
    }
    if (!mayStart(key)) return void waiting.set(name, key);
    waiting.delete(name);
    const own: ActiveReceiver = { name, owner: ownerOf(key), since: Date.now(), isRequestedAgain: false };
    active.set(name, own);
    let hasMore = false;
    try {
      hasMore = await work(key, own);
    } finally {
      active.delete(name);
      await startNext();
    }
    if (hasMore) await dispatchLater(key);
  };
};
