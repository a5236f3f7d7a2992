import type { Caller } from '../../kernel/auth/principal.ts';
import type { Role } from '../../kernel/contract/common-schemas.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { forbidden, notFound } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { isDenied, upsertGrants } from '../access/index.ts';
import { findAccount } from '../identity/index.ts';
import {
  acceptRules,
  insertMembers,
  lockMember,
  type OrganizationsService,
  raiseMemberRole,
  type SignInMethodsService,
  SSO_REQUIRED,
} from '../organizations/index.ts';
import type { InvitesService } from './invites.service.ts';
import { findInvite } from './invites.store.ts';
import { isHigher } from './is-higher.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'events'> {
  readonly organizations: Pick<OrganizationsService, 'find'>;
  readonly signInMethods: Pick<SignInMethodsService, 'requireAccepted'>;
  readonly invites: Pick<InvitesService, 'contentOf' | 'isActive'>;
}

/** What an invitation page shows: who invites to what, as whom. */
export interface InvitationView {
  readonly organizationId: string;
  readonly organization: string;
  /** The space or collection. */
  readonly content:
    | { readonly kind: 'space' | 'collection'; readonly id: string; readonly title: string }
    | undefined;
  readonly inviter: string | undefined;
  readonly role: Role | null;
  /** The sign-in methods that the organization does not accept. */
  readonly disabledMethods: readonly string[];
}

/** Service that shows and accepts invite links. */
export const createJoiningService = (deps: Dependencies) => {
  const { db, transaction, clock, events, organizations, signInMethods, invites } = deps;

  /** Grants the access of a link; never reduces existing access. */
  const acceptInTransaction = async (
    tx: DatabaseTransaction,
    caller: Caller,
    organizationId: string,
    id: string,
  ): Promise<void> => {
    const record = (
      action: string,
      target: { type: string; id: string; label?: string },
      payload: Readonly<Record<string, unknown>>,
    ) => events.record(tx, caller, { organizationId, action, target, payload });
    const row = await findInvite(tx, organizationId, id);
    if (!row?.enabled || !(await invites.isActive(row, tx))) throw notFound('invite');
    const { userId, displayName } = caller.principal;
    const self = { type: 'member', id: userId, label: displayName };
    const role = row.content_id === null ? row.role : null;
    await signInMethods.requireAccepted(tx, caller, organizationId);
    const [added] = await insertMembers(
      tx,
      organizationId,
      [{ userId, role, hasAccepted: true }],
      clock.now(),
    );
    if (added) {
      // Read after insertMembers, which locks the organization.
      if ((await organizations.find(organizationId, userId, tx))?.sso) throw forbidden(SSO_REQUIRED);
      await record('member.joined', self, { by: 'link', invite: id, role });
    }
    // Members whom others added accept the rules of the organization as well.
    else await acceptRules(tx, organizationId, userId, clock.now());
    // Locked until the end, so that concurrent links are applied one after the other.
    const member = await lockMember(tx, organizationId, userId);
    if (!member)
      throw forbidden('You use single sign-on of another organization and cannot join a second one');
    const held = member.disabled ? (await findAccount(tx, userId))?.held_by : null;
    if (held != null && held !== organizationId)
      throw forbidden('Your e-mail address is not verified: verify it before you join a second organization');
    if (member.disabled) throw forbidden('Your membership in this organization is disabled');
    if (role && (await raiseMemberRole(tx, organizationId, userId, role)))
      await record('member.role-changed', self, { from: member.role, to: role, invite: id });
    if (row.content_id === null) return;
    const { space, collection } = await invites.contentOf(userId, row, tx);
    const content = space ?? collection;
    if (!content || content.deleted_at) throw notFound('invite');
    if (!isHigher(row.role, content.role)) return;
    // An explicit denial of access takes precedence.
    if (await isDenied(tx, content, userId))
      throw forbidden('An administrator has removed your access to this content');
    const users = await upsertGrants(tx, content, 'users', [userId], row.role, clock.now());
    if (!users[userId]) return;
    await record(
      `${content.kind}.access-changed`,
      { type: content.kind, id: content.id, label: content.title },
      { users, invite: id },
    );
  };

  return {
    acceptInTransaction,

    accept: (caller: Caller, organizationId: string, id: string): Promise<void> =>
      transaction((tx) => acceptInTransaction(tx, caller, organizationId, id)),

    /** Who invites to what, for whoever has the link; 404 when it was revoked or its content deleted. */
    preview: async (organizationId: string, id: string): Promise<InvitationView> => {
      const row = await findInvite(db, organizationId, id);
      const organization = await organizations.find(organizationId, '');
      if (!row?.enabled || !organization || !(await invites.isActive(row))) throw notFound('invite');
      const { space, collection } = await invites.contentOf('', row);
      const content = space ?? collection;
      if (row.content_id !== null && (!content || content.deleted_at)) throw notFound('invite');
      const inviter = row.created_by === null ? undefined : await findAccount(db, row.created_by);
      return {
        organizationId,
        organization: organization.title,
        content: content && { kind: content.kind, id: content.id, title: content.title },
        inviter: inviter?.display_name,
        role: row.role,
        disabledMethods: organization.disabled_sign_in_methods,
      };
    },
  };
};

/** Service that shows and accepts invite links. */
export type JoiningService = ReturnType<typeof createJoiningService>;
