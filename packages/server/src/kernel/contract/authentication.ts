import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../auth/authenticate.ts';
import { ANONYMOUS, type Caller, type Principal } from '../auth/principal.ts';
import type { BrowserSessions } from '../auth/session-cookie.ts';
import { clientNetwork } from '../client-network.ts';
import { ApiError } from '../errors/errors.ts';
import type { RateLimit } from '../rate-limit.ts';
import type { Operation } from './operation.ts';
import { LOGIN_PATH } from './paths.ts';
import { type FindProvider, type ProviderKey, providerOf } from './scim-authentication.ts';
import { type MayCall, requireScope } from './scopes.ts';
import { type FindVisitor, visitorOf } from './site-tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the bearer token; empty for a malformed one, undefined without one. */
    tokenKey: string | undefined;
    /** The signed chain of events in the token of a script. */
    tokenChain: string | undefined;
    caller: Caller | undefined;
    /** The visitor of a site, when the request carries a site token. */
    visitor: unknown;
    /** The identity provider, when the request carries a provider token. */
    provider: ProviderKey | undefined;
  }
}

/** Dependencies of authentication. */
export interface AuthenticationOptions {
  readonly authenticator: Authenticator;
  readonly sessions: BrowserSessions;
  readonly rateLimit: RateLimit;
  readonly findVisitor: FindVisitor;
  readonly findProvider: FindProvider;
  readonly mayCall: MayCall;
}

/** Sets the caller, visitor or provider of a request. Resolves to false when the reply was sent (redirect to sign-in). */
export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;

/** The authentication step of an operation. */
export const authenticationOf = (
  operationId: string,
  operation: Operation,
  options: AuthenticationOptions,
): Authenticate => {
  const { rateLimit, mayCall } = options;
  if (operation.permission === 'public')
    return async (request) => {
      if (!operation.unlimited) rateLimit.consume(clientNetwork(request.ip));
      return true;
    };
  if (operation.permission === 'provider')
    return async (request) => {
      Object.assign(request, await authenticateProvider(request, options));
      return true;
    };
  return async (request, reply) => {
    request.visitor = await authenticateVisitor(request, operation, options);
    if (request.visitor !== undefined) return true;
    const principal = await authenticateUser(request, reply, operation, options).catch((error: unknown) => {
      if (!redirectsToLogin(error, request, operation)) throw error;
      reply.code(303).header('location', loginUrlFor(request)).send();
    });
    if (!principal) return false;
    requireScope(principal, operationId, operation, mayCall);
    request.caller = { principal, requestId: request.id, address: request.ip };
    return true;
  };
};

/** Whether a browser asks for a page, as opposed to a program. */
export const acceptsHtml = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.includes('text/html') === true;

// Valid tokens and sessions have limits of their own; failed attempts count against the client's address.
const authenticateUser = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { kind, anonymous }: Operation,
  { authenticator, sessions, rateLimit }: AuthenticationOptions,
): Promise<Principal> => {
  const { headers, host, method, tokenKey, tokenChain } = request;
  const authenticate = async () => {
    // Pages of other origins can open a WebSocket with the cookie, so it must come from the same origin, as writes must.
    const asMethod = kind === 'socket' ? 'POST' : method;
    const session =
      tokenKey === undefined &&
      (await sessions.find({ headers, host, method: asMethod, isPage: kind === 'page' }));
    if (!session && tokenKey === undefined && anonymous) return ANONYMOUS;
    if (!session) return authenticator.authenticate(tokenKey, tokenChain);
    if (session.cookie) reply.header('set-cookie', session.cookie);
    return session.principal;
  };
  const principal = await countingFailures(request, rateLimit, authenticate());
  rateLimit.consume(
    principal === ANONYMOUS ? clientNetwork(request.ip) : (principal.sessionId ?? principal.tokenId),
  );
  return principal;
};

const authenticateProvider = async (
  request: FastifyRequest,
  { findProvider, rateLimit }: AuthenticationOptions,
) => {
  const found = await countingFailures(request, rateLimit, providerOf(request, findProvider));
  rateLimit.consume(found.provider.id);
  return found;
};

const authenticateVisitor = async (
  request: FastifyRequest,
  operation: Operation,
  { findVisitor, rateLimit }: AuthenticationOptions,
): Promise<unknown> => {
  const visitor = await countingFailures(request, rateLimit, visitorOf(request, operation, findVisitor));
  if (visitor !== undefined) rateLimit.consume(request.tokenKey!);
  return visitor;
};

const countingFailures = <T>({ ip }: FastifyRequest, rateLimit: RateLimit, attempt: Promise<T>): Promise<T> =>
  attempt.catch((error: unknown) => {
    rateLimit.consume(clientNetwork(ip));
    throw error;
  });

// Browsers are redirected to the sign-in page; programs get the 401.
const redirectsToLogin = (error: unknown, request: FastifyRequest, { kind }: Operation) =>
  kind === 'page' && error instanceof ApiError && error.status === 401 && acceptsHtml(request);

const loginUrlFor = ({ method, url }: FastifyRequest) =>
  method === 'GET' ? `${LOGIN_PATH}?to=${encodeURIComponent(url)}` : LOGIN_PATH;
