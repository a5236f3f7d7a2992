import { lockAccounts } from '../../kernel/auth/account-locks.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import type { Actor } from '../../kernel/events/events.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { IdentityService, SsoMembershipChangesService, UserRow } from '../identity/index.ts';
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
  readonly ssoMembershipChanges: SsoMembershipChangesService;
  readonly teams: Pick<TeamsService, 'addMember'>;
}

/** The columns of an identity provider that provisioning uses. */
export type ProvisioningProvider = Pick<
  ProviderRow,
  'organization_id' | 'id' | 'default_team_id' | 'default_role'
>;

/** Whether the user signs in, or the provider provisions the user by SCIM. */
type ProvisioningSource = 'sso' | 'scim';

/** The result of looking up an existing account. */
export type ProvisioningResult =
  | { readonly outcome: 'member'; readonly user: UserRow; readonly disabled: boolean }
  /** Single sign-on is enabled for the membership, but the owner of the account has not consented yet. */
  | { readonly outcome: 'consent-required'; readonly user: UserRow }
  /** The organization does not manage the account. */
  | { readonly outcome: 'not-managed' }
  /** A provider of another organization has claimed the unverified address: whoever verifies it decides. */
  | { readonly outcome: 'unverified'; readonly user: UserRow }
  /** The account is also a member of another organization. */
  | { readonly outcome: 'in-other-organization' };

/** Service that creates accounts and memberships of users of identity providers. */
export const createProvisioningService = ({
  clock,
  events,
  identity,
  ssoMembershipChanges,
  teams,
}: Dependencies) => {
  const addMember = async (
    tx: DatabaseTransaction,
    by: Actor,
    row: ProvisioningProvider,
    user: UserRow,
    { source, agreedAt }: { source: ProvisioningSource; agreedAt: Date | undefined },
  ): Promise<void> => {
    const { organization_id: organizationId, default_team_id: teamId, default_role: role } = row;
    const member = { userId: user.id, role, sso: true, agreedAt, addedByOthers: true };
    await insertMembers(tx, organizationId, [member], clock.now());
    await events.record(tx, by, {
      organizationId,
      action: 'member.joined',
      target: { type: 'member', id: user.id, label: user.display_name },
      payload: { by: source, provider: row.id, role },
    });
    if (teamId !== null) await teams.addMember(tx, by, { organizationId, teamId }, user.id);
  };

  /**
   * Looks up an existing account. The owner of an account that was used before has to consent first; an
   * account that was never used needs no consent.
   */
  const findExistingMember = async (
    tx: DatabaseTransaction,
    by: Actor,
    row: ProvisioningProvider,
    email: string,
    source: ProvisioningSource,
  ): Promise<ProvisioningResult> => {
    const organizationId = row.organization_id;
    const found = await identity.findByEmail(tx, email);
    if (!found) return { outcome: 'not-managed' };
    await lockAccounts(tx, [found.id]);
    // Read again after locking: the address may have been verified in the meantime.
    const user = await identity.findByEmail(tx, email);
    if (user?.id !== found.id) return { outcome: 'not-managed' };
    const member = await lockMember(tx, organizationId, user.id);
    const otherMembership = (await findOtherMemberships(tx, organizationId, [user.id])).get(user.id);
    const isUsed = () => identity.isInUse(tx, user.id);
    if (!member) {
      if (await wasRemoved(tx, organizationId, user.id)) return { outcome: 'not-managed' };
      // Users whom provisioning deleted, or who are members only because others added them, are treated as new.
      const isClaimed = otherMembership === 'claimed';
      if (!canEnableSso(otherMembership) || (!isClaimed && (await isUsed())))
        return { outcome: 'not-managed' };
      const agreedAt = isClaimed ? undefined : clock.now();
      await ssoMembershipChanges.track(tx, user, organizationId, () =>
        addMember(tx, by, row, user, { source, agreedAt }),
      );
      return isClaimed ? { outcome: 'unverified', user } : { outcome: 'member', user, disabled: false };
    }
    if (!member.sso) return { outcome: 'not-managed' };
    // An unverified account can also be a disabled member of other organizations.
    if (member.sso_agreed_at) return { outcome: 'member', user, disabled: member.disabled };
    if (otherMembership === 'claimed') return { outcome: 'unverified', user };
    if (!canEnableSso(otherMembership)) return { outcome: 'in-other-organization' };
    if (await isUsed()) return { outcome: 'consent-required', user };
    await ssoMembershipChanges.track(tx, user, organizationId, () =>
      updateMember(tx, organizationId, user.id, { sso_agreed_at: clock.now() }),
    );
    const now = await lockMember(tx, organizationId, user.id);
    return { outcome: 'member', user, disabled: now!.disabled };
  };

  return {
    /** Creates an account and a membership, or looks up the existing account. */
    findOrCreateMember: async (
      tx: DatabaseTransaction,
      by: Actor,
      row: ProvisioningProvider,
      person: { email: string; displayName: string | undefined },
      source: ProvisioningSource,
    ): Promise<ProvisioningResult> => {
      const user = await identity.register(tx, by, person);
      if (!user) return findExistingMember(tx, by, row, person.email, source);
      await addMember(tx, by, row, user, { source, agreedAt: clock.now() });
      return { outcome: 'member', user, disabled: false };
    },
  };
};

/** Service that creates accounts and memberships of users of identity providers. */
export type ProvisioningService = ReturnType<typeof createProvisioningService>;
