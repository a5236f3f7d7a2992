import type { App } from './app.ts';
import type { Caller } from './kernel/auth/principal.ts';
import { insertToken, newSecret } from './kernel/auth/tokens.ts';
import { claimOnce } from './kernel/database/instance.ts';

const ADMIN = { email: 'admin@lectern.local', displayName: 'Administrator' };

/** What the first run made. */
export interface FirstRun {
  readonly email: string;
  readonly token: string;
}

/** Gives a new installation an administrator, an organization and a sample space; once, whoever else starts at the same time. */
export const firstRun = async (
  { kernel, services }: App,
  givenToken: string | undefined,
): Promise<FirstRun | undefined> => {
  const token = givenToken ?? newSecret();
  // The claim and the token come last and together: a run that was cut short is made again by the next start.
  return kernel.transaction(async (tx) => {
    if (!(await claimOnce(tx, 'first-run', kernel.clock.now().toISOString()))) return undefined;
    const [user] = await services.identity.ensureUsers(kernel.db, [ADMIN], true);
    const { id: userId, display_name: displayName, email } = user!;
    const caller: Caller = {
      principal: { kind: 'user', userId, displayName, tokenId: '', scopes: undefined },
      requestId: 'first-run',
      address: 'local',
    };
    const organization = await services.organizations.create(caller, { title: 'My organization' });
    await services.spaces.create(caller, organization.id, {
      title: 'Sample space',
      emoji: '👋',
      editMode: 'live',
    });
    const createdAt = kernel.clock.now();
    await insertToken(tx, {
      id: kernel.newId(),
      userId,
      secret: token,
      label: 'First run',
      scopes: undefined,
      createdAt,
      expiresAt: undefined,
    });
    return { email, token };
  });
};
