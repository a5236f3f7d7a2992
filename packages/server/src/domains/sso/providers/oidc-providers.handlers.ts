import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf } from '../../../kernel/contract/paging.ts';
import type { Links } from '../../../kernel/links.ts';
import { isActive, servicePaths } from './oidc-provider.ts';
import type { oidcProvidersContract } from './oidc-providers.contract.ts';
import type { OidcProvidersService } from './oidc-providers.service.ts';
import { toProviderFields } from './providers.handlers.ts';
import type { Provider } from './providers.service.ts';
import type { OidcProviderRow } from './providers.store.ts';

/** The URLs to configure at an OpenID Connect provider. */
export const oidcServiceUrls = (links: Links, providerId: string) => {
  const { redirectURL, startURL } = servicePaths(providerId);
  return { redirectURL: links.fileUrl(redirectURL), startURL: links.fileUrl(startURL) };
};

const toProvider = (links: Links, provider: Provider<OidcProviderRow>) => {
  const { row } = provider;
  return {
    ...toProviderFields(links, provider, 'oidc', isActive(row)),
    object: 'oidc-provider' as const,
    ...(row.issuer !== null && { issuer: row.issuer }),
    ...(row.client_id !== null && { clientId: row.client_id }),
    ...(row.domains !== null && { domains: row.domains }),
    service: oidcServiceUrls(links, row.id),
  };
};

/** Maps operations to service calls and responses. */
export const oidcProvidersHandlers = (
  oidc: OidcProvidersService,
  links: Links,
): Handlers<typeof oidcProvidersContract> => ({
  listOIDCProvidersInOrganization: async ({ caller, subject, page }) =>
    listOf(
      page,
      await oidc.list(caller, subject, page),
      ({ row }) => [row.id],
      (provider) => toProvider(links, provider),
    ),
  createOIDCProvider: async ({ caller, subject, body }) =>
    toProvider(links, await oidc.create(caller, subject, body)),
  getOIDCProvider: async ({ caller, subject, params }) =>
    toProvider(links, await oidc.get(caller, subject, params.oidcProviderId)),
  updateOIDCProvider: async ({ caller, subject, params, body }) =>
    toProvider(links, await oidc.update(caller, subject, params.oidcProviderId, body)),
  deleteOIDCProvider: async ({ caller, subject, params }) => {
    await oidc.remove(caller, subject.id, params.oidcProviderId);
    return undefined;
  },
});
