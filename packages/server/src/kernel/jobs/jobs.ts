import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import type { Pool, QueryResult } from 'pg';
import PgBoss from 'pg-boss';
import type { DatabaseTransaction, OpenDatabase } from '../database/database.ts';
import { createLeases } from './leases.ts';

/** Background work: run when enqueued, when one of its events happens, or by the calendar. It may run twice; it must not mind. */
export interface JobDefinition {
  readonly name: string;
  /** Actions of events (`space.deleted`) that enqueue it, with the event as data. */
  readonly on?: readonly string[];
  /** When it runs by itself, in cron notation and UTC. */
  readonly cron?: string;
  /** After how many seconds it runs in a process that starts: what one that is gone has left is not left to the calendar. */
  readonly afterStart?: readonly number[];
  readonly retryLimit?: number;
  /** How long it may take, and after how long another process takes over from one that is gone; 15 minutes unless said otherwise. */
  readonly expireInSeconds?: number;
  /** After how long without a sign of life another process takes over, however long it may take; one that is there gives them. */
  readonly leaseSeconds?: number;
  /** How many of it one process runs side by side; one after the other unless said otherwise. */
  readonly concurrency?: number;
  readonly run: (data: Record<string, unknown>) => Promise<void>;
}

/** The job queue; what is enqueued in a transaction exists exactly when the transaction does. */
export interface Jobs {
  define(definitions: readonly JobDefinition[]): void;
  subscribersOf(action: string): readonly string[];
  enqueue(
    tx: DatabaseTransaction,
    name: string,
    data: object,
    options?: { startAfter?: Date },
  ): Promise<void>;
  /** Enqueues a job for each of these data, in one statement. */
  enqueueAll(tx: DatabaseTransaction, name: string, all: readonly object[]): Promise<void>;
  /** Makes the queues known and, in a working process, runs what is due. */
  start(): Promise<void>;
  /** Begins nothing more; what was begun goes on. */
  pause(): Promise<void>;
  stop(): Promise<void>;
}

// How the queue tells of the end of jobs, without waiting for an answer: a database that is gone for a moment would end
// the process. It is told again; a job whose end could not be told at all runs again when its time is over.
const ENDING = /select count\(\*\) from results\s*$/i;
const TOLD_AGAIN_MS = [500, 2000, 5000];

// Workers look for themselves this seldom: one query for all queues tells which of them have something to do.
const FALLBACK_SECONDS = 60;
const DUE = `
  select name from pgboss.queue q where name = any($1) and exists (
    select from pgboss.job j where j.name = q.name and j.state < 'active' and j.start_after <= now())`;

