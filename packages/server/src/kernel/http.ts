import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import cors from '@fastify/cors';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import inject, { isInjection } from 'light-my-request';
import { tokenKeyOf } from './auth/authenticate.ts';
import { acceptJson } from './body-parsers.ts';
import { handleClientErrors } from './client-errors.ts';
import type { Config } from './config.ts';
import { API_PREFIX } from './contract/paths.ts';
import { renderScimError, SCIM_PREFIX } from './contract/scim.ts';
import { ApiError } from './errors/errors.ts';
import { renderError } from './errors/render.ts';
import { createRequestIds } from './ids.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { proxyTrust } from './proxies.ts';
import { requestHost, SITES_PATH, type SiteHosts } from './site-hosts.ts';

const BODY_LIMIT = 2 * 1024 * 1024;

// Pages run only what this server serves itself; the reference page brings its own inline start-up script.
const PAGE_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "base-uri 'self'",
  "form-action 'self'",
].join(';');
const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
// What the API says is about one caller at one moment, and is no page.
const API_HEADERS = {
  ...COMMON_HEADERS,
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cache-control': 'private, no-store',
};
const PAGE_HEADERS = {
  ...COMMON_HEADERS,
  // No address goes to other servers. Pages that said nothing to ours either would send their forms with an origin of `null`.
  'referrer-policy': 'same-origin',
  'content-security-policy': PAGE_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};
const HSTS = { 'strict-transport-security': 'max-age=31536000' };

// Identity providers read errors in a form of their own, also those of addresses where nothing is.
const render: typeof renderError = (error, request, reply) =>
  (request.url.startsWith(SCIM_PREFIX) ? renderScimError : renderError)(error, request, reply);

/** The HTTP server without any operation: ids, limits, headers, errors and metrics. */
export const createHttp = async (
  config: Config,
  log: Log,
  metrics: Metrics,
  sites: Pick<SiteHosts, 'find'>,
): Promise<FastifyInstance> => {
  const newRequestId = createRequestIds();
  const trust = proxyTrust(config.trustProxy);
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: !log.isLevelEnabled('info') }),
    genReqId: newRequestId,
    bodyLimit: BODY_LIMIT,
    trustProxy: trust,
    // As long as a file of the largest size takes on a slow line.
    requestTimeout: 300_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // What is for a site never reaches the API, whatever its path is.
    rewriteUrl: (request) =>
      sites.find(requestHost(request, trust), request.url) ? SITES_PATH : (request.url ?? '/'),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1024 },
    frameworkErrors: (error, request, reply) => void render(error, request, reply as never),
    clientErrorHandler: handleClientErrors(newRequestId, log),
  });

  // Answers are built from rows by hand and checked against their schemas in every test: no second description at run time.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.setErrorHandler(render);
  acceptJson(app);
  app.setNotFoundHandler((request, reply) =>
    render(
      new ApiError(404, `There is nothing at ${request.method} ${request.url.split('?')[0]}`),
      request,
      reply,
    ),
  );
  app.decorateRequest('tokenKey', undefined);
  app.decorateRequest('caller', undefined);
  app.decorateRequest('subject', undefined);
  app.decorateRequest('visitor', undefined);
  app.decorateRequest('provider', undefined);

  const encrypted = config.publicUrl?.startsWith('https://') ? HSTS : {};
  const [apiHeaders, pageHeaders] = [
    { ...API_HEADERS, ...encrypted },
    { ...PAGE_HEADERS, ...encrypted },
  ];
  app.addHook('onRequest', (request, reply, done) => {
    const isApi = request.url.startsWith(API_PREFIX) || request.url.startsWith(SCIM_PREFIX);
    reply.headers(isApi ? apiHeaders : pageHeaders);
    reply.header('x-request-id', request.id);
    request.tokenKey = tokenKeyOf(request.headers.authorization);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const operation = request.routeOptions.config?.operationId ?? 'none';
    metrics.requests.observe({ operation, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    done();
  });
  // A connection that is kept alive would hold up the shutdown until it times out.
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close');
    done(null, payload);
  });

  await app.register(cors, {
    origin: config.corsOrigins === '*' ? '*' : config.corsOrigins.split(','),
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: ['x-request-id', 'retry-after', 'x-gitbook-cache-tag', 'x-gitbook-cache-control'],
    maxAge: 86_400,
  });
  return app;
};

// Only a proxy in front of us may say such things of a request.
const OF_PROXIES = /^(forwarded|x-forwarded-.*|x-real-ip)$/;

/** Whether a request came by `forwardTo`. */
export const isInternalRequest = (request: IncomingMessage): boolean => isInjection(request);

/** Answers a request from within as if it had come in, also where nobody listens, and while the server closes. */
export const sendInternalRequest = async (
  app: FastifyInstance,
  request: {
    readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
    readonly url: URL;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Buffer | undefined;
  },
): Promise<{
  readonly status: number;
  readonly headers: Readonly<Record<string, number | string | string[] | undefined>>;
  readonly body: Readable;
}> => {
  const { method, url, headers, body } = request;
  const given = Object.entries(headers).filter(([name]) => !OF_PROXIES.test(name));
  // The server's own way in is shut once it closes, while scripts are still at work.
  const answer = await inject(app.routing, {
    method,
    url: url.pathname + url.search,
    headers: { ...Object.fromEntries(given), host: url.host },
    ...(body && { payload: body }),
    payloadAsStream: true,
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.stream() };
};
