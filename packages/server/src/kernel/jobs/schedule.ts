import type PgBoss from 'pg-boss';
import { minutesBetween, parseCron } from './cron.ts';

const MINUTE_MS = 60_000;
// Longer than the clocks of two processes differ.
const UNIQUE_SECONDS = 3600;
// After a longer sleep of the machine, only the latest runs are made up for.
const MAX_LATE_MS = 60 * MINUTE_MS;

/** A job with its schedule in cron notation. */
interface ScheduledJob {
  readonly name: string;
  readonly cron: string;
}

/** Enqueues jobs at their scheduled times; of several processes, one enqueues each. */
export const createSchedule = (
  jobs: readonly ScheduledJob[],
  deps: {
    readonly insert: (jobs: PgBoss.JobInsert[]) => Promise<void>;
    readonly wake: (name: string) => void;
    readonly onError: (error: unknown) => void;
    readonly now?: () => Date;
  },
) => {
  const now = deps.now ?? (() => new Date());
  const scheduled = jobs.map(({ name, cron }) => ({ name, isDue: parseCron(cron) }));
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  /** Enqueues what became due since a time. */
  const enqueueSince = async (after: Date, until: Date): Promise<void> => {
    const minutes = minutesBetween(new Date(Math.max(after.getTime(), until.getTime() - MAX_LATE_MS)), until);
    const due = scheduled.flatMap(({ name, isDue }) => {
      const minute = minutes.findLast(isDue);
      // The key is the same in all processes.
      return minute
        ? { name, data: {}, singletonKey: minute.toISOString(), singletonSeconds: UNIQUE_SECONDS }
        : [];
    });
    if (due.length === 0) return;
    await deps.insert(due);
    for (const { name } of due) deps.wake(name);
  };

  const run = async (after: Date): Promise<void> => {
    const until = now();
    // What could not be enqueued is due the next time again.
    let enqueuedUntil = after;
    try {
      await enqueueSince(after, until);
      enqueuedUntil = until;
    } catch (error) {
      deps.onError(error);
    }
    if (isStopped) return;
    timer = setTimeout(() => run(enqueuedUntil), MINUTE_MS - (now().getTime() % MINUTE_MS));
  };

  return {
    /** Starts with what became due within the last minute. */
    start: () => void run(new Date(now().getTime() - MINUTE_MS)),
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};
