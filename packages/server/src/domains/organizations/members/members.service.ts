import type { Caller } from '../../../kernel/auth/principal.ts';
import type { PageRequest } from '../../../kernel/contract/paging.ts';
import type { Role } from '../../../kernel/contract/vocabulary.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { conflict, forbidden, notFound } from '../../../kernel/errors/errors.ts';
import { removals } from '../../../kernel/events/changes.ts';
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
  updateMember,
} from './members.store.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'clock' | 'events'>;

/** The members of an organization. */
export const createMembersService = ({ db, transaction, clock, events }: Dependencies) => {
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
    caller: Caller,
    organizationId: string,
    action: string,
    { user_id: id, display_name: label }: Pick<MemberRow, 'user_id' | 'display_name'>,
    payload = {},
  ) => events.record(tx, caller, { organizationId, action, target: { type: 'member', id, label }, payload });

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
      await transaction(async (tx) => {
        const { isAdmin } = await keepOneAdmin(tx, organization.id, userId);
        if (isAdmin && userId === caller.principal.userId)
          throw conflict('An administrator does not leave alone: another administrator has to remove you');
        const leaver = await lockLeaver(tx, organization.id, userId);
        if (!leaver) return;
        await deleteMember(tx, organization.id, userId);
        await record(tx, caller, organization.id, 'member.removed', leaver, {
          role: leaver.role,
          grants: removals(leaver.grants),
          teams: removals(leaver.teams),
        });
      });
    },

    markSso: (caller: Caller, organizationId: string, userId: string) =>
      transaction(async (tx) => {
        const member = await get(organizationId, userId, tx);
        if (await updateMember(tx, organizationId, userId, { sso: true }))
          await record(tx, caller, organizationId, 'member.sso-enabled', member);
        return get(organizationId, userId, tx);
      }),

    seen: async (caller: Caller, organizationId: string): Promise<void> => {
      await updateMember(db, organizationId, caller.principal.userId, { last_seen_at: clock.now() });
    },
  };
};

/** The members of an organization. */
export type MembersService = ReturnType<typeof createMembersService>;
