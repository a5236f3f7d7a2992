import path from 'node:path';
import { Command } from 'commander';
import { readConfig } from '../kernel/config.ts';
import { readMigrations } from '../kernel/database/migrate.ts';
import { MIGRATIONS } from '../kernel/database/migrations-folder.ts';
import { CommandError } from './command-error.ts';
import { examineFiles } from './files.ts';
import { withConnection } from './installation.ts';
import { backupProgress } from './progress-bar.ts';

/** lectern restore: restores a backup into an empty installation. */
export const restoreCommand = new Command('restore')
  .argument('<file>', 'backup file of this or an earlier version')
  .action(async (name: string) => {
    const config = readConfig(process.env);
    const { openBlobs } = await import('../adapters/s3/index.ts');
    const { checkBackup, restoreBackup } = await import('../kernel/backup/restore-backup.ts');
    const progress = backupProgress();
    const backup = await checkBackup({
      file: path.resolve(name),
      migrations: await readMigrations(MIGRATIONS),
      onProgress: progress.show,
    }).finally(progress.end);
    // Checked first, because restoring the tables can take long.
    const { where, problem } = await examineFiles(config);
    if (problem) throw new CommandError(`The file storage (${where}) is not usable: ${problem}`);
    await withConnection(config, async (connectionString) => {
      const { manifest, files, migrated } = await restoreBackup(backup, {
        connectionString,
        blobs: openBlobs(config),
      }).finally(progress.end);
      const what = `${manifest.tables.length} tables and ${files} files`;
      console.log(`Restored ${what}, as they were at ${manifest.createdAt} (Lectern ${manifest.lectern}).`);
      if (migrated.length > 0) console.log(`${migrated.length} newer migrations applied.`);
    });
  });
