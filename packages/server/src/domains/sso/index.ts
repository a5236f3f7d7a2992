import { domain } from '../../kernel/contract/domain.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { IdentityService, SsoMembershipChangesService } from '../identity/index.ts';
import type { OrganizationsService, SignInMethodsService } from '../organizations/index.ts';
import {
  BACK_TO_SIGN_IN,
  type LoginOption,
  type LoginOptions,
  type PagesService,
  type SignInService,
} from '../sessions/index.ts';
import type { TeamsService } from '../teams/index.ts';
import { oidcProvidersContract } from './providers/oidc-providers.contract.ts';
import { oidcProvidersHandlers, oidcServiceUrls } from './providers/oidc-providers.handlers.ts';
import { createOidcProvidersService } from './providers/oidc-providers.service.ts';
import { isOrganizationNeeded } from './providers/providers.store.ts';
import { samlProvidersContract } from './providers/saml-providers.contract.ts';
import { samlProvidersHandlers, samlServiceUrls } from './providers/saml-providers.handlers.ts';
import { createSamlProvidersService } from './providers/saml-providers.service.ts';
import { createProvisioningService } from './provisioning.service.ts';
import { loginPagesContract } from './sign-in/login-pages.contract.ts';
import { loginPagesHandlers } from './sign-in/login-pages.handlers.ts';
import { oidcSignInContract } from './sign-in/oidc-sign-in.contract.ts';
import { oidcSignInHandlers } from './sign-in/oidc-sign-in.handlers.ts';
import { createOidcSignInService } from './sign-in/oidc-sign-in.service.ts';
import { samlSignInContract } from './sign-in/saml-sign-in.contract.ts';
import { samlSignInHandlers } from './sign-in/saml-sign-in.handlers.ts';
import { createSamlSignInService } from './sign-in/saml-sign-in.service.ts';
import { createSsoSignInService } from './sign-in/sso-sign-in.service.ts';
import { ssoJobs } from './sso.jobs.ts';

export { samlProviders } from './providers/providers.store.ts';
export type { ProvisioningService } from './provisioning.service.ts';
export { parseEmail, parseName } from './sign-in/profile.ts';

/** Single sign-on: the identity providers of organizations, and sign-in through them. */
export const createSso = (
  kernel: Kernel,
  more: {
    identity: IdentityService;
    ssoMembershipChanges: SsoMembershipChangesService;
    organizations: Pick<OrganizationsService, 'findId'>;
    signInMethods: Pick<SignInMethodsService, 'offered'>;
    teams: TeamsService;
    signIn: SignInService;
    pages: PagesService;
  },
) => {
  const { links } = kernel;
  const providerDependencies = {
    ...kernel,
    ...more,
    logins: (organizationId: string, tx: Database) => findLogins(organizationId, tx),
  };
  const samlService = createSamlProvidersService(providerDependencies);
  const oidcService = createOidcProvidersService(providerDependencies);
  const provisioning = createProvisioningService({ ...kernel, ...more });
  const ssoSignIn = createSsoSignInService({ ...kernel, ...more, provisioning });
  const samlSignIn = createSamlSignInService({
    ...kernel,
    ...more,
    ssoSignIn,
    serviceOf: (providerId) => samlServiceUrls(links, providerId),
  });
  const oidcSignIn = createOidcSignInService({
    ...kernel,
    ...more,
    ssoSignIn,
    redirectUrlOf: (providerId) => oidcServiceUrls(links, providerId).redirectURL,
  });
  /** The login options of an organization, of all kinds of identity providers. */
  const findLogins = async (
    organizationId?: string,
    executor?: Database,
  ): Promise<readonly LoginOption[]> => {
    const bySaml = await samlService.logins(organizationId, executor);
    const byOidc = await oidcService.logins(organizationId, executor);
    return [
      ...bySaml.map(({ id, label }) => ({ id, label, startURL: samlServiceUrls(links, id).startURL })),
      ...byOidc.map(({ id, label }) => ({ id, label, startURL: oidcServiceUrls(links, id).startURL })),
    ];
  };
  const findLoginsByName = async (name: string): Promise<readonly LoginOption[]> => {
    const organizationId = await more.organizations.findId(name);
    return organizationId === undefined ? [] : findLogins(organizationId);
  };
  return {
    provisioning,
    /** The login options of an organization. */
    logins: findLogins,
    /** The login options of users who have not named an organization. */
    findLoginOptions: async (): Promise<LoginOptions> => ({
      choices: await findLogins(),
      byOrganization: await isOrganizationNeeded(kernel.db),
    }),
    domain: domain({
      name: 'sso',
      contract: {
        ...samlProvidersContract,
        ...oidcProvidersContract,
        ...loginPagesContract,
        ...samlSignInContract,
        ...oidcSignInContract,
      },
      handlers: {
        ...samlProvidersHandlers(samlService, findLogins, links),
        ...oidcProvidersHandlers(oidcService, links),
        ...loginPagesHandlers({
          ...more,
          findLogins: findLoginsByName,
          // Unknown organizations look like organizations without rules.
          findMethods: async (name) =>
            more.signInMethods.offered((await more.organizations.findId(name)) ?? ''),
        }),
        ...samlSignInHandlers({ ...more, samlSignIn }, links),
        ...oidcSignInHandlers({ ...more, oidcSignIn }, links),
      },
      errorPage: more.pages.errorPage('You are not signed in', BACK_TO_SIGN_IN),
      jobs: ssoJobs(ssoSignIn, samlSignIn),
    }),
  };
};
