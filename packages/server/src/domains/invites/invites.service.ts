import type { Caller } from '../../kernel/auth/principal.ts';
import type { Role } from '../../kernel/contract/common-schemas.ts';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { conflict, forbidden, invalid, notFound } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { type CollectionSubject, type CollectionsService, collectionPolicy } from '../collections/index.ts';
import type { IdentityService, UserRow } from '../identity/index.ts';
import {
  canEnableSso,
  enableMemberSso,
  findOtherMemberships,
  insertMembers,
  type OrganizationSubject,
  type OrganizationsService,
  organizationPolicy,
  SSO_REQUIRED,
} from '../organizations/index.ts';
import { type SpaceSubject, type SpacesService, spacePolicy } from '../spaces/index.ts';
import type { InvitationsService } from './invitations/invitations.service.ts';
import {
  deleteInvite,
  findInvite,
  type InviteRow,
  insertInvite,
  listInvites,
  updateInvite,
} from './invites.store.ts';
import { isHigher } from './is-higher.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events'> {
  readonly identity: Pick<IdentityService, 'ensureUsers'>;
  readonly organizations: Pick<OrganizationsService, 'find'>;
  readonly invitations: Pick<InvitationsService, 'deliver'>;
  readonly spaces: Pick<SpacesService, 'find'>;
  readonly collections: Pick<CollectionsService, 'find'>;
}

/** Users to invite, with their roles. */
export interface EmailInvitation {
  readonly emails: readonly (string | { readonly email: string; readonly role: Role | null })[];
  readonly role?: Role | null;
  readonly sso?: boolean;
}

/** The access that a link grants: a role in the organization, or a level on a space or collection. */
export interface InviteInput {
  readonly role?: Role | null;
  readonly level?: Role | null;
  readonly space?: string;
  readonly collection?: string;
}

/** The content of a link; neither for a link to the organization itself. */
interface Content {
  readonly space?: SpaceSubject | undefined;
  readonly collection?: CollectionSubject | undefined;
}

/** An invite link as a user may see it. */
export interface Invite extends Content {
  readonly row: InviteRow;
  readonly redundant: boolean;
  /** Whether it grants anything; not if its creator has lost the right to create it. */
  readonly isActive: boolean;
}

const KINDS = ['role', 'space', 'collection'] as const;

/** The content of a link in event payloads. */
const contentIn = (row: InviteRow) => (row.content_kind ? { [row.content_kind]: row.content_id } : {});

/** A link as the target of an event, named by what it leads to and the role that it gives. */
const targetOf = (
  organization: OrganizationSubject,
  { space, collection }: Content,
  { id, role }: Pick<InviteRow, 'id' | 'role'>,
) => ({ type: 'invite', id, label: `${(space ?? collection ?? organization).title} (${role ?? 'guest'})` });

/** Determines the kind of a new link. */
const kindOf = (input: InviteInput): (typeof KINDS)[number] => {
  const [kind, other] = KINDS.filter((name) => input[name] !== undefined);
  if (other)
    throw invalid({
      path: `body.${other}`,
      message: `cannot be combined with ${kind}`,
    });
  return kind!;
};

