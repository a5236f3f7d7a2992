import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import type { Database } from '../../../kernel/database/database.ts';
import { paginate } from '../../../kernel/database/paginate.ts';
import type { Revisions } from '../../../kernel/database/schema.gen.ts';
import { contentsVisibleTo } from '../../access/index.ts';
import { type UserRow, userOf } from '../../identity/index.ts';
import { isAuthor, type RevisionType, type SpaceKey } from '../../revisions/index.ts';

/** The filter of a list of revisions. */
export interface RevisionFilter {
  readonly type?: RevisionType | undefined;
  readonly createdBy?: string | undefined;
  readonly revision?: string | undefined;
}

/** A revision with its authors and, for a merge, its change request. */
export interface PastRevision
  extends Pick<Selectable<Revisions>, 'id' | 'space_id' | 'parents' | 'created_at' | 'message'> {
  readonly type: RevisionType;
  readonly creator: UserRow;
  /** Those who wrote it together with its author. */
  readonly others: readonly UserRow[];
  readonly merged: { readonly id: string; readonly number: number; readonly subject: string } | null;
}

/** Query for the revisions of a space, or for those of one of its change requests. */
export const revisionsMatching = (
  db: Database,
  space: SpaceKey,
  changeRequestId: string | undefined,
  filter: RevisionFilter,
) =>
  db
    .selectFrom('revisions')
    .where('revisions.organization_id', '=', space.organization_id)
    .where('revisions.space_id', '=', space.id)
    // A merge revision belongs to the space. The type is a literal, not a parameter, to match the partial index.
    .where((eb) => {
      if (filter.revision !== undefined) return eb('revisions.id', '=', filter.revision);
      const isMerge = eb('revisions.type', '=', sql.lit('merge'));
      return changeRequestId === undefined
        ? eb.or([eb('revisions.change_request_id', 'is', null), isMerge])
        : eb.and([eb('revisions.change_request_id', '=', changeRequestId), eb.not(isMerge)]);
    })
    .$if(filter.type !== undefined, (query) => query.where('revisions.type', '=', filter.type!))
    .$if(filter.createdBy !== undefined, (query) => query.where(isAuthor(filter.createdBy!)));

/** Query for a page of revisions, newest first. */
export const pageOfRevisions = (matching: ReturnType<typeof revisionsMatching>, after: string | undefined) =>
  matching
    .leftJoin('change_requests', (join) =>
      join
        .onRef('change_requests.organization_id', '=', 'revisions.organization_id')
        .onRef('change_requests.id', '=', 'revisions.change_request_id')
        .on('revisions.type', '=', 'merge'),
    )
    .select([
      'revisions.id',
      'revisions.space_id',
      'revisions.type',
      'revisions.parents',
      'revisions.created_at',
      'revisions.message',
      userOf('revisions.created_by').as('creator'),
      'revisions.other_authors',
      sql<PastRevision['merged']>`case when change_requests.id is not null then json_build_object(
        'id', change_requests.id, 'number', change_requests.number, 'subject', change_requests.subject) end`.as(
        'merged',
      ),
    ])
    .$if(after !== undefined, (query) => query.where('revisions.id', '<', after!))
    .orderBy('revisions.id', 'desc');

/** Adds those who wrote the revisions together. A part of the query above would cost more than all of it. */
const withOthers = async <Row extends { readonly other_authors: readonly string[] }>(
  db: Database,
  rows: readonly Row[],
): Promise<(Omit<Row, 'other_authors'> & { others: readonly UserRow[] })[]> => {
  const ids = [...new Set(rows.flatMap(({ other_authors }) => other_authors))];
  const users = new Map<string, UserRow>();
  if (ids.length > 0) {
    const found = await db
      .selectFrom(sql<{ id: string }>`unnest(${ids}::text[])`.as<'author'>(sql`author (id)`))
      .select(['author.id', userOf('author.id').as('user')])
      .execute();
    for (const { id, user } of found) users.set(id, user);
  }
  return rows.map(({ other_authors, ...row }) => ({
    ...row,
    others: other_authors.map((id) => users.get(id)!),
  }));
};

