import { createSemaphore, type Semaphore } from './semaphore.ts';

/** Limits of the fetches of a script. */
export interface FetchLimits {
  readonly concurrent: number;
  readonly perEvent: number;
}

/** A fetch beyond the quota; its message is for the script. */
export class QuotaExceededError extends Error {}

/** The quota of fetches: a number for each event that a script works on, and none without an event. */
export interface FetchQuota {
  begin(script: string): void;
  end(script: string): void;
  /** The number of fetches of a script since it had no event. */
  used(script: string): number;
  /** Waits for its turn; resolves with a function that ends the fetch. */
  acquire(script: string): Promise<() => void>;
}

interface ScriptQuota {
  events: number;
  used: number;
  readonly semaphore: Semaphore;
}

/** Counts fetches by script, because those of different events of a script cannot be told apart. */
export const createFetchQuota = (limits: FetchLimits): FetchQuota => {
  const byScript = new Map<string, ScriptQuota>();
  return {
    begin: (script) => {
      const found = byScript.get(script);
      if (found) found.events++;
      else byScript.set(script, { events: 1, used: 0, semaphore: createSemaphore(limits.concurrent) });
    },
    end: (script) => {
      const found = byScript.get(script);
      if (!found) return;
      found.events--;
      if (found.events === 0) byScript.delete(script);
    },
    used: (script) => byScript.get(script)?.used ?? 0,
    acquire: async (script) => {
      const found = byScript.get(script);
      if (found && found.used >= limits.perEvent * found.events)
        throw new QuotaExceededError(`The limit of ${limits.perEvent} fetches per event is exceeded.`);
      if (found) found.used++;
      const release = await found?.semaphore.acquire();
      if (release && found && found.events > 0) return release;
      release?.();
      throw new QuotaExceededError('fetch() was called after the event ended');
    },
  };
};
