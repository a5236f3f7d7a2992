import { LRUCache } from 'lru-cache';
import { tooManyRequests } from './errors/errors.ts';

const WINDOW_MS = 60_000;
const MAX_KEYS = 20_000;

/** Limits the requests per minute of a token or address, within one process. */
export interface RateLimit {
  /** Counts a request; throws 429 above the limit. */
  consume(key: string): void;
  /** Undoes a `consume` of the current minute. */
  refund(key: string): void;
}

/** A limit of requests per minute; 0 means no limit. */
export const createRateLimit = (limit: number, now: () => number = Date.now): RateLimit => {
  if (limit === 0) return { consume: () => {}, refund: () => {} };
  // By size, because a number of entries is allocated at once.
  const windows = new LRUCache<string, { ends: number; count: number }>({
    maxSize: MAX_KEYS,
    sizeCalculation: () => 1,
  });
  return {
    consume: (key) => {
      const time = now();
      const current = windows.get(key);
      if (!current || current.ends <= time) {
        windows.set(key, { ends: time + WINDOW_MS, count: 1 });
        return;
      }
      current.count++;
      if (current.count > limit) throw tooManyRequests(Math.ceil((current.ends - time) / 1000));
    },
    refund: (key) => {
      const current = windows.get(key);
      if (current && current.count > 0) current.count--;
    },
  };
};
