import type { Static } from 'typebox';
import { invalid } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { OidcError } from '../../../kernel/oidc.ts';
import { isActive, isPublicIssuer, SECRET_PURPOSE } from './oidc-provider.ts';
import type { oidcProvidersContract } from './oidc-providers.contract.ts';
import { createProvidersService } from './providers.service.ts';
import { type OidcProviderRow, oidcProviders } from './providers.store.ts';

type Dependencies = Parameters<typeof createProvidersService>[0] & Pick<Kernel, 'oidc' | 'secrets'>;
type Input = Static<(typeof oidcProvidersContract)['updateOIDCProvider']['body']>;

/** Service for OpenID Connect providers. */
export const createOidcProvidersService = ({ oidc, secrets, ...deps }: Dependencies) =>
  createProvidersService<OidcProviderRow, Input>(deps, {
    object: 'oidc-provider',
    title: 'OpenID Connect provider',
    store: oidcProviders,
    fields: { issuer: 'issuer', client_id: 'clientId', client_secret: 'clientSecret', domains: 'domains' },
    check: async ({ issuer }) => {
      if (issuer === undefined) return;
      try {
        await oidc.discover(issuer);
      } catch (error) {
        if (error instanceof OidcError) throw invalid({ path: 'body.issuer', message: error.message });
        throw error;
      }
    },
    toColumns: ({ issuer, clientId, clientSecret, domains }, id, row) => {
      // Prevents reading a stored secret by pointing the provider at another server.
      const isElsewhere = issuer !== undefined && row?.issuer != null && issuer !== row.issuer;
      if (isElsewhere && row.client_secret !== null && clientSecret === undefined)
        throw invalid({ path: 'body.clientSecret', message: 'is required when the issuer changes' });
      const [at, of] = [issuer ?? row?.issuer, domains === undefined ? row?.domains : domains];
      if (at && isPublicIssuer(at) && !of)
        throw invalid({
          path: 'body.domains',
          message: 'is required, because anyone can create an account at this issuer',
        });
      return {
        domains: domains && [...new Set(domains.map((domain) => domain.toLowerCase()))].sort(),
        issuer,
        client_id: clientId,
        client_secret: clientSecret && secrets.encrypt(SECRET_PURPOSE, id, clientSecret),
      };
    },
    isActive,
  });

/** Service for OpenID Connect providers. */
export type OidcProvidersService = ReturnType<typeof createOidcProvidersService>;
