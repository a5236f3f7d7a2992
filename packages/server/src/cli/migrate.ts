import { Command } from 'commander';
import { readConfig } from '../kernel/config.ts';
import { migrate, readMigrations } from '../kernel/database/migrate.ts';
import { MIGRATIONS } from '../kernel/database/migrations-folder.ts';
import { withConnection } from './installation.ts';

/** lectern migrate: applies missing migrations without starting the server. */
export const migrateCommand = new Command('migrate').action(() =>
  withConnection(readConfig(process.env), async (connectionString) => {
    const applied = await migrate(connectionString, await readMigrations(MIGRATIONS), (message) =>
      console.log(message),
    );
    console.log(applied.length > 0 ? `${applied.length} migrations applied.` : 'The database is up to date.');
  }),
);
