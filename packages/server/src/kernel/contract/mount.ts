import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { InFlight } from '../in-flight.ts';
import { type AuthenticationOptions, authenticationOf } from './authentication.ts';
import { guardOf } from './authorization.ts';
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
import type { OperationHandlers, RouteKind } from './routes/route-kind.ts';
import { scimRoute } from './routes/scim-route.ts';
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
  for (const { contract, handlers, errorPage } of domains)
    for (const [operationId, operation] of Object.entries(contract)) {
      const handleVisitor = visitorHandlers[operationId];
      checkOperation(operationId, operation, handleVisitor);
      const both = { handle: handlers[operationId], handleVisitor } as OperationHandlers;
      mountOperation(app, operationId, operation, both, { ...options, loaders, errorPage });
    }
};

// Checks that the types cannot express.
const checkOperation = (
  operationId: string,
  { acceptsSiteTokens, anonymous, form, kind = 'json', method }: Operation,
  handleVisitor: Handler | undefined,
): void => {
  if ((acceptsSiteTokens === true) !== (handleVisitor !== undefined))
    throw new Error(`${operationId}: has a visitor handler without \`acceptsSiteTokens\`, or the reverse`);
  if ((acceptsSiteTokens || form) && kind !== 'json')
    throw new Error(`${operationId}: only JSON operations take forms or site tokens`);
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
  const handle = KINDS[kind].handlerOf({ operationId, operation, ...handlers, ...options });
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
      if (!(await authenticate(request, reply))) return reply;
      rejectInvalidText('params', request.params);
      return request.visitor === undefined ? guard?.(request, reply) : undefined;
    },
    handler: handle,
  };
  const { parseBody } = KINDS[kind];
  if (!parseBody && !form) return void app.route(route);
  app.register(async (part) => {
    if (form) await acceptFileForms(part);
    else parseBody!(part);
    part.route(route);
  });
};

const withRest = ({ '*': value = '', ...params }: Record<string, string>, name: string) => ({
  ...params,
  [name]: value,
});
