import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf } from '../../../kernel/contract/paging.ts';
import type { Links } from '../../../kernel/links.ts';
import type { LoginOption } from '../../sessions/index.ts';
import { toProviderFields } from './providers.handlers.ts';
import type { Provider } from './providers.service.ts';
import type { SamlProviderRow } from './providers.store.ts';
import { isActive, servicePaths } from './saml-provider.ts';
import type { samlProvidersContract } from './saml-providers.contract.ts';
import type { SamlProvidersService } from './saml-providers.service.ts';

/** The URLs to configure at a SAML provider. */
export const samlServiceUrls = (links: Links, providerId: string) => {
  const { acsURL, startURL, entityID } = servicePaths(providerId);
  return {
    acsURL: links.fileUrl(acsURL),
    startURL: links.fileUrl(startURL),
    entityID: links.fileUrl(entityID),
  };
};

// Clients expect a URL.
const NOWHERE = 'about:blank';

const toProvider = (links: Links, provider: Provider<SamlProviderRow>) => {
  const { row } = provider;
  return {
    ...toProviderFields(links, provider, 'saml', isActive(row)),
    object: 'saml-provider' as const,
    ssoURL: row.sso_url || NOWHERE,
    entityID: row.entity_id ?? '',
    certificate: row.certificate ?? '',
    service: samlServiceUrls(links, row.id),
  };
};

/** Maps operations to service calls and responses. */
export const samlProvidersHandlers = (
  sso: SamlProvidersService,
  findLogins: (organizationId: string) => Promise<readonly LoginOption[]>,
  links: Links,
): Handlers<typeof samlProvidersContract> => ({
  listSAMLProvidersInOrganizationById: async ({ caller, subject, page }) =>
    listOf(
      page,
      await sso.list(caller, subject, page),
      ({ row }) => [row.id],
      (provider) => toProvider(links, provider),
    ),
  createOrganizationSAMLProvider: async ({ caller, subject, body }) =>
    toProvider(links, await sso.create(caller, subject, body)),
  getOrganizationSAMLProviderById: async ({ caller, subject, params }) =>
    toProvider(links, await sso.get(caller, subject, params.samlProviderId)),
  updateOrganizationSAMLProvider: async ({ caller, subject, params, body }) =>
    toProvider(links, await sso.update(caller, subject, params.samlProviderId, body)),
  deleteOrganizationSAMLProvider: async ({ caller, subject, params }) => {
    await sso.remove(caller, subject.id, params.samlProviderId);
    return undefined;
  },
  listSSOProviderLoginsInOrganization: async ({ params }) => ({
    items: [...(await findLogins(params.organizationId))],
  }),
});
