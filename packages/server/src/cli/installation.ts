import {
  describeEmbeddedPostgres,
  joinEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../adapters/postgres-embedded/index.ts';
import type { createDomains } from '../domains.ts';
import { systemClock } from '../kernel/clock.ts';
import { type Config, readConfig } from '../kernel/config.ts';
import { type OpenDatabase, openDatabase } from '../kernel/database/database.ts';
import { migrate, readMigrations } from '../kernel/database/migrate.ts';
import { MIGRATIONS } from '../kernel/database/migrations-folder.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { createLinks, listeningUrl } from '../kernel/links.ts';
import { CommandError } from './command-error.ts';

/** Connects to the configured database; starts the embedded one if no server is running. */
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

/** Throws if there is no installation, because a missing setting would otherwise create a new one. */
export const requireInstallation = async ({ databaseUrl, dataDir }: Config): Promise<void> => {
  if (databaseUrl || (await describeEmbeddedPostgres({ dataDir })).state !== 'absent') return;
  throw new CommandError(
    `There is no installation in ${dataDir}. Start the server first, or set LECTERN_DATA_DIR to the same value as for the server.`,
  );
};

/** Opens and migrates the configured database for one command. */
const withDatabase = async <T>(work: (database: OpenDatabase, config: Config) => Promise<T>): Promise<T> => {
  const config = readConfig(process.env);
  await requireInstallation(config);
  return withConnection(config, async (connectionString) => {
    await migrate(connectionString, await readMigrations(MIGRATIONS));
    const database = openDatabase({ connectionString, maxConnections: 2 });
    try {
      return await work(database, config);
    } finally {
      await database.close();
    }
  });
};

/** The parts of the server that commands use. */
export interface Installation extends Pick<OpenDatabase, 'transaction'> {
  readonly services: ReturnType<typeof createDomains>['services'];
}

/** Creates the kernel of a command: without HTTP server, e-mail, scripts and language models. */
const createCommandKernel = async (
  database: OpenDatabase,
  config: Config,
  publicUrl: () => string,
): Promise<Kernel> => {
  // Loaded here, so that other commands start faster.
  const { createKernel } = await import('../create-kernel.ts');
  const { createEgress, parseEgressAllow } = await import('../kernel/egress.ts');
  const { createJobs } = await import('../kernel/jobs/jobs.ts');
  const { createMetrics } = await import('../kernel/metrics.ts');
  const { withoutScripts } = await import('../adapters/workerd/index.ts');
  return createKernel({
    config,
    database,
    clock: systemClock,
    jobs: createJobs({ pool: database.pool, work: false, onError: (error) => console.error(error) }),
    links: createLinks(publicUrl, { domain: config.sitesDomain, port: () => config.port }),
    egress: createEgress({ allow: parseEgressAllow(config.egressAllow) }),
    emails: undefined,
    languageModel: undefined,
    scripts: withoutScripts('Scripts do not run in commands.'),
    translator: undefined,
    metrics: createMetrics(),
    warn: (details, message) => console.error(message, details),
    signInsPerMinute: 0,
    endpointCallsPerMinute: 0,
    notifications: { on: () => {}, onConnectionLost: () => {} },
    catchUpNotifications: async () => {},
    shutdown: new AbortController().signal,
  });
};

/** Runs a command with the services of the domains, without an HTTP server. */
export const withServices = <T>(work: (installation: Installation) => Promise<T>): Promise<T> =>
  withDatabase(async (database, config) => {
    const { createDomains } = await import('../domains.ts');
    const { createSiteHosts } = await import('../kernel/site-hosts.ts');
    const publicUrl = () => config.publicUrl ?? listeningUrl(config.host, config.port);
    const kernel = await createCommandKernel(database, config, publicUrl);
    const { domains, services } = createDomains(
      kernel,
      {
        isReady: database.isWritable,
        metrics: async () => ({ contentType: 'text/plain', content: '' }),
        sendInternalRequest: () => {
          throw new Error('Commands do not serve requests');
        },
      },
      publicUrl,
      createSiteHosts(publicUrl),
    );
    kernel.jobs.define(domains.flatMap((domain) => domain.jobs ?? []));
    await kernel.jobs.start();
    try {
      return await work({ services, transaction: database.transaction });
    } finally {
      await kernel.jobs.stop();
      await Promise.all(
        [kernel.markdown, kernel.specifications, kernel.conversion, kernel.issues].map((pool) =>
          pool.close(),
        ),
      );
    }
  });
