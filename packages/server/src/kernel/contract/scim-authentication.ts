import type { FastifyRequest } from 'fastify';
import type { Caller, Principal } from '../auth/principal.ts';
import { unauthorized } from '../errors/errors.ts';

/** The key of an identity provider. */
export interface ProviderKey {
  readonly organizationId: string;
  readonly id: string;
}

/** Finds the identity provider of a token hash; undefined for an unknown or revoked token. */
export type FindProvider = (
  hash: Buffer,
) => Promise<{ readonly key: ProviderKey; readonly label: string } | undefined>;

/** The identity provider of a request's token, with the caller it acts as; throws 401 for any other token. */
export const providerOf = async (
  { tokenKey, id: requestId, ip: address }: FastifyRequest,
  find: FindProvider,
): Promise<{ provider: ProviderKey; caller: Caller }> => {
  if (tokenKey === undefined) throw unauthorized();
  const found = await find(Buffer.from(tokenKey, 'base64'));
  if (!found) throw unauthorized('The token is invalid, revoked, or not a token of an identity provider');
  const { key, label } = found;
  const principal: Principal = {
    kind: 'provider',
    userId: key.id,
    displayName: label,
    tokenId: key.id,
    scopes: undefined,
  };
  return { provider: key, caller: { principal, requestId, address } };
};
