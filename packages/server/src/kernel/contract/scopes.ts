import type { Principal } from '../auth/principal.ts';
import { forbidden } from '../errors/errors.ts';
import type { Contract, Operation } from './operation.ts';

/** What a limited token needs for an operation: the kind of thing that it is about, and whether it is read or written. */
export const scopeOf = ({ method, permission, scope }: Operation): string => {
  const thing = scope ?? (typeof permission === 'object' ? permission.policy.name : 'user');
  return `${thing}:${method === 'GET' ? 'read' : 'write'}`;
};

/** Every scope that a token can be limited to. */
export const scopesOf = (contracts: readonly Contract[]): string[] =>
  [
    ...new Set(
      contracts
        .flatMap((contract) => Object.values(contract))
        .filter((op) => op.permission !== 'public')
        .map(scopeOf),
    ),
  ].sort();

/** Refuses a limited token that lacks the operation's scope. */
export const requireScope = (principal: Principal, operation: Operation): void => {
  const scope = scopeOf(operation);
  if (principal.scopes && !principal.scopes.includes(scope))
    throw forbidden(
      `This token is limited to ${principal.scopes.join(', ') || 'nothing'}; it needs ${scope}`,
    );
};