/** Lists revisions, newest first. */
export const listRevisions = async (
  db: Database,
  space: SpaceKey,
  changeRequestId: string | undefined,
  filter: RevisionFilter,
  page: PageRequest,
): Promise<Page<PastRevision>> => {
  const matching = revisionsMatching(db, space, changeRequestId, filter);
  const rows = pageOfRevisions(matching, page.after && String(page.after[0]));
  const found = await paginate(page, rows, matching);
  return { ...found, rows: (await withOthers(db, found.rows)) as PastRevision[] };
};

/** The revisions of a space before one, newest first, with their snapshots. */
export const listRevisionsWithRoots = async (
  db: Database,
  space: SpaceKey,
  before: string | undefined,
  limit: number,
): Promise<(PastRevision & { readonly root: string })[]> => {
  const rows = await pageOfRevisions(revisionsMatching(db, space, undefined, {}), before)
    .select('revisions.root')
    .limit(limit)
    .execute();
  return (await withOthers(db, rows)) as (PastRevision & { readonly root: string })[];
};

/** The snapshots of revisions of a space, by revision. */
export const findRoots = async (
  db: Database,
  space: SpaceKey,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom('revisions')
    .select(['id', 'root'])
    .where('organization_id', '=', space.organization_id)
    .where('space_id', '=', space.id)
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  return new Map(rows.map(({ id, root }) => [id, root]));
};

/** A space or change request with the newest edit of a user. */
export interface EditRow {
  readonly id: string;
  readonly space_id: string;
  readonly created_at: Date;
  readonly title: string;
  readonly emoji: string;
  readonly change_request: {
    readonly id: string;
    readonly number: number;
    readonly subject: string;
  } | null;
}

// The editor saves often: these are the edits of a few days.
const EDITS_SCANNED = 500;

/** The spaces and change requests that a user edited last, newest first; imports have a message or a commit. */
export const listEdits = async (
  db: Database,
  organizationId: string,
  userId: string,
  limit: number,
): Promise<EditRow[]> => {
  // Each condition has an index.
  const newest = (isBy: RawBuilder<boolean>) =>
    db
      .selectFrom('revisions')
      .select(['id', 'space_id', 'change_request_id', 'created_at'])
      .where('organization_id', '=', organizationId)
      .where(isBy)
      .where('type', '=', 'edits')
      .where('message', 'is', null)
      .where('git', 'is', null)
      // The first revision of a space is its creation.
      .where('parents', '<>', sql<string[]>`'{}'`)
      .orderBy('id', 'desc')
      .limit(EDITS_SCANNED);
  const own = newest(sql`created_by = ${userId}`);
  const shared = newest(sql`other_authors <> '{}' and other_authors @> array[${userId}::text]`);
  const all = db
    .selectFrom(own.as('own'))
    .selectAll('own')
    .unionAll(db.selectFrom(shared.as('shared')).selectAll('shared'));
  const latest = db
    .selectFrom(all.as('newest'))
    .distinctOn(['newest.space_id', 'newest.change_request_id'])
    .selectAll('newest')
    .orderBy('newest.space_id')
    .orderBy('newest.change_request_id')
    .orderBy('newest.id', 'desc');
  const rows = await db
    .selectFrom(latest.as('edits'))
    .innerJoin(
      contentsVisibleTo(db, userId).where('contents.organization_id', '=', organizationId).as('contents'),
      'contents.id',
      'edits.space_id',
    )
    .innerJoin('spaces', (join) =>
      join.on('spaces.organization_id', '=', organizationId).onRef('spaces.id', '=', 'edits.space_id'),
    )
    .leftJoin('change_requests', (join) =>
      join
        .on('change_requests.organization_id', '=', organizationId)
        .onRef('change_requests.id', '=', 'edits.change_request_id'),
    )
    .select([
      'edits.id',
      'edits.space_id',
      'edits.created_at',
      'spaces.title',
      'spaces.emoji',
      sql<EditRow['change_request']>`case when change_requests.id is not null then json_build_object(
        'id', change_requests.id, 'number', change_requests.number, 'subject', change_requests.subject) end`.as(
        'change_request',
      ),
    ])
    .orderBy('edits.id', 'desc')
    .limit(limit)
    .execute();
  return rows;
};
