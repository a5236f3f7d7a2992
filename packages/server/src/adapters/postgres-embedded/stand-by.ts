import { messageOf } from './errors.ts';

/** A database that can be stopped or disconnected. */
interface Stoppable {
  stop(): Promise<void>;
}

const POLL_MS = 1_000;

/** Watches the process that runs the database, and takes over when it ends. */
export function standBy<Successor extends Stoppable>(options: {
  readonly isGone: () => Promise<boolean>;
  readonly takeOver: () => Promise<Successor>;
  readonly onTakenOver: (successor: Successor) => void;
  readonly log: (message: string) => void;
}): Stoppable {
  let stopped = false;
  let successor: Successor | undefined;
  let polling: Promise<void> = Promise.resolve();

  const poll = async () => {
    try {
      if (!(await options.isGone()) || stopped) return;
      successor = await options.takeOver();
      clearInterval(timer);
      options.onTakenOver(successor);
    } catch (error) {
      options.log(`The database could not be taken over: ${messageOf(error)}`);
    }
  };
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    polling = poll().finally(() => {
      busy = false;
    });
  }, POLL_MS);
  // Does not keep the process alive.
  timer.unref();

  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      // Waits for a takeover in progress, which cannot be stopped halfway.
      await polling;
      await successor?.stop();
    },
  };
}
