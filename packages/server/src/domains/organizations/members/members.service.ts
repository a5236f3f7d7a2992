import type { Caller } from '../../../kernel/auth/principal.ts';
import { deleteSessions } from '../../../kernel/auth/sessions.ts';
import { deleteTokensOf, recheckTokensOf } from '../../../kernel/auth/tokens.ts';
import type { PageRequest } from '../../../kernel/contract/paging.ts';
import type { Role } from '../../../kernel/contract/vocabulary.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { conflict, forbidden, notFound } from '../../../kernel/errors/errors.ts';
import { removals } from '../../../kernel/events/changes.ts';
import type { Actor } from '../../../kernel/events/events.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { maySeeMember, type OrganizationSubject, organizationPolicy } from '../organizations.policy.ts';
import {
  deleteMember,
  findMember,
  listMembers,
  lockAdmins,
  lockLeaver,
  lockMember,
  type MemberFilter,
  type MemberRow,
  markMemberSso,
  updateMember,
} from './members.store.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'clock' | 'events' | 'caughtUp'>;

/** The members of an organization. */
export const createMembersService = ({ db, transaction, clock, events, caughtUp }: Dependencies) => {
  const get = async (organizationId: string, userId: string, executor: Kernel['db'] = db) => {
    const member = await findMember(executor, organizationId, userId);
    if (!member) throw notFound('member');
    return member;
  };

  // An organization without an administrator could not be saved by anybody.
  const keepOneAdmin = async (tx: DatabaseTransaction, organizationId: string, userId: string) => {
    const admins = await lockAdmins(tx, organizationId);
    if (admins.includes(userId) && admins.length === 1)
      throw conflict('This is the last administrator of the organization: make another member one first');
    return { isAdmin: admins.includes(userId) };
  };

  const record = (
    tx: DatabaseTransaction,
    by: Actor,
    organizationId: string,
    action: string,
    { user_id: id, display_name: label }: Pick<MemberRow, 'user_id' | 'display_name'>,
    payload = {},
  ) => events.record(tx, by, { organizationId, action, target: { type: 'member', id, label }, payload });

  /** Ends a membership, with all that hangs on it; what the member wrote stays. */
  const takeOut = async (tx: DatabaseTransaction, by: Actor, organizationId: string, userId: string) => {
    const { isAdmin } = await keepOneAdmin(tx, organizationId, userId);
    if (isAdmin && typeof by !== 'string' && userId === by.principal.userId)
      throw conflict('An administrator does not leave alone: another administrator has to remove you');
    const leaver = await lockLeaver(tx, organizationId, userId);
    if (!leaver) return;
    await deleteMember(tx, organizationId, userId);
    // The identity provider of the organization could speak for this account: what it may have made ends with that.
    if (leaver.sso) {
      await deleteSessions(tx, userId);
      await deleteTokensOf(tx, [userId]);
    }
    await record(tx, by, organizationId, 'member.removed', leaver, {
      role: leaver.role,
      grants: removals(leaver.grants),
      teams: removals(leaver.teams),
    });
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
        if (role !== 'admin') await keepOneAdmin(tx, organizationId, userId);
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

    remove: async (caller: Caller, organization: OrganizationSubject, userId: string): Promise<void> => {
      if (userId !== caller.principal.userId && !organizationPolicy.can.admin(organization))
        throw forbidden('Only an administrator may remove other members');
      await transaction((tx) => takeOut(tx, caller, organization.id, userId));
      await caughtUp();
    },

    takeOut,

    /** Keeps a member out of everything for the time being, or lets them in again. */
    setDisabled: async (
      tx: DatabaseTransaction,
      by: Actor,
      organizationId: string,
      userId: string,
      disabled: boolean,
    ): Promise<void> => {
      if (disabled) await keepOneAdmin(tx, organizationId, userId);
      if (!(await updateMember(tx, organizationId, userId, { disabled }))) return;
      if (disabled) await deleteSessions(tx, userId);
      await recheckTokensOf(tx, userId);
      const action = disabled ? 'member.disabled' : 'member.enabled';
      await record(tx, by, organizationId, action, await get(organizationId, userId, tx));
    },

    markSso: (caller: Caller, organizationId: string, userId: string) =>
      transaction(async (tx) => {
        const member = await get(organizationId, userId, tx);
        const outcome = await markMemberSso(tx, organizationId, userId);
        // Whoever vouches for somebody here would get in there.
        if (outcome === 'elsewhere')
          throw conflict(
            'This member belongs to another organization as well: single sign-on is for one alone',
          );
        if (outcome === 'marked') await record(tx, caller, organizationId, 'member.sso-enabled', member);
        return get(organizationId, userId, tx);
      }),

    seen: async (caller: Caller, organizationId: string): Promise<void> => {
      await updateMember(db, organizationId, caller.principal.userId, { last_seen_at: clock.now() });
    },
  };
};

/** The members of an organization. */
export type MembersService = ReturnType<typeof createMembersService>;
