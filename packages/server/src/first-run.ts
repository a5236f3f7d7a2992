import type { App } from './app.ts';
import { FIRST_ADMIN, recordServerAdministrator } from './domains/identity/index.ts';
import { createDocsSite, type DocsSite } from './first-run-docs.ts';
import type { Caller } from './kernel/auth/principal.ts';
import { newSecret } from './kernel/auth/tokens.ts';
import type { Config } from './kernel/config.ts';
import { claimOnce, FIRST_RUN } from './kernel/database/instance.ts';
import { SYSTEM } from './kernel/events/events.ts';
import type { SiteHost } from './kernel/published-url.ts';

const ADMIN = { email: FIRST_ADMIN, displayName: 'Administrator' };

/** The result of the first run. */
export interface FirstRun {
  readonly email: string;
  readonly token: string;
  /** A sign-in link for the administrator, valid once. */
  readonly signIn: string;
  /** The site that shows the sample space, if it was wanted. */
  readonly sample: SiteHost | undefined;
  /** The site of Lectern's own documentation, if its source is installed. */
  readonly docs: DocsSite | undefined;
}

const createSampleSite = async ({ services }: App, caller: Caller, organizationId: string) => {
  const space = await services.spaces.create(caller, organizationId, {
    title: 'Sample space',
    emoji: '👋',
    editMode: 'live',
    template: { id: 'introduction' },
  });
  const organization = (await services.organizations.find(organizationId, caller.principal.userId))!;
  const site = await services.sites.create(caller, organization, {
    title: 'Documentation',
    spaces: [space.id],
  });
  await services.sites.publish(caller, site, true);
  return site;
};

/**
 * Creates an administrator, an organization and the sample sites in a new installation; once, also if several
 * processes start at the same time.
 */
export const firstRun = async (
  app: App,
  { adminToken, sampleSites }: Pick<Config, 'adminToken' | 'sampleSites'>,
): Promise<FirstRun | undefined> => {
  const { kernel, services } = app;
  const token = adminToken ?? newSecret();
  // The claim is committed last, together with the token: an interrupted run is repeated at the next start.
  return kernel.transaction(async (tx) => {
    if (!(await claimOnce(tx, FIRST_RUN, kernel.clock.now().toISOString()))) return undefined;
    const { user } = await kernel.transaction((own) => services.identity.ensureVerified(own, SYSTEM, ADMIN));
    await recordServerAdministrator(tx, user.id);
    const { id: userId, display_name: displayName, email } = user;
    const caller: Caller = {
      principal: { kind: 'user', userId, displayName, tokenId: '', scopes: undefined },
      requestId: 'first-run',
      address: 'local',
    };
    const organization = await services.organizations.create(caller, { title: 'My organization' });
    const sample = sampleSites ? await createSampleSite(app, caller, organization.id) : undefined;
    const docs = sampleSites ? await createDocsSite(app, caller, organization.id) : undefined;
    await services.identity.issueToken(tx, SYSTEM, user, { label: 'First run', secret: token });
    const signIn = await services.signIn.issueOperatorLink(tx, email);
    return { email, token, signIn, sample, docs };
  });
};
