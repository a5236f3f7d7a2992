import { messageOf } from './errors.ts';
import type { OwnedPostmaster } from './start-postmaster.ts';

/** The number and delays of restarts. */
export interface RestartLimits {
  readonly pauses: readonly number[];
  /** After this time, a postmaster counts as healthy and the delays are reset. */
  readonly healthyAfterMs: number;
}

/** Supervises a postmaster until stopped. */
export interface Supervisor {
  stop(): Promise<void>;
}

const LIMITS: RestartLimits = { pauses: [100, 500, 1_000, 2_000, 5_000, 10_000], healthyAfterMs: 60_000 };

/** Restarts a postmaster that ends unexpectedly, a limited number of times. */
export function supervise(options: {
  readonly first: OwnedPostmaster;
  readonly restart: () => Promise<OwnedPostmaster>;
  /** Called if this process exits without stopping the database. */
  readonly abandon: (postmaster: OwnedPostmaster) => void;
  readonly log: (message: string) => void;
  readonly limits?: RestartLimits;
}): Supervisor {
  const { log, limits = LIMITS } = options;
  const stopping = new AbortController();
  let current: OwnedPostmaster | undefined = options.first;

  const onExit = () => {
    if (current) options.abandon(current);
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
          current = await options.restart();
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
    // Waits for a restart in progress, which cannot be stopped halfway.
    if (!current) await watching;
    await current?.stop();
    current = undefined;
    process.off('exit', onExit);
  }
}

// Does not keep the process alive.
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