/** Service for invitations. */
export const createInvitesService = (deps: Dependencies) => {
  const { db, transaction, clock, newId, events } = deps;
  const { identity, organizations, invitations, spaces, collections } = deps;

  const record = (
    tx: DatabaseTransaction,
    caller: Caller,
    organizationId: string,
    action: string,
    target: { type: string; id: string; label?: string },
    payload = {},
  ) => events.record(tx, caller, { organizationId, action, target, payload });

  const contentOf = async (userId: string, row: InviteRow, executor = db): Promise<Content> => {
    if (row.content_id === null) return {};
    return row.content_kind === 'space'
      ? { space: await spaces.find(userId, row.content_id, executor) }
      : { collection: await collections.find(userId, row.content_id, executor) };
  };

  /** Whether the caller may create, change and revoke links of this kind. */
  const mayManage = (organization: OrganizationSubject, { space, collection }: Content): boolean => {
    if (space) return spacePolicy.can.viewInviteLinks(space);
    if (collection) return collectionPolicy.can.viewInviteLinks(collection);
    return organizationPolicy.can.admin(organization);
  };

  /** Whether a link grants anything: its creator must still be allowed to create it. */
  const isActive = async (row: InviteRow, executor = db): Promise<boolean> => {
    if (row.created_by === null) return false;
    const organization = await organizations.find(row.organization_id, row.created_by, executor);
    return (
      organization?.isMember === true &&
      mayManage(organization, await contentOf(row.created_by, row, executor))
    );
  };

  /** The invite link for a caller; 404 when its content was deleted or is in the trash. */
  const show = async (caller: Caller, row: InviteRow): Promise<Invite> => {
    const { userId } = caller.principal;
    const organization = await organizations.find(row.organization_id, userId);
    const isMember = organization?.isMember === true;
    const active = await isActive(row);
    if (row.content_id === null)
      return { row, redundant: isMember && !isHigher(row.role, organization.role), isActive: active };
    const { space, collection } = await contentOf(userId, row);
    const content = space ?? collection;
    if (!content || content.deleted_at) throw notFound('invite');
    const redundant = isMember && !isHigher(row.role, content.role);
    return { row, redundant, isActive: active, space, collection };
  };

  /** The content of a link, if the caller may manage the link. */
  const requireManager = async (
    caller: Caller,
    organization: OrganizationSubject,
    row: InviteRow,
  ): Promise<Content> => {
    const content = await contentOf(caller.principal.userId, row);
    if (!mayManage(organization, content))
      throw forbidden('You do not have permission to manage this invite link');
    return content;
  };

  const find = async (organizationId: string, id: string, executor = db): Promise<InviteRow> => {
    const row = await findInvite(executor, organizationId, id);
    if (!row) throw notFound('invite');
    return row;
  };

  /** The content of a new link, which the caller has to see in this organization. */
  const findContent = async (
    caller: Caller,
    organization: OrganizationSubject,
    input: InviteInput,
  ): Promise<Content> => {
    const kind = kindOf(input);
    if (kind === 'role') return {};
    const { userId } = caller.principal;
    const space = kind === 'space' ? await spaces.find(userId, input.space!) : undefined;
    const collection = kind === 'collection' ? await collections.find(userId, input.collection!) : undefined;
    const isVisible =
      (space && spacePolicy.can.view(space)) || (collection && collectionPolicy.can.view(collection));
    if (!isVisible || (space ?? collection)!.organization_id !== organization.id) throw notFound(kind);
    return { space, collection };
  };

  /** The accounts of the invited addresses, with their roles; the last entry for an address wins. */
  const findInvitees = async (
    tx: DatabaseTransaction,
    organization: OrganizationSubject,
    invitation: EmailInvitation,
  ) => {
    const fallback = invitation.role === undefined ? organization.default_role : invitation.role;
    const wanted = new Map(
      invitation.emails
        .map((entry) => (typeof entry === 'string' ? { email: entry, role: fallback } : entry))
        .map((entry) => [entry.email.toLowerCase(), entry]),
    );
    const found = await identity.ensureUsers(
      tx,
      [...wanted.keys()].map((email) => ({ email })),
    );
    const byEmail = new Map(found.map((user) => [user.email.toLowerCase(), user]));
    return [...wanted].map(([key, { email, role }]) => ({ email, role, user: byEmail.get(key)! }));
  };

  /** Enables single sign-on for existing members; returns the ids of members of other organizations. */
  const enableSso = async (
    tx: DatabaseTransaction,
    caller: Caller,
    organizationId: string,
    users: readonly UserRow[],
  ): Promise<ReadonlySet<string>> => {
    const failures = new Set<string>();
    for (const user of users) {
      const outcome = await enableMemberSso(tx, organizationId, user.id);
      if (outcome === 'in-other-organization') failures.add(user.id);
      if (outcome === 'enabled')
        await record(tx, caller, organizationId, 'member.sso-enabled', {
          type: 'member',
          id: user.id,
          label: user.email,
        });
    }
    return failures;
  };

  return {
    byEmail: (caller: Caller, organization: OrganizationSubject, invitation: EmailInvitation) =>
      transaction(async (tx) => {
        if (organization.sso && !invitation.sso)
          throw conflict(`${SSO_REQUIRED}: invite them with sso: true`);
        const isSso = invitation.sso === true;
        const people = await findInvitees(tx, organization, invitation);
        const otherMemberships = await findOtherMemberships(
          tx,
          organization.id,
          people.map(({ user }) => user.id),
        );
        const inserted = new Set(
          await insertMembers(
            tx,
            organization.id,
            people.map(({ user, role }) => ({
              userId: user.id,
              role,
              sso: isSso && canEnableSso(otherMemberships.get(user.id)),
              addedByOthers: true,
            })),
            clock.now(),
          ),
        );
        const added = people.filter(({ user }) => inserted.has(user.id));
        for (const { user, role } of added)
          await record(
            tx,
            caller,
            organization.id,
            'member.invited',
            { type: 'member', id: user.id, label: user.email },
            { by: 'email', role },
          );
        const existing = people.filter(({ user }) => !inserted.has(user.id)).map(({ user }) => user);
        const failures = isSso ? await enableSso(tx, caller, organization.id, existing) : new Set<string>();
        // Single sign-on failed for members of other organizations, and for users bound to single sign-on of
        // another one.
        const failed = people
          .filter(({ user: { id } }) => {
            const relation = otherMemberships.get(id);
            return (
              relation === 'bound' || failures.has(id) || (isSso && relation === 'member' && inserted.has(id))
            );
          })
          .map(({ email }) => email);
        const links = [];
        for (const { user } of added) {
          const invited = {
            organizationId: organization.id,
            userId: user.id,
            invitedBy: caller.principal.userId,
          };
          const delivery = await invitations.deliver(tx, invited);
          if (!delivery.mailed) links.push({ ...delivery, user });
        }
        return {
          users: added.map(({ user }) => user.id),
          invited: added.length,
          links,
          ...(failed.length > 0 && { failedSSOEmails: failed }),
        };
      }),

    contentOf,

    isActive,

    /** The links to an organization, with whether each still grants anything. */
    list: async (organizationId: string, page: PageRequest): Promise<Page<Invite>> => {
      const { rows, count } = await listInvites(db, organizationId, page);
      const active = new Map<string | null, boolean>();
      for (const row of rows)
        if (!active.has(row.created_by)) active.set(row.created_by, await isActive(row));
      // Only administrators list invite links, and they have the highest role already.
      return {
        rows: rows.map((row) => ({ row, redundant: true, isActive: active.get(row.created_by)! })),
        count,
      };
    },

    get: async (caller: Caller, organizationId: string, id: string): Promise<Invite> => {
      const row = await find(organizationId, id);
      if (!row.enabled) throw notFound('invite');
      return show(caller, row);
    },

    create: async (
      caller: Caller,
      organization: OrganizationSubject,
      input: InviteInput,
    ): Promise<Invite> => {
      const content = await findContent(caller, organization, input);
      if (!mayManage(organization, content))
        throw forbidden('You do not have permission to create this invite link');
      if (!organization.invite_links) throw conflict('Invite links are disabled in this organization');
      const { space, collection } = content;
      const role = (space || collection ? input.level : input.role) ?? null;
      const id = newId();
      await transaction(async (tx) => {
        await insertInvite(tx, {
          organizationId: organization.id,
          id,
          role,
          contentId: (space ?? collection)?.id ?? null,
          createdBy: caller.principal.userId,
          createdAt: clock.now(),
        });
        await record(
          tx,
          caller,
          organization.id,
          'invite-link.created',
          targetOf(organization, content, { id, role }),
          {
            role,
            ...(space && { space: space.id }),
            ...(collection && { collection: collection.id }),
          },
        );
      });
      return show(caller, await find(organization.id, id));
    },

    update: async (
      caller: Caller,
      organization: OrganizationSubject,
      id: string,
      change: Pick<InviteInput, 'role' | 'level'>,
    ): Promise<Invite> => {
      const { row } = await show(caller, await find(organization.id, id));
      const content = await requireManager(caller, organization, row);
      const field = row.content_id === null ? 'role' : 'level';
      const role = change[field];
      if (role === undefined)
        throw invalid({ path: `body.${field}`, message: 'is required for this kind of invite link' });
      await transaction(async (tx) => {
        const change = await updateInvite(tx, row, role);
        if (!change) throw notFound('invite');
        const payload = { ...change, ...contentIn(row) };
        if (change.from !== change.to)
          await record(
            tx,
            caller,
            organization.id,
            'invite-link.updated',
            targetOf(organization, content, { id, role }),
            payload,
          );
      });
      return show(caller, { ...row, role });
    },

    /** Revokes a link, also one to content in the trash, which could be restored. */
    remove: async (caller: Caller, organization: OrganizationSubject, id: string): Promise<void> => {
      const row = await findInvite(db, organization.id, id);
      if (!row) return;
      const content = await requireManager(caller, organization, row);
      await transaction(async (tx) => {
        const deleted = await deleteInvite(tx, row);
        const payload = { ...deleted, ...contentIn(row) };
        if (deleted)
          await record(
            tx,
            caller,
            organization.id,
            'invite-link.revoked',
            targetOf(organization, content, row),
            payload,
          );
      });
    },
  };
};

/** Service for invitations. */
export type InvitesService = ReturnType<typeof createInvitesService>;
