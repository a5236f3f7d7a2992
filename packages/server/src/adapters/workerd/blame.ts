import type { Script } from '../../kernel/scripts.ts';

/** A script at work on an event. */
export interface AtWork {
  readonly script: Script;
  readonly startedAt: number;
}

/** A sign of life may be asked for a moment before a script begins that is what it is never given for. */
const GRACE_MS = 250;

/** The scripts that may have brought a process down: each that was at work before it fell silent, whenever it began. */
export const suspectsOf = (all: readonly AtWork[], silentSince: number | undefined): readonly Script[] => [
  ...new Map(
    all
      .filter(({ startedAt }) => silentSince === undefined || startedAt <= silentSince + GRACE_MS)
      .map(({ script }) => [script.id, script]),
  ).values(),
];
