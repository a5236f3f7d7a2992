import { type AliasableExpression, type NotNull, type Selectable, sql } from 'kysely';
import type { Role } from '../../kernel/contract/common-schemas.ts';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import { paginate } from '../../kernel/database/paginate.ts';
import { batchedQuery, preparedQuery } from '../../kernel/database/prepared-query.ts';
import type { Spaces } from '../../kernel/database/schema.gen.ts';
import { likePattern } from '../../kernel/database/text-search.ts';
import { updateChanged } from '../../kernel/database/update-changed.ts';
import type { Changes } from '../../kernel/events/field-changes.ts';
import type { SiteHost } from '../../kernel/published-url.ts';
import {
  type ContentSubject,
  type ContentsQuery,
  contentsFor,
  contentsForVisitors,
  contentsManagedBy,
  contentsVisibleTo,
  visibleContents,
} from '../access/index.ts';

/** The site and path where a space is published. */
export type PublishedPlace = SiteHost & { readonly address: readonly string[] };

/** The columns of a space, without its row in the content tree. */
export type SpaceRow = Omit<Selectable<Spaces>, 'organization_id' | 'id' | 'head_chain'>;

/** A space with the caller's role. */
export type SpaceSubject = ContentSubject & SpaceRow & { readonly published_place: PublishedPlace | null };

// Values that replace internal fields for visitors.
const HIDDEN_FROM_VISITORS = {
  parent_id: null,
  position: '',
  inherits: true,
  default_role: null,
  merge_rules: { type: 'inherit' },
  git_sync: null,
  open_comments: 0,
  change_requests: 0,
  change_requests_open: 0,
  change_requests_draft: 0,
} as const;

// Pages of lists are cut in the inner query, so that details are joined only for these rows.
/** The columns of spaces, for contents. */
export const withDetails = (db: Database, contents: AliasableExpression<ContentSubject>) =>
  db
    .selectFrom(contents.as('contents'))
    .innerJoin('spaces', (join) =>
      join
        .onRef('spaces.organization_id', '=', 'contents.organization_id')
        .onRef('spaces.id', '=', 'contents.id'),
    )
    .selectAll('contents')
    .select([
      'spaces.title',
      'spaces.emoji',
      'spaces.icon_url',
      'spaces.visibility',
      'spaces.edit_mode',
      'spaces.language',
      'spaces.merge_rules',
      'spaces.revision_id',
      'spaces.git_sync',
      'spaces.open_comments',
      'spaces.change_requests',
      'spaces.change_requests_open',
      'spaces.change_requests_draft',
    ])
    // The function is slow: only for published spaces.
    .select(
      sql<PublishedPlace | null>`case when spaces.visibility <> 'private'
        then published_place(spaces.organization_id, spaces.id) end`.as('published_place'),
    );

const spaceById = batchedQuery((db, { id, readerId }: { id: string; readerId: string }) =>
  withDetails(db, contentsFor(db, readerId).where('contents.id', '=', id)),
);

/** A space with the role of a reader, deleted or not. */
export const findSpace = async (
  db: Database,
  id: string,
  readerId: string,
): Promise<SpaceSubject | undefined> => (await spaceById(db, { id, readerId }))[0];

/** Spaces with the role of a reader each, deleted or not, in one query. */
export const findSpacesFor = async (
  db: Database,
  wanted: readonly { readonly id: string; readonly readerId: string }[],
): Promise<(SpaceSubject | undefined)[]> => (await spaceById.many(db, wanted)).map(([space]) => space);

/** The spaces of an organization with these ids that a reader may see. */
export const findVisibleSpacesInOrganization = async (
  db: Database,
  organizationId: string,
  ids: readonly string[],
  readerId: string,
): Promise<SpaceSubject[]> => {
  if (ids.length === 0) return [];
  const among = visibleSpaces(db, organizationId, readerId).where(
    'contents.id',
    '=',
    sql<string>`any(${ids})`,
  );
  return withDetails(db, among).execute();
};

