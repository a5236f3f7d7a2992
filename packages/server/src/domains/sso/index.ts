import { domain } from '../../kernel/contract/domain.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { ClosingsService, IdentityService } from '../identity/index.ts';
import type { OrganizationsService } from '../organizations/index.ts';
import {
  type Login,
  type Logins,
  type PagesService,
  type SigningInService,
  TO_LOGIN,
} from '../sessions/index.ts';
import type { TeamsService } from '../teams/index.ts';
import { oidcContract } from './providers/oidc-providers.contract.ts';
import { oidcHandlers, serviceOf as oidcServiceOf } from './providers/oidc-providers.handlers.ts';
import { createOidcService } from './providers/oidc-providers.service.ts';
import { existAmongSeveral } from './providers/providers.store.ts';
import { ssoContract } from './providers/saml-providers.contract.ts';
import { serviceOf, ssoHandlers } from './providers/saml-providers.handlers.ts';
import { createSsoService } from './providers/saml-providers.service.ts';
import { createNewcomersService } from './provisioning.service.ts';
import { oidcLoginsContract } from './sign-in/oidc-sign-in.contract.ts';
import { oidcLoginsHandlers } from './sign-in/oidc-sign-in.handlers.ts';
import { createOidcLoginsService } from './sign-in/oidc-sign-in.service.ts';
import { loginsContract } from './sign-in/saml-sign-in.contract.ts';
import { loginsHandlers } from './sign-in/saml-sign-in.handlers.ts';
import { createLoginsService } from './sign-in/saml-sign-in.service.ts';
import { createArrivalsService } from './sign-in/sso-sign-in.service.ts';
import { ssoJobs } from './sso.jobs.ts';

export { samlProviders } from './providers/providers.store.ts';
export type { NewcomersService } from './provisioning.service.ts';
export { emailIn, nameIn } from './sign-in/profile.ts';

/** Single sign-on: the identity providers of organizations, and how people come from them. */
export const createSso = (
  kernel: Kernel,
  more: {
    identity: IdentityService;
    closings: ClosingsService;
    organizations: Pick<OrganizationsService, 'idOf'>;
    teams: TeamsService;
    signingIn: SigningInService;
    pages: PagesService;
  },
) => {
  const { links } = kernel;
  const ofProviders = {
    ...kernel,
    ...more,
    logins: (organizationId: string, tx: Database) => choices(organizationId, tx),
  };
  const sso = createSsoService(ofProviders);
  const oidc = createOidcService(ofProviders);
  const newcomers = createNewcomersService({ ...kernel, ...more });
  const arrivals = createArrivalsService({ ...kernel, ...more, newcomers });
  const logins = createLoginsService({
    ...kernel,
    ...more,
    arrivals,
    serviceOf: (providerId) => serviceOf(links, providerId),
  });
  const oidcLogins = createOidcLoginsService({
    ...kernel,
    ...more,
    arrivals,
    redirectUrlOf: (providerId) => oidcServiceOf(links, providerId).redirectURL,
  });
  /** Where members of an organization may come from, by whatever kind of identity provider. */
  const choices = async (organizationId?: string, executor?: Database): Promise<readonly Login[]> => {
    const bySaml = await sso.logins(organizationId, executor);
    const byOidc = await oidc.logins(organizationId, executor);
    return [
      ...bySaml.map(({ id, label }) => ({ id, label, startURL: serviceOf(links, id).startURL })),
      ...byOidc.map(({ id, label }) => ({ id, label, startURL: oidcServiceOf(links, id).startURL })),
    ];
  };
  const choicesNamed = async (name: string): Promise<readonly Login[]> => {
    const organizationId = await more.organizations.idOf(name);
    return organizationId === undefined ? [] : choices(organizationId);
  };
  return {
    newcomers,
    /** The identity providers that people can come from to an organization. */
    logins: choices,
    /** How those sign in who have not said which organization is theirs. */
    anyLogins: async (): Promise<Logins> => ({
      choices: await choices(),
      byOrganization: await existAmongSeveral(kernel.db),
    }),
    domain: domain({
      name: 'sso',
      contract: { ...ssoContract, ...oidcContract, ...loginsContract, ...oidcLoginsContract },
      handlers: {
        ...ssoHandlers(sso, choices, links),
        ...oidcHandlers(oidc, links),
        ...loginsHandlers({ ...more, choices: choicesNamed, logins }, links),
        ...oidcLoginsHandlers({ ...more, oidcLogins }, links),
      },
      errorPage: more.pages.refusing('You are not signed in', TO_LOGIN),
      jobs: ssoJobs(arrivals, logins),
    }),
  };
};
