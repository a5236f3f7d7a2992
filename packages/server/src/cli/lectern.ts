import { Command } from 'commander';
import { VERSION } from '../version.ts';
import { backupCommand } from './backup.ts';
import { CommandError, isExpected } from './command-error.ts';
import { doctorCommand } from './doctor.ts';
import { exportCommand } from './export.ts';
import { importCommand } from './import.ts';
import { migrateCommand } from './migrate.ts';
import { openapiCommand } from './openapi.ts';
import { restoreCommand } from './restore.ts';
import { serveCommand } from './serve.ts';
import { tokenCommand } from './token.ts';
import { userCommand } from './user.ts';

const program = new Command('lectern')
  .description(
    'A self-hosted documentation platform. Settings come from the environment: see docs/configuration.md.',
  )
  .version(VERSION)
  .showHelpAfterError()
  .addCommand(serveCommand)
  .addCommand(migrateCommand)
  .addCommand(doctorCommand)
  .addCommand(userCommand)
  .addCommand(tokenCommand)
  .addCommand(importCommand)
  .addCommand(exportCommand)
  .addCommand(openapiCommand)
  .addCommand(backupCommand)
  .addCommand(restoreCommand);

try {
  await program.parseAsync();
} catch (error) {
  console.error(isExpected(error) ? error.message : error);
  process.exitCode = error instanceof CommandError ? error.exitCode : 1;
}
