import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../adapters/postgres-embedded/index.ts';
import { migrate, readMigrations } from '../kernel/database/migrate.ts';
import { MIGRATIONS } from '../kernel/database/migrations-folder.ts';
import { createJobs } from '../kernel/jobs/jobs.ts';

const TEMPLATE = 'lectern_template';

/** One real PostgreSQL for the whole run; every test file copies a migrated template, which takes some tens of milliseconds. */
export default async function setup() {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'lectern-test-'));
  const postgres = await startEmbeddedPostgres({
    dataDir,
    // A test's data need not survive a power cut.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  });
  const admin = new pg.Client({ connectionString: postgres.connectionString });
  await admin.connect();
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  const template = withDatabase(postgres.connectionString, TEMPLATE);
  await migrate(template, await readMigrations(MIGRATIONS));
  await prepareQueue(template);
  process.env.LECTERN_TEST_DATABASE = postgres.connectionString;
  process.env.LECTERN_TEST_TEMPLATE = TEMPLATE;
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** The same server, another database; socket addresses are no URLs in the strict sense. */
export const withDatabase = (connectionString: string, database: string): string =>
  connectionString.replace(/\/[^/?]*(\?|$)/, `/${database}$1`);

// The queue's own tables belong into the template too: making them takes longer than copying them.
const prepareQueue = async (connectionString: string) => {
  const pool = new pg.Pool({ connectionString });
  const jobs = createJobs({ pool, work: false, onError: (error) => console.error(error) });
  await jobs.start();
  await jobs.stop();
  await pool.end();
};
