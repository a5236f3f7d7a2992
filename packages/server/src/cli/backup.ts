import path from 'node:path';
import { Command } from 'commander';
import { readConfig } from '../kernel/config.ts';
import { VERSION } from '../version.ts';
import { requireInstallation, withConnection } from './installation.ts';
import { backupProgress } from './progress-bar.ts';

const inMegabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** lectern backup: writes database and files of an installation to one file. */
export const backupCommand = new Command('backup')
  .argument('<file>', 'backup file to create (unencrypted)')
  .action(async (name: string) => {
    const config = readConfig(process.env);
    await requireInstallation(config);
    const { openBlobs } = await import('../adapters/s3/index.ts');
    const { writeBackup } = await import('../kernel/backup/write-backup.ts');
    const progress = backupProgress();
    await withConnection(config, async (connectionString) => {
      const file = path.resolve(name);
      const done = await writeBackup({
        file,
        connectionString,
        blobs: openBlobs(config),
        version: VERSION,
        onProgress: progress.show,
      }).finally(progress.end);
      console.log(`${file}: ${inMegabytes(done.bytes)}, with ${done.files} files.`);
      if (done.missing > 0) {
        console.error(`${done.missing} files are missing in the file storage and in the backup.`);
        process.exitCode = 1;
      }
      if (done.unrecorded !== undefined)
        console.error(`The backup is complete, but not in the list of backups: ${done.unrecorded}`);
      if (done.pending > 0)
        console.error(`${done.pending} files were still being uploaded and are not in the backup.`);
    });
  });
