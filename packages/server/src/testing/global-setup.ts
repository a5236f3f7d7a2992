import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../adapters/postgres-embedded/index.ts';
import { ensureConsoleBuilt, ensureThreadsBuilt } from './build.ts';
import { copyTemplateCluster, TEMPLATE } from './template-cluster.ts';

/** Starts one PostgreSQL for the whole run; every test file copies a migrated template, which takes some tens of milliseconds. */
export default async function setup(project?: Pick<TestProject, 'onTestsRerun'>) {
  // Worker threads and child processes run from the build, and the server sends that of the console.
  await Promise.all([ensureThreadsBuilt(), ensureConsoleBuilt()]);
  project?.onTestsRerun(ensureThreadsBuilt);
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'lectern-test-'));
  await copyTemplateCluster(dataDir);
  const postgres = await startEmbeddedPostgres({
    dataDir,
    // Test data need not survive a power cut.
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      wal_level: 'minimal',
      max_wal_senders: '0',
      max_connections: '600',
      // Autovacuum would process hundreds of temporary databases.
      autovacuum: 'off',
      jit: 'off',
    },
  });
  process.env.LECTERN_TEST_DATABASE = postgres.connectionString;
  process.env.LECTERN_TEST_TEMPLATE = TEMPLATE;
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
