import { type Selectable, sql } from 'kysely';
import type { RichText } from '../../kernel/contract/document-schemas.ts';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import { paginate } from '../../kernel/database/paginate.ts';
import type { ChangeRequests } from '../../kernel/database/schema.gen.ts';
import { likePattern } from '../../kernel/database/text-search.ts';
import { type Changes, changesOf, newValues } from '../../kernel/events/field-changes.ts';
import { visibleContents } from '../access/index.ts';
import type { RemovedCluster } from '../conversations/index.ts';
import { type UserRow, userOf } from '../identity/index.ts';
import { isAuthor, type SpaceKey } from '../revisions/index.ts';

declare module '../../kernel/database/column-types.ts' {
  interface ColumnTypes {
    'change_requests.description': RichText;
  }
}

/** The states of a change request. */
export type ChangeRequestStatus = 'draft' | 'open' | 'archived' | 'merged';

/** A change request with its creator and computed fields. */
export interface ChangeRequestRow extends Omit<Selectable<ChangeRequests>, 'status'> {
  readonly status: ChangeRequestStatus;
  readonly creator: UserRow;
  readonly open_comments: number;
  readonly outdated: boolean;
}

const requests = (db: Database) =>
  db
    .selectFrom('change_requests')
    .innerJoin('spaces', (join) =>
      join
        .onRef('spaces.organization_id', '=', 'change_requests.organization_id')
        .onRef('spaces.id', '=', 'change_requests.space_id'),
    )
    .selectAll('change_requests')
    .select(({ selectFrom }) => [
      userOf('change_requests.created_by').as('creator'),
      sql<boolean>`change_requests.status <> 'merged' and spaces.revision_id <>
        coalesce(change_requests.revision_merged_ancestor, change_requests.revision_initial)`.as('outdated'),
      selectFrom('comments')
        .select(sql<number>`count(*)::int`.as('count'))
        .whereRef('comments.organization_id', '=', 'change_requests.organization_id')
        .whereRef('comments.change_request_id', '=', 'change_requests.id')
        .where('comments.status', '=', 'open')
        .as('open_comments'),
    ]);

const NUMBER = /^[1-9]\d{0,8}$/;

/** A change request of a space, by id or number, and whether the reader is a requested reviewer. */
export const findChangeRequest = (
  db: Database,
  space: SpaceKey,
  idOrNumber: string,
  readerId: string,
): Promise<(ChangeRequestRow & { is_requested: boolean }) | undefined> =>
  requests(db)
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('change_request_reviewers as requested')
          .select('requested.user_id')
          .whereRef('requested.organization_id', '=', 'change_requests.organization_id')
          .whereRef('requested.change_request_id', '=', 'change_requests.id')
          .where('requested.user_id', '=', readerId),
      ).as('is_requested'),
    )
    .where('change_requests.organization_id', '=', space.organization_id)
    .where('change_requests.space_id', '=', space.id)
    .where((eb) =>
      NUMBER.test(idOrNumber)
        ? eb('change_requests.number', '=', Number(idOrNumber))
        : eb('change_requests.id', '=', idOrNumber),
    )
    .executeTakeFirst() as Promise<(ChangeRequestRow & { is_requested: boolean }) | undefined>;

/** Locks a change request until the transaction ends; returns whether it exists. */
export const lockChangeRequest = async (
  tx: DatabaseTransaction,
  request: { organization_id: string; id: string },
): Promise<boolean> =>
  (await tx
    .selectFrom('change_requests')
    .select('id')
    .where('organization_id', '=', request.organization_id)
    .where('id', '=', request.id)
    .forNoKeyUpdate()
    .executeTakeFirst()) !== undefined;

