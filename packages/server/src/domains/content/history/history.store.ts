import { type Selectable, sql } from 'kysely';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import type { Database } from '../../../kernel/database/database.ts';
import { paginate } from '../../../kernel/database/paginate.ts';
import type { Revisions } from '../../../kernel/database/schema.gen.ts';
import { type UserRow, userOf } from '../../identity/index.ts';
import type { RevisionType, SpaceKey } from '../../revisions/index.ts';

/** The filter of a list of revisions. */
export interface RevisionFilter {
  readonly type?: RevisionType | undefined;
  readonly createdBy?: string | undefined;
}

/** A revision with its author and, for a merge, its change request. */
export interface PastRevision
  extends Pick<Selectable<Revisions>, 'id' | 'space_id' | 'parents' | 'created_at' | 'message'> {
  readonly type: RevisionType;
  readonly creator: UserRow;
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
      const isMerge = eb('revisions.type', '=', sql.lit('merge'));
      return changeRequestId === undefined
        ? eb.or([eb('revisions.change_request_id', 'is', null), isMerge])
        : eb.and([eb('revisions.change_request_id', '=', changeRequestId), eb.not(isMerge)]);
    })
    .$if(filter.type !== undefined, (query) => query.where('revisions.type', '=', filter.type!))
    .$if(filter.createdBy !== undefined, (query) =>
      query.where('revisions.created_by', '=', filter.createdBy!),
    );

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
      sql<PastRevision['merged']>`case when change_requests.id is not null then json_build_object(
        'id', change_requests.id, 'number', change_requests.number, 'subject', change_requests.subject) end`.as(
        'merged',
      ),
    ])
    .$if(after !== undefined, (query) => query.where('revisions.id', '<', after!))
    .orderBy('revisions.id', 'desc');

/** Lists revisions, newest first. */
export const listRevisions = (
  db: Database,
  space: SpaceKey,
  changeRequestId: string | undefined,
  filter: RevisionFilter,
  page: PageRequest,
): Promise<Page<PastRevision>> => {
  const matching = revisionsMatching(db, space, changeRequestId, filter);
  const rows = pageOfRevisions(matching, page.after && String(page.after[0]));
  return paginate(page, rows, matching) as Promise<Page<PastRevision>>;
};

/** The revisions of a space before one, newest first, with their snapshots. */
export const listRevisionsWithRoots = (
  db: Database,
  space: SpaceKey,
  before: string | undefined,
  limit: number,
): Promise<(PastRevision & { readonly root: string })[]> =>
  pageOfRevisions(revisionsMatching(db, space, undefined, {}), before)
    .select('revisions.root')
    .limit(limit)
    .execute() as Promise<(PastRevision & { readonly root: string })[]>;
