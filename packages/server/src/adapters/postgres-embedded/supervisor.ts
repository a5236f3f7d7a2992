import { messageOf } from './errors.ts';
import type { OwnedPostmaster } from './start-postmaster.ts';

/** How often, and how soon after each other, a database that dies is started again. */
export interface RestartLimits {
  readonly pauses: readonly number[];
  /** After running for so long it counts as healthy, and the pauses begin anew. */
  readonly healthyAfterMs: number;
}

/** Someone who looks after a postmaster until told to stop. */
export interface Supervisor {
  stop(): Promise<void>;
}

const LIMITS: RestartLimits = { pauses: [100, 500, 1_000, 2_000, 5_000, 10_000], healthyAfterMs: 60_000 };

/** Starts a postmaster again whenever it ends without having been told to, a limited number of times. */
export function supervise(duty: {
  readonly first: OwnedPostmaster;
  readonly restart: () => Promise<OwnedPostmaster>;
  /** Called when this process exits without having stopped the database. */
  readonly abandon: (postmaster: OwnedPostmaster) => void;
  readonly log: (message: string) => void;
  readonly limits?: RestartLimits;
}): Supervisor {
  const { log, limits = LIMITS } = duty;
  const stopping = new AbortController();
  let current: OwnedPostmaster | undefined = duty.first;

  const onExit = () => {
    if (current) duty.abandon(current);
  };
  process.on('exit', onExit);

  const watch = async () => {
    let failures = 0;
    while (current && !stopping.signal.aborted) {
      const begin = Date.now();
      const how = await current.ended;
      current = undefined;
      if (stopping.signal.aborted) return;
      if (Date.now() - begin > limits.healthyAfterMs) failures = 0;
      log(`The embedded PostgreSQL ${how} unexpectedly.`);
      while (!current && !stopping.signal.aborted) {
        const pause = limits.pauses[failures];
        if (pause === undefined) {
          log(`The embedded PostgreSQL died ${failures + 1} times in a row and is not started again.`);
          return;
        }
        failures += 1;
        await pauseFor(pause, stopping.signal);
        if (stopping.signal.aborted) return;
        try {
          current = await duty.restart();
          log(`The embedded PostgreSQL was started again (process ${current.pid}).`);
        } catch (error) {
          log(`The embedded PostgreSQL could not be started again: ${messageOf(error)}`);
        }
      }
    }
  };
  const watching = watch();

  return { stop };

  async function stop(): Promise<void> {
    stopping.abort();
    // A restart that is under way finishes first: half a start cannot be stopped.
    if (!current) await watching;
    await current?.stop();
    current = undefined;
    process.off('exit', onExit);
  }
}

// Must not keep a process alive that has nothing else to do.
function pauseFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    timer.unref();
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
