import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../testing/server.ts';
import { toApiError } from '../errors/render.ts';
import { openDatabase } from './database.ts';
import { migrate, readMigrations } from './migrate.ts';
import { MIGRATIONS } from './migrations-folder.ts';
import { batchedQuery, preparedQuery } from './prepared-query.ts';

describe('the database', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  test('retries a transaction after a serialization failure', async () => {
    const { kernel } = server.app;
    await sql`create table balances (id int primary key, amount int)`.execute(kernel.db);
    await sql`insert into balances values (1, 0), (2, 0)`.execute(kernel.db);
    let attempts = 0;
    // Each takes the two rows in the other order: without a second try, deadlock.
    const add = (first: number, second: number) =>
      kernel.transaction(async (tx) => {
        attempts++;
        await sql`update balances set amount = amount + 1 where id = ${first}`.execute(tx);
        await sql`select pg_sleep(0.05)`.execute(tx);
        await sql`update balances set amount = amount + 1 where id = ${second}`.execute(tx);
      });
    await Promise.all([add(1, 2), add(2, 1), add(1, 2), add(2, 1)]);
    const { rows } = await sql`select amount from balances order by id`.execute(kernel.db);
    expect(rows).toEqual([{ amount: 4 }, { amount: 4 }]);
    expect(attempts).toBeGreaterThan(4);
  });

  test('aborts a statement that takes too long, and the client is asked to retry', async () => {
    const database = openDatabase({ connectionString: server.connectionString, statementTimeoutMs: 50 });
    const error = await sql`select pg_sleep(5)`.execute(database.db).then(
      () => undefined,
      (problem) => toApiError(problem),
    );
    expect([error?.status, error?.retryAfter]).toEqual([503, 1]);
    await database.close();
  });

  test('fails only the transaction of a broken connection, not the process', async () => {
    const { transaction, db } = server.app.kernel;
    const broken = transaction(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(db);
      // Long enough for the news to arrive while nothing is asked.
      await new Promise((resolve) => setTimeout(resolve, 100));
      await sql`select ${1}::int`.execute(tx);
    });
    await expect(broken).rejects.toThrow();
    expect((await sql<{ n: number }>`select ${1}::int as n`.execute(db)).rows).toEqual([{ n: 1 }]);
  });

  test('does not report a client that disconnects as an error', () => {
    const hangUp = Object.assign(new Error('aborted'), { code: 'ECONNRESET', statusCode: 400 });
    expect(toApiError(hangUp).status).toBe(400);
    expect(toApiError(Object.assign(new Error('gone'), { code: 'ECONNRESET' })).status).toBe(503);
  });

  test('builds a prepared query once for all parameters', async () => {
    let built = 0;
    const byEmail = preparedQuery((db, { email }: { email: string }) => {
      built++;
      return db.selectFrom('users').select('id').where('email', '=', email);
    });
    const [one, two] = [await server.person(), await server.person()];
    const { db } = server.app.kernel;
    expect(await Promise.all([byEmail(db, one), byEmail(db, two), byEmail(db, { email: 'nobody' })])).toEqual(
      [[{ id: one.id }], [{ id: two.id }], []],
    );
    expect(built).toBe(1);
    await server.app.kernel.transaction(async (tx) =>
      expect(await byEmail(tx, two)).toEqual([{ id: two.id }]),
    );
  });

  test('returns the same rows for prepared and plain queries, including times, arrays and null', async () => {
    const { db, transaction } = server.app.kernel;
    const { id } = await server.person();
    const everything = (of: typeof db, wanted: { id: string }) =>
      of
        .selectFrom('users')
        .selectAll()
        .select(sql<string[]>`array['a', 'b"']`.as('array'))
        .select(sql<Date | null>`null::timestamptz`.as('removed_at'))
        .where('id', '=', wanted.id);
    const prepared = preparedQuery(everything);
    const plain = await everything(db, { id }).execute();
    expect(plain).toHaveLength(1);
    expect(await prepared(db, { id })).toEqual(plain);
    expect(await transaction((tx) => prepared(tx, { id }))).toEqual(plain);
  });

  test('returns to each caller of a batched query its own rows, with one statement per batch', async () => {
    const { db, transaction } = server.app.kernel;
    const byEmail = batchedQuery((of, { email, label }: { email: string; label: string }) =>
      of
        .selectFrom('users')
        .select(['id', 'created_at'])
        .select(sql<string>`${label}::text`.as('label'))
        .where('email', '=', email)
        .where('email_verified', '=', true),
    );
    const people = await Promise.all(Array.from({ length: 7 }, () => server.person()));
    const ask = () =>
      Promise.all([
        ...people.map((person, i) => byEmail(db, { email: person.email, label: `w${i} $1` })),
        byEmail(db, { email: 'nobody', label: '' }),
        byEmail(db, { email: people[0]!.email, label: 'again' }),
      ]);
    const found = await ask();
    expect(found.map((rows) => rows.map(({ id, label }) => [id, label]))).toEqual([
      ...people.map((person, i) => [[person.id, `w${i} $1`]]),
      [],
      [[people[0]!.id, 'again']],
    ]);
    expect(found[0]![0]!.created_at).toBeInstanceOf(Date);
    expect(await server.countQueries(ask)).toBe(1);
    const alone = { email: people[1]!.email, label: '' };
    expect(await transaction((tx) => byEmail(tx, alone))).toEqual(await byEmail(db, alone));
    const broken = batchedQuery((of, { id }: { id: string }) =>
      of.selectFrom('users').select('id').where(sql<boolean>`1 / (${id}::text = 'x')::int > 0`),
    );
    const failed = await Promise.allSettled([broken(db, { id: 'a' }), broken(db, { id: 'b' })]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  test('has times only in columns that end in _at, as prepared queries expect', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and (data_type like 'timestamp%') <> (right(column_name, 3) = '_at')`.execute(
      server.app.kernel.db,
    );
    expect(rows).toEqual([]);
  });

  test('keeps prepared statements working after a change of their table', async () => {
    const { kernel } = server.app;
    await sql`create table shifting (a int)`.execute(kernel.db);
    const read = () => kernel.transaction((tx) => sql`select * from shifting where a > ${0}`.execute(tx));
    for (let i = 0; i < 30; i++) await read();
    await sql`alter table shifting add column b int`.execute(kernel.db);
    for (let i = 0; i < 30; i++) await read();
  });
});

describe('migrations', () => {
  const fresh = async () => {
    const server = process.env.LECTERN_TEST_DATABASE!;
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    const name = `migrate_${Math.random().toString(36).slice(2)}`;
    await client.query(`create database ${name}`);
    await client.end();
    return server.replace(/\/[^/?]*(\?|$)/, `/${name}$1`);
  };

  test('are applied once, also concurrently', async () => {
    const connectionString = await fresh();
    const migrations = await readMigrations(MIGRATIONS);
    const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(connectionString, migrations)));
    expect(applied.flat().sort()).toEqual(migrations.map((migration) => migration.name));
    expect(await migrate(connectionString, migrations)).toEqual([]);
  });

  test('that fail leave nothing behind, and the error names them', async () => {
    const connectionString = await fresh();
    const good = { name: '0001_good', sql: 'create table good (id int)' };
    const broken = { name: '0002_broken', sql: 'create table half (id int); select * from nowhere' };
    await expect(migrate(connectionString, [good, broken])).rejects.toThrow(
      'The migration 0002_broken failed',
    );
    const mended = { name: '0002_broken', sql: 'create table half (id int)' };
    expect(await migrate(connectionString, [good, mended])).toEqual(['0002_broken']);
  });

  test('reject a database of a later version or with changed migrations', async () => {
    const connectionString = await fresh();
    const one = { name: '0001_one', sql: 'select 1' };
    await migrate(connectionString, [one, { name: '0002_two', sql: 'select 2' }]);
    await expect(migrate(connectionString, [one])).rejects.toThrow('use a newer version');
    await expect(
      migrate(connectionString, [
        { name: '0001_one', sql: 'select 3' },
        { name: '0002_two', sql: 'select 2' },
      ]),
    ).rejects.toThrow('was changed after');
  });
});
