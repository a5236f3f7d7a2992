import { lockAccounts } from '../../../kernel/auth/accounts.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { Actor } from '../../../kernel/events/events.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { IdentityService, UserRow } from '../../identity/index.ts';
import { findMembersElsewhere, insertMembers, lockMember, updateMember } from '../../organizations/index.ts';
import type { TeamsService } from '../../teams/index.ts';
import type { ProviderRow } from '../providers/providers.store.ts';

interface Dependencies extends Pick<Kernel, 'clock' | 'events'> {
  readonly identity: Pick<IdentityService, 'findByEmail' | 'isInUse' | 'register'>;
  readonly teams: Pick<TeamsService, 'enroll'>;
}

/** An identity provider, as far as those who come from it are concerned. */
export type From = Pick<ProviderRow, 'organization_id' | 'id' | 'default_team_id' | 'default_role'>;

/** Somebody with an account, as an identity provider meets them. */
export type Known =
  | { readonly outcome: 'member'; readonly user: UserRow; readonly disabled: boolean }
  /** The organization has marked the account, and whoever owns it has not agreed yet. */
  | { readonly outcome: 'unagreed'; readonly user: UserRow }
  /** The organization has not taken them for its own. */
  | { readonly outcome: 'unmarked' }
  /** They belong to another one as well. */
  | { readonly outcome: 'elsewhere' };

/** How the people of identity providers become members, and which of those who are there are theirs. */
export const createNewcomersService = ({ clock, events, identity, teams }: Dependencies) => ({
  /** Makes an account and a membership for somebody who comes for the first time; undefined when there is one by now. */
  welcome: async (
    tx: DatabaseTransaction,
    by: Actor,
    row: From,
    person: { email: string; displayName: string | undefined },
    way: 'sso' | 'scim',
  ): Promise<UserRow | undefined> => {
    const user = await identity.register(tx, by, person);
    if (!user) return undefined;
    const { organization_id: organizationId, default_team_id: teamId, default_role: role } = row;
    const [userId, now] = [user.id, clock.now()];
    await insertMembers(tx, organizationId, [{ userId, role, sso: true, agreedAt: now }], now);
    await events.record(tx, by, {
      organizationId,
      action: 'member.joined',
      target: { type: 'member', id: user.id, label: user.display_name },
      payload: { by: way, provider: row.id, role },
    });
    if (teamId !== null) await teams.enroll(tx, by, { organizationId, teamId }, user.id);
    return user;
  },

  /**
   * Finds whom the organization has taken for its own. An account that was there before is nobody's to claim: whoever owns it
   * agrees first; one that nobody ever used has nobody to ask.
   */
  known: async (tx: DatabaseTransaction, organizationId: string, email: string): Promise<Known> => {
    const user = await identity.findByEmail(tx, email);
    if (!user) return { outcome: 'unmarked' };
    await lockAccounts(tx, [user.id]);
    const member = await lockMember(tx, organizationId, user.id);
    if (!member?.sso) return { outcome: 'unmarked' };
    if ((await findMembersElsewhere(tx, organizationId, [user.id])).size > 0) return { outcome: 'elsewhere' };
    if (member.sso_agreed_at) return { outcome: 'member', user, disabled: member.disabled };
    if (await identity.isInUse(tx, user.id)) return { outcome: 'unagreed', user };
    await updateMember(tx, organizationId, user.id, { sso_agreed_at: clock.now() });
    const now = await lockMember(tx, organizationId, user.id);
    return { outcome: 'member', user, disabled: now!.disabled };
  },
});

/** How the people of identity providers become members. */
export type NewcomersService = ReturnType<typeof createNewcomersService>;
