/** Scripts in separate processes: those that exceeded limits, and those that may have. */
export interface Quarantine {
  /** The separate process of a script; undefined if it runs with others. */
  processOf(id: string): string | undefined;
  /** Whether a script exceeded limits for certain. */
  isOffender(id: string): boolean;
  /** Separates scripts, one of which exceeded limits, so that the next incident names the one. */
  isolateSuspects(ids: readonly string[]): void;
  /** Separates a script that exceeded limits for certain. */
  isolateOffender(id: string): void;
  /** Records that a script handled an event without an incident. */
  recordSuccess(id: string): void;
}

interface QuarantinedScript {
  readonly process: string | undefined;
  readonly isOffender: boolean;
  readonly until: number;
  /** How often it was separated; the time doubles with each. */
  readonly times: number;
  readonly hasSucceeded: boolean;
}

const MINUTE = 60_000;
const SUSPECT_MS = 2 * MINUTE;
const OFFENDER_MS = 10 * MINUTE;
const MAX_MS = 24 * 60 * MINUTE;
/** How long the count is remembered after a script was released. */
const REMEMBERED_MS = 60 * MINUTE;
/** The separate processes; scripts share them if there are more, so that the number of processes is limited. */
const PROCESSES = {
  suspects: ['apart 0', 'apart 1', 'apart 2', 'apart 3', 'apart 4', 'apart 5', 'apart 6', 'apart 7'],
  offenders: ['quarantine 0', 'quarantine 1', 'quarantine 2', 'quarantine 3'],
} as const;

/** Separates scripts for a while, and releases those that behave. */
export const createQuarantine = (now: () => number = Date.now): Quarantine => {
  const scripts = new Map<string, QuarantinedScript>();

  /** The process with the fewest scripts of the same incident, and then the fewest scripts. */
  const leastUsed = (processes: readonly string[], rivals: ReadonlySet<string>): string => {
    const weights = new Map(processes.map((process) => [process, 0]));
    for (const [id, { process }] of scripts)
      if (process && weights.has(process))
        weights.set(process, weights.get(process)! + (rivals.has(id) ? scripts.size + 1 : 1));
    return processes.reduce((best, process) => (weights.get(process)! < weights.get(best)! ? process : best));
  };

  const separate = (
    ids: readonly string[],
    decideOffender: (before: QuarantinedScript | undefined) => boolean,
  ): void => {
    forgetOld();
    const before = new Map(ids.map((id) => [id, scripts.get(id)]));
    for (const id of ids) scripts.delete(id);
    for (const id of ids) {
      const found = before.get(id);
      const isOffender = decideOffender(found);
      const times = (found?.times ?? 0) + 1;
      const forMs = (isOffender ? OFFENDER_MS : SUSPECT_MS) * 2 ** (times - 1);
      scripts.set(id, {
        process: leastUsed(isOffender ? PROCESSES.offenders : PROCESSES.suspects, new Set(ids)),
        isOffender,
        until: now() + Math.min(forMs, MAX_MS),
        times,
        hasSucceeded: false,
      });
    }
  };

  const forgetOld = (): void => {
    for (const [id, { until }] of scripts) if (until + REMEMBERED_MS < now()) scripts.delete(id);
  };

  return {
    processOf: (id) => {
      const found = scripts.get(id);
      if (!found?.process || !found.hasSucceeded || now() < found.until) return found?.process;
      scripts.set(id, { ...found, process: undefined, isOffender: false });
      return undefined;
    },
    isOffender: (id) => scripts.get(id)?.isOffender ?? false,
    // An offender stays one.
    isolateSuspects: (ids) => separate(ids, (before) => before?.isOffender ?? false),
    isolateOffender: (id) => separate([id], () => true),
    recordSuccess: (id) => {
      const found = scripts.get(id);
      if (found?.process) scripts.set(id, { ...found, hasSucceeded: true });
    },
  };
};
