import type { Handlers } from '../../../kernel/contract/operation.ts';
import { SCIM_PREFIX } from '../../../kernel/contract/scim.ts';
import type { ProviderKey } from '../../../kernel/contract/scim-authentication.ts';
import type { Links } from '../../../kernel/links.ts';
import type { tokensContract } from './tokens.contract.ts';
import type { ScimTokensService } from './tokens.service.ts';
import type { ScimTokenRow } from './tokens.store.ts';

const toProvisioning = (
  links: Links,
  { organizationId, id }: ProviderKey,
  row: ScimTokenRow | undefined,
) => ({
  object: 'scim-provisioning' as const,
  baseURL: links.fileUrl(SCIM_PREFIX),
  ...(row && {
    token: {
      hint: row.hint,
      createdAt: row.created_at.toISOString(),
      ...(row.last_used_at && { lastUsedAt: row.last_used_at.toISOString() }),
    },
  }),
  urls: { location: links.apiUrl(`/orgs/${organizationId}/saml/${id}/scim`) },
});

const keyOf = (organization: { id: string }, params: { samlProviderId: string }): ProviderKey => ({
  organizationId: organization.id,
  id: params.samlProviderId,
});

/** Maps operations to service calls and responses. */
export const tokensHandlers = (tokens: ScimTokensService, links: Links): Handlers<typeof tokensContract> => ({
  getSCIMProvisioning: async ({ subject, params }) => {
    const key = keyOf(subject, params);
    return toProvisioning(links, key, await tokens.get(key));
  },
  createSCIMToken: async ({ caller, subject, params }) => {
    const key = keyOf(subject, params);
    const { row, secret } = await tokens.create(caller, key);
    return { ...toProvisioning(links, key, row), secret };
  },
  deleteSCIMToken: async ({ caller, subject, params }) => {
    await tokens.revoke(caller, keyOf(subject, params));
    return undefined;
  },
});
