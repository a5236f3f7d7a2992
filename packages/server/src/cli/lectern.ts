import { Command } from 'commander';
import { EmbeddedPostgresError } from '../adapters/postgres-embedded/index.ts';
import { ConfigError } from '../kernel/config.ts';
import { VERSION } from '../version.ts';
import { backupCommand } from './backup.ts';
import { CommandError } from './command-error.ts';
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
  const expected =
    error instanceof ConfigError || error instanceof CommandError || error instanceof EmbeddedPostgresError;
  console.error(expected ? error.message : error);
  process.exitCode = error instanceof CommandError ? error.exitCode : 1;
}
