type Listener = (arrived: ReadonlySet<string>) => void;

/** Loads what a rendering asks for, so that it can be rendered again when it is there. */
export interface Loads {
  /** The value of a key; undefined while it is being loaded, and if there is none. */
  readonly get: <T>(key: string, load: () => Promise<T | undefined>) => T | undefined;
  readonly set: (key: string, value: unknown) => void;
  /** Runs a function; returns its result, and the keys that were still missing. */
  readonly collect: <T>(run: () => T) => { readonly result: T; readonly missing: ReadonlySet<string> };
  /** Calls the listener with the keys that have arrived. */
  readonly subscribe: (listener: Listener) => () => void;
  /** A number that changes with every arrival. */
  readonly version: () => number;
}

// Values that arrive together are rendered together.
const BATCH_MS = 30;

/** Makes an empty store. */
export const createLoads = (): Loads => {
  const values = new Map<string, unknown>();
  const asked = new Set<string>();
  const listeners = new Set<Listener>();
  let missing: Set<string> | undefined;
  let arrived = new Set<string>();
  let version = 0;
  const tell = () => {
    const keys = arrived;
    arrived = new Set();
    version++;
    for (const listener of listeners) listener(keys);
  };
  const set = (key: string, value: unknown) => {
    asked.add(key);
    values.set(key, value);
    if (arrived.size === 0) setTimeout(tell, BATCH_MS);
    arrived.add(key);
  };
  return {
    get: <T>(key: string, load: () => Promise<T | undefined>) => {
      if (values.has(key)) return values.get(key) as T | undefined;
      missing?.add(key);
      if (!asked.has(key)) {
        asked.add(key);
        load().then(
          (value) => set(key, value),
          // What cannot be loaded is shown as missing.
          () => set(key, undefined),
        );
      }
      return undefined;
    },
    set,
    collect: (run) => {
      const before = missing;
      missing = new Set();
      try {
        return { result: run(), missing };
      } finally {
        for (const key of missing) before?.add(key);
        missing = before;
      }
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    version: () => version,
  };
};
