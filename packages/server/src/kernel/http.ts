import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import cors from '@fastify/cors';
import websocket from '@fastify/websocket';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import inject, { isInjection } from 'light-my-request';
import { parseBearer } from './auth/authenticate.ts';
import { acceptJson } from './body-parsers.ts';
import { handleClientErrors } from './client-errors.ts';
import type { Config } from './config.ts';
import { API_PREFIX } from './contract/paths.ts';
import { renderScimError, SCIM_PREFIX } from './contract/scim.ts';
import { ApiError, badRequest } from './errors/errors.ts';
import { renderError } from './errors/render.ts';
import { createRequestIds } from './ids.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { proxyTrust } from './proxies.ts';
import { requestHost, SITES_PATH, type SiteHosts } from './site-hosts.ts';

const BODY_LIMIT = 2 * 1024 * 1024;
// In bytes; the update of a long page that is pasted.
const MESSAGE_LIMIT = 4 * 1024 * 1024;

// Pages run only scripts of this server; the reference page has an inline start-up script.
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
// API responses depend on the caller and are not rendered.
const API_HEADERS = {
  ...COMMON_HEADERS,
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cache-control': 'private, no-store',
};
const PAGE_HEADERS = {
  ...COMMON_HEADERS,
  // Other servers get no Referer. With `no-referrer`, forms would be sent with `Origin: null`.
  'referrer-policy': 'same-origin',
  'content-security-policy': PAGE_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};
const HSTS = { 'strict-transport-security': 'max-age=31536000' };

const countHosts = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;

// SCIM clients expect errors in SCIM format, also for unknown paths.
const render: typeof renderError = (error, request, reply) =>
  (request.url.startsWith(SCIM_PREFIX) ? renderScimError : renderError)(error, request, reply);

/** The HTTP server without operations: request ids, limits, headers, errors and metrics. */
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
    // Enough for the largest upload on a slow connection.
    requestTimeout: 300_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // Requests for hosts of sites never reach the API, whatever their path is.
    rewriteUrl: (request) =>
      sites.find(requestHost(request, trust), request.url) ? SITES_PATH : (request.url ?? '/'),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1024 },
    frameworkErrors: (error, request, reply) => void render(error, request, reply as never),
    clientErrorHandler: handleClientErrors(newRequestId, log),
  });

  // Responses are checked against their schemas in tests, not at run time.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.setErrorHandler(render);
  acceptJson(app);
  app.setNotFoundHandler((request, reply) =>
    render(
      new ApiError(404, `No operation at ${request.method} ${request.url.split('?')[0]}`),
      request,
      reply,
    ),
  );
  app.decorateRequest('tokenKey', undefined);
  app.decorateRequest('caller', undefined);
  app.decorateRequest('subject', undefined);
  app.decorateRequest('visitor', undefined);
  app.decorateRequest('tokenChain', undefined);
  app.decorateRequest('provider', undefined);

  const hsts = config.publicUrl?.startsWith('https://') ? HSTS : {};
  const [apiHeaders, pageHeaders] = [
    { ...API_HEADERS, ...hsts },
    { ...PAGE_HEADERS, ...hsts },
  ];
  app.addHook('onRequest', (request, reply, done) => {
    // Proxies before this server may have read the other one.
    if (countHosts(request.raw) > 1) return done(badRequest('The request has more than one Host header'));
    const isApi = request.url.startsWith(API_PREFIX) || request.url.startsWith(SCIM_PREFIX);
    reply.headers(isApi ? apiHeaders : pageHeaders);
    reply.header('x-request-id', request.id);
    const { key, chain } = parseBearer(request.headers.authorization);
    request.tokenKey = key;
    request.tokenChain = chain;
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const operation = request.routeOptions.config?.operationId ?? 'none';
    metrics.requests.observe({ operation, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    done();
  });
  // Keep-alive connections would delay the shutdown until they time out.
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close');
    done(null, payload);
  });

  // Compression would cost more than the few bytes of a keystroke.
  await app.register(websocket, { options: { maxPayload: MESSAGE_LIMIT, perMessageDeflate: false } });
  await app.register(cors, {
    origin: config.corsOrigins === '*' ? '*' : config.corsOrigins.split(','),
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    // MCP clients in browsers look for `www-authenticate`.
    exposedHeaders: [
      'x-request-id',
      'retry-after',
      'www-authenticate',
      'x-gitbook-cache-tag',
      'x-gitbook-cache-control',
    ],
    maxAge: 86_400,
  });
  return app;
};

// Headers that only a reverse proxy may set.
const PROXY_HEADERS = /^(forwarded|x-forwarded-.*|x-real-ip)$/;

/** Whether a request was sent by `sendInternalRequest`. */
export const isInternalRequest = (request: IncomingMessage): boolean => isInjection(request);

/** Sends a request to the routes of this server. */
export type SendInternalRequest = (
  request: Parameters<typeof sendInternalRequest>[1],
) => ReturnType<typeof sendInternalRequest>;

/** Passes a request to the routes without a network connection; works in processes that do not listen, and during shutdown. */
export const sendInternalRequest = async (
  app: FastifyInstance,
  request: {
    readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
    readonly url: URL;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Buffer | undefined;
    /** The IP address of the client that it is sent for. */
    readonly address?: string;
  },
): Promise<{
  readonly status: number;
  readonly headers: Readonly<Record<string, number | string | string[] | undefined>>;
  readonly body: Readable;
}> => {
  const { method, url, headers, body, address } = request;
  const given = Object.entries(headers).filter(([name]) => !PROXY_HEADERS.test(name));
  // Not `app.inject`, which fails once the server closes while scripts are still running.
  const response = await inject(app.routing, {
    method,
    url: url.pathname + url.search,
    headers: { ...Object.fromEntries(given), host: url.host },
    ...(body && { payload: body }),
    ...(address !== undefined && { remoteAddress: address }),
    payloadAsStream: true,
  });
  return { status: response.statusCode, headers: response.headers, body: response.stream() };
};
