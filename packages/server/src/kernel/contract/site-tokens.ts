import type { FastifyReply, FastifyRequest } from 'fastify';
import { forbidden, unauthorized } from '../errors/errors.ts';
import type { Contract, Input, Operation, Result } from './operation.ts';

/** A response to a visitor of a site, with its caching rules. */
export interface VisitorResponse<Body = unknown> {
  readonly body: Body;
  /** Cache tags, by which cached responses are invalidated. */
  readonly tags: readonly string[];
  /** Whether the content of the URL never changes. */
  readonly isImmutable?: boolean;
  /** How long it may be cached although it can change, in seconds. */
  readonly maxAge?: number;
}

/** Handlers for requests with a site token; they have a visitor instead of a caller and a subject. */
export type VisitorHandlers<C extends Contract, Ids extends keyof C, Visitor> = {
  readonly [Id in Ids]: (
    input: Omit<Input<C[Id]>, 'caller' | 'subject'> & { readonly visitor: Visitor },
  ) => Promise<VisitorResponse<Result<C[Id]>>>;
};

/** Verifies a site token; undefined if it is invalid or expired. */
export type FindVisitor = (token: string) => Promise<unknown>;

const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i;
// Responses depend on the audience. Immutable ones may be cached for a day.
const IMMUTABLE = 'private, max-age=86400, immutable';
const REVALIDATE = 'private, no-cache';

/** The site token of a request; other tokens are not JWTs. */
const siteTokenOf = ({ headers }: FastifyRequest): string | undefined =>
  BEARER.exec(headers.authorization ?? '')?.[1];

/** The visitor of a request with a site token; undefined for other requests. */
export const visitorOf = async (
  request: FastifyRequest,
  operation: Operation,
  find: FindVisitor,
): Promise<unknown> => {
  const token = siteTokenOf(request);
  if (token === undefined) return undefined;
  const visitor = await find(token);
  if (visitor === undefined) throw unauthorized('The token is invalid, expired or revoked');
  if (!operation.acceptsSiteTokens)
    throw forbidden('Site tokens can only read the content that the site shows');
  return visitor;
};

/** Sets the cache headers and cache tags of a response to a visitor. */
export const setVisitorCaching = (
  reply: FastifyReply,
  { tags, isImmutable = false, maxAge = 0 }: VisitorResponse,
): void => {
  const mutable = maxAge > 0 ? `private, max-age=${maxAge}` : REVALIDATE;
  const control = isImmutable ? IMMUTABLE : mutable;
  reply.headers({
    'cache-control': control,
    vary: [reply.getHeader('vary'), 'authorization'].filter(Boolean).join(', '),
    'x-gitbook-cache-control': control,
    'x-gitbook-cache-tag': tags.join(','),
  });
};
