import { createGit } from './adapters/git/index.ts';
import { createOpenAiChat } from './adapters/llm/openai-chat.ts';
import { createOidc } from './adapters/oidc/index.ts';
import { openBlobs } from './adapters/s3/index.ts';
import { createSaml } from './adapters/saml/index.ts';
import { createTranslator } from './adapters/translators/index.ts';
import { createPress } from './adapters/typst/index.ts';
import { createScripts } from './adapters/workerd/index.ts';
import { createDomains } from './domains.ts';
import { createAuthenticator } from './kernel/auth/authenticate.ts';
import { createBrowserSessions } from './kernel/auth/browser-sessions.ts';
import { type Clock, systemClock } from './kernel/clock.ts';
import type { Config } from './kernel/config.ts';
import { mount } from './kernel/contract/mount.ts';
import { createPaging } from './kernel/contract/paging.ts';
import { createConversion } from './kernel/conversion/conversion.ts';
import { openDatabase } from './kernel/database/database.ts';
import { instanceSecret } from './kernel/database/instance.ts';
import { listenForNotifications } from './kernel/database/notifications.ts';
import { createEgress, type Egress, parseEgressAllow } from './kernel/egress.ts';
import { createEvents } from './kernel/events/events.ts';
import { createHttp, isInternalRequest, sendInternalRequest } from './kernel/http.ts';
import { createIds } from './kernel/ids.ts';
import { createInFlight } from './kernel/in-flight.ts';
import { createIssues } from './kernel/issues/issues.ts';
import { createJobs } from './kernel/jobs/jobs.ts';
import type { Kernel } from './kernel/kernel.ts';
import { createKeyedMutex } from './kernel/keyed-mutex.ts';
import { createLinks, listeningUrl } from './kernel/links.ts';
import { createLog, type Log } from './kernel/log.ts';
import { createMarkdown } from './kernel/markdown/markdown.ts';
import { createMetrics } from './kernel/metrics.ts';
import { createSpecifications } from './kernel/openapi/specifications.ts';
import { createRateLimit } from './kernel/rate-limit.ts';
import { serveReferencePage } from './kernel/reference-page.ts';
import { createSecrets } from './kernel/secrets.ts';
import { createSigning } from './kernel/signing.ts';
import { createSiteHosts, followCustomHostnames } from './kernel/site-hosts.ts';

const PARTING_MS = 5_000;
// Enough for an office behind one address, where signing in takes three requests.
const SIGN_INS_PER_MINUTE = 60;

/** What a server is made of besides its settings; tests hand in their own. */
export interface AppOptions {
  readonly config: Config;
  readonly connectionString: string;
  readonly roles?: readonly ('api' | 'worker')[];
  readonly clock?: Clock;
  readonly log?: Log;
  readonly egress?: Egress;
  readonly jobPollSeconds?: number;
}

