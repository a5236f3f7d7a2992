import { lockAccounts } from '../../../kernel/auth/account-locks.ts';
import type { Caller } from '../../../kernel/auth/principal.ts';
import { deleteSessions } from '../../../kernel/auth/session-store.ts';
import { deleteTokensOfUsers, invalidateCachedTokens } from '../../../kernel/auth/tokens.ts';
import type { Role } from '../../../kernel/contract/common-schemas.ts';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { conflict, forbidden, notFound } from '../../../kernel/errors/errors.ts';
import type { Actor } from '../../../kernel/events/events.ts';
import { removals } from '../../../kernel/events/field-changes.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { findAccount, type SsoMembershipChangesService } from '../../identity/index.ts';
import { maySeeMember, type OrganizationSubject, organizationPolicy } from '../organizations.policy.ts';
import type { SignInMethodsService } from '../sign-in-methods.service.ts';
import type { AccessCountsService } from './access-counts.service.ts';
import { isLastAdmin } from './last-admin.ts';
import {
  countMatching,
  type ListedMember,
  listMembers,
  listsAll,
  type MemberFilter,
} from './member-lists.store.ts';
import {
  acceptRules,
  deleteMember,
  enableMemberSso,
  findMember,
  findOtherMemberships,
  findRecoverability,
  lockAdmins,
  lockMember,
  lockMemberForRemoval,
  type MemberRow,
  updateMember,
} from './members.store.ts';
import { listMemberships, type Membership } from './memberships.store.ts';

interface Dependencies
  extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'events' | 'catchUpNotifications'> {
  readonly ssoMembershipChanges: SsoMembershipChangesService;
  readonly signInMethods: Pick<SignInMethodsService, 'requireAccepted'>;
  readonly accessCounts: AccessCountsService;
  /** Finds an organization with the role of a user. */
  readonly find: (organizationId: string, userId: string) => Promise<OrganizationSubject | undefined>;
}

/** A member of a list, and how many spaces they can open. */
export interface MemberItem {
  readonly row: ListedMember;
  readonly spaces: number;
}

// How exact the time is at which somebody was last seen.
const VISIT_MS = 5 * 60_000;

const SSO_SINGLE_ORGANIZATION =
  'You are also a member of another organization, but single sign-on allows only one. Leave one of them first';

