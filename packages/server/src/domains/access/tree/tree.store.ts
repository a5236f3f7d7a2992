import { sql } from 'kysely';
import type { Role } from '../../../kernel/contract/common-schemas.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { preparedQuery } from '../../../kernel/database/prepared-query.ts';
import type { ContentSubject } from '../access.policy.ts';

/** The columns of `contents` that make a subject. */
export const contentColumns = [
  'contents.organization_id',
  'contents.id',
  'contents.kind',
  'contents.parent_id',
  'contents.ancestors',
  'contents.position',
  'contents.inherits',
  'contents.default_role',
  'contents.created_by',
  'contents.created_at',
  'contents.updated_at',
  'contents.deleted_at',
] as const;

// A user who is not a member may be the account of an integration. Without grants, the role in the organization applies, or
// the default level of the content.
const roleOf = (readerId: string) => sql<Role | null>`case
  when members.user_id is null then
    case when contents.kind = 'space' then agent_role('space', contents.organization_id, contents.id, ${readerId}) end
  when members.role = 'admin' then members.role
  when members.role is not null and not contents.has_access_rules then members.role
  when members.role is not null and not contents.inherits and not contents.has_grants
    and contents.created_by is distinct from ${readerId} then contents.default_role
  else effective_role(contents, members)
end`;

/** Query for contents with the effective role of a reader; without a role, the reader may not see the content. */
export const contentsFor = (db: Database, readerId: string) =>
  db
    .selectFrom('contents')
    .leftJoin('members', (join) =>
      join
        .onRef('members.organization_id', '=', 'contents.organization_id')
        .on('members.user_id', '=', readerId)
        .on('members.disabled', '=', false),
    )
    // Not merged into the query, which would compute the role once for each place where it is used.
    .innerJoinLateral(
      () => db.selectNoFrom(roleOf(readerId).as('role')).offset(sql.lit(0)).as('access'),
      (join) => join.onTrue(),
    )
    .select(contentColumns)
    .select(['access.role', 'members.role as member_role']);

/** Contents with the effective role of a reader. */
export type ContentsQuery = ReturnType<typeof contentsFor>;

/** Query for contents that a site shows to its visitors, who can read and are not members. */
export const contentsForVisitors = (db: Database) =>
  db
    .selectFrom('contents')
    .select(contentColumns)
    .select([sql<Role | null>`'read'`.as('role'), sql<Role | null>`null`.as('member_role')])
    .where('contents.deleted_at', 'is', null);

/** Query for all contents that a reader may see, in any organization. */
export const contentsVisibleTo = (db: Database, readerId: string): ContentsQuery =>
  contentsFor(db, readerId).where('contents.deleted_at', 'is', null).where('access.role', 'is not', null);

/** Query for all contents that a reader administers, deleted ones included. */
export const contentsManagedBy = (db: Database, readerId: string): ContentsQuery =>
  contentsFor(db, readerId).where('access.role', '>=', 'create');

/** Query for the collections or spaces of an organization that a reader may see. */
export const visibleContents = (
  db: Database,
  organizationId: string,
  kind: 'collection' | 'space',
  readerId: string,
): ContentsQuery =>
  contentsVisibleTo(db, readerId)
    .where('contents.organization_id', '=', organizationId)
    .where('contents.kind', '=', kind);

const contentById = preparedQuery((db, { id, readerId }: { id: string; readerId: string }) =>
  contentsFor(db, readerId).where('contents.id', '=', id),
);

/** A content with the role of a reader. */
export const findContent = async (
  db: Database,
  id: string,
  readerId: string,
): Promise<ContentSubject | undefined> => (await contentById(db, { id, readerId }))[0];

/** The mode of the tree lock: shared to add content, exclusive to rearrange the tree. */
export type LockMode = 'shared' | 'exclusive';

/**
 * Locks an organization's tree until the transaction ends: shared to add content, exclusive to rearrange the tree or to
 * change access. A branch does not move while content is added to it, and a revoked role takes effect at once. A shared
 * lock must not be upgraded: two transactions that try would deadlock.
 */
export const lockTree = async (tx: DatabaseTransaction, organizationId: string, mode: LockMode) => {
  const key = sql`hashtextextended(${`tree:${organizationId}`}, 0)`;
  await (mode === 'shared'
    ? sql`select pg_advisory_xact_lock_shared(${key})`
    : sql`select pg_advisory_xact_lock(${key})`
  ).execute(tx);
};

