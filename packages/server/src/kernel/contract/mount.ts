import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Authenticator } from '../auth/authenticate.ts';
import type { BrowserSessions } from '../auth/browser-sessions.ts';
import { type Caller, NOBODY, type Principal } from '../auth/principal.ts';
import { refusal } from '../auth/refusal.ts';
import { ApiError, notFound } from '../errors/errors.ts';
import { markError, renderError, toApiError } from '../errors/render.ts';
import type { InFlight } from '../in-flight.ts';
import { takeBytes, takeForms } from '../json-bodies.ts';
import type { RateLimit } from '../rate-limit.ts';
import type { Domain, SubjectLoader } from './domain.ts';
import { type Elsewhere, type FileAnswer, sendFile } from './file-answer.ts';
import { JsonText } from './json-text.ts';
import {
  answersJson,
  type Content,
  type Operation,
  type PageAnswer,
  restOf,
  type UploadRequest,
} from './operation.ts';
import type { Paging } from './paging.ts';
import { type FindProvider, type ProviderKey, providerOf } from './providers.ts';
import { markResource, takeScim } from './scim.ts';
import { type MayCall, requireScope } from './scopes.ts';
import { takeUploads, uploadReader } from './upload.ts';
import { refuseBrokenText, type Validator, validatorOf } from './validation.ts';
import { type FindVisitor, markKept, type VisitorAnswer, visitorOf } from './visitors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The hash of the token that came along; empty if what came is none. */
    tokenKey: string | undefined;
    caller: Caller | undefined;
    subject: unknown;
    /** Who came with the token of a site instead of one of their own. */
    visitor: unknown;
    /** The identity provider whose token came along. */
    provider: ProviderKey | undefined;
  }
  interface FastifyContextConfig {
    operationId?: string;
  }
}

/** What mounting needs of the kernel. */
export interface MountOptions {
  readonly authenticator: Authenticator;
  readonly sessions: BrowserSessions;
  readonly paging: Paging;
  /** What a request is counted among while it is worked on. */
  readonly inFlightOf: (request: FastifyRequest) => InFlight;
  readonly rateLimit: RateLimit;
  readonly findVisitor: FindVisitor;
  readonly findProvider: FindProvider;
  readonly mayCall: MayCall;
}

/** The prefix of the API; operations that answer bytes live outside it. */
export const API_PREFIX = '/v1';

/** Where people in browsers are sent who have to sign in first. */
export const LOGIN_PATH = '/login';

/** The path of an operation on the server. */
export const pathOf = (operation: Operation): string =>
  answersJson(operation) ? API_PREFIX + operation.path : operation.path;

const toFastifyPath = (operation: Operation) =>
  pathOf(operation)
    .replace(`{${restOf(operation)}}`, '*')
    .replaceAll(/\{(\w+)\}/g, ':$1')
    .replace(/\/$/, '') || '/';

/** Registers every operation of the domains; routing, validation, permission and answer all come from the table. */
export const mount = (app: FastifyInstance, domains: readonly Domain[], options: MountOptions): void => {
  const loaders: Record<string, SubjectLoader> = Object.assign(
    {},
    ...domains.map((domain) => domain.subjects ?? {}),
  );
  const forVisitors: Record<string, unknown> = Object.assign(
    {},
    ...domains.map((domain) => domain.visitorHandlers ?? {}),
  );
  for (const { contract, handlers, refused } of domains)
    for (const [operationId, operation] of Object.entries(contract)) {
      if ((operation.visitors ?? false) !== operationId in forVisitors)
        throw new Error(`${operationId}: what visitors are answered is in the contract, or in no handler`);
      if (operation.strangers && operation.method !== 'GET')
        throw new Error(`${operationId}: who is nobody may read, and change nothing`);
      const both = { own: handlers[operationId], visitors: forVisitors[operationId] };
      mountOperation(app, operationId, operation, both as Handles, { ...options, loaders, refused });
    }
};

interface Handles {
  readonly own: (input: unknown) => Promise<unknown>;
  readonly visitors: (input: unknown) => Promise<VisitorAnswer>;
}
type Tools = MountOptions & {
  refused: Domain['refused'];
  loaders: Record<string, SubjectLoader>;
};

