// npm run database-types: migrates a temporary database and writes the types of its tables.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureInstalled, ROOT } from './steps.mjs';

await ensureInstalled();
const { build } = await import('esbuild');
const compiled = path.join(ROOT, 'node_modules/.lectern-database-types.mjs');
await build({
  stdin: {
    contents: `export { startEmbeddedPostgres } from './packages/server/src/adapters/postgres-embedded/index.ts';
      export { migrate, readMigrations } from './packages/server/src/kernel/database/migrate.ts';`,
    resolveDir: ROOT,
  },
  outfile: compiled,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
});
const { startEmbeddedPostgres, migrate, readMigrations } = await import(compiled);
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'lectern-types-'));
const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
await migrate(postgres.connectionString, await readMigrations(path.join(ROOT, 'packages/server/migrations')));
const { status } = spawnSync(
  path.join(ROOT, 'node_modules/.bin/kysely-codegen'),
  [
    '--config-file',
    path.join(ROOT, 'packages/server/kysely-codegen.cjs'),
    '--url',
    postgres.connectionString,
    '--out-file',
    path.join(ROOT, 'packages/server/src/kernel/database/schema.gen.ts'),
  ],
  { stdio: 'inherit' },
);
await postgres.stop();
rmSync(dataDir, { recursive: true, force: true });
process.exitCode = status ?? 1;
