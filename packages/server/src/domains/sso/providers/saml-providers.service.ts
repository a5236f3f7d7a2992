import type { Static } from 'typebox';
import { certificateErrorOf } from '../../../kernel/certificates.ts';
import { invalid } from '../../../kernel/errors/errors.ts';
import { createProvidersService } from './providers.service.ts';
import { type SamlProviderRow, samlProviders } from './providers.store.ts';
import { isActive } from './saml-provider.ts';
import type { samlProvidersContract } from './saml-providers.contract.ts';

type Dependencies = Parameters<typeof createProvidersService>[0];
type Input = Static<(typeof samlProvidersContract)['updateOrganizationSAMLProvider']['body']>;

/** Service for SAML providers. */
export const createSamlProvidersService = (deps: Dependencies) =>
  createProvidersService<SamlProviderRow, Input>(deps, {
    object: 'saml-provider',
    title: 'SAML provider',
    store: samlProviders,
    fields: { sso_url: 'ssoURL', entity_id: 'entityID', certificate: 'certificate' },
    check: ({ certificate, ssoURL }) => {
      const problem = certificate && certificateErrorOf(certificate, deps.clock.now());
      if (problem) throw invalid({ path: 'body.certificate', message: problem });
      if (ssoURL !== undefined && !URL.canParse(ssoURL))
        throw invalid({ path: 'body.ssoURL', message: 'is not a valid URL' });
    },
    toColumns: ({ ssoURL, entityID, certificate }) => ({ sso_url: ssoURL, entity_id: entityID, certificate }),
    isActive,
  });

/** Service for SAML providers. */
export type SamlProvidersService = ReturnType<typeof createSamlProvidersService>;
