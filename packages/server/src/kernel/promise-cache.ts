import { LRUCache } from 'lru-cache';

/** Limits of a cache; without `max` or `maxSize` it grows for as long as it is referenced. */
export interface CacheLimits<T> {
  /** Maximum number of entries. */
  readonly max?: number;
  /** Maximum total size, in units of `sizeOf`. */
  readonly maxSize?: number;
  readonly sizeOf?: (value: T, key: string) => number;
  /** Lifetime of a value in milliseconds. */
  readonly ttl?: number;
  /** Whether a cached value must be loaded again. */
  readonly isExpired?: (value: T) => boolean;
}

/** Caches the results of asynchronous work. */
export interface PromiseCache<T> {
  /** The cached value of a key, or the result of `load`. Concurrent calls share one load; errors are not cached. */
  get(key: string, load: () => Promise<T>): Promise<T>;
}

const storeOf = <T extends object | string | boolean>({ max, maxSize, sizeOf, ttl }: CacheLimits<T>) =>
  max === undefined && maxSize === undefined
    ? new Map<string, T>()
    : new LRUCache<string, T>({
        ...(max !== undefined && { max }),
        ...(maxSize !== undefined && { maxSize }),
        ...(sizeOf && { sizeCalculation: sizeOf }),
        ...(ttl !== undefined && { ttl }),
      } as LRUCache.Options<string, T, unknown>);

/** Makes a cache for values that are expensive to load and are requested concurrently. */
export const createPromiseCache = <T extends object | string | boolean>(
  limits: CacheLimits<T> = {},
): PromiseCache<T> => {
  const values = storeOf(limits);
  const pending = new Map<string, Promise<T>>();

  const loadInto = async (key: string, load: () => Promise<T>): Promise<T> => {
    const value = await load();
    values.set(key, value);
    return value;
  };

  return {
    get: async (key, load) => {
      const value = values.get(key);
      if (value !== undefined && !limits.isExpired?.(value)) return value;
      const running = pending.get(key);
      if (running) return running;
      const started = loadInto(key, load).finally(() => pending.delete(key));
      pending.set(key, started);
      return started;
    },
  };
};