/** Inserts a new content into the tree. */
export const insertContent = async (
  tx: DatabaseTransaction,
  content: {
    organizationId: string;
    id: string;
    kind: 'collection' | 'space';
    parentId: string | null;
    ancestors: readonly string[];
    position: string;
    createdBy: string;
    createdAt: Date;
  },
): Promise<void> => {
  await tx
    .insertInto('contents')
    .values({
      organization_id: content.organizationId,
      id: content.id,
      kind: content.kind,
      parent_id: content.parentId,
      ancestors: [...content.ancestors],
      position: content.position,
      created_by: content.createdBy,
      created_at: content.createdAt,
      updated_at: content.createdAt,
    })
    .execute();
};

/** Locks a content and returns its default level; undefined if it no longer exists. */
export const lockLevel = (tx: DatabaseTransaction, content: { organization_id: string; id: string }) =>
  tx
    .selectFrom('contents')
    .select(['inherits', 'default_role'])
    .where('organization_id', '=', content.organization_id)
    .where('id', '=', content.id)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Updates the default level, the deletion or the time of the last change of a content. */
export const updateContent = async (
  tx: DatabaseTransaction,
  content: ContentSubject,
  changes: { inherits?: boolean; default_role?: Role | null; deleted_at?: Date | null; updated_at: Date },
): Promise<void> => {
  await tx
    .updateTable('contents')
    .set(changes)
    .where('organization_id', '=', content.organization_id)
    .where('id', '=', content.id)
    .execute();
};

interface Place {
  readonly organizationId: string;
  readonly parentId: string | null;
}

const siblings = (tx: DatabaseTransaction, { organizationId, parentId }: Place) =>
  tx
    .selectFrom('contents')
    .where('organization_id', '=', organizationId)
    .where(sql<string>`coalesce(parent_id, '')`, '=', parentId ?? '');

/** A content of a place that a reader may see. */
export const findSibling = (tx: DatabaseTransaction, place: Place, id: string, readerId: string) =>
  contentsFor(tx, readerId)
    .where('contents.organization_id', '=', place.organizationId)
    .where(sql<string>`coalesce(contents.parent_id, '')`, '=', place.parentId ?? '')
    .where('contents.id', '=', id)
    .where('contents.deleted_at', 'is', null)
    .where('access.role', 'is not', null)
    .executeTakeFirst();

/** The positions next to one, without the moved content; `shown` leaves out deleted siblings. */
export const findNeighbours = async (
  tx: DatabaseTransaction,
  place: Place,
  position: string,
  movedId: string,
) => {
  const found = await siblings(tx, place)
    .where('id', '<>', movedId)
    .select(({ fn }) => {
      const before = fn.max('position').filterWhere('position', '<', position);
      const after = fn.min('position').filterWhere('position', '>', position);
      return [
        before.as('before'),
        after.as('after'),
        before.filterWhere('deleted_at', 'is', null).as('shown_before'),
        after.filterWhere('deleted_at', 'is', null).as('shown_after'),
      ];
    })
    .executeTakeFirstOrThrow();
  return {
    before: found.before ?? '',
    after: found.after ?? undefined,
    shown: { before: found.shown_before ?? '', after: found.shown_after ?? undefined },
  };
};

/** Whether a position is the last one of a place, apart from deleted content. */
export const isLast = async (tx: DatabaseTransaction, place: Place, position: string): Promise<boolean> =>
  (await siblings(tx, place)
    .select('id')
    .where('position', '>', position)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) === undefined;

/** The last position of a place. */
export const findLastPosition = async (
  tx: DatabaseTransaction,
  place: Place,
): Promise<string | undefined> => {
  const last = await siblings(tx, place)
    .select('position')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.position;
};

/** Assigns new, short positions to the contents of a place, in the same order. */
export const renumber = async (
  tx: DatabaseTransaction,
  place: Place,
  newPosition: () => string,
): Promise<void> => {
  const rows = await siblings(tx, place).select('id').orderBy('position').execute();
  const ids = rows.map((row) => row.id);
  await sql`
    update contents set position = fresh.position
    from unnest(${ids}::text[], ${ids.map(newPosition)}::text[]) as fresh (id, position)
    where contents.organization_id = ${place.organizationId} and contents.id = fresh.id`.execute(tx);
};

/** Moves a content with its descendants to another parent or position. */
export const moveContent = async (
  tx: DatabaseTransaction,
  content: ContentSubject,
  to: { parentId: string | null; ancestors: readonly string[]; position: string; updatedAt: Date },
): Promise<void> => {
  await tx
    .updateTable('contents')
    .set({
      parent_id: to.parentId,
      ancestors: [...to.ancestors],
      position: to.position,
      updated_at: to.updatedAt,
    })
    .where('organization_id', '=', content.organization_id)
    .where('id', '=', content.id)
    .execute();
  if (content.kind === 'collection')
    await sql`
      update contents
      set ancestors = ancestors[1:array_position(ancestors, ${content.id}::text)] || ${[...to.ancestors]}::text[]
      where organization_id = ${content.organization_id} and ancestors @> array[${content.id}::text]`.execute(
      tx,
    );
};

