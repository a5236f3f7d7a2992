import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createLiveSpace } from '../../testing/content-factory.ts';
import { startServer, type TestOrganization, type TestServer } from '../../testing/server.ts';
import { BlobStoreError } from '../blobs/blobs.ts';
import { toApiError } from './render.ts';

const coded = (code: string, message = code) => Object.assign(new Error(message), { code });

describe('a server that cannot write', () => {
  let server: TestServer;
  let org: TestOrganization;
  beforeAll(async () => {
    server = await startServer();
    org = await server.organization();
  });
  afterAll(() => server.close());

  const createSpace = () => org.admin.call('POST', `/orgs/${org.id}/spaces`, { title: 'New' });
  const readiness = async () => {
    const answer = await fetch(`${server.url}/readyz`);
    return [answer.status, answer.headers.get('retry-after')];
  };

  /** Runs work while every insert of a space fails with an error of the database. */
  const withFailingInserts = async (code: string, work: () => Promise<void>, table = 'spaces') => {
    const { db } = server.app.kernel;
    await sql
      .raw(
        `create function fail() returns trigger language plpgsql as $$
           begin raise exception 'could not extend file' using errcode = '${code}'; end $$;`,
      )
      .execute(db);
    const trigger = sql`create trigger fail before insert on ${sql.table(table)} for each row execute function fail()`;
    await trigger.execute(db);
    try {
      await work();
    } finally {
      await sql`drop function fail() cascade`.execute(db);
    }
  };

  test('shows a page whose document cannot be stored', async () => {
    const space = await createLiveSpace(org);
    const { body } = await org.admin.call('POST', `/spaces/${space}/content`, {
      changes: [{ operation: 'insert_page', title: 'New', document: { markdown: 'Words to read.' } }],
    });
    expect(body.error).toBeUndefined();
    const read = async () =>
      (await org.admin.call('GET', `/spaces/${space}/content/path/new?format=document`)).body;
    await withFailingInserts(
      '53100',
      async () => expect(JSON.stringify(await read())).toContain('Words to read.'),
      'documents',
    );
  });

  test.each([
    ['a full disk', '53100', 507],
    ['too little memory', '53200', 503],
    ['an I/O error', '58030', 503],
    ['a missing file', '58P01', 503],
    ['damaged data', 'XX001', 503],
    ['a crash of another process', '57P02', 503],
    ['a standby that became read-only', '25006', 503],
    ['a lock that is not available', '55P03', 503],
  ])('answers %s of the database with a status that asks to retry', async (_, code, status) => {
    await withFailingInserts(code, async () => {
      const answer = await createSpace();
      expect([answer.status, answer.body.error.code]).toEqual([status, status]);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    });
    expect((await createSpace()).status).toBe(201);
  });

  test.each([
    ['ENOSPC', 507],
    ['EDQUOT', 507],
    ['EROFS', 503],
    ['EIO', 503],
    ['EMFILE', 503],
  ])('answers %s of the file storage with %i and Retry-After', async (code, status) => {
    const space = await org.space();
    const receive = vi.spyOn(server.app.kernel.blobs, 'receive').mockRejectedValueOnce(coded(code));
    const form = new FormData();
    form.append('file', new Blob(['text']), 'note.txt');
    const answer = await org.admin.call('POST', `/spaces/${space}/files`, form);
    receive.mockRestore();
    expect(answer.status).toBe(status);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test.each([
    coded('ETIMEDOUT'),
    coded('EHOSTUNREACH'),
    coded('ENOTFOUND'),
    coded('28P01'),
    coded('3D000'),
    coded('08006'),
    new Error('Client has encountered a connection error and is not queryable'),
    new Error('Cannot use a pool after calling end on the pool'),
    new BlobStoreError('The bucket does not respond'),
  ])('reports a lost connection as 503 with Retry-After: %s', (error) => {
    const { status, retryAfter } = toApiError(error);
    expect([status, retryAfter]).toEqual([503, expect.any(Number)]);
  });

  test('is not ready while the database is read-only, and ready again after', async () => {
    const { database } = new pg.Client({ connectionString: server.connectionString });
    const client = new pg.Client({ connectionString: server.connectionString });
    await client.connect();
    const setReadOnly = async (value: string) => {
      await client.query('set default_transaction_read_only = off');
      await client.query(`alter database ${database} set default_transaction_read_only = ${value}`);
      // Connections read the setting when they start.
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
    };
    const poll = { interval: 50, timeout: 10_000 };
    expect(await readiness()).toEqual([200, null]);
    await setReadOnly('on');
    await expect.poll(readiness, poll).toEqual([503, '1']);
    expect((await org.admin.call('GET', `/orgs/${org.id}`)).status).toBe(200);
    expect((await createSpace()).status).toBe(503);
    await setReadOnly('off');
    await expect.poll(readiness, poll).toEqual([200, null]);
    await client.end();
  });

  test('asks the database once for many readiness checks, and leaves nothing in it', async () => {
    const { db } = server.app.kernel;
    const count = async () => (await server.app.metrics.queries.get()).values[0]!.value;
    const start = await count();
    await Promise.all(Array.from({ length: 50 }, readiness));
    expect((await count()) - start).toBeLessThan(20);
    const { rows } = await sql`select 1 from pg_class where relname = 'readiness_check'`.execute(db);
    expect(rows).toEqual([]);
  });
});