const spacesShown = preparedQuery(
  (db, { organizationId, ids }: { organizationId: string; ids: readonly string[] }) =>
    withDetails(
      db,
      contentsForVisitors(db)
        .where('contents.organization_id', '=', organizationId)
        .where('contents.id', '=', sql<string>`any(${ids}::text[])`),
    ),
);

/** The spaces of an organization as visitors of a site see them, without internal fields. */
export const findSpacesForVisitors = async (
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<SpaceSubject[]> => {
  const rows = await spacesShown(db, { organizationId, ids });
  return rows.map((row) => ({ ...row, ...HIDDEN_FROM_VISITORS }));
};

/** The spaces with these ids that a reader may see, in any organization. */
export const findVisibleSpaces = async (
  db: Database,
  ids: readonly string[],
  readerId: string,
): Promise<SpaceSubject[]> => {
  const seen = contentsVisibleTo(db, readerId)
    .where('contents.kind', '=', 'space')
    .where('contents.id', '=', sql<string>`any(${ids})`);
  return withDetails(db, seen).execute();
};

/** The spaces with these ids, without a permission check and without internal fields. */
export const findSpacesByIds = async (db: Database, ids: readonly string[]): Promise<SpaceSubject[]> => {
  const shown = contentsForVisitors(db).where('contents.id', '=', sql<string>`any(${ids})`);
  const rows = await withDetails(db, shown).execute();
  return rows.map((row) => ({ ...row, ...HIDDEN_FROM_VISITORS }));
};

const organizationOfSpace = batchedQuery((db, { id }: { id: string }) =>
  db
    .selectFrom('contents')
    .select(['id', 'organization_id'])
    .where('id', '=', id)
    .where('kind', '=', 'space')
    .where('deleted_at', 'is', null),
);

/** The organization of a space that is not deleted, without a permission check. */
export const findOrganizationOf = async (db: Database, id: string): Promise<string | undefined> =>
  (await organizationOfSpace(db, { id }))[0]?.organization_id;

/** The spaces of an organization that a reader may see. */
export const visibleSpaces = (db: Database, organizationId: string, readerId: string) =>
  visibleContents(db, organizationId, 'space', readerId);

const titled = (spaces: ContentsQuery, title: string) =>
  spaces.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('spaces as named')
        .select('named.id')
        .whereRef('named.organization_id', '=', 'contents.organization_id')
        .whereRef('named.id', '=', 'contents.id')
        .where('named.title', 'ilike', likePattern(title)),
    ),
  );

/** The spaces of an organization that a reader may see and whose title contains words, oldest first. */
export const listSpacesTitled = (
  db: Database,
  organizationId: string,
  readerId: string,
  title: string,
  page: PageRequest,
): Promise<Page<SpaceSubject>> => {
  const after = page.after && String(page.after[0]);
  const matching = titled(visibleSpaces(db, organizationId, readerId), title);
  const shown = matching
    .$if(after !== undefined, (query) => query.where('contents.id', '>', after!))
    .orderBy('contents.id')
    .limit(page.limit + 1);
  return paginate(page, withDetails(db, shown).orderBy('contents.id'), matching);
};

/** The spaces of an organization that were deleted after a time and that a reader can restore, last deleted first. */
export const listTrashedSpaces = (
  db: Database,
  organizationId: string,
  readerId: string,
  { deletedAfter, title }: { readonly deletedAfter: Date; readonly title?: string | undefined },
  page: PageRequest,
): Promise<Page<SpaceSubject>> => {
  const all = contentsManagedBy(db, readerId)
    .where('contents.organization_id', '=', organizationId)
    .where('contents.kind', '=', 'space')
    .where('contents.deleted_at', '>', deletedAfter);
  const trashed = title === undefined ? all : titled(all, title);
  const shown = trashed
    .$if(page.after !== undefined, (query) => {
      const [at, id] = page.after!;
      return query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('contents.deleted_at', 'contents.id'),
          '<',
          tuple(sql<Date>`${at}::timestamptz`, sql<string>`${id}`),
        ),
      );
    })
    .orderBy('contents.deleted_at', 'desc')
    .orderBy('contents.id', 'desc')
    .limit(page.limit + 1);
  const detailed = withDetails(db, shown)
    .orderBy('contents.deleted_at', 'desc')
    .orderBy('contents.id', 'desc');
  return paginate(page, detailed, trashed);
};

