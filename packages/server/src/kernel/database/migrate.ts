import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

/** A migration file; applied once, in order, and never changed afterwards. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

// Any number, the same in every process of every version.
const LOCK = 7_205_113_001;

/** The checksum of a migration, which detects later changes to it. */
export const checksumOf = ({ sql }: Migration): string => createHash('sha256').update(sql).digest('hex');

/** Reads the migrations of a folder, in order of their numbers. */
export const readMigrations = async (folder: string): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => ({
      name: name.slice(0, -4),
      sql: await readFile(path.join(folder, name), 'utf8'),
    })),
  );
};

/** Applies missing migrations, each in its own transaction. A lock serializes concurrent processes. */
export const migrate = async (
  connectionString: string,
  migrations: readonly Migration[],
  onProgress: (message: string) => void = () => {},
): Promise<string[]> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from migrations',
    );
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    checkAppliedMigrations(migrations, applied);
    const missing = migrations.filter((migration) => !applied.has(migration.name));
    // A newcomer is not told of each step of the past.
    const isNew = applied.size === 0;
    if (isNew) onProgress(`Creating the tables (${missing.length} migrations)…`);
    for (const migration of missing) {
      const { name, sql } = migration;
      if (!isNew) onProgress(`Migrating: ${name}`);
      await client.query('begin');
      try {
        await client.query(sql);
        await client.query('insert into migrations (name, checksum) values ($1, $2)', [
          name,
          checksumOf(migration),
        ]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`The migration ${name} failed: ${(error as Error).message}`, { cause: error });
      }
    }
    return missing.map((migration) => migration.name);
  } finally {
    await client.end();
  }
};

// A database with newer or changed migrations must not be touched.
const checkAppliedMigrations = (migrations: readonly Migration[], applied: ReadonlyMap<string, string>) => {
  const known = new Map(migrations.map((migration) => [migration.name, checksumOf(migration)]));
  for (const [name, sum] of applied) {
    if (!known.has(name))
      throw new Error(
        `The database has the migration ${name}, which this version does not have: use a newer version`,
      );
    if (known.get(name) !== sum) throw new Error(`The migration ${name} was changed after it was applied`);
  }
};
