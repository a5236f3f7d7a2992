import { isUtf8 } from 'node:buffer';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { hashSecret } from './auth/tokens.ts';
import type { Config } from './config.ts';
import { ApiError, badRequest, tooManyRequests } from './errors/errors.ts';
import { errorBody, renderError } from './errors/render.ts';
import { randomText } from './ids.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

const BODY_LIMIT = 2 * 1024 * 1024;

/** Pages of this server run only what it serves itself; the reference page brings its own inline start-up script. */
const PAGE_POLICY = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'", "'unsafe-inline'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  objectSrc: ["'none'"],
  frameAncestors: ["'none'"],
  baseUri: ["'self'"],
  formAction: ["'self'"],
};

/** The HTTP server without any operation: ids, limits, headers, errors and metrics. */
export const createHttp = async (config: Config, log: Log, metrics: Metrics): Promise<FastifyInstance> => {
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: !log.isLevelEnabled('info') }),
    genReqId: () => randomText(20),
    bodyLimit: BODY_LIMIT,
    trustProxy: config.trustProxy,
    requestTimeout: 60_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1024 },
    frameworkErrors: (error, request, reply) => void renderError(error, request, reply as never),
    clientErrorHandler(error, socket) {
      // Not HTTP at all: there is no request to answer in the usual way.
      if (!socket.writable) return;
      const known = new ApiError(
        (error as { code?: string }).code === 'HPE_HEADER_OVERFLOW' ? 431 : 400,
        'This is not a valid HTTP request',
      );
      const body = JSON.stringify(errorBody(known));
      socket.end(
        `HTTP/1.1 ${known.status} Bad Request\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
      );
    },
  });

  // Answers are built from rows by hand and checked against their schemas in every test: no second description at run time.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.setErrorHandler(renderError);
  // Bodies are JSON or nothing. What is no UTF-8 is refused: decoding it would change what was sent without a word.
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) =>
    isUtf8(body)
      ? parseJson(request, body.toString(), done)
      : done(badRequest('The body is not valid UTF-8')),
  );
  app.setNotFoundHandler((request, reply) =>
    renderError(
      new ApiError(404, `There is nothing at ${request.method} ${request.url.split('?')[0]}`),
      request,
      reply,
    ),
  );
  app.decorateRequest('caller', undefined);
  app.decorateRequest('subject', undefined);

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const operation = request.routeOptions.config?.operationId ?? 'none';
    metrics.requests.observe({ operation, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
  });
  // A connection that is kept alive would hold up the shutdown until it times out.
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (request, reply) => {
    if (closing) reply.header('connection', 'close');
    // What the API says is about one caller at one moment.
    if (request.url.startsWith('/v1')) reply.header('cache-control', 'private, no-store');
  });

  await app.register(helmet, { contentSecurityPolicy: { useDefaults: false, directives: PAGE_POLICY } });
  await app.register(cors, {
    origin: config.corsOrigins === '*' ? '*' : config.corsOrigins.split(','),
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: ['x-request-id', 'retry-after'],
    maxAge: 86_400,
  });
  if (config.rateLimit > 0)
    await app.register(rateLimit, {
      max: config.rateLimit,
      timeWindow: 60_000,
      cache: 20_000,
      // A token is limited wherever it comes from, and its text is not kept.
      keyGenerator: (request) =>
        request.headers.authorization
          ? hashSecret(request.headers.authorization).toString('base64')
          : request.ip,
      errorResponseBuilder: (_request, { ttl }) => tooManyRequests(Math.ceil(ttl / 1000)),
      allowList: (request) => ['/healthz', '/readyz', '/metrics'].includes(request.url),
    });
  return app;
};
