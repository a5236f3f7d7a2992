import type { Caller } from '../../kernel/auth/principal.ts';
import type { PageRequest } from '../../kernel/contract/paging.ts';
import type { Role } from '../../kernel/contract/vocabulary.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { conflict, forbidden, invalid, notFound } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { upsertUserGrants } from '../access/index.ts';
import { type CollectionSubject, type CollectionsService, collectionPolicy } from '../collections/index.ts';
import type { IdentityService } from '../identity/index.ts';
import {
  atLeast,
  findSsoMembersElsewhere,
  insertMembers,
  type OrganizationSubject,
  type OrganizationsService,
  organizationPolicy,
  updateMember,
} from '../organizations/index.ts';
import { type SpaceSubject, type SpacesService, spacePolicy } from '../spaces/index.ts';
import {
  deleteInvite,
  findInvite,
  type InviteRow,
  insertInvite,
  listInvites,
  updateInvite,
} from './invites.store.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events'> {
  readonly identity: Pick<IdentityService, 'ensureUsers'>;
  readonly organizations: Pick<OrganizationsService, 'find'>;
  readonly spaces: Pick<SpacesService, 'find'>;
  readonly collections: Pick<CollectionsService, 'find'>;
}

/** People who are to become members, and as what. */
export interface EmailInvitation {
  readonly emails: readonly (string | { readonly email: string; readonly role: Role | null })[];
  readonly role?: Role | null;
  readonly sso?: boolean;
}

/** What a new link gives: a role in the organization, or a level on one content. */
export type NewInvite =
  | { readonly role: Role | null }
  | { readonly level: Role | null; readonly space: string }
  | { readonly level: Role | null; readonly collection: string };

/** An invite link with the content that it leads to. */
export interface Invite {
  readonly row: InviteRow;
  readonly redundant: boolean;
  readonly space?: SpaceSubject;
  readonly collection?: CollectionSubject;
}

const isHigher = (role: Role | null, than: Role | null) => role !== null && !atLeast(than, role);

