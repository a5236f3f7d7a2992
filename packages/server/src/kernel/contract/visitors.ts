import type { FastifyReply, FastifyRequest } from 'fastify';
import { forbidden, unauthorized } from '../errors/errors.ts';
import type { Contract, Input, Operation, Result } from './operation.ts';

/** What a visitor of a site is answered, with what clients may keep of it. */
export interface VisitorResponse<Body = unknown> {
  readonly body: Body;
  /** The things that the answer is about: whoever keeps it is told by these names when it is out of date. */
  readonly tags: readonly string[];
  /** Whether it is about something that never changes. */
  readonly isImmutable?: boolean;
  /** For how many seconds it may be kept although it changes. */
  readonly maxAge?: number;
}

/** What is answered to visitors for an operation: without a caller, and without a thing as a member meets it. */
export type VisitorHandlers<C extends Contract, Ids extends keyof C, Visitor> = {
  readonly [Id in Ids]: (
    input: Omit<Input<C[Id]>, 'caller' | 'subject'> & { readonly visitor: Visitor },
  ) => Promise<VisitorResponse<Result<C[Id]>>>;
};

/** Who comes with a token of a site; undefined when it lets nobody in, or not any more. */
export type FindVisitor = (token: string) => Promise<unknown>;

const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i;
// Answers are for one audience; what has a name of its own that says what it is stays good for a day.
const LASTING = 'private, max-age=86400, immutable';
const PASSING = 'private, no-cache';

/** The token of a site that came along; tokens of people have another form. */
const siteTokenOf = ({ headers }: FastifyRequest): string | undefined =>
  BEARER.exec(headers.authorization ?? '')?.[1];

/** Who comes to an operation with a token of a site; undefined for all who come otherwise. */
export const visitorOf = async (
  request: FastifyRequest,
  operation: Operation,
  find: FindVisitor,
): Promise<unknown> => {
  const token = siteTokenOf(request);
  if (token === undefined) return undefined;
  const visitor = await find(token);
  if (visitor === undefined) throw unauthorized('The token is invalid, expired or revoked');
  if (!operation.visitors) throw forbidden('The token of a site reads what the site shows, and nothing else');
  return visitor;
};

/** Sets the cache headers and cache tags of a response to a visitor. */
export const setVisitorCaching = (
  reply: FastifyReply,
  { tags, isImmutable = false, maxAge = 0 }: VisitorResponse,
): void => {
  const passing = maxAge > 0 ? `private, max-age=${maxAge}` : PASSING;
  const control = isImmutable ? LASTING : passing;
  reply.headers({
    'cache-control': control,
    vary: [reply.getHeader('vary'), 'authorization'].filter(Boolean).join(', '),
    'x-gitbook-cache-control': control,
    'x-gitbook-cache-tag': tags.join(','),
  });
};
