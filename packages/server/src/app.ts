import { createOpenAiChat } from './adapters/llm/openai-chat.ts';
import { createTranslator } from './adapters/translators/index.ts';
import { createScripts, type OwnApi } from './adapters/workerd/index.ts';
import { createKernel } from './create-kernel.ts';
import { createDomains } from './domains.ts';
import { createAuthenticator } from './kernel/auth/authenticate.ts';
import { CHAIN_HEADER, signChain } from './kernel/auth/chained-tokens.ts';
import { createBrowserSessions } from './kernel/auth/session-cookie.ts';
import { type Clock, systemClock } from './kernel/clock.ts';
import type { Config } from './kernel/config.ts';
import type { Domain } from './kernel/contract/domain.ts';
import { mount } from './kernel/contract/mount.ts';
import { createPaging } from './kernel/contract/paging.ts';
import { openDatabase } from './kernel/database/database.ts';
import { instanceSecret } from './kernel/database/instance.ts';
import { listenForNotifications } from './kernel/database/notifications.ts';
import { createEgress, type Egress, parseEgressAllow } from './kernel/egress.ts';
import { createHttp, isInternalRequest, sendInternalRequest } from './kernel/http.ts';
import { createInFlight } from './kernel/in-flight.ts';
import { trackIncomingRequests } from './kernel/incoming-requests.ts';
import { createJobs } from './kernel/jobs/jobs.ts';
import type { Kernel } from './kernel/kernel.ts';
import { createLinks, listeningUrl } from './kernel/links.ts';
import { createLog, type Log } from './kernel/log.ts';
import { createMetrics } from './kernel/metrics.ts';
import { createRateLimit } from './kernel/rate-limit.ts';
import { serveReferencePage } from './kernel/reference-page.ts';
import { createSiteHosts, followCustomHostnames } from './kernel/site-hosts.ts';

// How long open connections may still receive their responses at shutdown.
const CONNECTION_GRACE_MS = 5_000;
// Enough for an office behind one IP address; a sign-in takes three requests.
const SIGN_INS_PER_MINUTE = 60;
// Enough for pages with many blocks that an office reads behind one IP address.
const ENDPOINT_CALLS_PER_MINUTE = 600;

/** Settings and dependencies of a server; tests replace some of them. */
export interface AppOptions {
  readonly config: Config;
  readonly connectionString: string;
  readonly roles?: readonly ('api' | 'worker')[];
  readonly clock?: Clock;
  readonly log?: Log;
  readonly egress?: Egress;
  readonly jobPollSeconds?: number;
}

