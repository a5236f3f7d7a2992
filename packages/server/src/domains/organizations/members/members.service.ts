import { lockAccounts } from '../../../kernel/auth/account-locks.ts';
import type { Caller } from '../../../kernel/auth/principal.ts';
import { deleteSessions } from '../../../kernel/auth/sessions.ts';
import { deleteTokensOfUsers, invalidateCachedTokens } from '../../../kernel/auth/tokens.ts';
import type { Role } from '../../../kernel/contract/common-schemas.ts';
import type { PageRequest } from '../../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { conflict, forbidden, notFound } from '../../../kernel/errors/errors.ts';
import type { Actor } from '../../../kernel/events/events.ts';
import { removals } from '../../../kernel/events/field-changes.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { MembershipClosuresService } from '../../identity/index.ts';
import {
  isLastAdmin,
  maySeeMember,
  type OrganizationSubject,
  organizationPolicy,
} from '../organizations.policy.ts';
import {
  deleteMember,
  enableMemberSso,
  findMember,
  findOtherMemberships,
  listMembers,
  listMemberships,
  lockAdmins,
  lockMember,
  lockMemberForRemoval,
  type MemberFilter,
  type MemberRow,
  type Membership,
  updateMember,
} from './members.store.ts';

interface Dependencies
  extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'events' | 'catchUpNotifications'> {
  readonly membershipClosures: MembershipClosuresService;
  /** An organization as somebody meets it. */
  readonly find: (organizationId: string, userId: string) => Promise<OrganizationSubject | undefined>;
}

const SSO_SINGLE_ORGANIZATION =
  'You belong to another organization as well: single sign-on is for one alone. Leave the other one first, or this one';

