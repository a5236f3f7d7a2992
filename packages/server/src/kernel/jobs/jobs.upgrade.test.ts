import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDatabase } from '../../testing/databases.ts';
import { startServer, type TestServer } from '../../testing/server.ts';
import { migrate, readMigrations } from '../database/migrate.ts';
import { MIGRATIONS } from '../database/migrations-folder.ts';
import { createJobs, jobName, queuedJob } from './jobs.ts';
import { listPendingJobs, prepareQueues } from './pending-jobs.ts';

/** Queues of jobs that a later version did without. */
const REMOVED = ['search.rebuild-outdated', 'search.rebuild-on-update'];

describe('queues that an upgrade renames', () => {
  let server: TestServer;
  let pool: pg.Pool;
  let renamed: { from: string; to: string }[];
  beforeAll(async () => {
    server = await startServer();
    const connectionString = await createDatabase('template0');
    const migrations = await readMigrations(MIGRATIONS);
    const at = migrations.findIndex(({ name }) => name === '0051_plain_names');
    renamed = [...migrations[at]!.sql.matchAll(/\('([a-z.-]+)', '([a-z.-]+)'\)/g)].map(([, from, to]) => ({
      from: from!,
      to: to!,
    }));
    await migrate(connectionString, migrations.slice(0, at));
    pool = new pg.Pool({ connectionString });
    const boss = await prepareQueues(pool, [...renamed.map(({ from }) => from), 'git.sync']);
    await boss.updateQueue('imports.carry-out', { name: 'imports.carry-out', retryLimit: 0 });
    for (const { from } of renamed) await boss.send(from, { from });
    await boss.send('git.sync', { from: 'git.sync' });
    await boss.schedule('pdfs.forget', '23 4 * * *');
    await boss.stop({ graceful: false, close: false });
    await pool.query(
      "update pgboss.job set state = 'active', started_on = now() where name = 'imports.carry-out'",
    );
    await migrate(connectionString, migrations);
  });
  afterAll(async () => {
    await pool.end();
    await server.close();
  });

  test('have the names of jobs of this version', () => {
    const names = server.app.domains.flatMap(({ jobs }) => jobs ?? []).map(({ name }) => name);
    expect(renamed.length).toBeGreaterThan(20);
    expect(renamed.filter(({ to }) => REMOVED.includes(to))).toHaveLength(REMOVED.length);
    expect(renamed.map(({ to }) => to).filter((to) => !names.includes(to))).toEqual(REMOVED);
    expect(renamed.map(({ from }) => from).filter((from) => names.includes(from))).toEqual([]);
  });

  test('contain the jobs of the former queues, which are removed', async () => {
    const kept = renamed.filter(({ to }) => !REMOVED.includes(to));
    const client = await pool.connect();
    const jobs = await listPendingJobs(client);
    client.release();
    expect(new Map(jobs.map(({ name, data }) => [name, (data as { from: string }).from]))).toEqual(
      new Map([...kept.map(({ from, to }) => [to, from] as const), ['git.sync', 'git.sync']]),
    );
    const { rows } = await pool.query("select name, retry_limit from pgboss.queue where name like '%.%'");
    expect(rows.map(({ name }) => name).sort()).toEqual([...kept.map(({ to }) => to), 'git.sync'].sort());
    expect(rows.find(({ name }) => name === 'imports.run')).toMatchObject({ retry_limit: 0 });
    expect((await pool.query("select state from pgboss.job where name = 'imports.run'")).rows).toEqual([
      { state: 'active' },
    ]);
    expect((await pool.query("select name from pgboss.schedule where name like '%.%'")).rows).toEqual([]);
  });

  test('are processed', async () => {
    const ran: object[] = [];
    const jobs = createJobs({ pool, work: true, pollSeconds: 0.5, onError: () => {} });
    const run = async (data: object) => void ran.push(data);
    jobs.define([queuedJob(jobName('notifications.dispatch'), { run })]);
    await jobs.start();
    await vi.waitFor(() => expect(ran).toEqual([{ from: 'notifications.tell' }]), 60_000);
    await jobs.stop();
  });
});
