import type { Script } from '../../kernel/integration-scripts.ts';

/** A script that is working on an event. */
export interface RunningScript {
  readonly script: Script;
  readonly startedAt: number;
}

/** A ping may be sent a moment before the script starts that blocks it. */
const GRACE_MS = 250;

/** The scripts that may have ended a process: those that ran before it became unresponsive. */
export const suspectsOf = (
  all: readonly RunningScript[],
  unresponsiveSince: number | undefined,
): readonly Script[] => [
  ...new Map(
    all
      .filter(({ startedAt }) => unresponsiveSince === undefined || startedAt <= unresponsiveSince + GRACE_MS)
      .map(({ script }) => [script.id, script]),
  ).values(),
];

/** The usage of a process at a time. */
export interface UsageSample {
  readonly at: number;
  /** The total CPU time until then. */
  readonly busyMs: number;
  /** Ids of scripts that continue to run after their response. */
  readonly continuing: readonly string[];
}

/** The number of samples that are evaluated together. */
export const SAMPLES = 11;

/** The scripts that ran after their responses in all samples, while the process used the CPU for most of the time. */
export const busyScripts = (samples: readonly UsageSample[]): readonly string[] => {
  const [first, last] = [samples.at(0), samples.at(-1)];
  if (!first || !last || samples.length < SAMPLES) return [];
  if (last.busyMs - first.busyMs <= (last.at - first.at) / 2) return [];
  return last.continuing.filter((id) => samples.every(({ continuing }) => continuing.includes(id)));
};