/** The direct spaces of a collection that a reader may see, in their order. */
export const listSpacesInCollection = (
  db: Database,
  collection: { organization_id: string; id: string },
  readerId: string,
  page: PageRequest,
): Promise<Page<SpaceSubject>> => {
  const after = page.after && String(page.after[0]);
  const inside = visibleSpaces(db, collection.organization_id, readerId).where(
    'contents.parent_id',
    '=',
    collection.id,
  );
  const shown = inside
    .$if(after !== undefined, (query) => query.where('contents.position', '>', after!))
    .orderBy('contents.position')
    .limit(page.limit + 1);
  const rows = withDetails(db, shown).orderBy('contents.position');
  return paginate(page, rows, inside);
};

/** The spaces that both a member and the reader can see, with the member's role. */
export const listSpacesOfMember = (
  db: Database,
  organizationId: string,
  memberId: string,
  readerId: string,
  order: 'asc' | 'desc',
  page: PageRequest,
): Promise<Page<SpaceSubject & { their_role: Role }>> => {
  const after = page.after && String(page.after[0]);
  const shared = visibleSpaces(db, organizationId, readerId).where(({ exists, selectFrom }) =>
    exists(
      selectFrom('content_access as theirs')
        .select('theirs.role')
        .whereRef('theirs.organization_id', '=', 'contents.organization_id')
        .whereRef('theirs.content_id', '=', 'contents.id')
        .where('theirs.user_id', '=', memberId)
        .where('theirs.role', 'is not', null),
    ),
  );
  const shown = shared
    .$if(after !== undefined, (query) => query.where('contents.id', order === 'asc' ? '>' : '<', after!))
    .orderBy('contents.id', order)
    .limit(page.limit + 1);
  const rows = withDetails(db, shown)
    .innerJoin('content_access as theirs', (join) =>
      join
        .onRef('theirs.organization_id', '=', 'contents.organization_id')
        .onRef('theirs.content_id', '=', 'contents.id')
        .on('theirs.user_id', '=', memberId),
    )
    .select('theirs.role as their_role')
    .$narrowType<{ their_role: NotNull }>()
    .orderBy('contents.id', order);
  return paginate(page, rows, shared);
};

/** Inserts the row of a space; its row in the content tree must exist. */
export const insertSpace = async (
  tx: DatabaseTransaction,
  space: {
    organizationId: string;
    id: string;
    revisionId: string;
    title: string;
    emoji: string;
    iconUrl?: string | null;
    editMode: string;
    language: string | null;
    mergeRules?: unknown;
  },
): Promise<void> => {
  await tx
    .insertInto('spaces')
    .values({
      organization_id: space.organizationId,
      id: space.id,
      title: space.title,
      emoji: space.emoji,
      icon_url: space.iconUrl ?? null,
      edit_mode: space.editMode,
      language: space.language,
      revision_id: space.revisionId,
      ...(space.mergeRules !== undefined && { merge_rules: JSON.stringify(space.mergeRules) }),
    })
    .execute();
};

/** Updates the columns that differ and returns the changes; undefined columns are left unchanged. */
export const updateSpace = (
  tx: DatabaseTransaction,
  space: SpaceSubject,
  fields: { readonly [Column in keyof SpaceRow]?: SpaceRow[Column] | undefined },
): Promise<Changes<SpaceRow>> => updateChanged<SpaceRow>(tx, 'spaces', space, fields);
