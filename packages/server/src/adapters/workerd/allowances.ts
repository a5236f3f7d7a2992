import { createPlaces, type Places } from './places.ts';

/** How much one script may fetch. */
export interface CallLimits {
  readonly atOnce: number;
  readonly perEvent: number;
}

/** A call that a script may not make any more; its message is for the script. */
export class NotAllowedError extends Error {}

/** What a script may still fetch: it has so many calls for each event that it works on, and none without one. */
export interface Allowances {
  begin(script: string): void;
  end(script: string): void;
  /** Waits for a free place; resolves with what to call when the call is over. */
  take(script: string): Promise<() => void>;
}

interface Allowance {
  events: number;
  used: number;
  readonly places: Places;
}

/** Counts calls by script: those of one event cannot be told from those of another of the same script. */
export const createAllowances = (limits: CallLimits): Allowances => {
  const byScript = new Map<string, Allowance>();
  return {
    begin: (script) => {
      const found = byScript.get(script);
      if (found) found.events++;
      else byScript.set(script, { events: 1, used: 0, places: createPlaces(limits.atOnce) });
    },
    end: (script) => {
      const found = byScript.get(script);
      if (!found) return;
      found.events--;
      if (found.events === 0) byScript.delete(script);
    },
    take: async (script) => {
      const found = byScript.get(script);
      if (found && found.used >= limits.perEvent * found.events)
        throw new NotAllowedError(`More than ${limits.perEvent} calls were made for one event.`);
      if (found) found.used++;
      const giveBack = await found?.places.take();
      if (giveBack && found && found.events > 0) return giveBack;
      giveBack?.();
      throw new NotAllowedError('No event is being worked on any more: nothing is fetched.');
    },
  };
};
