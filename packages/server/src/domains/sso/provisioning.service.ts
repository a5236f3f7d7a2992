import { lockAccounts } from '../../kernel/auth/account-locks.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import type { Actor } from '../../kernel/events/events.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { IdentityService, MembershipClosuresService, UserRow } from '../identity/index.ts';
import {
  canEnableSso,
  findOtherMemberships,
  insertMembers,
  lockMember,
  updateMember,
  wasRemoved,
} from '../organizations/index.ts';
import type { TeamsService } from '../teams/index.ts';
import type { ProviderRow } from './providers/providers.store.ts';

interface Dependencies extends Pick<Kernel, 'clock' | 'events'> {
  readonly identity: Pick<IdentityService, 'findByEmail' | 'isInUse' | 'register'>;
  readonly membershipClosures: MembershipClosuresService;
  readonly teams: Pick<TeamsService, 'addMember'>;
}

/** An identity provider, as far as those who come from it are concerned. */
export type ProvisioningProvider = Pick<
  ProviderRow,
  'organization_id' | 'id' | 'default_team_id' | 'default_role'
>;

/** How an identity provider names somebody: they come, or it says that they are to be there. */
type ProvisioningSource = 'sso' | 'scim';

/** Somebody with an account, as an identity provider meets them. */
export type ProvisioningResult =
  | { readonly outcome: 'member'; readonly user: UserRow; readonly disabled: boolean }
  /** The organization has marked the account, and whoever owns it has not agreed yet. */
  | { readonly outcome: 'consent-required'; readonly user: UserRow }
  /** The organization has not taken them for its own. */
  | { readonly outcome: 'not-managed' }
  /** An identity provider of another one speaks for them, but nobody has proved the address: whoever does is asked. */
  | { readonly outcome: 'unverified'; readonly user: UserRow }
  /** They belong to another one as well. */
  | { readonly outcome: 'in-other-organization' };

/** How the people of identity providers become members, and which of those who are there are theirs. */
export const createProvisioningService = ({
  clock,
  events,
  identity,
  membershipClosures,
  teams,
}: Dependencies) => {
  const addMember = async (
    tx: DatabaseTransaction,
    by: Actor,
    row: ProvisioningProvider,
    user: UserRow,
    { way, agreedAt }: { way: ProvisioningSource; agreedAt: Date | undefined },
  ): Promise<void> => {
    const { organization_id: organizationId, default_team_id: teamId, default_role: role } = row;
    const member = { userId: user.id, role, sso: true, agreedAt, addedByOthers: true };
    await insertMembers(tx, organizationId, [member], clock.now());
    await events.record(tx, by, {
      organizationId,
      action: 'member.joined',
      target: { type: 'member', id: user.id, label: user.display_name },
      payload: { by: way, provider: row.id, role },
    });
    if (teamId !== null) await teams.addMember(tx, by, { organizationId, teamId }, user.id);
  };

  /**
   * Finds whom the organization has taken for its own. An account that was there before is nobody's to claim: whoever owns it
   * agrees first; one that nobody ever used has nobody to ask.
   */
  const findExistingMember = async (
    tx: DatabaseTransaction,
    by: Actor,
    row: ProvisioningProvider,
    email: string,
    way: ProvisioningSource,
  ): Promise<ProvisioningResult> => {
    const organizationId = row.organization_id;
    const found = await identity.findByEmail(tx, email);
    if (!found) return { outcome: 'not-managed' };
    await lockAccounts(tx, [found.id]);
    // Read once more: somebody may have proved the address meanwhile.
    const user = await identity.findByEmail(tx, email);
    if (user?.id !== found.id) return { outcome: 'not-managed' };
    const member = await lockMember(tx, organizationId, user.id);
    const elsewhere = (await findOtherMemberships(tx, organizationId, [user.id])).get(user.id);
    const isUsed = () => identity.isInUse(tx, user.id);
    if (!member) {
      if (await wasRemoved(tx, organizationId, user.id)) return { outcome: 'not-managed' };
      // Who was deleted by provisioning, or is a member only by the word of others, comes like a newcomer.
      const isClaimed = elsewhere === 'claimed';
      if (!canEnableSso(elsewhere) || (!isClaimed && (await isUsed()))) return { outcome: 'not-managed' };
      const agreedAt = isClaimed ? undefined : clock.now();
      await membershipClosures.track(tx, user, organizationId, () =>
        addMember(tx, by, row, user, { way, agreedAt }),
      );
      return isClaimed ? { outcome: 'unverified', user } : { outcome: 'member', user, disabled: false };
    }
    if (!member.sso) return { outcome: 'not-managed' };
    // Where nobody has proved the address, others may have them as members as well, closed.
    if (member.sso_agreed_at) return { outcome: 'member', user, disabled: member.disabled };
    if (elsewhere === 'claimed') return { outcome: 'unverified', user };
    if (!canEnableSso(elsewhere)) return { outcome: 'in-other-organization' };
    if (await isUsed()) return { outcome: 'consent-required', user };
    await membershipClosures.track(tx, user, organizationId, () =>
      updateMember(tx, organizationId, user.id, { sso_agreed_at: clock.now() }),
    );
    const now = await lockMember(tx, organizationId, user.id);
    return { outcome: 'member', user, disabled: now!.disabled };
  };

  return {
    /** Makes an account and a membership for somebody who comes for the first time, or finds the one that there is. */
    findOrCreateMember: async (
      tx: DatabaseTransaction,
      by: Actor,
      row: ProvisioningProvider,
      person: { email: string; displayName: string | undefined },
      way: ProvisioningSource,
    ): Promise<ProvisioningResult> => {
      const user = await identity.register(tx, by, person);
      if (!user) return findExistingMember(tx, by, row, person.email, way);
      await addMember(tx, by, row, user, { way, agreedAt: clock.now() });
      return { outcome: 'member', user, disabled: false };
    },
  };
};

/** How the people of identity providers become members. */
export type ProvisioningService = ReturnType<typeof createProvisioningService>;
