import { createAccount } from './domains/account/index.ts';
import type { CollectionsService } from './domains/collections/index.ts';
import { createCredentials } from './domains/credentials/index.ts';
import type { createIdentity } from './domains/identity/index.ts';
import { createInvites } from './domains/invites/index.ts';
import type { SettingsService } from './domains/notifications/index.ts';
import { createOAuth } from './domains/oauth/index.ts';
import type { createOrganizations } from './domains/organizations/index.ts';
import { createSessions } from './domains/sessions/index.ts';
import { createSetup } from './domains/setup/index.ts';
import type { SpacesService } from './domains/spaces/index.ts';
import { createSso } from './domains/sso/index.ts';
import type { TeamsService } from './domains/teams/index.ts';
import type { Kernel } from './kernel/kernel.ts';

/** Creates the domains by which people and programs come in: sessions, single sign-on, passwords, invitations, OAuth. */
export const createSignInDomains = (
  kernel: Kernel,
  {
    identity,
    organizations,
    teams,
    collections,
    spaces,
    notificationSettings,
    scopes,
  }: {
    identity: ReturnType<typeof createIdentity>;
    organizations: ReturnType<typeof createOrganizations>;
    teams: TeamsService;
    collections: CollectionsService;
    spaces: SpacesService;
    notificationSettings: SettingsService;
    scopes: () => readonly string[];
  },
) => {
  const sessions = createSessions(kernel, {
    identity: identity.service,
    organizations: organizations.service,
    signInMethods: organizations.signInMethods,
    // Single sign-on depends on sessions, so the sign-in page finds identity providers by callbacks.
    logins: (organizationId) => sso.logins(organizationId),
    findLoginOptions: () => sso.findLoginOptions(),
    passkeyScript: () => credentials.passkeyScript(),
    // Invitations depend on sessions as well.
    isInvitePage: (path) => invites.isInvitePage(path),
    isNewServer: () => setup.service.isOpen(),
  });
  const sso = createSso(kernel, {
    identity: identity.service,
    ssoMembershipChanges: identity.ssoMembershipChanges,
    organizations: organizations.service,
    signInMethods: organizations.signInMethods,
    teams,
    signIn: sessions.signIn,
    pages: sessions.pages,
  });
  const credentials = createCredentials(kernel, {
    identity: identity.service,
    members: organizations.members,
    organizations: organizations.service,
    signInMethods: organizations.signInMethods,
    sessions: sessions.service,
    signIn: sessions.signIn,
    signInPage: sessions.signInPage,
    pages: sessions.pages,
  });
  const invites = createInvites(kernel, {
    identity: identity.service,
    organizations: organizations.service,
    signInMethods: organizations.signInMethods,
    collections,
    spaces,
    enrollment: credentials.enrollment,
    signIn: sessions.signIn,
    pages: sessions.pages,
    passkeyScript: credentials.passkeyScript,
  });
  const setup = createSetup(kernel, {
    identity: identity.service,
    organizations: organizations.service,
    spaces,
    enrollment: credentials.enrollment,
    signIn: sessions.signIn,
    pages: sessions.pages,
    passkeyScript: credentials.passkeyScript,
  });
  const account = createAccount(kernel, {
    identity: identity.service,
    sessions: sessions.service,
    passwords: credentials.passwords,
    passkeys: credentials.passkeys,
    isOnlyMethod: credentials.isOnlyMethod,
    passkeyScript: credentials.passkeyScript,
    settings: notificationSettings,
    pages: sessions.pages,
    members: organizations.members,
    logins: sso.logins,
  });
  const oauth = createOAuth(kernel, { identity: identity.service, pages: sessions.pages, scopes });
  return {
    sessions,
    sso,
    credentials,
    invites,
    setup,
    oauth: oauth.service,
    domains: [
      invites.domain,
      sessions.domain,
      credentials.domain,
      setup.domain,
      account.domain,
      oauth.domain,
      sso.domain,
    ] as const,
  };
};
