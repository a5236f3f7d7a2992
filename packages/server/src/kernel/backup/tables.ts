import pg from 'pg';
import { BackupError } from './archive.ts';

/** A table and its columns, without generated ones. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  /** The table that it is a part of, and the rows that it holds, as in its definition. */
  readonly partition?: { readonly of: string; readonly bound: string };
}

const quoted = (name: string) => pg.escapeIdentifier(name);

/** A connection without statement and idle timeouts. */
export const connectWithoutTimeout = async (connectionString: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString });
  // A broken connection fails the query that uses it.
  client.on('error', () => {});
  await client.connect();
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
  return client;
};

/** A table with its columns in the syntax of COPY. */
export const copyTarget = ({ name, columns }: TableShape): string =>
  `${quoted(name)} (${columns.map(quoted).join(', ')})`;

/** All tables except `migrations`. */
export const listTables = async (client: pg.ClientBase): Promise<TableShape[]> => {
  const { rows } = await client.query<TableShape>(`
    select t.relname as name, array_agg(c.attname::text order by c.attnum) as columns,
      (select json_build_object('of', inhparent::regclass::text, 'bound', pg_get_expr(t.relpartbound, t.oid))
       from pg_inherits where inhrelid = t.oid) as partition
    from pg_class t join pg_attribute c on c.attrelid = t.oid
    where t.relnamespace = current_schema()::regnamespace and t.relkind = 'r' and t.relname <> 'migrations'
      and c.attnum > 0 and not c.attisdropped and c.attgenerated = ''
    group by t.oid order by t.relname`);
  return rows;
};

/** Prevents changes to the definitions of tables until the transaction ends; rows may change. */
export const lockTables = (client: pg.ClientBase, tables: readonly TableShape[]) =>
  client.query(`lock table ${tables.map(({ name }) => quoted(name)).join(', ')} in access share mode`);

/** Creates the partitions of a backup, which belong to times that no migration knows. */
export const createPartitions = async (
  client: pg.ClientBase,
  tables: readonly TableShape[],
): Promise<void> => {
  for (const { name, partition } of tables)
    if (partition)
      await client.query(
        `create table if not exists ${quoted(name)} partition of ${quoted(partition.of)} ${partition.bound}`,
      );
};

/** The current values of sequences, by name. */
export const readSequences = async (client: pg.ClientBase): Promise<Record<string, string>> => {
  const { rows } = await client.query<{ name: string; last: string }>(
    'select sequencename as name, last_value as last from pg_sequences where schemaname = current_schema() and last_value is not null',
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
};

/** Sets the values of sequences. */
export const writeSequences = async (
  client: pg.ClientBase,
  sequences: Readonly<Record<string, string>>,
): Promise<void> => {
  for (const [name, last] of Object.entries(sequences))
    await client.query('select setval($1::regclass, $2)', [quoted(name), last]);
};

/** The migrations that were applied to a database. */
export const readAppliedMigrations = async (client: pg.ClientBase) =>
  (
    await client.query<{ name: string; checksum: string }>(
      'select name, checksum from migrations order by name',
    )
  ).rows;

/** Throws unless the database is empty: a restore never mixes with existing data. */
export const requireEmpty = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')",
  );
  const names = new Set(rows.map(({ name }) => name));
  const refuse = (why: string) => {
    throw new BackupError(
      `The database is not empty: ${why}. Restore into a new database. Nothing was changed.`,
    );
  };
  if (names.size > 0 && !names.has('migrations')) refuse('it has tables of another program');
  for (const name of ['organizations', 'users'].filter((table) => names.has(table)))
    if ((await client.query(`select 1 from ${name} limit 1`)).rows.length > 0) refuse(`it has ${name}`);
};

/** Truncates tables and drops their foreign keys and triggers, so that they can be loaded in any order. Returns a function that restores them. */
export const disableConstraints = async (client: pg.ClientBase, tables: readonly TableShape[]) => {
  const names = tables.map(({ name }) => quoted(name));
  await client.query(`lock table ${names.join(', ')} in access exclusive mode`);
  await requireEmpty(client);
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`);
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${names.join(', ')}`);
  return async () => {
    for (const name of names) await client.query(`alter table ${name} enable trigger user`);
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
  };
};
