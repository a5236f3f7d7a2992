import type { App } from './app.ts';
import { createDocsSite, type DocsSite } from './first-run-docs.ts';
import type { Caller } from './kernel/auth/principal.ts';
import { newSecret } from './kernel/auth/tokens.ts';
import { claimOnce } from './kernel/database/instance.ts';
import { SYSTEM } from './kernel/events/events.ts';
import type { SiteHost } from './kernel/published-url.ts';

/** The e-mail address of the administrator that the first run creates. */
export const FIRST_ADMIN = 'admin@lectern.local';

const ADMIN = { email: FIRST_ADMIN, displayName: 'Administrator' };

/** The result of the first run. */
export interface FirstRun {
  readonly email: string;
  readonly token: string;
  /** A sign-in link for the administrator, valid once. */
  readonly signIn: string;
  /** The site that shows the sample space. */
  readonly site: SiteHost;
  /** The site of Lectern's own documentation, if its source is installed. */
  readonly docs: DocsSite | undefined;
}

/** Creates an administrator, an organization, a sample space and its site in a new installation; once, also if several processes start at the same time. */
export const firstRun = async (app: App, givenToken: string | undefined): Promise<FirstRun | undefined> => {
  const { kernel, services } = app;
  const token = givenToken ?? newSecret();
  // The claim is committed last, together with the token: an interrupted run is repeated at the next start.
  return kernel.transaction(async (tx) => {
    if (!(await claimOnce(tx, 'first-run', kernel.clock.now().toISOString()))) return undefined;
    const { user } = await kernel.transaction((own) => services.identity.ensureVerified(own, SYSTEM, ADMIN));
    const { id: userId, display_name: displayName, email } = user;
    const caller: Caller = {
      principal: { kind: 'user', userId, displayName, tokenId: '', scopes: undefined },
      requestId: 'first-run',
      address: 'local',
    };
    const organization = await services.organizations.create(caller, { title: 'My organization' });
    const space = await services.spaces.create(caller, organization.id, {
      title: 'Sample space',
      emoji: '👋',
      editMode: 'live',
      template: { id: 'introduction' },
    });
    const own = (await services.organizations.find(organization.id, userId))!;
    const site = await services.sites.create(caller, own, { title: 'Documentation', spaces: [space.id] });
    await services.sites.publish(caller, site, true);
    const docs = await createDocsSite(app, caller, organization.id);
    await services.identity.issueToken(tx, SYSTEM, user, { label: 'First run', secret: token });
    const signIn = await services.signIn.issueOperatorLink(tx, email);
    return { email, token, signIn, site, docs };
  });
};
