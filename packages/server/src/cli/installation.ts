import { joinEmbeddedPostgres, startEmbeddedPostgres } from '../adapters/postgres-embedded/index.ts';
import { type Config, readConfig } from '../kernel/config.ts';
import { type OpenDatabase, openDatabase } from '../kernel/database/database.ts';
import { migrate, readMigrations } from '../kernel/database/migrate.ts';
import { MIGRATIONS } from '../kernel/database/migrations-folder.ts';

/** Where the database of these settings is, beside a running server or started for the occasion. */
export const withConnection = async <T>(
  config: Config,
  work: (connectionString: string) => Promise<T>,
): Promise<T> => {
  if (config.databaseUrl) return work(config.databaseUrl);
  const { dataDir } = config;
  const postgres =
    (await joinEmbeddedPostgres({ dataDir })) ??
    (await startEmbeddedPostgres({ dataDir, onProgress: (message) => console.error(message) }));
  try {
    return await work(postgres.connectionString);
  } finally {
    await postgres.stop();
  }
};

/** Opens the database of the environment's settings, up to date, for one command. */
export const withDatabase = <T>(work: (database: OpenDatabase) => Promise<T>): Promise<T> =>
  withConnection(readConfig(process.env), async (connectionString) => {
    await migrate(connectionString, await readMigrations(MIGRATIONS));
    const database = openDatabase({ connectionString, maxConnections: 2 });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  });
