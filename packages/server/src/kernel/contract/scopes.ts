import type { Principal } from '../auth/principal.ts';
import { forbidden } from '../errors/errors.ts';
import type { Contract, Operation } from './operation.ts';

/** What a limited token needs for an operation: the kind of thing that it is about, and whether it is read or written. */
export const scopeOf = ({ method, permission, scope }: Operation): string => {
  const thing = scope ?? (typeof permission === 'object' ? permission.policy.name : 'user');
  return `${thing}:${method === 'GET' ? 'read' : 'write'}`;
};

/** Whether tokens of people reach an operation, limited by scopes or not; those of identity providers have none. */
export const isScoped = ({ permission }: Operation): boolean =>
  permission !== 'public' && permission !== 'provider';

/** Every scope that a token can be limited to. */
export const scopesOf = (contracts: readonly Contract[]): string[] =>
  [
    ...new Set(
      contracts
        .flatMap((contract) => Object.values(contract))
        .filter(isScoped)
        .map(scopeOf),
    ),
  ].sort();

/** Whether a token of an integration or an installation may call an operation at all. */
export type MayCall = (principal: Principal, operationId: string) => boolean;

/** Refuses a limited token that lacks the operation's scope, and one of an integration where it has no business. */
export const requireScope = (
  principal: Principal,
  operationId: string,
  operation: Operation,
  mayCall: MayCall,
): void => {
  if (principal.kind !== 'user') {
    if (mayCall(principal, operationId)) return;
    throw forbidden(`The token of an ${principal.kind} does not reach this: its scopes do not name it`);
  }
  const scope = scopeOf(operation);
  if (principal.scopes && !principal.scopes.includes(scope))
    throw forbidden(
      `This token is limited to ${principal.scopes.join(', ') || 'nothing'}; it needs ${scope}`,
    );
};
