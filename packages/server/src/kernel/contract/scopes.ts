import type { Principal } from '../auth/principal.ts';
import { forbidden } from '../errors/errors.ts';
import type { Contract, Operation } from './operation.ts';

/** The scope that a limited token needs for an operation: object type, and read or write. */
export const scopeOf = ({ method, permission, scope, onlyReads }: Operation): string => {
  const type = scope ?? (typeof permission === 'object' ? permission.policy.name : 'user');
  return `${type}:${method === 'GET' || onlyReads ? 'read' : 'write'}`;
};

/** Whether user tokens and their scopes apply to an operation. */
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

/** Throws 403 for a token without the scope of the operation. */
export const requireScope = (
  principal: Principal,
  operationId: string,
  operation: Operation,
  mayCall: MayCall,
): void => {
  if (principal.kind !== 'user') {
    if (mayCall(principal, operationId)) return;
    throw forbidden(`The scopes of this ${principal.kind} do not allow this operation`);
  }
  const scope = scopeOf(operation);
  if (principal.scopes && !principal.scopes.includes(scope))
    throw forbidden(
      `This operation needs the scope ${scope}; the token has ${principal.scopes.join(', ') || 'none'}`,
    );
};
