import { sql } from 'kysely';
import type { Pool, QueryResult } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startServer, type TestServer } from '../../testing/server.ts';
import { openDatabase } from '../database/database.ts';
import { createJobs, type JobDefinition, jobName, queuedJob } from './jobs.ts';

describe('jobs', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  /** A process whose database queries a test can delay or fail. */
  const startApart = async (
    definition: JobDefinition,
    intercept: (ask: () => Promise<QueryResult>, text: string) => Promise<QueryResult>,
    options: Pick<Parameters<typeof createJobs>[0], 'shutdown' | 'stopSeconds'> = {},
  ) => {
    const database = openDatabase({ connectionString: server.connectionString });
    const errors: unknown[] = [];
    const query = (...args: Parameters<Pool['query']>) =>
      intercept(() => database.pool.query(...args) as unknown as Promise<QueryResult>, String(args[0]));
    const jobs = createJobs({
      pool: { query } as unknown as Pool,
      work: true,
      pollSeconds: 0.5,
      maintenanceSeconds: 1,
      ...options,
      onError: (error) => errors.push(error),
    });
    jobs.define([definition]);
    await jobs.start();
    return { jobs, database, errors };
  };

  test('that are fetched during shutdown are completed before it ends', async () => {
    const PARTING = jobName<{ n: string }>('test.parting');
    const ran: unknown[] = [];
    let isTaken = false;
    let letGo = () => {};
    const going = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const { jobs, database } = await startApart(
      queuedJob(PARTING, { run: async ({ n }) => void ran.push(n) }),
      async (ask) => {
        const answer = await ask();
        if (answer.rows?.some(({ data }) => data?.n === 'parting')) {
          isTaken = true;
          await going;
        }
        return answer;
      },
    );
    await database.transaction((tx) => jobs.enqueue(tx, PARTING, { n: 'parting' }));
    await vi.waitFor(() => expect(isTaken).toBe(true), 30_000);
    const stopped = jobs.stop().then(() => database.close());
    await new Promise((resolve) => setTimeout(resolve, 1500));
    letGo();
    await stopped;
    expect(ran).toEqual(['parting']);
    const found = await sql<{
      state: string;
    }>`select state from pgboss.job where name = 'test.parting'`.execute(server.app.kernel.db);
    expect(found.rows).toEqual([{ state: 'completed' }]);
  });

  test('that a shutdown interrupts are no errors, and run again', async () => {
    const shutdown = new AbortController();
    const running: string[] = [];
    let close = () => {};
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    const ended: string[] = [];
    const { jobs, database, errors } = await startApart(
      queuedJob(jobName<{ ends: string }>('test.interrupted'), {
        concurrency: 2,
        run: async ({ ends }) => {
          running.push(ends);
          if (ends === 'late') await closed;
          else await new Promise((resolve) => shutdown.signal.addEventListener('abort', resolve));
          ended.push(ends);
          if (ends === 'late') throw new Error('The database is closed');
          shutdown.signal.throwIfAborted();
        },
      }),
      (ask) => ask(),
      { shutdown: shutdown.signal, stopSeconds: 1 },
    );
    await database.transaction((tx) =>
      jobs.enqueueAll(tx, jobName<{ ends: string }>('test.interrupted'), [
        { ends: 'early' },
        { ends: 'late' },
      ]),
    );
    await vi.waitFor(() => expect(running.sort()).toEqual(['early', 'late']), 30_000);
    shutdown.abort();
    await jobs.stop();
    close();
    await vi.waitFor(() => expect(ended).toEqual(['early', 'late']), 30_000);
    await database.close();
    expect(errors).toEqual([]);
    const found = await sql<{
      state: string;
    }>`select state from pgboss.job where name = 'test.interrupted' and data ->> 'ends' = 'early'`.execute(
      server.app.kernel.db,
    );
    expect(found.rows).toEqual([{ state: 'retry' }]);
  });

  test('are completed after a short loss of the database', async () => {
    let refused = 0;
    let tries = 0;
    const { jobs, database } = await startApart(
      { name: 'test.blink', run: async () => void tries++ },
      (ask) => {
        if (tries === 0 || refused === 3) return ask();
        refused++;
        return Promise.reject(new Error('The database is gone'));
      },
    );
    await database.transaction((tx) => jobs.enqueue(tx, jobName('test.blink'), {}));
    await vi.waitFor(async () => {
      const { rows } = await sql`select state from pgboss.job where name = 'test.blink'`.execute(
        server.app.kernel.db,
      );
      expect(rows).toEqual([{ state: 'completed' }]);
    }, 240_000);
    await jobs.stop();
    await database.close();
  });

  test('run again if their completion cannot be stored, and the process continues', async () => {
    let tries = 0;
    const lost: unknown[] = [];
    const lose = (reason: unknown) => void lost.push(reason);
    process.on('unhandledRejection', lose);
    const statements: unknown[] = [];
    const { jobs, database, errors } = await startApart(
      {
        name: 'test.unheard',
        expireInSeconds: 1,
        run: async () => {
          tries++;
          if (tries === 2) throw new Error('It failed besides');
        },
      },
      (ask, text) => {
        if (!/from results\s*$/i.test(text)) return ask();
        statements.push(text);
        return errors.filter((error) => (error as Error).message === 'gone').length < 2
          ? Promise.reject(new Error('gone'))
          : ask();
      },
    );
    await database.transaction((tx) => jobs.enqueue(tx, jobName('test.unheard'), {}));
    await vi.waitFor(() => expect(tries).toBeGreaterThan(2), 60_000);
    await vi.waitFor(() => expect(errors).toContainEqual(new Error('gone')), 60_000);
    await jobs.stop();
    await database.close();
    process.off('unhandledRejection', lose);
    // Completions and failures use different statements.
    expect([new Set(statements).size, lost]).toEqual([2, []]);
  });
});