/** Creates the server: kernel, domains and HTTP. It does not listen yet. */
export const createApp = async (options: AppOptions) => {
  const { config, clock = systemClock, roles = ['api', 'worker'] } = options;
  const log = options.log ?? createLog(config.logLevel);
  const metrics = createMetrics();
  const database = openDatabase({
    connectionString: options.connectionString,
    onQuery: () => metrics.queries.inc(),
    onError: (error) => log.error({ err: error }, 'database connection lost'),
  });
  const notifications = await listenForNotifications(options.connectionString, (error) =>
    log.warn({ err: error }, 'notification connection lost; reconnecting'),
  );
  const shutdown = new AbortController();
  const jobs = createJobs({
    pool: database.pool,
    afterCommit: database.afterCommit,
    work: roles.includes('worker'),
    pollSeconds: options.jobPollSeconds,
    shutdown: shutdown.signal,
    onError: (error, job) => {
      metrics.jobFailures.inc({ job: job ?? 'queue' });
      log.error({ err: error, job }, 'background job failed');
    },
  });
  // Set before the server listens, because scripts get it, and updated with the actual port.
  let origin = listeningUrl(config.host, config.port);
  const publicUrl = () => config.publicUrl ?? origin;
  const siteHosts = createSiteHosts(publicUrl, config.sitesDomain);
  const http = await createHttp(config, log, metrics, siteHosts);
  http.addHook('onListen', async () => {
    origin = listeningUrl(config.host, Number(new URL(http.listeningOrigin).port || 80));
  });
  const [externalRequests, internalRequests] = [createInFlight(), createInFlight()];
  trackIncomingRequests(http, externalRequests);
  const egress = options.egress ?? createEgress({ allow: parseEgressAllow(config.egressAllow) });
  const forwardFromScript: OwnApi['forward'] = ({ chain, headers, ...request }) =>
    sendInternalRequest(http, {
      ...request,
      headers: {
        ...headers,
        ...(chain && { [CHAIN_HEADER]: signChain(kernel.signing, CHAIN_HEADER, chain) }),
      },
    });
  const languageModel = config.llm && createOpenAiChat(config.llm);
  const warn: Kernel['warn'] = (details, message) => log.warn(details, message);
  const kernel = await createKernel({
    config,
    database,
    clock,
    jobs,
    links: createLinks(publicUrl, {
      domain: config.sitesDomain,
      port: () => Number(new URL(origin).port || 80),
    }),
    egress,
    emails: config.smtp && (await import('./adapters/mail/index.ts')).createMail(config.smtp),
    languageModel,
    scripts: createScripts({
      settings: config.scripts,
      egress,
      api: { address: publicUrl, forward: forwardFromScript },
      warn,
    }),
    translator: createTranslator(config.translation, languageModel),
    metrics,
    warn,
    signInsPerMinute: Math.min(config.rateLimit, SIGN_INS_PER_MINUTE),
    endpointCallsPerMinute: Math.min(config.rateLimit, ENDPOINT_CALLS_PER_MINUTE),
    notifications,
    catchUpNotifications: notifications.catchUp,
    shutdown: shutdown.signal,
  });
  const showMetrics = async () => ({
    contentType: metrics.registry.contentType,
    content: await metrics.registry.metrics(),
  });
  const { domains, services, openApi, siteHostnames, findVisitor, findProvider, mayCall } = createDomains(
    kernel,
    {
      isReady: database.isWritable,
      metrics: showMetrics,
      sendInternalRequest: (request) => sendInternalRequest(http, request),
    },
    publicUrl,
    siteHosts,
  );
  await followCustomHostnames(siteHosts, notifications, siteHostnames, (err) =>
    log.error({ err }, 'loading the custom hostnames of sites failed'),
  );

  jobs.define(domains.flatMap((domain) => domain.jobs ?? []));
  mount(http, domains, {
    authenticator: createAuthenticator({
      db: database.db,
      notifications,
      clock,
      signing: kernel.signing,
      onError: (err) => log.warn({ err }, 'updating the last use of a token failed'),
    }),
    sessions: createBrowserSessions({
      db: database.db,
      clock,
      isSecure: () => publicUrl().startsWith('https:'),
      onError: (err) => log.warn({ err }, 'updating the last use of a session failed'),
    }),
    paging: createPaging(await instanceSecret(database.db, 'paging')),
    inFlightOf: ({ raw }) => (isInternalRequest(raw) ? internalRequests : externalRequests),
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
    domains: domains as readonly Domain[],
    openApi,
    publicUrl,
    metrics,
    /** Waits for running requests, then releases all resources. */
    close: async () => {
      shutdown.abort();
      const closed = http.close();
      await externalRequests.idle();
      // Clients may finish reading responses; idle connections do not delay the shutdown.
      const closeConnections = setTimeout(() => http.server.closeAllConnections(), CONNECTION_GRACE_MS);
      await closed;
      clearTimeout(closeConnections);
      // Jobs that do not finish are continued by other processes, or after the next start.
      await jobs.pause();
      // Cancels running PDFs, which are rendered again later.
      await kernel.pdfRenderer.close();
      // Interrupted events are delivered to scripts again.
      await kernel.scripts.close();
      await internalRequests.idle();
      await services.siteEvents.flush();
      await jobs.stop();
      await Promise.all(
        [kernel.markdown, kernel.specifications, kernel.conversion, kernel.issues, kernel.saml].map((pool) =>
          pool.close(),
        ),
      );
      await notifications.close();
      await database.close();
    },
  };
};

/** A server as created by `createApp`. */
export type App = Awaited<ReturnType<typeof createApp>>;
