import { domain } from '../../kernel/contract/domain.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { IdentityService, MembershipClosuresService } from '../identity/index.ts';
import type { OrganizationsService } from '../organizations/index.ts';
import {
  BACK_TO_SIGN_IN,
  type LoginOption,
  type LoginOptions,
  type PagesService,
  type SignInService,
} from '../sessions/index.ts';
import type { TeamsService } from '../teams/index.ts';
import { oidcProvidersContract } from './providers/oidc-providers.contract.ts';
import { oidcProvidersHandlers, serviceOf as oidcServiceOf } from './providers/oidc-providers.handlers.ts';
import { createOidcProvidersService } from './providers/oidc-providers.service.ts';
import { isOrganizationNeeded } from './providers/providers.store.ts';
import { samlProvidersContract } from './providers/saml-providers.contract.ts';
import { samlProvidersHandlers, serviceOf } from './providers/saml-providers.handlers.ts';
import { createSamlProvidersService } from './providers/saml-providers.service.ts';
import { createProvisioningService } from './provisioning.service.ts';
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

/** Single sign-on: the identity providers of organizations, and how people come from them. */
export const createSso = (
  kernel: Kernel,
  more: {
    identity: IdentityService;
    membershipClosures: MembershipClosuresService;
    organizations: Pick<OrganizationsService, 'findId'>;
    teams: TeamsService;
    signIn: SignInService;
    pages: PagesService;
  },
) => {
  const { links } = kernel;
  const ofProviders = {
    ...kernel,
    ...more,
    logins: (organizationId: string, tx: Database) => choices(organizationId, tx),
  };
  const sso = createSamlProvidersService(ofProviders);
  const oidc = createOidcProvidersService(ofProviders);
  const provisioning = createProvisioningService({ ...kernel, ...more });
  const ssoSignIn = createSsoSignInService({ ...kernel, ...more, provisioning });
  const logins = createSamlSignInService({
    ...kernel,
    ...more,
    ssoSignIn,
    serviceOf: (providerId) => serviceOf(links, providerId),
  });
  const oidcSignIn = createOidcSignInService({
    ...kernel,
    ...more,
    ssoSignIn,
    redirectUrlOf: (providerId) => oidcServiceOf(links, providerId).redirectURL,
  });
  /** Where members of an organization may come from, by whatever kind of identity provider. */
  const choices = async (organizationId?: string, executor?: Database): Promise<readonly LoginOption[]> => {
    const bySaml = await sso.logins(organizationId, executor);
    const byOidc = await oidc.logins(organizationId, executor);
    return [
      ...bySaml.map(({ id, label }) => ({ id, label, startURL: serviceOf(links, id).startURL })),
      ...byOidc.map(({ id, label }) => ({ id, label, startURL: oidcServiceOf(links, id).startURL })),
    ];
  };
  const choicesNamed = async (name: string): Promise<readonly LoginOption[]> => {
    const organizationId = await more.organizations.findId(name);
    return organizationId === undefined ? [] : choices(organizationId);
  };
  return {
    provisioning,
    /** The identity providers that people can come from to an organization. */
    logins: choices,
    /** How those sign in who have not said which organization is theirs. */
    findLoginOptions: async (): Promise<LoginOptions> => ({
      choices: await choices(),
      byOrganization: await isOrganizationNeeded(kernel.db),
    }),
    domain: domain({
      name: 'sso',
      contract: {
        ...samlProvidersContract,
        ...oidcProvidersContract,
        ...samlSignInContract,
        ...oidcSignInContract,
      },
      handlers: {
        ...samlProvidersHandlers(sso, choices, links),
        ...oidcProvidersHandlers(oidc, links),
        ...samlSignInHandlers({ ...more, choices: choicesNamed, logins }, links),
        ...oidcSignInHandlers({ ...more, oidcSignIn }, links),
      },
      errorPage: more.pages.errorPage('You are not signed in', BACK_TO_SIGN_IN),
      jobs: ssoJobs(ssoSignIn, logins),
    }),
  };
};
