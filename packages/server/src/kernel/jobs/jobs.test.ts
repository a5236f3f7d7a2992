import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startServer, type TestServer } from '../../testing/server.ts';
import { systemClock } from '../clock.ts';
import { openDatabase } from '../database/database.ts';
import { createEvents, SYSTEM } from '../events/events.ts';
import { createFairDispatcher, MAX_CONCURRENT } from './fair-dispatcher.ts';
import { createJobs, eventJob, type JobDefinition, type JobName, jobName, queuedJob } from './jobs.ts';

describe('jobs and events', () => {
  let server: TestServer;
  const open: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(async () => {
    for (const close of open) await close();
    await server.close();
  });

  const start = async (definitions: readonly JobDefinition[], maintenanceSeconds?: number) => {
    const database = openDatabase({ connectionString: server.connectionString });
    const errors: unknown[] = [];
    const jobs = createJobs({
      pool: database.pool,
      work: true,
      pollSeconds: 0.5,
      ...(maintenanceSeconds && { maintenanceSeconds }),
      onError: (error) => errors.push(error),
    });
    jobs.define(definitions);
    await jobs.start();
    open.unshift(() => jobs.stop().then(() => database.close()));
    return { jobs, database, errors, events: createEvents({ clock: systemClock, jobs }) };
  };

  test('a job exists if and only if its transaction is committed', async () => {
    const NOTE = jobName<{ n: string }>('test.note');
    const ran: unknown[] = [];
    const { jobs, database } = await start([queuedJob(NOTE, { run: async ({ n }) => void ran.push(n) })]);
    await database
      .transaction(async (tx) => {
        await jobs.enqueue(tx, NOTE, { n: 'undone' });
        throw new Error('no');
      })
      .catch(() => {});
    await database
      .transaction(async (tx) => {
        await jobs.enqueueAll(tx, NOTE, [{ n: 'undone' }, { n: 'undone' }]);
        throw new Error('no');
      })
      .catch(() => {});
    await database.transaction((tx) => jobs.enqueue(tx, NOTE, { n: 'done' }));
    await database.transaction((tx) => jobs.enqueueAll(tx, NOTE, []));
    await database.transaction((tx) => jobs.enqueueAll(tx, NOTE, [{ n: 'a' }, { n: 'b' }]));
    await vi.waitFor(() => expect([...ran].sort()).toEqual(['a', 'b', 'done']), 60_000);
  });

  test('all idle queues are polled with one query, also at the start', async () => {
    const QUIET = Array.from({ length: 10 }, (_, n) => jobName<{ n: number }>(`test.quiet-${n}`));
    const database = openDatabase({ connectionString: server.connectionString });
    const ran: unknown[] = [];
    const before = createJobs({ pool: database.pool, work: false, onError: () => {} });
    const definitions = QUIET.map((name) => queuedJob(name, { run: async ({ n }) => void ran.push(n) }));
    before.define(definitions);
    await before.start();
    // What is due when a process starts does not wait for its second poll.
    await database.transaction((tx) => before.enqueue(tx, QUIET[3]!, { n: 3 }));
    await before.stop();
    const asked = vi.spyOn(database.pool, 'query') as unknown as { mock: { calls: [string, unknown[]?][] } };
    const jobs = createJobs({ pool: database.pool, work: true, pollSeconds: 3600, onError: () => {} });
    open.unshift(() => jobs.stop().then(() => database.close()));
    jobs.define(definitions);
    await jobs.start();
    await vi.waitFor(() => expect(ran).toEqual([3]), 60_000);
    const fetches = asked.mock.calls.filter(([text]) => /^\s*with next as/i.test(text));
    const fetched = fetches.map(([, values]) => values?.[0]).filter((name) => QUIET.includes(name as never));
    expect(new Set(fetched)).toEqual(new Set([QUIET[3]]));
    expect(asked.mock.calls.filter(([text]) => text.includes('from pgboss.queue q where'))).toHaveLength(1);
  });

  test('a job enqueued by this process does not wait for the next poll', async () => {
    const WOKEN = jobName<{ n: number }>('test.woken');
    const database = openDatabase({ connectionString: server.connectionString });
    const ran: unknown[] = [];
    const jobs = createJobs({
      pool: database.pool,
      afterCommit: database.afterCommit,
      work: true,
      // Longer than anybody waits here.
      pollSeconds: 3600,
      onError: () => {},
    });
    jobs.define([queuedJob(WOKEN, { concurrency: 2, run: async ({ n }) => void ran.push(n) })]);
    await jobs.start();
    open.unshift(() => jobs.stop().then(() => database.close()));
    await database.transaction((tx) => jobs.enqueue(tx, WOKEN, { n: 1 }));
    await vi.waitFor(() => expect(ran).toEqual([1]), 60_000);
    await database.transaction((tx) => jobs.enqueueAll(tx, WOKEN, [{ n: 2 }, { n: 3 }]));
    await vi.waitFor(() => expect([...ran].sort()).toEqual([1, 2, 3]), 60_000);
  });

  test('of several processes, one enqueues a scheduled job', async () => {
    const ran: number[] = [];
    const everyMinute = { name: 'test.every-minute', cron: '* * * * *', run: async () => void ran.push(1) };
    // The first one creates the queue.
    const { database } = await start([everyMinute]);
    await Promise.all([start([everyMinute]), start([everyMinute])]);
    await vi.waitFor(() => expect(ran.length).toBeGreaterThan(0), 60_000);
    const { rows } = await database.pool.query(
      "select singleton_key from pgboss.job where name = 'test.every-minute'",
    );
    const keys = rows.map(({ singleton_key }) => singleton_key);
    expect(keys).toEqual([...new Set(keys)]);
  });

  test('a startup job runs without being enqueued', async () => {
    const ran: number[] = [];
    const began = Date.now();
    await start([
      { name: 'test.look', afterStart: [0, 3], run: async () => void ran.push(Date.now() - began) },
    ]);
    await vi.waitFor(() => expect(ran).toHaveLength(2), 60_000);
    // However late the first one was.
    expect(ran[1]!).toBeGreaterThan(2000);
  });

  test('a failed job is retried, and the error is reported', async () => {
    let tries = 0;
    const { jobs, database, errors } = await start([
      {
        name: 'test.flaky',
        run: async () => {
          tries++;
          if (tries === 1) throw new Error('first time');
        },
      },
    ]);
    await database.transaction((tx) => jobs.enqueue(tx, jobName('test.flaky'), {}));
    await vi.waitFor(() => expect(tries).toBe(2), 60_000);
    expect(errors).toMatchObject([{ message: 'first time' }]);
  });

  test('only the failed one of several concurrent jobs runs again', async () => {
    const BESIDE = jobName<{ n: string }>('test.beside');
    const ran: string[] = [];
    let [now, most] = [0, 0];
    const { jobs, database } = await start([
      queuedJob(BESIDE, {
        concurrency: 3,
        run: async ({ n }) => {
          now++;
          most = Math.max(most, now);
          ran.push(n);
          await vi.waitFor(() => expect(most).toBe(3), 60_000);
          now--;
          if (n === 'b' && ran.filter((one) => one === 'b').length === 1) throw new Error('first time');
        },
      }),
    ]);
    await database.transaction(async (tx) => {
      for (const n of ['a', 'b', 'c']) await jobs.enqueue(tx, BESIDE, { n });
    });
    await vi.waitFor(() => expect([...ran].sort()).toEqual(['a', 'b', 'b', 'c']), 60_000);
    expect(most).toBe(3);
  });

  test('a long job does not delay later ones', async () => {
    let end = () => {};
    const long = new Promise<void>((resolve) => {
      end = resolve;
    });
    const LONG = jobName<{ n: string }>('test.long');
    const ran: string[] = [];
    const { jobs, database } = await start([
      queuedJob(LONG, {
        concurrency: 2,
        run: async ({ n }) => {
          if (n === 'long') await long;
          ran.push(n);
        },
      }),
    ]);
    const enqueue = (n: string) => database.transaction((tx) => jobs.enqueue(tx, LONG, { n }));
    await enqueue('long');
    for (const n of ['a', 'b', 'c']) {
      await enqueue(n);
      await vi.waitFor(() => expect(ran).toContain(n), 60_000);
    }
    expect(ran).not.toContain('long');
    end();
    await vi.waitFor(() => expect(ran).toContain('long'), 60_000);
  });

  describe('deliveries to receivers', () => {
    interface Receiver {
      readonly owner: string;
      readonly id: string;
    }
    /** Receivers that take until they are let go, and how many of whom are worked for. */
    const receiving = async (
      name: JobName<Receiver>,
      isHanging: (key: Receiver) => boolean,
      slowMs?: number,
    ) => {
      const done: string[] = [];
      const now = new Set<Receiver>();
      const most = new Map<string, number>();
      const note = (whose: string, count: number) => most.set(whose, Math.max(most.get(whose) ?? 0, count));
      let letGo = () => {};
      const going = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      const run = createFairDispatcher<Receiver>({
        nameOf: ({ owner, id }) => `${owner}/${id}`,
        ownerOf: ({ owner }) => owner,
        dispatchBatch: async (key) => {
          now.add(key);
          note(key.owner, [...now].filter(({ owner }) => owner === key.owner).length);
          note('all', now.size);
          if (isHanging(key)) await going;
          now.delete(key);
          done.push(`${key.owner}/${key.id}`);
          return false;
        },
        dispatchLater: (key) => database.transaction((tx) => jobs.enqueue(tx, name, { ...key })),
        ...(slowMs !== undefined && { slowMs }),
      });
      const { jobs, database } = await start([queuedJob(name, { concurrency: MAX_CONCURRENT, run })]);
      const enqueue = (all: readonly Receiver[]) =>
        database.transaction((tx) => jobs.enqueueAll(tx, name, all));
      return { done, now, most, letGo, enqueue };
    };
    const many = (owner: string, count: number): Receiver[] =>
      Array.from({ length: count }, (_, at) => ({ owner, id: String(at) }));

    test('of one owner leave slots to others, and are all completed', async () => {
      const { done, now, most, letGo, enqueue } = await receiving(
        jobName('test.owners'),
        ({ owner }) => owner === 'a',
      );
      await enqueue(many('a', 34));
      await vi.waitFor(() => expect(now.size).toBe(3), 60_000);
      await enqueue([...many('b', 3), ...many('c', 1)]);
      await vi.waitFor(() => expect([...done].sort()).toEqual(['b/0', 'b/1', 'b/2', 'c/0']), 60_000);
      expect(now.size).toBe(3);
      letGo();
      await vi.waitFor(() => expect(new Set(done).size).toBe(38), 60_000);
      expect(most.get('a')).toBe(3);
    });

    test('that were slow have a few slots, two per owner, and leave the others free', async () => {
      let isSecond = false;
      const { done, now, most, letGo, enqueue } = await receiving(
        jobName('test.slow'),
        ({ owner }) => isSecond && owner !== 'quick',
        -1,
      );
      const slow = ['a', 'b', 'c', 'd', 'e'].flatMap((owner) => many(owner, 3));
      await enqueue(slow);
      await vi.waitFor(() => expect(new Set(done).size).toBe(15), 60_000);
      isSecond = true;
      done.length = 0;
      most.clear();
      await enqueue(slow);
      await vi.waitFor(() => expect(now.size).toBe(4), 60_000);
      await enqueue(many('quick', 3));
      await vi.waitFor(() => expect([...done].sort()).toEqual(['quick/0', 'quick/1', 'quick/2']), 60_000);
      for (const owner of ['a', 'b', 'c', 'd', 'e']) expect(most.get(owner) ?? 0).toBeLessThanOrEqual(2);
      expect([...now].every(({ owner }) => owner !== 'quick') && now.size).toBe(4);
      letGo();
      await vi.waitFor(() => expect(new Set(done).size).toBe(18), 60_000);
    });
  });

  test('a job with a lease is taken over soon from a dead process, and never from a running one', async () => {
    const LEASED = jobName<{ n: string }>('test.leased');
    const ran: string[] = [];
    let end = () => {};
    const ending = new Promise<void>((resolve) => {
      end = resolve;
    });
    const definitions = (who: string): JobDefinition[] => [
      queuedJob(LEASED, {
        concurrency: 2,
        leaseSeconds: 8,
        run: async ({ n }) => {
          ran.push(`${who} ${n}`);
          if (who === 'first' || n === 'kept') await ending;
        },
      }),
    ];
    // A process that is gone asks for nothing more; nothing of what it did goes on.
    const database = openDatabase({ connectionString: server.connectionString });
    let isGone = false;
    const query = (...args: Parameters<Pool['query']>) =>
      isGone ? new Promise(() => {}) : database.pool.query(...args);
    const first = createJobs({
      pool: { query } as unknown as Pool,
      work: true,
      pollSeconds: 0.5,
      onError: () => {},
    });
    first.define(definitions('first'));
    await first.start();
    await database.transaction((tx) => first.enqueue(tx, LEASED, { n: 'left' }));
    await vi.waitFor(() => expect(ran).toEqual(['first left']), 30_000);
    isGone = true;
    open.push(() => database.close());
    const second = await start(definitions('second'), 1);
    await second.database.transaction((tx) => second.jobs.enqueue(tx, LEASED, { n: 'kept' }));
    await vi.waitFor(() => expect(ran).toContain('second kept'), 30_000);
    await vi.waitFor(() => expect(ran).toContain('second left'), 60_000);
    // Another job with a lease of its own shows that more time than one lease has passed.
    await second.database.transaction((tx) =>
      second.jobs.enqueue(tx, LEASED, { n: 'later' }, { startAfter: new Date(Date.now() + 16_000) }),
    );
    await vi.waitFor(() => expect(ran).toContain('second later'), 60_000);
    expect(ran.filter((one) => one.endsWith('kept'))).toHaveLength(1);
    end();
  });

  test('an event starts every subscribed job, and none when it is rolled back', async () => {
    const heard: string[] = [];
    const listener = (name: string) =>
      eventJob(name, {
        on: ['thing.done'],
        run: async ({ actor, target }) => {
          expect(actor).toEqual({ type: 'system', id: SYSTEM });
          heard.push(`${name} ${target.id}`);
        },
      });
    const { database, events } = await start([listener('test.one'), listener('test.two')]);
    const happen = (id: string) => (tx: Parameters<typeof events.record>[0]) =>
      events.record(tx, SYSTEM, {
        organizationId: null,
        action: 'thing.done',
        target: { type: 'thing', id },
      });
    await database.transaction(happen('real'));
    await database
      .transaction(async (tx) => {
        await happen('undone')(tx);
        throw new Error('no');
      })
      .catch(() => {});
    await vi.waitFor(() => expect([...heard].sort()).toEqual(['test.one real', 'test.two real']), 60_000);
  });

  test('an undefined job cannot be enqueued', async () => {
    const { jobs, database } = await start([]);
    await expect(database.transaction((tx) => jobs.enqueue(tx, jobName('test.unknown'), {}))).rejects.toThrow(
      'there is no job named',
    );
    await expect(
      database.transaction((tx) => jobs.enqueueAll(tx, jobName('test.unknown'), [{}, {}])),
    ).rejects.toThrow('there is no job named');
  });
});
