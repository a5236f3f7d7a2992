import type { TokenRow } from '../../kernel/auth/tokens.ts';
import type { Handlers } from '../../kernel/contract/operation.ts';
import { listOf } from '../../kernel/contract/paging.ts';
import { notFound } from '../../kernel/errors/errors.ts';
import type { Links } from '../../kernel/links.ts';
import type { identityContract } from './identity.contract.ts';
import type { IdentityService } from './identity.service.ts';
import type { UserRow } from './identity.store.ts';

/** A user as the API shows them. */
export const toUser = (links: Links, row: UserRow) => ({
  object: 'user' as const,
  id: row.id,
  displayName: row.display_name,
  email: row.email,
  ...(row.photo_url && { photoURL: row.photo_url }),
  urls: { location: links.apiUrl(`/users/${row.id}`) },
});

/** A user without e-mail address for guests. */
export const toUserFor = (links: Links, row: UserRow, reader: { readonly member_role: unknown }) => {
  const { email, ...user } = toUser(links, row);
  return reader.member_role === null ? user : { ...user, email };
};

const toToken = (links: Links, row: TokenRow) => ({
  object: 'token' as const,
  id: row.id,
  label: row.label,
  hint: row.hint,
  ...(row.scopes && { scopes: row.scopes }),
  createdAt: row.created_at.toISOString(),
  ...(row.expires_at && { expiresAt: row.expires_at.toISOString() }),
  ...(row.last_used_at && { lastUsedAt: row.last_used_at.toISOString() }),
  urls: { location: links.apiUrl(`/user/tokens/${row.id}`) },
});

/** Maps operations to service calls and responses. */
export const identityHandlers = (
  service: IdentityService,
  links: Links,
  {
    version,
    administersServer,
    scopes,
  }: {
    readonly version: { version: string; build: string };
    readonly administersServer: (userId: string) => Promise<boolean>;
    /** All scopes of tokens. */
    readonly scopes: () => readonly string[];
  },
): Handlers<typeof identityContract> => ({
  getApiInformation: async () => version,
  getAuthenticatedUser: async ({ caller }) => {
    const user = await service.find(caller.principal.userId, caller.principal.userId);
    if (!user) throw notFound('user');
    return {
      ...toUser(links, user),
      permissions: { administerServer: await administersServer(user.id) },
    };
  },
  getUserById: async ({ subject }) => toUser(links, subject),
  updateUserById: async ({ caller, subject, body }) =>
    toUser(links, await service.update(caller, subject.id, body)),
  listUserTokens: async ({ caller, page }) =>
    listOf(
      page,
      await service.listTokens(caller, page),
      (row) => [row.id],
      (row) => toToken(links, row),
    ),
  listUserTokenScopes: async () => ({ scopes: [...scopes()] }),
  createUserToken: async ({ caller, body }) => {
    const { row, secret } = await service.createToken(caller, body);
    return { ...toToken(links, row), token: secret };
  },
  getUserToken: async ({ caller, params }) => toToken(links, await service.getToken(caller, params.tokenId)),
  deleteUserToken: async ({ caller, params }) =>
    service.revokeToken(caller, params.tokenId) as Promise<undefined>,
});