/** Builds the server: the kernel, the domains on it, and HTTP around them. It does not listen yet. */
export const createApp = async (options: AppOptions) => {
  const { config, clock = systemClock, roles = ['api', 'worker'] } = options;
  const log = options.log ?? createLog(config.logLevel);
  const metrics = createMetrics();
  const database = openDatabase({
    connectionString: options.connectionString,
    onQuery: () => metrics.queries.inc(),
    onError: (error) => log.error({ err: error }, 'a database connection broke'),
  });
  const notifications = await listenForNotifications(options.connectionString, (error) =>
    log.warn({ err: error }, 'not listening to other processes for the moment'),
  );
  const jobs = createJobs({
    pool: database.pool,
    afterCommit: database.afterCommit,
    work: roles.includes('worker'),
    pollSeconds: options.jobPollSeconds,
    onError: (error, job) => {
      metrics.jobFailures.inc({ job: job ?? 'queue' });
      log.error({ err: error, job }, 'a background job failed');
    },
  });
  // Known before the server listens, because scripts are told it, and after, by requests that are still answered then.
  let origin = listeningUrl(config.host, config.port);
  const publicUrl = () => config.publicUrl ?? origin;
  const siteHosts = createSiteHosts(publicUrl, config.sitesDomain);
  const http = await createHttp(config, log, metrics, siteHosts);
  http.addHook('onListen', async () => {
    origin = listeningUrl(config.host, Number(new URL(http.listeningOrigin).port || 80));
  });
  const closing = new AbortController();
  const [fromOutside, fromWithin] = [createInFlight(), createInFlight()];
  const egress = options.egress ?? createEgress({ allow: parseEgressAllow(config.egressAllow) });
  const languageModel = config.llm && createOpenAiChat(config.llm);
  const warn: Kernel['warn'] = (details, message) => log.warn(details, message);
  const signing = createSigning(await instanceSecret(database.db, 'seals'));
  const kernel: Kernel = {
    db: database.db,
    transaction: database.transaction,
    clock,
    newId: createIds(() => clock.now().getTime()),
    events: createEvents({ clock, jobs }),
    jobs,
    links: createLinks(publicUrl, {
      domain: config.sitesDomain,
      port: () => Number(new URL(origin).port || 80),
    }),
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
    emails: config.smtp && (await import('./adapters/mail/index.ts')).createMail(config.smtp),
    languageModel,
    pdfRenderer: createPress(config.pdf),
    scripts: createScripts({
      settings: config.scripts,
      egress,
      api: { address: publicUrl, forward: (request) => sendInternalRequest(http, request) },
      warn,
    }),
    translator: createTranslator(config.translation, languageModel),
    metrics,
    warn,
    limits: {
      websitePages: config.importPages,
      webhookLogDays: config.webhookLogDays,
      signInsPerMinute: Math.min(config.rateLimit, SIGN_INS_PER_MINUTE),
      integrationEventsDays: config.integrationEventsDays,
    },
    catchUpNotifications: notifications.catchUp,
    shutdown: closing.signal,
  };
  const showMetrics = async () => ({
    contentType: metrics.registry.contentType,
    content: await metrics.registry.metrics(),
  });
  const { domains, services, openApi, siteHostnames, findVisitor, findProvider, mayCall } = createDomains(
    kernel,
    { isReady: database.isReachable, metrics: showMetrics },
    publicUrl,
    siteHosts,
  );
  await followCustomHostnames(siteHosts, notifications, siteHostnames, (err) =>
    log.error({ err }, 'the hostnames of sites are not known'),
  );

  jobs.define(domains.flatMap((domain) => domain.jobs ?? []));
  mount(http, domains, {
    authenticator: createAuthenticator({
      db: database.db,
      notifications,
      clock,
      onError: (err) => log.warn({ err }, 'token use not noted'),
    }),
    sessions: createBrowserSessions({
      db: database.db,
      clock,
      isSecure: () => publicUrl().startsWith('https:'),
      onError: (err) => log.warn({ err }, 'session use not noted'),
    }),
    paging: createPaging(await instanceSecret(database.db, 'paging')),
    inFlightOf: ({ raw }) => (isInternalRequest(raw) ? fromWithin : fromOutside),
    rateLimit: createRateLimit(config.rateLimit),
    findVisitor,
    findProvider,
    mayCall,
  });
  serveReferencePage(http);
  await http.ready();
  await jobs.start();

  return {
    http,
    kernel,
    services,
    domains,
    openApi,
    publicUrl,
    metrics,
    /** Finishes what is in flight, then lets go of everything. */
    close: async () => {
      closing.abort();
      const closed = http.close();
      await fromOutside.idle();
      // Who still reads an answer has a moment; who only holds a connection open does not hold up the end.
      const parting = setTimeout(() => http.server.closeAllConnections(), PARTING_MS);
      await closed;
      clearTimeout(parting);
      // What cannot be done to its end is left to others, and to the next start.
      await jobs.pause();
      // Printing stops at once: another process, or this one later, begins anew.
      await kernel.pdfRenderer.close();
      // Events that scripts were given are given again.
      await kernel.scripts.close();
      await fromWithin.idle();
      await jobs.stop();
      await Promise.all(
        [kernel.markdown, kernel.specifications, kernel.conversion, kernel.issues, kernel.saml].map((one) =>
          one.close(),
        ),
      );
      await notifications.close();
      await database.close();
    },
  };
};

/** A server that was built. */
export type App = Awaited<ReturnType<typeof createApp>>;
