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

// Who is no member may be the account of an integration that covers the space; where nothing speaks, members have
// their own role.
const roleOf = (readerId: string) => sql<Role | null>`case
  when members.user_id is null then
    case when contents.kind = 'space' then agent_role('space', contents.organization_id, contents.id, ${readerId}) end
  when members.role = 'admin' then members.role
  when members.role is not null and not contents.governed then members.role
  else effective_role(contents, members)
end`;

/**
 * Contents with the effective role of a reader: what lists and single reads of collections and spaces start from.
 * Without a role the content is not there for the reader: lists leave it out, policies refuse it.
 */
export const contentsFor = (db: Database, readerId: string) =>
  db
    .selectFrom('contents')
    .leftJoin('members', (join) =>
      join
        .onRef('members.organization_id', '=', 'contents.organization_id')
        .on('members.user_id', '=', readerId)
        .on('members.disabled', '=', false),
    )
    .select(contentColumns)
    .select([roleOf(readerId).as('role'), 'members.role as member_role']);

/** Contents with the effective role of a reader. */
export type ContentsQuery = ReturnType<typeof contentsFor>;

/** Contents as visitors meet them, to whom a site shows them: they read, and are no members. */
export const contentsForVisitors = (db: Database): ContentsQuery =>
  db
    .selectFrom('contents')
    .select(contentColumns)
    .select([sql<Role | null>`'read'`.as('role'), sql<Role | null>`null`.as('member_role')])
    .where('contents.deleted_at', 'is', null) as unknown as ContentsQuery;

/** All contents that a reader may see, wherever they are: for joining what refers to them. */
export const contentsVisibleTo = (db: Database, readerId: string): ContentsQuery =>
  contentsFor(db, readerId).where('contents.deleted_at', 'is', null).where(roleOf(readerId), 'is not', null);

/** The contents of a kind, in an organization, that a reader may see. */
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

/** A content as a reader meets it. */
export const findContent = async (
  db: Database,
  id: string,
  readerId: string,
): Promise<ContentSubject | undefined> => (await contentById(db, { id, readerId }))[0];

/** How much of a tree is held: a share of it, beside others who add to it, or all of it. */
export type LockMode = 'shared' | 'exclusive';

/**
 * Holds an organization's tree for the rest of the transaction: shared to add to it, exclusive to rearrange it or to
 * change who has access. Adding then never waits for adding, no branch moves while something is hung on it, and nobody
 * goes on with a role that is being taken away. Who holds a share must not ask for more: two of them would wait for
 * each other.
 */
export const lockTree = async (tx: DatabaseTransaction, organizationId: string, mode: LockMode) => {
  const key = sql`hashtextextended(${`tree:${organizationId}`}, 0)`;
  await (mode === 'shared'
    ? sql`select pg_advisory_xact_lock_shared(${key})`
    : sql`select pg_advisory_xact_lock(${key})`
  ).execute(tx);
};

/** Hangs a new content into the tree. */
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

/** Holds a content's row until the transaction ends, and says its level as it is now; undefined when it has gone. */
export const lockLevel = (tx: DatabaseTransaction, content: { organization_id: string; id: string }) =>
  tx
    .selectFrom('contents')
    .select(['inherits', 'default_role'])
    .where('organization_id', '=', content.organization_id)
    .where('id', '=', content.id)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Changes the access level or the time of the last change of a content. */
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
    .where(roleOf(readerId), 'is not', null)
    .executeTakeFirst();

/**
 * The positions right before and right after one, besides that of the content which is on the move. Those in the trash
 * take a position, but nobody sees them there: `shown` leaves them out.
 */
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

/** Whether nothing stands after a position in a place; what lies in the trash does not count. */
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

/** Gives the contents of a place fresh, short positions in the same order. */
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

/** Puts a content, with all below it, under another parent or at another position. */
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

/** The ids of a content and of all below it. */
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

/** How many levels lie below a content. */
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

/** Hands a branch to another organization; grants and links, which stay behind, have to be gone before. */
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

/** Whether a reader manages a content and everything below it, what they cannot see included. */
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

/** The spaces below a collection, those in the trash included. */
export const findSpacesBelow = (tx: DatabaseTransaction, collection: ContentSubject) =>
  tx
    .selectFrom('contents')
    .select(contentColumns)
    .where('organization_id', '=', collection.organization_id)
    .where('kind', '=', 'space')
    .where(sql<boolean>`ancestors @> array[${collection.id}::text]`)
    .execute();

/**
 * Takes spaces out of a branch that is about to go, into the trash at the root. Where the branch had something to say
 * about access they are closed, so that bringing one back never opens it to more people than before. Says which were.
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

/** Removes a branch for good. */
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