/** Stores a new change request with the next number of its space, which must be locked. */
export const insertChangeRequest = async (
  tx: DatabaseTransaction,
  space: SpaceKey,
  request: {
    id: string;
    subject: string;
    clusterId: string | undefined;
    createdBy: string;
    createdAt: Date;
    revisionId: string;
  },
): Promise<void> => {
  const { number } = await tx
    .selectFrom('change_requests')
    .select(sql<number>`coalesce(max(number), 0) + 1`.as('number'))
    .where('organization_id', '=', space.organization_id)
    .where('space_id', '=', space.id)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('change_requests')
    .values({
      organization_id: space.organization_id,
      space_id: space.id,
      id: request.id,
      number,
      status: 'draft',
      subject: request.subject,
      cluster_id: request.clusterId ?? null,
      created_by: request.createdBy,
      created_at: request.createdAt,
      updated_at: request.createdAt,
      revision_id: request.revisionId,
      revision_initial: request.revisionId,
    })
    .execute();
};

/** The columns of a change request that can be updated. */
export type ChangeRequestFields = Pick<
  ChangeRequestRow,
  'subject' | 'description' | 'status' | 'revision_id' | 'revision_merged_ancestor' | 'revision_merged'
>;

/** Updates the columns that differ and returns the changes; undefined columns are left unchanged. */
export const updateChangeRequestRow = async (
  tx: DatabaseTransaction,
  request: ChangeRequestRow,
  fields: { readonly [Column in keyof ChangeRequestFields]?: ChangeRequestFields[Column] | undefined },
  at: Date,
): Promise<Changes<ChangeRequestFields>> => {
  const changes = changesOf<ChangeRequestFields>(request, fields);
  const values = newValues(changes);
  if (values)
    await tx
      .updateTable('change_requests')
      .set({
        ...values,
        ...(values.description && { description: JSON.stringify(values.description) }),
        updated_at: at,
      })
      .where('organization_id', '=', request.organization_id)
      .where('id', '=', request.id)
      .execute();
  return changes;
};

/** Assigns change requests of removed clusters to their successors, or to none. */
export const reassignClusters = async (
  tx: DatabaseTransaction,
  organizationId: string,
  gone: readonly RemovedCluster[],
): Promise<void> => {
  if (gone.length === 0) return;
  await sql`
    update change_requests r set cluster_id = gone.successor
    from unnest(${gone.map(({ id }) => id)}::text[], ${gone.map(({ successor }) => successor)}::text[])
      as gone (id, successor)
    where r.organization_id = ${organizationId} and r.cluster_id = gone.id`.execute(tx);
};

/** The filter of a list of change requests. */
export interface ChangeRequestFilter {
  readonly status?: ChangeRequestStatus | undefined;
  readonly creator?: string | undefined;
  readonly contributor?: string | undefined;
  readonly requestedReviewer?: string | undefined;
  readonly conversationsIssuesCluster?: string | undefined;
  readonly search?: string | undefined;
}

type Requests = ReturnType<typeof requests>;

const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

/** Whether the subject contains all words, or the number is the one that was entered. */
const matchesSearch = (query: Requests, text: string): Requests =>
  query.where((eb) => {
    const isSubject = eb.and(
      wordsOf(text).map((word) => eb('change_requests.subject', 'ilike', likePattern(word))),
    );
    const number = text.trim().replace(/^#/, '');
    return NUMBER.test(number)
      ? eb.or([isSubject, eb('change_requests.number', '=', Number(number))])
      : isSubject;
  });

const filtered = (query: Requests, filter: ChangeRequestFilter): Requests =>
  query
    .where('change_requests.status', '=', filter.status ?? 'open')
    .$if(filter.creator !== undefined, (q) => q.where('change_requests.created_by', '=', filter.creator!))
    .$if(filter.conversationsIssuesCluster !== undefined, (q) =>
      q.where('change_requests.cluster_id', '=', filter.conversationsIssuesCluster!),
    )
    .$if(filter.search !== undefined, (q) => matchesSearch(q, filter.search!))
    .$if(filter.requestedReviewer !== undefined, (q) =>
      q.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('change_request_reviewers as requested')
            .select('requested.user_id')
            .whereRef('requested.organization_id', '=', 'change_requests.organization_id')
            .whereRef('requested.change_request_id', '=', 'change_requests.id')
            .where('requested.user_id', '=', filter.requestedReviewer!),
        ),
      ),
    )
    .$if(filter.contributor !== undefined, (q) =>
      q.where(({ exists, or, selectFrom }) =>
        or([
          exists(
            selectFrom('revisions')
              .select('revisions.id')
              .whereRef('revisions.organization_id', '=', 'change_requests.organization_id')
              .whereRef('revisions.change_request_id', '=', 'change_requests.id')
              .where('revisions.type', '=', 'edits')
              .where(isAuthor(filter.contributor!)),
          ),
          exists(
            selectFrom('comments as comment')
              .select('comment.id')
              .whereRef('comment.organization_id', '=', 'change_requests.organization_id')
              .whereRef('comment.change_request_id', '=', 'change_requests.id')
              .where('comment.created_by', '=', filter.contributor!),
          ),
        ]),
      ),
    ) as Requests;

