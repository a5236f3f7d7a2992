import net from 'node:net';
import { startEmbeddedPostgres } from './adapters/postgres-embedded/index.ts';
import { type App, createApp } from './app.ts';
import { type FirstRun, firstRun } from './first-run.ts';
import type { Config } from './kernel/config.ts';
import { migrate, readMigrations } from './kernel/database/migrate.ts';
import { MIGRATIONS } from './kernel/database/migrations-folder.ts';
import { createLog } from './kernel/log.ts';

/** A server that answers. */
export interface RunningServer {
  readonly app: App;
  readonly firstRun: FirstRun | undefined;
  /** Finishes what is in flight, then stops everything, the embedded database last. */
  stop(): Promise<void>;
}

/** From settings to a listening server: database, migrations, app, and on the first run something to begin with. */
export const run = async (
  config: Config,
  roles: readonly ('api' | 'worker')[],
  onProgress: (message: string) => void,
): Promise<RunningServer> => {
  const log = createLog(config.logLevel);
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({
        dataDir: config.dataDir,
        onProgress,
        log: (message) => log.warn(message),
      });
  let app: App | undefined;
  let importingDocs: Promise<void> | undefined;
  const stopping = new AbortController();
  const stop = async () => {
    stopping.abort();
    await importingDocs;
    await app?.close();
    await embedded?.stop();
  };
  try {
    const connectionString = config.databaseUrl ?? embedded!.connectionString;
    await migrate(connectionString, await readMigrations(MIGRATIONS), (name) =>
      onProgress(`Migrating: ${name}`),
    );
    app = await createApp({ config, connectionString, roles, log });
    if (!roles.includes('api')) return { app, firstRun: undefined, stop };
    // The token is shown once: it is made only where it can be shown, and before anybody is answered.
    await requireFreeAddress(config);
    const made = await firstRun(app, config.adminToken);
    await app.http.listen({ port: config.port, host: config.host });
    importingDocs = made?.docs?.importPages(stopping.signal).catch((err) => {
      if (!stopping.signal.aborted) log.warn({ err }, 'could not import the documentation');
    });
    return { app, firstRun: made, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** The address of the settings cannot be listened on. */
export class ListenError extends Error {}

const requireFreeAddress = async ({ host, port }: Config): Promise<void> => {
  const probe = net.createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject).listen(port, host, () => probe.close(() => resolve()));
    });
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === 'EADDRINUSE')
      throw new ListenError(`Port ${port} of ${host} is taken by another program: set PORT to a free one.`);
    if (code === 'EACCES')
      throw new ListenError(`Port ${port} may not be used by this user: set PORT to one above 1023.`);
    throw new ListenError(`HOST is ${host}, which is no address of this machine (${code ?? message}).`);
  }
};