/** The members of an organization. */
export const createMembersService = (deps: Dependencies) => {
  const { db, transaction, clock, events, catchUpNotifications, membershipClosures, find } = deps;
  const get = async (organizationId: string, userId: string, executor: Kernel['db'] = db) => {
    const member = await findMember(executor, organizationId, userId);
    if (!member) throw notFound('member');
    return member;
  };

  /** Whether somebody may know that they are a member. */
  const canSeeMembership = async (tx: DatabaseTransaction, organizationId: string, userId: string) =>
    (await listMemberships(tx, userId)).some(({ id }) => id === organizationId);

  // An organization without an administrator could not be saved by anybody.
  const requireOtherAdmin = async (tx: DatabaseTransaction, organizationId: string, userId: string) => {
    const admins = await lockAdmins(tx, organizationId);
    if (isLastAdmin(admins, userId))
      throw conflict('This is the last administrator of the organization: make another member one first');
    return { isAdmin: admins.some((admin) => admin.userId === userId) };
  };

  const record = (
    tx: DatabaseTransaction,
    by: Actor,
    organizationId: string,
    action: string,
    { user_id: id, display_name: label }: Pick<MemberRow, 'user_id' | 'display_name'>,
    payload = {},
  ) => events.record(tx, by, { organizationId, action, target: { type: 'member', id, label }, payload });

  /** Ends a membership, with all that hangs on it; what the member wrote stays. Says whether there was one. */
  const removeInTransaction = async (
    tx: DatabaseTransaction,
    by: Actor,
    organizationId: string,
    userId: string,
    /** Whether an identity provider may bring them back without anybody's word. */
    mayReturn = false,
  ): Promise<boolean> => {
    // Nothing that speaks for the account is made meanwhile.
    await lockAccounts(tx, [userId]);
    const { isAdmin } = await requireOtherAdmin(tx, organizationId, userId);
    if (isAdmin && typeof by !== 'string' && userId === by.principal.userId)
      throw conflict('An administrator does not leave alone: another administrator has to remove you');
    const leaver = await lockMemberForRemoval(tx, organizationId, userId);
    if (!leaver) return false;
    await membershipClosures.track(tx, leaver, organizationId, () =>
      deleteMember(tx, organizationId, userId, mayReturn),
    );
    // The identity provider of the organization could speak for this account: what it may have made ends with that.
    if (leaver.sso_agreed_at) {
      await deleteSessions(tx, userId);
      await deleteTokensOfUsers(tx, [userId]);
    }
    await record(tx, by, organizationId, 'member.removed', leaver, {
      role: leaver.role,
      grants: removals(leaver.grants),
      teams: removals(leaver.teams),
    });
    return true;
  };

  /** Keeps a member out of everything for the time being, or lets them in again. */
  const setDisabled = async (
    tx: DatabaseTransaction,
    by: Actor,
    organizationId: string,
    userId: string,
    disabled: boolean,
  ): Promise<void> => {
    await lockAccounts(tx, [userId]);
    if (disabled) await requireOtherAdmin(tx, organizationId, userId);
    // Said by hand it holds by itself, also where single sign-on had closed it.
    if (!(await updateMember(tx, organizationId, userId, { disabled, closed_by_sso: false }))) return;
    const member = await lockMember(tx, organizationId, userId);
    // What somebody has for other things is none of the business of an organization that they have not agreed to.
    if (disabled && member?.sso_agreed_at) await deleteSessions(tx, userId);
    await invalidateCachedTokens(tx, userId);
    const action = disabled ? 'member.disabled' : 'member.enabled';
    await record(tx, by, organizationId, action, await get(organizationId, userId, tx));
  };

  return {
    list: (organizationId: string, filter: MemberFilter, page: PageRequest) =>
      listMembers(db, organizationId, filter, page),

    /** Guests see nobody but themselves. */
    get: (caller: Caller, organization: OrganizationSubject, userId: string) => {
      if (!maySeeMember(organization, caller.principal.userId, userId)) throw notFound('member');
      return get(organization.id, userId);
    },

    changeRole: (caller: Caller, organizationId: string, userId: string, role: Role | null | undefined) =>
      transaction(async (tx) => {
        const member = await get(organizationId, userId, tx);
        if (role === undefined || role === member.role) return member;
        if (role !== 'admin') await requireOtherAdmin(tx, organizationId, userId);
        // Others may have changed the role since it was read: the log says what it was at last.
        const now = await lockMember(tx, organizationId, userId);
        if (!now) throw notFound('member');
        if (await updateMember(tx, organizationId, userId, { role }))
          await record(tx, caller, organizationId, 'member.role-changed', member, {
            from: now.role,
            to: role,
          });
        return get(organizationId, userId, tx);
      }),

    /** Removes a member; whoever is one leaves by themselves, also when the organization is closed to them. */
    remove: async (caller: Caller, organizationId: string, userId: string): Promise<void> => {
      const isSelf = userId === caller.principal.userId;
      const organization = await find(organizationId, caller.principal.userId);
      const isOpen = organization !== undefined && organizationPolicy.can.view(organization);
      if (!isOpen && !isSelf) throw notFound('organization');
      if (!isSelf && !organizationPolicy.can.admin(organization!))
        throw forbidden('Only an administrator may remove other members');
      const wasOne = await transaction(async (tx) => {
        await lockAccounts(tx, [userId]);
        // Nobody leaves for somebody else.
        if (!isOpen && !(await canSeeMembership(tx, organizationId, userId))) return false;
        return removeInTransaction(tx, caller, organizationId, userId);
      });
      if (!wasOne && !isOpen) throw notFound('organization');
      await catchUpNotifications();
    },

    removeInTransaction,

    setDisabled,

    /**
     * Lets a member in again who was turned off; says when there is none, when nothing but single sign-on keeps them out
     * (`closed`), or that does from now on (`unagreed`).
     */
    enable: async (
      tx: DatabaseTransaction,
      by: Actor,
      organizationId: string,
      userId: string,
    ): Promise<'enabled' | 'unagreed' | 'closed' | 'none'> => {
      await lockAccounts(tx, [userId]);
      const before = await lockMember(tx, organizationId, userId);
      if (!before) return 'none';
      if (before.closed_by_sso) return 'closed';
      await setDisabled(tx, by, organizationId, userId, false);
      return (await lockMember(tx, organizationId, userId))?.disabled ? 'unagreed' : 'enabled';
    },

    enableSso: (caller: Caller, organizationId: string, userId: string) =>
      transaction(async (tx) => {
        const member = await get(organizationId, userId, tx);
        const outcome = await enableMemberSso(tx, organizationId, userId);
        // Whoever vouches for somebody here would get in there.
        if (outcome === 'in-other-organization')
          throw conflict(
            'This member belongs to another organization as well: single sign-on is for one alone',
          );
        if (outcome === 'enabled') await record(tx, caller, organizationId, 'member.sso-enabled', member);
        return get(organizationId, userId, tx);
      }),

    /** What somebody is in which organizations, as far as they may know. */
    memberships: (userId: string): Promise<Membership[]> => listMemberships(db, userId),

    /** Lets the identity providers of an organization that marked the caller's account speak for it from now on. */
    consentToSso: (caller: Caller, organizationId: string): Promise<void> =>
      transaction(async (tx) => {
        const { userId, displayName } = caller.principal;
        await lockAccounts(tx, [userId]);
        const member = await lockMember(tx, organizationId, userId);
        if (!member?.sso || !(await canSeeMembership(tx, organizationId, userId)))
          throw notFound('organization');
        if (member.sso_agreed_at) return;
        // A limited token must not be a way to all of the account.
        if (caller.principal.scopes) throw forbidden('A token of limited scopes cannot agree to this');
        if ((await findOtherMemberships(tx, organizationId, [userId])).size > 0)
          throw conflict(SSO_SINGLE_ORGANIZATION);
        await updateMember(tx, organizationId, userId, { sso_agreed_at: clock.now() });
        const self = { user_id: userId, display_name: displayName };
        await record(tx, caller, organizationId, 'member.sso-agreed', self);
      }),

    recordActivity: async (caller: Caller, organizationId: string): Promise<void> => {
      await updateMember(db, organizationId, caller.principal.userId, { last_seen_at: clock.now() });
    },
  };
};

/** The members of an organization. */
export type MembersService = ReturnType<typeof createMembersService>;
