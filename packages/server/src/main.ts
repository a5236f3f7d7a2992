import net from 'node:net';
import { startEmbeddedPostgres } from './adapters/postgres-embedded/index.ts';
import { type App, createApp } from './app.ts';
import { findServerAdministrator } from './domains/identity/index.ts';
import { type FirstRun, firstRun } from './first-run.ts';
import type { Config } from './kernel/config.ts';
import { migrate, readMigrations } from './kernel/database/migrate.ts';
import { MIGRATIONS } from './kernel/database/migrations-folder.ts';
import { createLog } from './kernel/log.ts';

/** A running server. */
export interface RunningServer {
  readonly app: App;
  readonly firstRun: FirstRun | undefined;
  /** The link to the set-up page, while there is no administrator. */
  readonly setupLink: string | undefined;
  /** The e-mail address of the user who set up the server. */
  readonly administrator: string | undefined;
  /** Waits for running requests, then stops everything, the embedded database last. */
  stop(): Promise<void>;
}

/** Starts a server: database, migrations, app, and sample content on the first run. */
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
    await migrate(connectionString, await readMigrations(MIGRATIONS), onProgress);
    app = await createApp({ config, connectionString, roles, log });
    if (!roles.includes('api'))
      return { app, firstRun: undefined, setupLink: undefined, administrator: undefined, stop };
    // The token is shown once, so it is created only after the port was found free, and before requests are served.
    await requireFreeAddress(config);
    const created = config.firstRun === 'sample' ? await firstRun(app, config) : undefined;
    await app.http.listen({ port: config.port, host: config.host });
    importingDocs = created?.docs?.importPages(stopping.signal).catch((err) => {
      if (!stopping.signal.aborted) log.warn({ err }, 'could not import the documentation');
    });
    return {
      app,
      firstRun: created,
      setupLink: await app.services.setup.findLink(),
      administrator: await findServerAdministrator(app.kernel.db),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** The configured address and port cannot be listened on. */
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
      throw new ListenError(`Port ${port} on ${host} is already in use: set PORT to a free port.`);
    if (code === 'EACCES')
      throw new ListenError(`This user may not listen on port ${port}: set PORT to a port above 1023.`);
    throw new ListenError(`HOST is ${host}, which is not an address of this machine (${code ?? message}).`);
  }
};
