import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { ApiError } from '../errors/errors.ts';
import type { InFlight } from '../in-flight.ts';
import { type AuthenticationOptions, authenticationOf } from './authentication.ts';
import { guardOf, subjectOf } from './authorization.ts';
import type { Domain, SubjectLoader } from './domain.ts';
import { type Operation, restParameterOf } from './operation.ts';
import type { Paging } from './paging.ts';
import { routePathOf } from './paths.ts';
import { contentRoute } from './routes/content-route.ts';
import { eventsRoute } from './routes/events-route.ts';
import { fileRoute } from './routes/file-route.ts';
import { jsonRoute } from './routes/json-route.ts';
import { errorPages, pageRoute } from './routes/page-route.ts';
import { relayRoute } from './routes/relay-route.ts';
import type { OperationHandlers, Route, RouteKind } from './routes/route-kind.ts';
import { scimRoute } from './routes/scim-route.ts';
import { socketRoute } from './routes/socket-route.ts';
import { uploadRoute } from './routes/upload-route.ts';
import { acceptFileForms } from './upload.ts';
import { rejectInvalidText } from './validation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    operationId?: string;
  }
}

/** Dependencies of the routes. */
export interface MountOptions extends AuthenticationOptions {
  readonly paging: Paging;
  /** The counter of the requests in progress that a request belongs to. */
  readonly inFlightOf: (request: FastifyRequest) => InFlight;
}

type Kind = NonNullable<Operation['kind']>;
type Handler = (input: never) => Promise<unknown>;
type Mounting = MountOptions & {
  readonly errorPage: Domain['errorPage'];
  readonly challenge: Domain['challenge'];
  readonly loaders: Readonly<Record<string, SubjectLoader>>;
};

const KINDS: Readonly<Record<Kind, RouteKind>> = {
  json: jsonRoute,
  content: contentRoute,
  file: fileRoute,
  page: pageRoute,
  upload: uploadRoute,
  relay: relayRoute,
  scim: scimRoute,
  events: eventsRoute,
  socket: socketRoute,
};

/** Registers a route for every operation of the domains. */
export const mount = (app: FastifyInstance, domains: readonly Domain[], options: MountOptions): void => {
  const loaders: Record<string, SubjectLoader> = Object.assign(
    {},
    ...domains.map(({ subjects }) => subjects),
  );
  const visitorHandlers: Record<string, Handler> = Object.assign(
    {},
    ...domains.map((domain) => domain.visitorHandlers),
  );
  for (const { contract, handlers, errorPage, challenge } of domains)
    for (const [operationId, operation] of Object.entries(contract)) {
      const handleVisitor = visitorHandlers[operationId];
      checkOperation(operationId, operation, handleVisitor);
      const both = { handle: handlers[operationId], handleVisitor } as OperationHandlers;
      mountOperation(app, operationId, operation, both, {
        ...options,
        loaders,
        errorPage,
        challenge,
      });
    }
};

// Checks that the types cannot express.
const checkOperation = (
  operationId: string,
  { acceptsSiteTokens, anonymous, form, kind = 'json', messages, method }: Operation,
  handleVisitor: Handler | undefined,
): void => {
  if ((acceptsSiteTokens === true) !== (handleVisitor !== undefined))
    throw new Error(`${operationId}: has a visitor handler without \`acceptsSiteTokens\`, or the reverse`);
  if ((form && kind !== 'json') || (acceptsSiteTokens && !(kind === 'json' || kind === 'events')))
    throw new Error(
      `${operationId}: only JSON operations take forms, and only these and streams site tokens`,
    );
  if ((kind === 'socket') !== (messages !== undefined) || (kind === 'socket' && method !== 'GET'))
    throw new Error(
      `${operationId}: a socket has messages and the method GET, and nothing else has messages`,
    );
  if (anonymous && method !== 'GET') throw new Error(`${operationId}: anonymous callers may only read`);
};

const mountOperation = (
  app: FastifyInstance,
  operationId: string,
  operation: Operation,
  handlers: OperationHandlers,
  options: Mounting,
): void => {
  const { kind = 'json', form, bodyLimit } = operation;
  const authenticate = authenticationOf(operationId, operation, options);
  const guard = guardOf(operationId, operation, options.loaders);
  const recheck = recheckOf(operationId, operation, options);
  const mounted = { operationId, operation, ...handlers, ...options, recheck };
  const wsHandler = KINDS[kind].socketHandlerOf?.(mounted);
  const rest = restParameterOf(operation);

  const route: RouteOptions = {
    method: operation.method,
    url: routePathOf(operation),
    config: { operationId },
    ...(kind === 'page' && options.errorPage && { errorHandler: errorPages(options.errorPage) }),
    ...(bodyLimit !== undefined && { bodyLimit }),
    // Runs before the body is read: callers without permission cannot make the server parse it.
    onRequest: async (request, reply) => {
      if (rest !== undefined) request.params = withRest(request.params as Record<string, string>, rest);
      if (options.challenge) reply.header('www-authenticate', options.challenge());
      if (!(await authenticate(request, reply))) return reply;
      reply.removeHeader('www-authenticate');
      rejectInvalidText('params', request.params);
      return request.visitor === undefined ? guard?.(request, reply) : undefined;
    },
    handler: KINDS[kind].handlerOf(mounted),
    ...(wsHandler && { wsHandler }),
  };
  const { parseBody } = KINDS[kind];
  if (!parseBody && !form) return void app.route(route);
  app.register(async (part) => {
    if (form) await acceptFileForms(part);
    else parseBody!(part);
    part.route(route);
  });
};

/** Checks the session, or the token, and the permission of a caller again. */
const recheckOf = (
  operationId: string,
  operation: Operation,
  { authenticator, sessions, loaders }: Mounting,
): Route['recheck'] => {
  const load = subjectOf(operationId, operation, loaders);
  return async ({ caller, params, tokenKey, tokenChain }) => {
    try {
      const { sessionId } = caller!.principal;
      if (sessionId === undefined) await authenticator.authenticate(tokenKey, tokenChain);
      else if (!(await sessions.isActive(sessionId))) return undefined;
      return await load?.(caller!.principal, params as Record<string, string>);
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return undefined;
      throw error;
    }
  };
};

const withRest = ({ '*': value = '', ...params }: Record<string, string>, name: string) => ({
  ...params,
  [name]: value,
});
