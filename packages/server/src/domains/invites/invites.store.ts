import type { Role } from '../../kernel/contract/common-schemas.ts';
import type { PageRequest } from '../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import { paginate } from '../../kernel/database/paginate.ts';
import { userOf } from '../identity/index.ts';

// The organization's switch is read with the link: a disabled link grants nothing.
const invites = (db: Database) =>
  db
    .selectFrom('link_invites')
    .innerJoin('organizations', 'organizations.id', 'link_invites.organization_id')
    .leftJoin('contents', (join) =>
      join
        .onRef('contents.organization_id', '=', 'link_invites.organization_id')
        .onRef('contents.id', '=', 'link_invites.content_id'),
    )
    .selectAll('link_invites')
    .select(['organizations.invite_links as enabled', 'contents.kind as content_kind'])
    .select(userOf('link_invites.created_by').as('creator'));

/** An invite link of an organization. */
export const findInvite = (db: Database, organizationId: string, id: string) =>
  invites(db)
    .where('link_invites.organization_id', '=', organizationId)
    .where('link_invites.id', '=', id)
    .executeTakeFirst();

/** A row of an invite link. */
export type InviteRow = NonNullable<Awaited<ReturnType<typeof findInvite>>>;

/** The invite links to an organization itself, oldest first. */
export const listInvites = (db: Database, organizationId: string, page: PageRequest) => {
  const after = page.after && String(page.after[0]);
  const all = invites(db)
    .where('link_invites.organization_id', '=', organizationId)
    .where('link_invites.content_id', 'is', null);
  const rows = all
    .$if(after !== undefined, (query) => query.where('link_invites.id', '>', after!))
    .orderBy('link_invites.id');
  return paginate(page, rows, all);
};

/** Inserts an invite link. */
export const insertInvite = async (
  tx: DatabaseTransaction,
  invite: {
    organizationId: string;
    id: string;
    role: Role | null;
    contentId: string | null;
    createdBy: string;
    createdAt: Date;
  },
): Promise<void> => {
  await tx
    .insertInto('link_invites')
    .values({
      organization_id: invite.organizationId,
      id: invite.id,
      role: invite.role,
      content_id: invite.contentId,
      created_by: invite.createdBy,
      created_at: invite.createdAt,
    })
    .execute();
};

/** Updates the role of an invite link and returns both roles; undefined when it does not exist. */
export const updateInvite = async (
  tx: DatabaseTransaction,
  invite: InviteRow,
  role: Role | null,
): Promise<{ from: Role | null; to: Role | null } | undefined> => {
  const before = await tx
    .selectFrom('link_invites')
    .select('role')
    .where('organization_id', '=', invite.organization_id)
    .where('id', '=', invite.id)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return undefined;
  if (before.role !== role)
    await tx
      .updateTable('link_invites')
      .set({ role })
      .where('organization_id', '=', invite.organization_id)
      .where('id', '=', invite.id)
      .execute();
  return { from: before.role, to: role };
};

/** Deletes an invite link and returns its role; undefined when it does not exist. */
export const deleteInvite = (
  tx: DatabaseTransaction,
  invite: InviteRow,
): Promise<{ role: Role | null } | undefined> =>
  tx
    .deleteFrom('link_invites')
    .where('organization_id', '=', invite.organization_id)
    .where('id', '=', invite.id)
    .returning('role')
    .executeTakeFirst();
