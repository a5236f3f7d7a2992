import { lockAccounts } from '../../kernel/auth/account-locks.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import type { Actor } from '../../kernel/events/events.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { ClosingsService, IdentityService, UserRow } from '../identity/index.ts';
import {
  findMembersElsewhere,
  insertMembers,
  lockMember,
  mayBeMarked,
  updateMember,
  wasSentOff,
} from '../organizations/index.ts';
import type { TeamsService } from '../teams/index.ts';
import type { ProviderRow } from './providers/providers.store.ts';

interface Dependencies extends Pick<Kernel, 'clock' | 'events'> {
  readonly identity: Pick<IdentityService, 'findByEmail' | 'isInUse' | 'register'>;
  readonly closings: ClosingsService;
  readonly teams: Pick<TeamsService, 'enroll'>;
}

/** An identity provider, as far as those who come from it are concerned. */
export type From = Pick<ProviderRow, 'organization_id' | 'id' | 'default_team_id' | 'default_role'>;

/** How an identity provider names somebody: they come, or it says that they are to be there. */
type Way = 'sso' | 'scim';

/** Somebody with an account, as an identity provider meets them. */
export type Known =
  | { readonly outcome: 'member'; readonly user: UserRow; readonly disabled: boolean }
  /** The organization has marked the account, and whoever owns it has not agreed yet. */
  | { readonly outcome: 'unagreed'; readonly user: UserRow }
  /** The organization has not taken them for its own. */
  | { readonly outcome: 'unmarked' }
  /** An identity provider of another one speaks for them, but nobody has proved the address: whoever does is asked. */
  | { readonly outcome: 'claimed'; readonly user: UserRow }
  /** They belong to another one as well. */
  | { readonly outcome: 'elsewhere' };

/** How the people of identity providers become members, and which of those who are there are theirs. */
export const createNewcomersService = ({ clock, events, identity, closings, teams }: Dependencies) => {
  const enter = async (
    tx: DatabaseTransaction,
    by: Actor,
    row: From,
    user: UserRow,
    { way, agreedAt }: { way: Way; agreedAt: Date | undefined },
  ): Promise<void> => {
    const { organization_id: organizationId, default_team_id: teamId, default_role: role } = row;
    const member = { userId: user.id, role, sso: true, agreedAt, byOthers: true };
    await insertMembers(tx, organizationId, [member], clock.now());
    await events.record(tx, by, {
      organizationId,
      action: 'member.joined',
      target: { type: 'member', id: user.id, label: user.display_name },
      payload: { by: way, provider: row.id, role },
    });
    if (teamId !== null) await teams.enroll(tx, by, { organizationId, teamId }, user.id);
  };

  /**
   * Finds whom the organization has taken for its own. An account that was there before is nobody's to claim: whoever owns it
   * agrees first; one that nobody ever used has nobody to ask.
   */
  const known = async (
    tx: DatabaseTransaction,
    by: Actor,
    row: From,
    email: string,
    way: Way,
  ): Promise<Known> => {
    const organizationId = row.organization_id;
    const found = await identity.findByEmail(tx, email);
    if (!found) return { outcome: 'unmarked' };
    await lockAccounts(tx, [found.id]);
    // Read once more: somebody may have proved the address meanwhile.
    const user = await identity.findByEmail(tx, email);
    if (user?.id !== found.id) return { outcome: 'unmarked' };
    const member = await lockMember(tx, organizationId, user.id);
    const elsewhere = (await findMembersElsewhere(tx, organizationId, [user.id])).get(user.id);
    const isUsed = () => identity.isInUse(tx, user.id);
    if (!member) {
      if (await wasSentOff(tx, organizationId, user.id)) return { outcome: 'unmarked' };
      // Who was deleted by provisioning, or is a member only by the word of others, comes like a newcomer.
      const isClaimed = elsewhere === 'claimed';
      if (!mayBeMarked(elsewhere) || (!isClaimed && (await isUsed()))) return { outcome: 'unmarked' };
      const agreedAt = isClaimed ? undefined : clock.now();
      await closings.during(tx, user, organizationId, () => enter(tx, by, row, user, { way, agreedAt }));
      return isClaimed ? { outcome: 'claimed', user } : { outcome: 'member', user, disabled: false };
    }
    if (!member.sso) return { outcome: 'unmarked' };
    // Where nobody has proved the address, others may have them as members as well, closed.
    if (member.sso_agreed_at) return { outcome: 'member', user, disabled: member.disabled };
    if (elsewhere === 'claimed') return { outcome: 'claimed', user };
    if (!mayBeMarked(elsewhere)) return { outcome: 'elsewhere' };
    if (await isUsed()) return { outcome: 'unagreed', user };
    await closings.during(tx, user, organizationId, () =>
      updateMember(tx, organizationId, user.id, { sso_agreed_at: clock.now() }),
    );
    const now = await lockMember(tx, organizationId, user.id);
    return { outcome: 'member', user, disabled: now!.disabled };
  };

  return {
    /** Makes an account and a membership for somebody who comes for the first time, or finds the one that there is. */
    meet: async (
      tx: DatabaseTransaction,
      by: Actor,
      row: From,
      person: { email: string; displayName: string | undefined },
      way: Way,
    ): Promise<Known> => {
      const user = await identity.register(tx, by, person);
      if (!user) return known(tx, by, row, person.email, way);
      await enter(tx, by, row, user, { way, agreedAt: clock.now() });
      return { outcome: 'member', user, disabled: false };
    },
  };
};

/** How the people of identity providers become members. */
export type NewcomersService = ReturnType<typeof createNewcomersService>;
