import type { FastifyReply, FastifyRequest } from 'fastify';
import { forbiddenAction } from '../auth/forbidden-action.ts';
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

/** The permission check of an operation; undefined where no policy decides. Answers 404 before 403. */
export const guardOf = (
  operationId: string,
  { permission, method, path }: Operation,
  loaders: Readonly<Record<string, SubjectLoader>>,
): Guard | undefined => {
  if (typeof permission === 'string') return undefined;
  const { policy, can, on } = permission;
  const deletesSubject = method === 'DELETE' && path.endsWith(`{${on}}`);
  const load = loaders[policy.name];
  const view = policy.can.view;
  const allowed = policy.can[can];
  if (!load || !view || !allowed)
    throw new Error(`${operationId}: no domain loads ${policy.name}, or its policy has no action "${can}"`);
  return async (request, reply) => {
    const subject = (await load(
      request.caller!.principal,
      request.params as Record<string, string>,
    )) as never;
    if (subject === undefined || !view(subject)) {
      // DELETE is idempotent, and an object that the caller may not see does not exist for them.
      if (deletesSubject) return reply.code(204).send();
      throw notFound(policy.name);
    }
    if (!allowed(subject)) throw forbiddenAction(can, policy.name);
    request.subject = subject;
    return undefined;
  };
};