/** How people come into an organization. */
export const createInvitesService = (deps: Dependencies) => {
  const { db, transaction, clock, newId, events, identity, organizations, spaces, collections } = deps;

  const record = (
    tx: DatabaseTransaction,
    caller: Caller,
    organizationId: string,
    action: string,
    type: string,
    id: string,
    payload = {},
  ) => events.record(tx, caller, { organizationId, action, target: { type, id }, payload });

  /** The invite as the caller meets it. */
  const show = async (caller: Caller, row: InviteRow): Promise<Invite> => {
    const { userId } = caller.principal;
    if (row.content_id === null) {
      const organization = await organizations.find(row.organization_id, userId);
      const redundant = organization?.isMember === true && !isHigher(row.role, organization.role);
      return { row, redundant };
    }
    const space = row.content_kind === 'space' ? await spaces.find(userId, row.content_id) : undefined;
    const collection =
      row.content_kind === 'collection' ? await collections.find(userId, row.content_id) : undefined;
    const content = space ?? collection;
    if (!content || content.deleted_at) throw notFound('invite');
    return {
      row,
      redundant: !isHigher(row.role, content.role),
      ...(space && { space }),
      ...(collection && { collection }),
    };
  };

  /** Whether the caller may make, change and revoke links of this kind. */
  const mayManage = (organization: OrganizationSubject, { space, collection }: Partial<Invite>): boolean => {
    if (space) return spacePolicy.can.view(space) && spacePolicy.can.viewInviteLinks(space);
    if (collection)
      return collectionPolicy.can.view(collection) && collectionPolicy.can.viewInviteLinks(collection);
    return organizationPolicy.can.admin(organization);
  };

  const find = async (organizationId: string, id: string): Promise<InviteRow> => {
    const row = await findInvite(db, organizationId, id);
    if (!row) throw notFound('invite');
    return row;
  };

  const managed = async (caller: Caller, organization: OrganizationSubject, id: string): Promise<Invite> => {
    const invite = await show(caller, await find(organization.id, id));
    if (!mayManage(organization, invite)) throw forbidden('You may not manage this invite link');
    return invite;
  };

  return {
    byEmail: (caller: Caller, organization: OrganizationSubject, invitation: EmailInvitation) =>
      transaction(async (tx) => {
        const fallback = invitation.role === undefined ? organization.default_role : invitation.role;
        const roles = new Map(
          invitation.emails.map((entry) =>
            typeof entry === 'string'
              ? [entry.toLowerCase(), fallback]
              : [entry.email.toLowerCase(), entry.role],
          ),
        );
        const users = await identity.ensureUsers(
          tx,
          [...roles.keys()].map((email) => ({ email })),
        );
        const elsewhere = invitation.sso
          ? await findSsoMembersElsewhere(
              tx,
              organization.id,
              users.map((user) => user.id),
            )
          : new Set<string>();
        const added = await insertMembers(
          tx,
          organization.id,
          users.map(({ id, email }) => ({
            userId: id,
            role: roles.get(email.toLowerCase()) ?? null,
            sso: invitation.sso === true && !elsewhere.has(id),
          })),
          clock.now(),
        );
        for (const userId of added)
          await record(tx, caller, organization.id, 'member.invited', 'member', userId, { by: 'email' });
        const failed = users.filter((user) => elsewhere.has(user.id)).map((user) => user.email);
        return { users: added, invited: added.length, ...(failed.length > 0 && { failedSSOEmails: failed }) };
      }),

    list: async (organizationId: string, page: PageRequest) => listInvites(db, organizationId, page),

    get: async (caller: Caller, organizationId: string, id: string): Promise<Invite> => {
      const row = await find(organizationId, id);
      if (!row.enabled) throw notFound('invite');
      return show(caller, row);
    },

    create: async (caller: Caller, organization: OrganizationSubject, wish: NewInvite): Promise<Invite> => {
      const { userId } = caller.principal;
      const space = 'space' in wish ? await spaces.find(userId, wish.space) : undefined;
      const collection = 'collection' in wish ? await collections.find(userId, wish.collection) : undefined;
      const content = space ?? collection;
      const mayView =
        (space && spacePolicy.can.view(space)) || (collection && collectionPolicy.can.view(collection));
      if (!('role' in wish) && (!mayView || content?.organization_id !== organization.id))
        throw notFound('space' in wish ? 'space' : 'collection');
      if (!mayManage(organization, { ...(space && { space }), ...(collection && { collection }) }))
        throw forbidden('You may not make such an invite link');
      if (!organization.invite_links) throw conflict('Invite links are switched off in this organization');
      const id = newId();
      await transaction(async (tx) => {
        await insertInvite(tx, {
          organizationId: organization.id,
          id,
          role: 'role' in wish ? wish.role : wish.level,
          contentId: content?.id ?? null,
          createdBy: userId,
          createdAt: clock.now(),
        });
        await record(tx, caller, organization.id, 'invite-link.created', 'invite', id, { ...wish });
      });
      return show(caller, await find(organization.id, id));
    },

    update: async (
      caller: Caller,
      organization: OrganizationSubject,
      id: string,
      change: { role: Role | null } | { level: Role | null },
    ): Promise<Invite> => {
      const { row } = await managed(caller, organization, id);
      const wanted = row.content_id === null ? 'role' : 'level';
      if (!(wanted in change))
        throw invalid({ path: `body.${wanted}`, message: 'is required for this kind of invite link' });
      const role = 'role' in change ? change.role : change.level;
      await transaction(async (tx) => {
        await updateInvite(tx, row, role);
        await record(tx, caller, organization.id, 'invite-link.updated', 'invite', id, { ...change });
      });
      return show(caller, { ...row, role });
    },

    remove: async (caller: Caller, organization: OrganizationSubject, id: string): Promise<void> => {
      if (!(await findInvite(db, organization.id, id))) return;
      const { row } = await managed(caller, organization, id);
      await transaction(async (tx) => {
        await deleteInvite(tx, row);
        await record(tx, caller, organization.id, 'invite-link.revoked', 'invite', id);
      });
    },

    /** Gives what the link gives, and never takes anything away. */
    accept: (caller: Caller, organizationId: string, id: string): Promise<void> =>
      transaction(async (tx) => {
        const row = await findInvite(tx, organizationId, id);
        if (!row?.enabled) throw notFound('invite');
        const { userId } = caller.principal;
        const toContent = row.content_id !== null;
        const added = await insertMembers(
          tx,
          organizationId,
          [{ userId, role: toContent ? null : row.role }],
          clock.now(),
        );
        if (added.length > 0)
          await record(tx, caller, organizationId, 'member.joined', 'member', userId, {
            by: 'link',
            invite: id,
          });
        const organization = await organizations.find(organizationId, userId, tx);
        if (!organization?.isMember) throw forbidden('Your membership of this organization is disabled');
        if (!toContent) {
          if (isHigher(row.role, organization.role)) {
            await updateMember(tx, organizationId, userId, { role: row.role });
            await record(tx, caller, organizationId, 'member.role-changed', 'member', userId, {
              to: row.role,
              invite: id,
            });
          }
          return;
        }
        const content = await (row.content_kind === 'space' ? spaces : collections).find(
          userId,
          row.content_id!,
          tx,
        );
        if (!content || content.deleted_at) throw notFound('invite');
        if (isHigher(row.role, content.role)) {
          await upsertUserGrants(tx, content, [userId], row.role, clock.now());
          await record(
            tx,
            caller,
            organizationId,
            `${content.kind}.access-changed`,
            content.kind,
            content.id,
            { role: row.role, users: [userId], invite: id },
          );
        }
      }),
  };
};

/** How people come into an organization. */
export type InvitesService = ReturnType<typeof createInvitesService>;
