import { readFileSync, readlinkSync } from 'node:fs';

/** Shows the main thread which thread of the operating system runs a task; shared memory. */
export type ThreadClock = Int32Array;

const NOT_STARTED = 0;
const UNKNOWN_THREAD = -1;
// The same on every Linux.
const TICKS_PER_SECOND = 100;

/** The id of this thread in the operating system; undefined on systems other than Linux. */
const ownThreadId = (): number | undefined => {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return undefined;
  }
};

/** The processor time of a thread of this process; undefined if it cannot be read. */
const processorSeconds = (threadId: number): number | undefined => {
  try {
    const line = readFileSync(`/proc/self/task/${threadId}/stat`, 'latin1');
    // The name of the thread, in parentheses, may contain spaces.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return undefined;
  }
};

/** Creates the clock of a task. */
export const createThreadClock = (): ThreadClock => new Int32Array(new SharedArrayBuffer(4));

/** Starts the clock; called by the thread that runs the task. */
export const startThreadClock = (clock: ThreadClock): void => {
  Atomics.store(clock, 0, ownThreadId() ?? UNKNOWN_THREAD);
};

/** Reads the seconds of processor time since the first reading of a started clock; without processor times, those of the wall. */
export const createClockReader = (clock: ThreadClock): (() => number) => {
  let start: number | undefined;
  return () => {
    const threadId = Atomics.load(clock, 0);
    if (threadId === NOT_STARTED) return 0;
    const now = threadId === UNKNOWN_THREAD ? performance.now() / 1000 : processorSeconds(threadId);
    // A thread that has ended uses no more time.
    if (now === undefined) return 0;
    start ??= now;
    return now - start;
  };
};
