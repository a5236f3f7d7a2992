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

/** How a process was found at a moment. */
export interface Look {
  readonly at: number;
  /** For how long it was at work until then. */
  readonly busyMs: number;
  /** The scripts that have gone on for a while after an answer. */
  readonly goingOn: readonly string[];
}

/** How many looks are judged together. */
export const LOOKS = 11;

/** The scripts that went on after their answers all the time while their process was at work for most of it: many short answers are no strain. */
export const strainersOf = (looks: readonly Look[]): readonly string[] => {
  const [first, last] = [looks.at(0), looks.at(-1)];
  if (!first || !last || looks.length < LOOKS) return [];
  if (last.busyMs - first.busyMs <= (last.at - first.at) / 2) return [];
  return last.goingOn.filter((id) => looks.every(({ goingOn }) => goingOn.includes(id)));
};
