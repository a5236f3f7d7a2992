import { LRUCache } from 'lru-cache';

// After so long others have their turn.
const TURN_MS = 15_000;
// Of the eight places that such work has in a process, one owner has at most so many, and what is slow so many: some are
// always left to others, and to what is quick.
const MOST_OF_ONE = 3;
const MOST_SLOW = 4;
const MOST_SLOW_OF_ONE = 2;
const SLOW_MS = 3000;
const SLOW_FOR_MS = 10 * 60_000;

/** How many receivers a process works for at once. */
export const MAX_CONCURRENT = 8;

/** How what waits for one receiver is worked off. */
export interface FairDispatcherOptions<Key> {
  readonly nameOf: (key: Key) => string;
  /** Whose receiver it is: those of one owner leave places to those of others. */
  readonly ownerOf: (key: Key) => string;
  /** Does some of it; whether there may be more. */
  readonly dispatchBatch: (key: Key) => Promise<boolean>;
  /** Has the rest done later. */
  readonly dispatchLater: (key: Key) => Promise<void>;
  /** For tests: what takes longer is slow. */
  readonly slowMs?: number;
}

interface Working {
  readonly name: string;
  readonly owner: string;
  since: number;
  isAskedAgain: boolean;
}

/** Works off what waits for a receiver, for a while: those that are slow, and those of one owner, hold up nobody else. */
export const createFairDispatcher = <Key>(options: FairDispatcherOptions<Key>) => {
  const { nameOf, ownerOf, dispatchBatch, dispatchLater, slowMs = SLOW_MS } = options;
  // Of the jobs for a receiver one works in this process; the others let it look once more.
  const atWork = new Map<string, Working>();
  // Those that found no place, in the order in which they came. A process that ends forgets them: what is overdue is looked for.
  const waiting = new Map<string, Key>();
  const slow = new LRUCache<string, true>({ max: 10_000, ttl: SLOW_FOR_MS });

  const isSlow = ({ name, since }: Working) => slow.has(name) || Date.now() - since > slowMs;

  const mayBegin = (key: Key): boolean => {
    const all = [...atWork.values()];
    const isOfSame = ({ owner }: Working) => owner === ownerOf(key);
    if (all.filter(isOfSame).length >= MOST_OF_ONE) return false;
    if (!slow.has(nameOf(key))) return true;
    const slowOnes = all.filter(isSlow);
    return slowOnes.length < MOST_SLOW && slowOnes.filter(isOfSame).length < MOST_SLOW_OF_ONE;
  };

  /** Has the first begin that waits for a place such as has become free. */
  const callNext = async (): Promise<void> => {
    const next = [...waiting].find(([, key]) => mayBegin(key));
    if (!next) return;
    waiting.delete(next[0]);
    // Where it fails, it is found when it is overdue.
    await dispatchLater(next[1]).catch(() => {});
  };

  /** Whether there may be more after its turn. */
  const work = async (key: Key, own: Working): Promise<boolean> => {
    const end = Date.now() + TURN_MS;
    for (;;) {
      own.isAskedAgain = false;
      own.since = Date.now();
      const isMore = await dispatchBatch(key);
      const wasSlow = Date.now() - own.since > slowMs;
      if (wasSlow) slow.set(own.name, true);
      if (!isMore && !own.isAskedAgain) return false;
      if (wasSlow || Date.now() > end) return true;
    }
  };

  return async (key: Key): Promise<void> => {
    const name = nameOf(key);
    const working = atWork.get(name);
    if (working) {
      working.isAskedAgain = true;
      return;
    }
    if (!mayBegin(key)) return void waiting.set(name, key);
    waiting.delete(name);
    const own: Working = { name, owner: ownerOf(key), since: Date.now(), isAskedAgain: false };
    atWork.set(name, own);
    let isMore = false;
    try {
      isMore = await work(key, own);
    } finally {
      atWork.delete(name);
      await callNext();
    }
    if (isMore) await dispatchLater(key);
  };
};