/** Service for members of organizations. */
export const createMembersService = (deps: Dependencies) => {
  const { db, transaction, clock, events, catchUpNotifications, ssoMembershipChanges, accessCounts, find } =
    deps;
  const { requireAccepted } = deps.signInMethods;
  const get = async (organizationId: string, userId: string, executor: Kernel['db'] = db) => {
    const member = await findMember(executor, organizationId, userId);
    if (!member) throw notFound('member');
    return member;
  };

  /** Whether a user may see their own membership. */
  const canSeeMembership = async (tx: DatabaseTransaction, organizationId: string, userId: string) =>
    (await listMemberships(tx, userId)).some(({ id }) => id === organizationId);

  // Nobody could repair an organization without an administrator.
  const requireOtherAdmin = async (tx: DatabaseTransaction, organizationId: string, userId: string) => {
    const admins = await lockAdmins(tx, organizationId);
    if (isLastAdmin(admins, userId))
      throw conflict(
        'This is the last administrator of the organization: make another member an administrator first',
      );
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

  /**
   * Ends a membership with its grants and team memberships, but keeps the member's content; false when there
   * was none.
   */
  const removeInTransaction = async (
    tx: DatabaseTransaction,
    by: Actor,
    organizationId: string,
    userId: string,
    /** Whether an identity provider may add the user again. */
    mayReturn = false,
  ): Promise<boolean> => {
    // No session or token is created in the meantime.
    await lockAccounts(tx, [userId]);
    const { isAdmin } = await requireOtherAdmin(tx, organizationId, userId);
    if (isAdmin && typeof by !== 'string' && userId === by.principal.userId)
      throw conflict('Administrators cannot leave by themselves: ask another administrator to remove you');
    const leaver = await lockMemberForRemoval(tx, organizationId, userId);
    if (!leaver) return false;
    await ssoMembershipChanges.track(tx, leaver, organizationId, () =>
      deleteMember(tx, organizationId, userId, mayReturn),
    );
    // The identity provider of the organization could sign in as this user: sessions and tokens end as well.
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

  /** Disables or enables a member. */
  const setDisabled = async (
    tx: DatabaseTransaction,
    by: Actor,
    organizationId: string,
    userId: string,
    disabled: boolean,
  ): Promise<void> => {
    await lockAccounts(tx, [userId]);
    if (disabled) await requireOtherAdmin(tx, organizationId, userId);
    // An explicit change replaces a closure by single sign-on.
    if (!(await updateMember(tx, organizationId, userId, { disabled, closed_by_sso: false }))) return;
    const member = await lockMember(tx, organizationId, userId);
    // Sessions end only if the member consented to single sign-on of the organization.
    if (disabled && member?.sso_agreed_at) await deleteSessions(tx, userId);
    await invalidateCachedTokens(tx, userId);
    const action = disabled ? 'member.disabled' : 'member.enabled';
    await record(tx, by, organizationId, action, await get(organizationId, userId, tx));
  };

  /**
   * Enables a disabled member. Returns `none` when there is no member, `closed` when only single sign-on
   * prevents access, and `unagreed` when it does so from now on.
   */
  const enable = async (
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
  };

  /** Why a member has no access without being disabled, and what helps. */
  const closureOf = async (tx: DatabaseTransaction, organizationId: string, userId: string) => {
    const account = await findAccount(tx, userId);
    if (account?.held_by != null && account.held_by !== organizationId)
      return 'because somebody uses the e-mail address in another organization without having verified it: the operator of the server can give the account to the owner of the address (npx lectern user sign-in)';
    const membership = (await listMemberships(tx, userId)).find(({ id }) => id === organizationId);
    return membership?.has_new_rules
      ? 'until they accept at /account which sign-in methods the organization does not accept'
      : 'because of single sign-on: they have to consent to it at /account';
  };

  const changeDisabled = async (
    tx: DatabaseTransaction,
    caller: Caller,
    organizationId: string,
    userId: string,
    disabled: boolean,
  ): Promise<void> => {
    if (disabled && userId === caller.principal.userId)
      throw conflict('Administrators cannot disable themselves: ask another administrator');
    if (disabled) await setDisabled(tx, caller, organizationId, userId, true);
    else if ((await enable(tx, caller, organizationId, userId)) === 'closed')
      throw conflict(
        `This member is not disabled, but has no access ${await closureOf(tx, organizationId, userId)}`,
      );
  };

  const changeRole = async (
    tx: DatabaseTransaction,
    caller: Caller,
    organizationId: string,
    userId: string,
    role: Role | null,
  ): Promise<void> => {
    const member = await get(organizationId, userId, tx);
    if (role === member.role) return;
    if (role !== 'admin') await requireOtherAdmin(tx, organizationId, userId);
    // Read again after locking: the event records the latest role.
    const now = await lockMember(tx, organizationId, userId);
    if (!now) throw notFound('member');
    if (await updateMember(tx, organizationId, userId, { role }))
      await record(tx, caller, organizationId, 'member.role-changed', member, { from: now.role, to: role });
  };

  return {
    list: async (
      organizationId: string,
      filter: MemberFilter,
      page: PageRequest,
    ): Promise<Page<MemberItem>> => {
      const [rows, state, matching] = await Promise.all([
        listMembers(db, organizationId, filter, page),
        accessCounts.state(organizationId),
        listsAll(filter) ? undefined : countMatching(db, organizationId, filter),
      ]);
      const [spaces, count] = await Promise.all([
        accessCounts.spaces(
          organizationId,
          rows.map((row) => row.user_id),
          state,
        ),
        matching ?? accessCounts.members(organizationId, state),
      ]);
      return { count, rows: rows.map((row) => ({ row, spaces: spaces.get(row.user_id) ?? 0 })) };
    },

    /** Guests see only themselves. */
    get: (caller: Caller, organization: OrganizationSubject, userId: string) => {
      if (!maySeeMember(organization, caller.principal.userId, userId)) throw notFound('member');
      return get(organization.id, userId);
    },

    update: async (
      caller: Caller,
      organizationId: string,
      userId: string,
      { role, disabled }: { role?: Role | null | undefined; disabled?: boolean | undefined },
    ) => {
      const updated = await transaction(async (tx) => {
        await get(organizationId, userId, tx);
        if (disabled !== undefined) await changeDisabled(tx, caller, organizationId, userId, disabled);
        if (role !== undefined) await changeRole(tx, caller, organizationId, userId, role);
        return get(organizationId, userId, tx);
      });
      if (disabled !== undefined) await catchUpNotifications();
      return updated;
    },

    /** Removes a member, or lets the caller leave, also without access to the organization. */
    remove: async (caller: Caller, organizationId: string, userId: string): Promise<void> => {
      const isSelf = userId === caller.principal.userId;
      const organization = await find(organizationId, caller.principal.userId);
      const canView = organization !== undefined && organizationPolicy.can.view(organization);
      if (!canView && !isSelf) throw notFound('organization');
      if (!isSelf && !organizationPolicy.can.admin(organization!))
        throw forbidden('Only administrators can remove other members');
      const wasMember = await transaction(async (tx) => {
        await lockAccounts(tx, [userId]);
        // Without access to the organization the caller can only remove themselves.
        if (!canView && !(await canSeeMembership(tx, organizationId, userId))) return false;
        return removeInTransaction(tx, caller, organizationId, userId);
      });
      if (!wasMember && !canView) throw notFound('organization');
      await catchUpNotifications();
    },

    removeInTransaction,

    setDisabled,

    enable,

    enableSso: (caller: Caller, organizationId: string, userId: string) =>
      transaction(async (tx) => {
        const member = await get(organizationId, userId, tx);
        const outcome = await enableMemberSso(tx, organizationId, userId);
        // An identity provider of one organization must not give access to another one.
        if (outcome === 'in-other-organization')
          throw conflict(
            'This member also belongs to another organization, but single sign-on allows only one',
          );
        if (outcome === 'enabled') await record(tx, caller, organizationId, 'member.sso-enabled', member);
        return get(organizationId, userId, tx);
      }),

    /** Whether an administrator may recover the account of a member. */
    recoverability: findRecoverability,

    /** The memberships of a user, as far as they may see them. */
    memberships: (userId: string): Promise<Membership[]> => listMemberships(db, userId),

    /** Records the caller's consent to single sign-on of an organization. */
    consentToSso: (caller: Caller, organizationId: string): Promise<void> =>
      transaction(async (tx) => {
        const { userId, displayName } = caller.principal;
        await lockAccounts(tx, [userId]);
        const member = await lockMember(tx, organizationId, userId);
        if (!member?.sso || !(await canSeeMembership(tx, organizationId, userId)))
          throw notFound('organization');
        if (member.sso_agreed_at) return;
        // A token with limited scopes must not give access to the whole account.
        if (caller.principal.scopes)
          throw forbidden('A token with limited scopes cannot consent to single sign-on');
        if ((await findOtherMemberships(tx, organizationId, [userId])).size > 0)
          throw conflict(SSO_SINGLE_ORGANIZATION);
        await updateMember(tx, organizationId, userId, { sso_agreed_at: clock.now() });
        const self = { user_id: userId, display_name: displayName };
        await record(tx, caller, organizationId, 'member.sso-agreed', self);
      }),

    /** Records that the caller accepts the sign-in methods that are off in an organization, which opens it again. */
    acceptRules: (caller: Caller, organizationId: string): Promise<void> =>
      transaction(async (tx) => {
        const { userId, displayName, scopes } = caller.principal;
        await lockAccounts(tx, [userId]);
        if (!(await canSeeMembership(tx, organizationId, userId))) throw notFound('organization');
        const memberships = await listMemberships(tx, userId);
        if (!memberships.some(({ id, has_new_rules }) => id === organizationId && has_new_rules)) return;
        // A token with limited scopes must not decide about the whole account.
        if (scopes) throw forbidden('A token with limited scopes cannot accept rules for sign-in');
        await requireAccepted(tx, caller, organizationId);
        await acceptRules(tx, organizationId, userId, clock.now());
        const self = { user_id: userId, display_name: displayName };
        await record(tx, caller, organizationId, 'member.rules-accepted', self);
      }),

    /** Records that a person opened the organization in a browser, which tokens of programs do not. */
    recordVisit: async (
      { principal: { sessionId, userId } }: Caller,
      { id, lastSeenAt }: Pick<OrganizationSubject, 'id' | 'lastSeenAt'>,
    ): Promise<void> => {
      const now = clock.now();
      if (sessionId === undefined || (lastSeenAt && now.getTime() - lastSeenAt.getTime() < VISIT_MS)) return;
      await updateMember(db, id, userId, { last_seen_at: now });
    },

    recordActivity: async (caller: Caller, organizationId: string): Promise<void> => {
      await updateMember(db, organizationId, caller.principal.userId, { last_seen_at: clock.now() });
    },
  };
};

/** Service for members of organizations. */
export type MembersService = ReturnType<typeof createMembersService>;
