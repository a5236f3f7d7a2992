import {
  describeEmbeddedPostgres,
  joinEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../adapters/postgres-embedded/index.ts';
import type { createDomains } from '../domains.ts';
import { systemClock } from '../kernel/clock.ts';
import { type Config, readConfig } from '../kernel/config.ts';
import { type OpenDatabase, openDatabase } from '../kernel/database/database.ts';
import { instanceSecret } from '../kernel/database/instance.ts';
import { migrate, readMigrations } from '../kernel/database/migrate.ts';
import { MIGRATIONS } from '../kernel/database/migrations-folder.ts';
import { createEvents } from '../kernel/events/events.ts';
import { createIds } from '../kernel/ids.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { createKeyedMutex } from '../kernel/keyed-mutex.ts';
import { createLinks, listeningUrl } from '../kernel/links.ts';
import { createSigning } from '../kernel/signing.ts';
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
  { db, pool, transaction }: OpenDatabase,
  config: Config,
  publicUrl: () => string,
): Promise<Kernel> => {
  // Loaded here, so that other commands start faster.
  const { createEgress, parseEgressAllow } = await import('../kernel/egress.ts');
  const { openBlobs } = await import('../adapters/s3/index.ts');
  const { createJobs } = await import('../kernel/jobs/jobs.ts');
  const { createConversion } = await import('../kernel/conversion/conversion.ts');
  const { createIssues } = await import('../kernel/issues/issues.ts');
  const { createMarkdown } = await import('../kernel/markdown/markdown.ts');
  const { createSpecifications } = await import('../kernel/openapi/specifications.ts');
  const { createMetrics } = await import('../kernel/metrics.ts');
  const { createGit } = await import('../adapters/git/index.ts');
  const { createOidc } = await import('../adapters/oidc/index.ts');
  const { createSaml } = await import('../adapters/saml/index.ts');
  const { createPdfRenderer } = await import('../adapters/typst/index.ts');
  const { withoutScripts } = await import('../adapters/workerd/index.ts');
  const { createSecrets } = await import('../kernel/secrets.ts');
  const egress = createEgress({ allow: parseEgressAllow(config.egressAllow) });
  const signing = createSigning(await instanceSecret(db, 'seals'));
  const jobs = createJobs({ pool, work: false, onError: (error) => console.error(error) });
  return {
    db,
    transaction,
    clock: systemClock,
    newId: createIds(() => systemClock.now().getTime()),
    events: createEvents({ clock: systemClock, jobs }),
    jobs,
    links: createLinks(publicUrl, { domain: config.sitesDomain, port: () => config.port }),
    signing,
    secrets: createSecrets(signing),
    saml: createSaml(),
    oidc: createOidc(egress),
    markdown: createMarkdown(),
    specifications: createSpecifications(),
    conversion: createConversion(),
    issues: createIssues(),
    mutex: createKeyedMutex(),
    blobs: openBlobs(config),
    egress,
    git: createGit({ egress, config }),
    emails: undefined,
    languageModel: undefined,
    pdfRenderer: createPdfRenderer(config.pdf),
    scripts: withoutScripts('Scripts do not run in commands.'),
    translator: undefined,
    metrics: createMetrics(),
    warn: (details, message) => console.error(message, details),
    limits: {
      websitePages: config.importPages,
      webhookLogDays: config.webhookLogDays,
      signInsPerMinute: 0,
      integrationEventsDays: config.integrationEventsDays,
    },
    catchUpNotifications: async () => {},
    shutdown: new AbortController().signal,
  };
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
      { isReady: database.isWritable, metrics: async () => ({ contentType: 'text/plain', content: '' }) },
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
