import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import pg, { type Pool, type QueryResult } from 'pg';
import PgBoss from 'pg-boss';
import type { DatabaseTransaction, OpenDatabase } from '../database/database.ts';
import type { RecordedEvent } from '../events/event.ts';
import { createLeases } from './leases.ts';
import { createSchedule } from './schedule.ts';

declare const DATA: unique symbol;

/** The name of a job, which carries the type of the data that the job is enqueued and run with. */
export type JobName<Data extends object> = string & { readonly [DATA]: Data };

/** Names a job and types its data, which is stored as JSON. */
export const jobName = <Data extends object>(name: string) => name as JobName<Data>;

interface JobOptions {
  readonly retryLimit?: number;
  /** Its timeout, after which another process may take over. Default: 15 minutes. */
  readonly expireInSeconds?: number;
  /** The lease, renewed while it runs; another process takes over when it is not renewed. */
  readonly leaseSeconds?: number;
  /** How many of it a process runs concurrently. Default: 1. */
  readonly concurrency?: number;
}

/** A background job: runs when enqueued, on events, or on a schedule. It may run twice and must be idempotent. */
export interface JobDefinition extends JobOptions {
  readonly name: string;
  /** Event actions (`space.deleted`) that enqueue it, with the event as data. */
  readonly on?: readonly string[];
  /** Whether events of an action in an organization concern anything; otherwise they do not enqueue it. */
  readonly isNeeded?: (tx: DatabaseTransaction, organizationId: string, action: string) => Promise<boolean>;
  /** Its schedule, in cron notation and UTC. */
  readonly cron?: string;
  /** Seconds after the start of a process at which it runs, to continue the work of processes that ended. */
  readonly afterStart?: readonly number[];
  readonly run: (data: object) => Promise<void>;
}

/** Defines a job that runs with the data that it was enqueued with. */
export const queuedJob = <Data extends object>(
  name: JobName<Data>,
  job: JobOptions & { readonly run: (data: Data) => Promise<void> },
): JobDefinition => ({
  ...job,
  name,
  // Everything in this queue was enqueued under the same name, and so with the same type.
  run: job.run as JobDefinition['run'],
});

/** Defines a job that runs on events. */
export const eventJob = (
  name: string,
  job: JobOptions &
    Pick<JobDefinition, 'isNeeded'> & {
      readonly on: readonly string[];
      readonly run: (event: RecordedEvent) => Promise<void>;
    },
): JobDefinition => queuedJob(jobName<RecordedEvent>(name), job);

/** A job that events enqueue. */
export interface Subscriber extends Pick<JobDefinition, 'isNeeded'> {
  readonly name: JobName<RecordedEvent>;
}

/** The job queue. Jobs are enqueued as part of a transaction. */
export interface Jobs {
  define(definitions: readonly JobDefinition[]): void;
  subscribersOf(action: string): readonly Subscriber[];
  enqueue<Data extends object>(
    tx: DatabaseTransaction,
    name: JobName<Data>,
    data: NoInfer<Data>,
    options?: { startAfter?: Date },
  ): Promise<void>;
  /** Enqueues a job for each item, in one statement. */
  enqueueAll<Data extends object>(
    tx: DatabaseTransaction,
    name: JobName<Data>,
    all: readonly NoInfer<Data>[],
  ): Promise<void>;
  /** Creates the queues and, in a worker process, starts running jobs. */
  start(): Promise<void>;
  /** Starts no more jobs; running ones continue. */
  pause(): Promise<void>;
  stop(): Promise<void>;
}

// The statement by which pg-boss completes jobs without handling errors: an unreachable database would end the process,
// so it is retried. A job whose completion could not be stored runs again after its timeout.
const COMPLETION = /select count\(\*\) from results\s*$/i;
const COMPLETION_RETRIES_MS = [500, 2000, 5000];

// The statement by which a worker of pg-boss fetches jobs of one queue.
const FETCH = /^\s*with next as/i;

// Polling interval of each worker; in addition, one query for all queues finds those with due jobs.
const WORKER_POLL_SECONDS = 60;
// Without parameters, PostgreSQL plans it once per connection: with them six times, over all queues, which takes 30 ms each.
const selectDue = (names: readonly string[]) => `
  select name from pgboss.queue q where name in (${names.map((name) => pg.escapeLiteral(name))}) and exists (
    select from pgboss.job j where j.name = q.name and j.state < 'active' and j.start_after <= now())`;

