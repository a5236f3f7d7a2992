import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '../adapters/postgres-embedded/index.ts';
import { migrate, readMigrations } from '../kernel/database/migrate.ts';
import { MIGRATIONS } from '../kernel/database/migrations-folder.ts';
import { createJobs } from '../kernel/jobs/jobs.ts';
import { withDatabase } from './databases.ts';

/** The template database: migrated, with the queues of all jobs. */
export const TEMPLATE = 'lectern_template';

const SOURCES = path.resolve(import.meta.dirname, '..');
const CACHE = path.resolve(SOURCES, '../../../node_modules/.cache/lectern-test-cluster');
const run = promisify(execFile);

/** Copies a cluster with the template database into a data folder; it is cached by migrations and jobs. */
export const copyTemplateCluster = async (dataDir: string): Promise<void> => {
  const cached = path.join(CACHE, await fingerprint());
  if (!existsSync(cached)) await makeCluster(cached);
  await run('cp', ['-a', `${cached}/.`, dataDir]);
};

// The cache key: all inputs of the template, and the version of PostgreSQL from the lock file.
const fingerprint = async (): Promise<string> => {
  const names = await readdir(SOURCES, { recursive: true });
  const files = [
    path.resolve(SOURCES, '../../../package-lock.json'),
    path.join(SOURCES, 'domains.ts'),
    ...names
      .filter((name) => /jobs\.ts$|template-cluster\.ts$/.test(name))
      .map((name) => path.join(SOURCES, name)),
    ...(await readdir(MIGRATIONS)).map((name) => path.join(MIGRATIONS, name)),
  ].sort();
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${process.getuid?.()}`);
  for (const file of files) hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 20);
};

const makeCluster = async (cached: string): Promise<void> => {
  // Not in the cache folder, which may be inaccessible to PostgreSQL when run by root.
  const made = await mkdtemp(path.join(os.tmpdir(), 'lectern-test-template-'));
  const postgres = await startEmbeddedPostgres({
    dataDir: made,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  });
  try {
    const admin = new pg.Client({ connectionString: postgres.connectionString });
    await admin.connect();
    await admin.query(`create database ${TEMPLATE}`);
    await admin.end();
    const template = withDatabase(postgres.connectionString, TEMPLATE);
    await migrate(template, await readMigrations(MIGRATIONS));
    await makeQueues(template);
  } finally {
    await postgres.stop();
  }
  await rm(CACHE, { recursive: true, force: true });
  await mkdir(CACHE, { recursive: true });
  // Atomic, because other test runs may do the same.
  await run('cp', ['-a', made, `${cached}-${process.pid}`]);
  await rename(`${cached}-${process.pid}`, cached);
  await rm(made, { recursive: true, force: true });
};

const makeQueues = async (connectionString: string): Promise<void> => {
  const { describeDomains } = await import('../describe-domains.ts');
  const pool = new pg.Pool({ connectionString });
  // A connection that is closing while PostgreSQL stops reports that it was terminated.
  pool.on('error', () => {});
  const jobs = createJobs({ pool, work: false, onError: (error) => console.error(error) });
  jobs.define(describeDomains('http://localhost').domains.flatMap((domain) => domain.jobs ?? []));
  await jobs.start();
  await jobs.stop();
  await pool.end();
};
