import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import { summarizeTitles } from '../../kernel/database/title-summary.ts';

const isOpen = sql`r.status in ('draft', 'open') and exists (
  select from contents c where c.organization_id = r.organization_id and c.id = r.space_id and c.deleted_at is null)`;
const title = sql`'#' || r.number || case when r.subject = '' then '' else ' ' || r.subject end as title`;

// A reviewer who has reviewed the current content has nothing left to do.
const isPending = sql`not exists (
  select from change_request_reviews done
  where done.organization_id = q.organization_id and done.change_request_id = q.change_request_id
    and done.reviewer_id = q.user_id and not done.outdated)`;

// Authors and reviewers have to be able to comment.
const mayComment = (userId: string) => sql`exists (
  select from content_access a
  where a.organization_id = r.organization_id and a.content_id = r.space_id and a.user_id = ${userId}
    and a.role >= 'comment')`;

/** The drafts and open change requests of a member. */
export const summarizeOwnedRequests = (db: Database, organizationId: string, userId: string) =>
  summarizeTitles(
    db,
    sql`
      select ${title} from change_requests r
      where r.organization_id = ${organizationId} and r.created_by = ${userId} and ${isOpen}`,
  );

/** The change requests that wait for a review of a member. */
export const summarizeAwaitedReviews = (db: Database, organizationId: string, userId: string) =>
  summarizeTitles(
    db,
    sql`
      select ${title} from change_request_reviewers q
      join change_requests r on r.organization_id = q.organization_id and r.id = q.change_request_id
      where q.organization_id = ${organizationId} and q.user_id = ${userId} and ${isOpen} and ${isPending}`,
  );

/** Makes another member the author of drafts and open change requests, as far as they may comment; returns these. */
export const transferOwnedRequests = async (
  tx: DatabaseTransaction,
  organizationId: string,
  from: string,
  to: string,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update change_requests r set created_by = ${to}
    where r.organization_id = ${organizationId} and r.created_by = ${from} and ${isOpen} and ${mayComment(to)}
    returning r.id`.execute(tx);
  return rows.map(({ id }) => id).sort();
};

/** Requests the pending reviews of a member from another one, as far as they may comment; returns the change requests. */
export const transferAwaitedReviews = async (
  tx: DatabaseTransaction,
  organizationId: string,
  from: string,
  to: string,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    with moved as (
      delete from change_request_reviewers q using change_requests r
      where r.organization_id = q.organization_id and r.id = q.change_request_id
        and q.organization_id = ${organizationId} and q.user_id = ${from}
        and ${isOpen} and ${isPending} and ${mayComment(to)}
      returning q.*),
    requested as (
      insert into change_request_reviewers
        (organization_id, change_request_id, user_id, revision_id, requested_by, created_at)
      select organization_id, change_request_id, ${to}, revision_id, requested_by, created_at from moved
      on conflict do nothing)
    select change_request_id as id from moved`.execute(tx);
  return rows.map(({ id }) => id).sort();
};
