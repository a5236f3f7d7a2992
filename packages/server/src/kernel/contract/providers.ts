import type { FastifyRequest } from 'fastify';
import type { Caller, Principal } from '../auth/principal.ts';
import { unauthorized } from '../errors/errors.ts';

/** Which identity provider of which organization. */
export interface ProviderKey {
  readonly organizationId: string;
  readonly id: string;
}

/** Whose token this is, by its hash; undefined when it is of no identity provider, or not any more. */
export type FindProvider = (
  hash: Buffer,
) => Promise<{ readonly key: ProviderKey; readonly label: string } | undefined>;

/** The identity provider whose token came along, and as whom it does things; whatever else came is a 401. */
export const providerOf = async (
  { tokenKey, id: requestId, ip: address }: FastifyRequest,
  find: FindProvider,
): Promise<{ provider: ProviderKey; caller: Caller }> => {
  if (tokenKey === undefined) throw unauthorized();
  const found = await find(Buffer.from(tokenKey, 'base64'));
  if (!found) throw unauthorized('The token is not that of an identity provider, or not any more');
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
