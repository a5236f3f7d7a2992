import { LRUCache } from 'lru-cache';
import { tooManyRequests } from './errors/errors.ts';

const WINDOW_MS = 60_000;
const REMEMBERED = 20_000;

/** Counts requests a minute, in one process, by token or by address; refuses those that are too many. */
export interface RateLimit {
  consume(key: string): void;
  /** Takes back one that was taken within the minute. */
  refund(key: string): void;
}

/** A limit of so many requests a minute; 0 is none. */
export const createRateLimit = (limit: number, now: () => number = Date.now): RateLimit => {
  if (limit === 0) return { consume: () => {}, refund: () => {} };
  const windows = new LRUCache<string, { ends: number; count: number }>({ max: REMEMBERED });
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