const pageOf = (matching: Requests, page: PageRequest): Promise<Page<ChangeRequestRow>> => {
  const after = page.after && String(page.after[0]);
  const rows = matching
    .$if(after !== undefined, (query) => query.where('change_requests.id', '<', after!))
    .orderBy('change_requests.id', 'desc');
  return paginate(page, rows, matching) as Promise<Page<ChangeRequestRow>>;
};

/** Lists the change requests of a space, newest first. */
export const listInSpace = (db: Database, space: SpaceKey, filter: ChangeRequestFilter, page: PageRequest) =>
  pageOf(
    filtered(
      requests(db)
        .where('change_requests.organization_id', '=', space.organization_id)
        .where('change_requests.space_id', '=', space.id),
      filter,
    ),
    page,
  );

/** Lists the change requests of all spaces that a reader may see, newest first. */
export const listInOrganization = (
  db: Database,
  organizationId: string,
  readerId: string,
  filter: ChangeRequestFilter,
  page: PageRequest,
) =>
  pageOf(
    filtered(
      requests(db)
        .where('change_requests.organization_id', '=', organizationId)
        .where(
          'change_requests.space_id',
          'in',
          visibleContents(db, organizationId, 'space', readerId).clearSelect().select('contents.id'),
        ),
      filter,
    ),
    page,
  );

/** The contributors of a change request by user and kind of work, latest first. */
export const listContributors = async (
  db: Database,
  request: { organization_id: string; id: string },
): Promise<{ user: UserRow; type: 'edit' | 'comment'; count: number; at: Date }[]> => {
  const { rows } = await sql<{ user: UserRow; type: 'edit' | 'comment'; count: number; at: Date }>`
    select ${userOf('work.by')} as user, work.type, work.count, work.at
    from (
      select author as by, 'edit' as type, count(*)::int as count, max(created_at) as at
      from revisions, unnest(array[created_by] || other_authors) as author
      where organization_id = ${request.organization_id} and change_request_id = ${request.id} and type = 'edits'
      group by author
      union all
      select created_by, 'comment', count(*)::int, max(created_at)
      from comments
      where organization_id = ${request.organization_id} and change_request_id = ${request.id}
      group by created_by
    ) as work
    order by work.at desc, work.by, work.type`.execute(db);
  return rows;
};

/** The change request that a revision was made in. */
export const findMergedFrom = (
  db: Database,
  space: SpaceKey,
  revisionId: string,
): Promise<ChangeRequestRow | undefined> =>
  requests(db)
    .innerJoin('revisions', (join) =>
      join
        .onRef('revisions.organization_id', '=', 'change_requests.organization_id')
        .onRef('revisions.change_request_id', '=', 'change_requests.id'),
    )
    .where('change_requests.organization_id', '=', space.organization_id)
    .where('change_requests.space_id', '=', space.id)
    .where('revisions.id', '=', revisionId)
    .executeTakeFirst() as Promise<ChangeRequestRow | undefined>;