const mountOperation = (
  app: FastifyInstance,
  operationId: string,
  operation: Operation,
  handles: Handles,
  tools: Tools,
) => {
  const guard = guardOf(operationId, operation, tools);
  const checkQuery: Validator = operation.query ? validatorOf('query', operation.query) : () => {};
  const checkBody: Validator = operation.body ? validatorOf('body', operation.body) : () => {};
  const checkFields = operation.form && validatorOf('body', operation.form.fields);
  const sending = new Set<IncomingMessage>();
  const rest = restOf(operation);
  const statuses = Object.keys(operation.responses).map(Number);
  const isPaged =
    operation.query !== undefined &&
    'limit' in ((operation.query as { properties?: object }).properties ?? {});

  const route: RouteOptions = {
    method: operation.method,
    url: toFastifyPath(operation),
    config: { operationId },
    ...(operation.kind === 'page' && tools.refused && { errorHandler: refusing(tools.refused) }),
    ...(operation.bodyLimit !== undefined && { bodyLimit: operation.bodyLimit }),
    // Before the body is read: whoever may not call cannot make the server work.
    onRequest: async (request, reply) => {
      if (rest !== undefined) request.params = withRest(request.params as Record<string, string>, rest);
      if (operation.permission === 'public') {
        if (!operation.unlimited) tools.rateLimit.take(request.ip);
      } else if (operation.permission === 'provider') {
        Object.assign(request, await provisioning(request, tools));
      } else {
        request.visitor = await visiting(request, operation, tools);
        if (request.visitor !== undefined) return refuseBrokenText('params', request.params);
        const principal = await authenticated(request, reply, operation, tools).catch((error: unknown) => {
          if (!sendsToLogin(error, request, operation)) throw error;
          reply.code(303).header('location', loginFor(request)).send();
        });
        if (!principal) return reply;
        requireScope(principal, operationId, operation, tools.mayCall);
        request.caller = { principal, requestId: request.id, address: request.ip };
      }
      refuseBrokenText('params', request.params);
      return guard?.(request, reply);
    },
    handler: async (request, reply) => {
      const { params, caller, subject, ip: address } = request;
      const inFlight = tools.inFlightOf(request);
      if (operation.kind === 'page') {
        const { host, originalUrl: url, headers, body } = request;
        refuseBrokenText('body', body);
        const sent = operation.body && body === undefined ? {} : body;
        checkBody(sent);
        const asked = { host, url, headers, body, address };
        const page = await inFlight.run(() =>
          handles.own({ params, caller, subject, body: sent, request: asked }),
        );
        return sendPage(reply, page as PageAnswer);
      }
      if (operation.kind === 'relay') {
        const { host, originalUrl: url, headers } = request;
        const body = await collected(uploadOf(request).stream, operation.bodyLimit!);
        const asked = { host, url, headers, body, address };
        const relayed = await inFlight.run(() => handles.own({ params, request: asked }));
        return sendPage(reply, relayed as PageAnswer);
      }
      if (operation.kind === 'upload') {
        const upload = uploadOf(request);
        const result = await inFlight.run(() => handles.own({ params, caller, subject, upload, address }));
        return answer(reply, operation, statuses, result);
      }
      const query = request.query as Record<string, never>;
      // A body where none is expected is ignored, like unknown fields; an absent one is judged as an empty object.
      const body = operation.body ? (request.body === undefined ? {} : request.body) : undefined;
      refuseBrokenText('query', query);
      checkQuery(query);
      refuseBrokenText('body', body);
      checkBody(body);
      const page = isPaged ? tools.paging.request(listKey(operationId, params, query), query) : undefined;
      const { visitor } = request;
      if (visitor !== undefined) {
        const shown = await inFlight.run(() => handles.visitors({ params, query, body, page, visitor }));
        markKept(reply, shown);
        return answer(reply, operation, statuses, shown.body);
      }
      if (operation.kind === 'scim') {
        const ifMatch = request.headers['if-match'];
        const { provider } = request;
        const result = await inFlight.run(() =>
          handles.own({ params, query, body, caller, provider, ifMatch }),
        );
        if (markResource(request, reply, result)) return reply.code(304).send();
        return answer(reply, operation, statuses, result);
      }
      const upload =
        checkFields &&
        uploadReader(request, { maxBytes: operation.form!.maxBytes, check: checkFields, sending });
      const result = await inFlight.run(() =>
        handles.own({ params, query, body, caller, subject, page, upload, address }),
      );
      if (operation.kind === 'file') return sendFile(request, reply, result as FileAnswer | Elsewhere);
      return answer(reply, operation, statuses, result);
    },
  };
  const take = operation.kind && TAKEN[operation.kind];
  if (!take && !operation.form) return void app.route(route);
  app.register(async (part) => {
    if (operation.form) await takeUploads(part, sending);
    else take!(part);
    part.route(route);
  });
};

// Browsers send forms to pages, and uploads are whatever they are; everything else takes JSON alone.
const TAKEN: Partial<Record<NonNullable<Operation['kind']>, (app: FastifyInstance) => void>> = {
  page: takeForms,
  upload: takeBytes,
  relay: takeBytes,
  scim: takeScim,
};