const STOP_SECONDS = 10;

/** pg-boss on the server's own pool. */
export const createJobs = (deps: {
  pool: Pool;
  /** Wakes the workers of this process as soon as the transaction is committed. */
  afterCommit?: OpenDatabase['afterCommit'];
  /** Whether this process runs jobs or only enqueues them. */
  work: boolean;
  pollSeconds?: number;
  /** Interval of the check for expired jobs. */
  maintenanceSeconds?: number;
  /** How long `stop` waits for running jobs; those that still run then are interrupted, and run again later. */
  stopSeconds?: number;
  /** Aborted at shutdown: a job that throws its reason runs again later. */
  shutdown?: AbortSignal;
  onError: (error: unknown, job?: string) => void;
}): Jobs => {
  let isStopped = false;
  /** Reports an error, unless the shutdown caused it. */
  const report = (error: unknown, job?: string): void => {
    const isInterrupted = isStopped || (deps.shutdown?.aborted && error === deps.shutdown.reason);
    if (!isInterrupted) deps.onError(error, job);
  };
  const definitions = new Map<string, JobDefinition>();
  /** The workers of each queue in this process. */
  const workers = new Map<string, string[]>();
  /** How many workers of each queue have not fetched yet: at the start, one query for all queues does instead of a hundred. */
  const unfetched = new Map<unknown, number>();
  const isFirstFetch = (text: string, queue: unknown): boolean => {
    const count = FETCH.test(text) ? (unfetched.get(queue) ?? 0) : 0;
    if (count > 0) unfetched.set(queue, count - 1);
    return count > 0;
  };
  let started = false;
  const running = new Set<Promise<unknown>>();
  const withRetries = async (query: () => Promise<QueryResult>) => {
    for (const ms of COMPLETION_RETRIES_MS) {
      try {
        return await query();
      } catch {
        await sleep(ms);
      }
    }
    return query().catch((error: unknown) => {
      report(error);
      return { rows: [{ count: 0 }] };
    });
  };
  const track = <Result>(result: Promise<Result>): Promise<Result> => {
    running.add(result);
    const remove = () => running.delete(result);
    result.then(remove, remove);
    return result;
  };
  const executeSql = (text: string, values: unknown[] = []) => {
    if (isFirstFetch(text, values[0])) return Promise.resolve({ rows: [] });
    const query = () => (values.length ? deps.pool.query(text, values) : deps.pool.query(text));
    return track(COMPLETION.test(text) ? withRetries(query) : query());
  };
  /** Waits until all queries of pg-boss have ended, including follow-up queries. */
  const settled = async () => {
    do {
      await Promise.allSettled(running);
      await new Promise((resolve) => setImmediate(resolve));
    } while (running.size > 0);
  };
  const boss = new PgBoss({
    db: { executeSql },
    retryLimit: 10,
    retryBackoff: true,
    expireInMinutes: 15,
    maintenanceIntervalSeconds: deps.maintenanceSeconds ?? 15,
    supervise: deps.work,
    // It would compute the last time of every schedule twice a minute, which takes a hundredth of the processor time of an idle server.
    schedule: false,
  });
  boss.on('error', (error) => report(error));

  const executeIn = (tx: DatabaseTransaction) => (text: string, values: unknown[]) =>
    tx.executeQuery(CompiledQuery.raw(text, values));
  const unknownJob = (name: string) => new Error(`Nothing was enqueued: there is no job named ${name}`);

  const withLease = createLeases(deps.pool, report);
  const runOne = async (definition: JobDefinition, job: PgBoss.Job<object>) => {
    const { leaseSeconds: seconds } = definition;
    const work = () => definition.run(job.data);
    try {
      await (seconds === undefined ? work() : withLease(job, { seconds, work }));
    } catch (error) {
      report(error, definition.name);
      throw error;
    }
  };

  const wake = (name: string) => {
    for (const id of workers.get(name) ?? []) boss.notifyWorker(id);
  };
  const wakeAfter = (tx: DatabaseTransaction, name: string) => {
    if (workers.has(name)) deps.afterCommit?.(tx, () => wake(name));
  };

  let polling: NodeJS.Timeout | undefined;
  /** Polls for due jobs, also those of other processes, and wakes the workers of their queues. */
  const poll = (afterSeconds = deps.pollSeconds ?? 2) => {
    polling = setTimeout(async () => {
      try {
        // With an empty list of parameters it is a prepared statement.
        const { rows } = await track(deps.pool.query(selectDue([...workers.keys()]), []));
        for (const { name } of rows) wake(name);
      } catch (error) {
        report(error);
      }
      if (polling) poll();
    }, 1000 * afterSeconds);
  };

  let schedule: ReturnType<typeof createSchedule> | undefined;

  const pause = async () => {
    schedule?.stop();
    clearTimeout(polling);
    polling = undefined;
    workers.clear();
    for (const name of definitions.keys()) await boss.offWork(name);
    // A fetch that is under way may still start jobs.
    await settled();
  };

  return {
    define: (more) => {
      for (const definition of more) {
        if (definitions.has(definition.name)) throw new Error(`Two jobs are named ${definition.name}`);
        definitions.set(definition.name, definition);
      }
    },
    subscribersOf: (action) =>
      [...definitions.values()]
        .filter((d) => d.on?.includes(action))
        .map(({ name, isNeeded }) => ({ name: jobName<RecordedEvent>(name), ...(isNeeded && { isNeeded }) })),
    enqueue: async (tx, name, data, options = {}) => {
      const id = await boss.send(name, data, {
        ...options,
        db: { executeSql: executeIn(tx) },
      } as PgBoss.SendOptions);
      if (!id) throw unknownJob(name);
      if (!options.startAfter) wakeAfter(tx, name);
    },
    enqueueAll: async (tx, name, all) => {
      if (all.length === 0) return;
      let enqueued = 0n;
      const countRows = async (text: string, values: unknown[]) => {
        const result = await executeIn(tx)(text, values);
        enqueued = result.numAffectedRows ?? 0n;
        return result;
      };
      await boss.insert(
        all.map((data) => ({ name, data })),
        { db: { executeSql: countRows } } as PgBoss.InsertOptions,
      );
      if (enqueued !== BigInt(all.length)) throw unknownJob(name);
      wakeAfter(tx, name);
    },
    start: async () => {
      await boss.start();
      started = true;
      // A queue is a table with six indexes: it is created once, and not at every start.
      const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
      for (const { name, retryLimit, expireInSeconds } of definitions.values()) {
        const queue = known.get(name);
        const options = {
          name,
          ...(retryLimit !== undefined && { retryLimit }),
          ...(expireInSeconds !== undefined && { expireInSeconds }),
        };
        if (!queue) await boss.createQueue(name, options);
        else if (
          (queue.retryLimit ?? undefined) !== retryLimit ||
          (queue.expireInSeconds ?? undefined) !== expireInSeconds
        )
          await boss.updateQueue(name, options);
      }
      if (!deps.work) return;
      for (const definition of definitions.values()) {
        const { name, concurrency = 1 } = definition;
        const options = { pollingIntervalSeconds: WORKER_POLL_SECONDS, batchSize: 1 };
        // Each slot fetches its own jobs, so that a long job delays only its own slot.
        const slots: string[] = [];
        unfetched.set(name, concurrency);
        const wakeSlot = (slot: number) => boss.notifyWorker(slots[slot % concurrency]!);
        for (let slot = 0; slot < concurrency; slot++)
          slots[slot] = await boss.work(name, options, async ([job]) => {
            // There may be more jobs: wake the next slot, and this one afterwards, without waiting for the next poll.
            wakeSlot(slot + 1);
            try {
              await runOne(definition, job as PgBoss.Job<object>);
            } finally {
              wakeSlot(slot);
            }
          });
        workers.set(name, slots);
        for (const seconds of definition.afterStart ?? []) await boss.send(name, {}, { startAfter: seconds });
      }
      schedule = createSchedule(
        [...definitions.values()].flatMap(({ name, cron }) => (cron ? { name, cron } : [])),
        { insert: async (jobs) => void (await boss.insert(jobs)), wake, onError: report },
      );
      schedule.start();
      poll(0);
    },
    pause,
    stop: async () => {
      if (!started) return;
      await pause();
      await boss.stop({
        graceful: true,
        wait: true,
        close: false,
        timeout: 1000 * (deps.stopSeconds ?? STOP_SECONDS),
      });
      await settled();
      isStopped = true;
    },
  };
};
