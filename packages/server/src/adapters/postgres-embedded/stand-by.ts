import { messageOf } from './errors.ts';

/** What stops a database, or stops using it. */
interface Stoppable {
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 1_000;

/** Waits beside the process that runs a database, and takes its place when that process is gone. */
export function standBy<Successor extends Stoppable>(duty: {
  readonly isGone: () => Promise<boolean>;
  readonly takeOver: () => Promise<Successor>;
  readonly onTakenOver: (successor: Successor) => void;
  readonly log: (message: string) => void;
}): Stoppable {
  let stopped = false;
  let successor: Successor | undefined;
  let looking: Promise<void> = Promise.resolve();

  const look = async () => {
    try {
      if (!(await duty.isGone()) || stopped) return;
      successor = await duty.takeOver();
      clearInterval(timer);
      duty.onTakenOver(successor);
    } catch (error) {
      duty.log(`The database could not be taken over: ${messageOf(error)}`);
    }
  };
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    looking = look().finally(() => {
      busy = false;
    });
  }, LOOK_EVERY_MS);
  // Must not keep a process alive that has nothing else to do.
  timer.unref();

  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      // A take-over that is under way finishes first: half a start cannot be stopped.
      await looking;
      await successor?.stop();
    },
  };
}
