import type { FastifyReply, FastifyRequest } from 'fastify';
import { forbiddenAction } from '../auth/forbidden-action.ts';
import type { Principal } from '../auth/principal.ts';
import { notFound } from '../errors/errors.ts';
import type { SubjectLoader } from './domain.ts';
import type { Operation } from './operation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The object that the permission was checked on, as loaded for the caller. */
    subject: unknown;
  }
}

/** Checks the permission of a caller; a reply means that the request was answered. */
export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;

/** Loads the object of an operation for a caller; undefined if it does not exist for them. Throws 403. */
type LoadSubject = (principal: Principal, params: Readonly<Record<string, string>>) => Promise<unknown>;

/** The permission check of an operation, apart from a request; undefined where no policy decides. */
export const subjectOf = (
  operationId: string,
  { permission }: Operation,
  loaders: Readonly<Record<string, SubjectLoader>>,
): LoadSubject | undefined => {
  if (typeof permission === 'string') return undefined;
  const { policy, can } = permission;
  const load = loaders[policy.name];
  const view = policy.can.view;
  const allowed = policy.can[can];
  if (!load || !view || !allowed)
    throw new Error(`${operationId}: no domain loads ${policy.name}, or its policy has no action "${can}"`);
  return async (principal, params) => {
    const subject = (await load(principal, params)) as never;
    if (subject === undefined || !view(subject)) return undefined;
    if (!allowed(subject)) throw forbiddenAction(can, policy.name);
    return subject;
  };
};

/** The permission check of an operation; undefined where no policy decides. Answers 404 before 403. */
export const guardOf = (
  operationId: string,
  operation: Operation,
  loaders: Readonly<Record<string, SubjectLoader>>,
): Guard | undefined => {
  const { permission, method, path } = operation;
  const load = subjectOf(operationId, operation, loaders);
  if (!load || typeof permission === 'string') return undefined;
  const deletesSubject = method === 'DELETE' && path.endsWith(`{${permission.on}}`);
  return async (request, reply) => {
    request.subject = await load(request.caller!.principal, request.params as Record<string, string>);
    if (request.subject !== undefined) return undefined;
    // DELETE is idempotent, and an object that the caller may not see does not exist for them.
    if (deletesSubject) return reply.code(204).send();
    throw notFound(permission.policy.name);
  };
};