/** pg-boss on the server's own pool. */
export const createJobs = (deps: {
  pool: Pool;
  /** Where it is given, jobs are run by this process as soon as the transaction that enqueues them is committed. */
  afterCommit?: OpenDatabase['afterCommit'];
  /** Whether this process runs jobs, or only enqueues them. */
  work: boolean;
  pollSeconds?: number;
  /** How often it is looked for what a process that is gone has left. */
  maintenanceSeconds?: number;
  onError: (error: unknown, job?: string) => void;
}): Jobs => {
  const definitions = new Map<string, JobDefinition>();
  /** The workers of each queue in this process. */
  const workers = new Map<string, string[]>();
  let started = false;
  const asked = new Set<Promise<unknown>>();
  const tell = async (query: () => Promise<QueryResult>) => {
    for (const ms of TOLD_AGAIN_MS) {
      try {
        return await query();
      } catch {
        await sleep(ms);
      }
    }
    return query().catch((error: unknown) => {
      deps.onError(error);
      return { rows: [{ count: 0 }] };
    });
  };
  const ask = (text: string, values: unknown[] = []) => {
    const query = () => (values.length ? deps.pool.query(text, values) : deps.pool.query(text));
    const answer = ENDING.test(text) ? tell(query) : query();
    asked.add(answer);
    const forget = () => asked.delete(answer);
    answer.then(forget, forget);
    return answer;
  };
  /** Waits until the queue has had its answers, and has asked nothing more because of them. */
  const settled = async () => {
    do {
      await Promise.allSettled(asked);
      await new Promise((resolve) => setImmediate(resolve));
    } while (asked.size > 0);
  };
  const boss = new PgBoss({
    db: { executeSql: ask },
    retryLimit: 10,
    retryBackoff: true,
    expireInMinutes: 15,
    maintenanceIntervalSeconds: deps.maintenanceSeconds ?? 15,
    supervise: deps.work,
    schedule: deps.work,
  });
  boss.on('error', (error) => deps.onError(error));

  const executeIn = (tx: DatabaseTransaction) => (text: string, values: unknown[]) =>
    tx.executeQuery(CompiledQuery.raw(text, values));
  const unknown = (name: string) => new Error(`Nothing was enqueued: ${name} is not a job of this server`);

  const underLease = createLeases(deps.pool, deps.onError);
  const runOne = async (definition: JobDefinition, job: PgBoss.Job<object>) => {
    const { leaseSeconds: seconds } = definition;
    const work = () => definition.run(job.data as Record<string, unknown>);
    try {
      await (seconds === undefined ? work() : underLease(job, { seconds, work }));
    } catch (error) {
      deps.onError(error, definition.name);
      throw error;
    }
  };

  const wake = (name: string) => {
    for (const id of workers.get(name) ?? []) boss.notifyWorker(id);
  };
  const wakeAfter = (tx: DatabaseTransaction, name: string) => {
    if (workers.has(name)) deps.afterCommit?.(tx, () => wake(name));
  };

  let looking: NodeJS.Timeout | undefined;
  /** Wakes, again and again, the workers of queues that have something to do: by other processes, or for this moment. */
  const look = () => {
    looking = setTimeout(
      async () => {
        try {
          const { rows } = await ask(DUE, [[...workers.keys()]]);
          for (const { name } of rows) wake(name);
        } catch (error) {
          deps.onError(error);
        }
        if (looking) look();
      },
      1000 * (deps.pollSeconds ?? 2),
    );
  };

  const pause = async () => {
    clearTimeout(looking);
    looking = undefined;
    workers.clear();
    for (const name of definitions.keys()) await boss.offWork(name);
    // What is on its way counts as begun when it has come.
    await settled();
  };

  return {
    define: (more) => {
      for (const definition of more) {
        if (definitions.has(definition.name)) throw new Error(`Two jobs are called ${definition.name}`);
        definitions.set(definition.name, definition);
      }
    },
    subscribersOf: (action) =>
      [...definitions.values()].filter((d) => d.on?.includes(action)).map((d) => d.name),
    enqueue: async (tx, name, data, options = {}) => {
      const id = await boss.send(name, data, {
        ...options,
        db: { executeSql: executeIn(tx) },
      } as PgBoss.SendOptions);
      if (!id) throw unknown(name);
      if (!options.startAfter) wakeAfter(tx, name);
    },
    enqueueAll: async (tx, name, all) => {
      if (all.length === 0) return;
      let enqueued = 0n;
      const executeSql = async (text: string, values: unknown[]) => {
        const result = await executeIn(tx)(text, values);
        enqueued = result.numAffectedRows ?? 0n;
        return result;
      };
      await boss.insert(
        all.map((data) => ({ name, data })),
        { db: { executeSql } } as PgBoss.InsertOptions,
      );
      if (enqueued !== BigInt(all.length)) throw unknown(name);
      wakeAfter(tx, name);
    },
    start: async () => {
      await boss.start();
      started = true;
      // A queue is a table with six indexes: each is made once, and not asked for again at every start.
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
        if (definition.cron) await boss.schedule(definition.name, definition.cron, {}, { tz: 'UTC' });
        const { name, concurrency = 1 } = definition;
        const options = { pollingIntervalSeconds: FALLBACK_SECONDS, batchSize: 1 };
        // Each takes one after the other for itself: what takes long holds up nothing but its own place.
        const places: string[] = [];
        const wakePlace = (place: number) => boss.notifyWorker(places[place % concurrency]!);
        for (let place = 0; place < concurrency; place++)
          places[place] = await boss.work(name, options, async ([job]) => {
            // Where one was waiting there may be more: neither the next place nor this one waits for the next look.
            wakePlace(place + 1);
            try {
              await runOne(definition, job as PgBoss.Job<object>);
            } finally {
              wakePlace(place);
            }
          });
        workers.set(name, places);
        for (const seconds of definition.afterStart ?? []) await boss.send(name, {}, { startAfter: seconds });
      }
      look();
    },
    pause,
    stop: async () => {
      if (!started) return;
      await pause();
      await boss.stop({ graceful: true, wait: true, close: false, timeout: 10_000 });
      await settled();
    },
  };
};