/** The ids of a content and its descendants. */
export const findBranch = async (
  tx: DatabaseTransaction,
  content: { organization_id: string; id: string },
): Promise<string[]> => {
  const rows = await tx
    .selectFrom('contents')
    .select('id')
    .where('organization_id', '=', content.organization_id)
    .where(({ or, eb }) =>
      or([eb('id', '=', content.id), sql<boolean>`ancestors @> array[${content.id}::text]`]),
    )
    .execute();
  return rows.map((row) => row.id);
};

/** The depth of the tree below a content. */
export const findDepthBelow = async (
  tx: DatabaseTransaction,
  content: { organization_id: string; id: string; ancestors: readonly string[] },
): Promise<number> => {
  const { deepest } = await tx
    .selectFrom('contents')
    .select(sql<number | null>`max(cardinality(ancestors))`.as('deepest'))
    .where('organization_id', '=', content.organization_id)
    .where(sql<boolean>`ancestors @> array[${content.id}::text]`)
    .executeTakeFirstOrThrow();
  return (deepest ?? content.ancestors.length) - content.ancestors.length;
};

/** Moves a branch to another organization; its grants and invite links must be deleted before. */
export const transferBranch = async (
  tx: DatabaseTransaction,
  content: ContentSubject,
  ids: readonly string[],
  to: { organizationId: string; position: string; updatedAt: Date },
): Promise<void> => {
  const steps = content.ancestors.length;
  await sql`
    update contents set
      organization_id = ${to.organizationId},
      ancestors = ancestors[1:cardinality(ancestors) - ${steps}],
      parent_id = case when id = ${content.id} then null else parent_id end,
      position = case when id = ${content.id} then ${to.position} else position end,
      updated_at = ${to.updatedAt}
    where organization_id = ${content.organization_id} and id = any(${ids})`.execute(tx);
};

/** Whether a user administers a content and all its descendants, invisible ones included. */
export const managesBranch = async (
  tx: DatabaseTransaction,
  content: ContentSubject,
  readerId: string,
): Promise<boolean> => {
  const { rows } = await sql<{ id: string }>`
    select c.id from contents c
    join members m on m.organization_id = c.organization_id and m.user_id = ${readerId} and not m.disabled
    where c.organization_id = ${content.organization_id} and (c.id = ${content.id} or c.ancestors @> array[${content.id}::text])
      and m.role is distinct from 'admin' and coalesce(effective_role(c, m) < 'create', true)
    limit 1`.execute(tx);
  return rows.length === 0;
};

/** The spaces below a collection, deleted ones included. */
export const findSpacesBelow = (tx: DatabaseTransaction, collection: ContentSubject) =>
  tx
    .selectFrom('contents')
    .select(contentColumns)
    .where('organization_id', '=', collection.organization_id)
    .where('kind', '=', 'space')
    .where(sql<boolean>`ancestors @> array[${collection.id}::text]`)
    .execute();

/**
 * Moves the spaces of a branch that is about to be deleted to the trash. Spaces that inherited access from the branch are
 * closed, so that restoring one never opens it to more users than before. Returns the closed ones.
 */
export const moveSpacesToTrash = async (
  tx: DatabaseTransaction,
  organizationId: string,
  spaces: readonly { id: string; position: string }[],
  now: Date,
): Promise<string[]> => {
  const ids = spaces.map((space) => space.id);
  const closed = await sql<{ id: string }>`
    update contents c set inherits = false, default_role = null
    where c.organization_id = ${organizationId} and c.id = any(${ids}) and c.inherits and exists (
      select 1 from contents l
      where l.organization_id = c.organization_id and l.id = any(c.ancestors) and (
        not l.inherits
        or exists (select 1 from user_grants g where g.organization_id = l.organization_id and g.content_id = l.id)
        or exists (select 1 from team_grants g where g.organization_id = l.organization_id and g.content_id = l.id)))
    returning c.id`.execute(tx);
  await sql`
    update contents set
      parent_id = null, ancestors = '{}', position = fresh.position,
      deleted_at = coalesce(deleted_at, ${now}), updated_at = ${now}
    from unnest(${ids}::text[], ${spaces.map((space) => space.position)}::text[]) as fresh (id, position)
    where contents.organization_id = ${organizationId} and contents.id = fresh.id`.execute(tx);
  return closed.rows.map((row) => row.id);
};

/** Deletes a branch. */
export const deleteBranch = async (
  tx: DatabaseTransaction,
  organizationId: string,
  ids: readonly string[],
): Promise<void> => {
  await tx
    .deleteFrom('contents')
    .where('organization_id', '=', organizationId)
    .where('id', '=', sql<string>`any(${ids})`)
    .execute();
};