/** All bytes of a stream, unless they are more than allowed. */
const collected = async (stream: UploadRequest['stream'], most: number): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > most) throw new ApiError(413, `The body is larger than ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const uploadOf = ({ body, headers }: FastifyRequest): UploadRequest => ({
  stream: (body as UploadRequest['stream'] | undefined) ?? Readable.from([]),
  length: headers['content-length'] === undefined ? undefined : Number(headers['content-length']),
});

const withRest = ({ '*': value = '', ...params }: Record<string, string>, name: string) => ({
  ...params,
  [name]: value,
});

// A token is counted wherever it comes from; tokens that are none, by where they come from. Who sends none may have a session.
const authenticated = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { kind, strangers }: Operation,
  { authenticator, sessions, rateLimit }: Tools,
): Promise<Principal> => {
  const { headers, host, method, tokenKey } = request;
  const authenticate = async () => {
    const session =
      tokenKey === undefined && (await sessions.of({ headers, host, method, isPage: kind === 'page' }));
    if (!session && tokenKey === undefined && strangers) return NOBODY;
    if (!session) return authenticator.authenticate(tokenKey);
    if (session.cookie) reply.header('set-cookie', session.cookie);
    return session.principal;
  };
  const principal = await authenticate().catch((error: unknown) => {
    rateLimit.take(request.ip);
    throw error;
  });
  rateLimit.take(principal === NOBODY ? request.ip : (principal.sessionId ?? principal.tokenId));
  return principal;
};

const isForPeople = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') === true;

// People who look at a page are shown the way in, programs are told the reason.
const sendsToLogin = (error: unknown, request: FastifyRequest, { kind }: Operation) =>
  kind === 'page' && error instanceof ApiError && error.status === 401 && isForPeople(request);

// What people asked for with a browser, they read in it, whoever refuses it: also what never reached its handler.
const refusing =
  (show: NonNullable<Domain['refused']>): RouteOptions['errorHandler'] =>
  (error, request, reply) => {
    if (!isForPeople(request)) return renderError(error, request, reply);
    const known = toApiError(error);
    markError(known, error, request, reply);
    return sendPage(reply, show(known));
  };

const loginFor = ({ method, url }: FastifyRequest) =>
  method === 'GET' ? `${LOGIN_PATH}?to=${encodeURIComponent(url)}` : LOGIN_PATH;

const provisioning = async (request: FastifyRequest, { findProvider, rateLimit }: Tools) => {
  const found = await providerOf(request, findProvider).catch((error: unknown) => {
    rateLimit.take(request.ip);
    throw error;
  });
  rateLimit.take(found.provider.id);
  return found;
};

const visiting = async (
  request: FastifyRequest,
  operation: Operation,
  { findVisitor, rateLimit }: Tools,
): Promise<unknown> => {
  const visitor = await visitorOf(request, operation, findVisitor).catch((error: unknown) => {
    rateLimit.take(request.ip);
    throw error;
  });
  if (visitor !== undefined) rateLimit.take(request.tokenKey!);
  return visitor;
};

// A page token belongs to one list: the operation, what its path names, and its filters.
const listKey = (
  operationId: string,
  params: unknown,
  { page: _, limit: __, ...filters }: Record<string, unknown>,
) => JSON.stringify([operationId, params, Object.entries(filters).sort()]);

const guardOf = (operationId: string, { permission, method, path }: Operation, { loaders }: Tools) => {
  if (typeof permission === 'string') return undefined;
  const { policy, can, on } = permission;
  const deletesSubject = method === 'DELETE' && path.endsWith(`{${on}}`);
  const load = loaders[policy.name];
  const view = policy.can.view;
  const allowed = policy.can[can];
  if (!load || !view || !allowed)
    throw new Error(`${operationId}: nothing loads ${policy.name}, or it cannot "${can}"`);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const subject = (await load(
      request.caller!.principal,
      request.params as Record<string, string>,
    )) as never;
    if (subject === undefined || !view(subject)) {
      // Deleting what is not there is no error, and what may not be seen is not there.
      if (deletesSubject) return reply.code(204).send();
      throw notFound(policy.name);
    }
    if (!allowed(subject)) throw refusal(can, policy.name);
    request.subject = subject;
  };
};

const sendPage = (reply: FastifyReply, { status, headers, content }: PageAnswer) =>
  reply.code(status).headers(headers).send(content);

const answer = (reply: FastifyReply, operation: Operation, statuses: readonly number[], result: unknown) => {
  if (operation.kind === 'content') {
    const { contentType, content } = result as Content;
    return reply.code(statuses[0]!).type(contentType).send(content);
  }
  const { status, body } =
    statuses.length > 1
      ? (result as { status: number; body: unknown })
      : { status: statuses[0]!, body: result };
  if (body instanceof JsonText)
    return reply.code(status).type('application/json; charset=utf-8').send(body.text);
  return reply.code(status).send(body);
};
