import { type Insertable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { Notifications } from '../../../kernel/database/schema.gen.ts';
import type { SpaceMember } from './recipients.ts';

const idsOf = (rows: readonly { user_id: string | null }[]): string[] =>
  rows.flatMap(({ user_id }) => user_id ?? []);

/** The creator of a space, the authors of its published content, and the users who commented on it. */
export const participantsOfSpace = async (db: Database, spaceId: string): Promise<string[]> => {
  const { rows } = await sql<{ user_id: string | null }>`
    with space as (select organization_id, id, created_by from contents where id = ${spaceId})
    select created_by as user_id from space
    union
    select r.created_by from space s
    join revisions r on r.organization_id = s.organization_id and r.space_id = s.id
    where r.change_request_id is null
    union
    select r.created_by from space s
    join change_requests q on q.organization_id = s.organization_id and q.space_id = s.id and q.status = 'merged'
    join revisions r on r.organization_id = q.organization_id and r.change_request_id = q.id
    union
    select c.created_by from space s
    join comments c on c.organization_id = s.organization_id and c.space_id = s.id
    where c.change_request_id is null
    union
    select a.created_by from space s
    join comments c on c.organization_id = s.organization_id and c.space_id = s.id
    join comment_replies a on a.organization_id = c.organization_id and a.comment_id = c.id
    where c.change_request_id is null`.execute(db);
  return idsOf(rows);
};

/** The author, editors, reviewers, requested reviewers and commenters of a change request. */
export const participantsOfChangeRequest = async (
  db: Database,
  spaceId: string,
  id: string,
): Promise<string[]> => {
  const { rows } = await sql<{ user_id: string | null }>`
    with request as (
      select r.organization_id, r.id, r.created_by from change_requests r
      join contents c on c.organization_id = r.organization_id and c.id = r.space_id
      where c.id = ${spaceId} and r.id = ${id})
    select created_by as user_id from request
    union
    select r.created_by from request q
    join revisions r on r.organization_id = q.organization_id and r.change_request_id = q.id and r.type = 'edits'
    union
    select r.reviewer_id from request q
    join change_request_reviews r on r.organization_id = q.organization_id and r.change_request_id = q.id
    union
    select r.user_id from request q
    join change_request_reviewers r on r.organization_id = q.organization_id and r.change_request_id = q.id
    union
    select c.created_by from request q
    join comments c on c.organization_id = q.organization_id and c.change_request_id = q.id
    union
    select a.created_by from request q
    join comments c on c.organization_id = q.organization_id and c.change_request_id = q.id
    join comment_replies a on a.organization_id = c.organization_id and a.comment_id = c.id`.execute(db);
  return idsOf(rows);
};

/** The author of a change request. */
export const authorOf = async (db: Database, spaceId: string, id: string): Promise<string[]> =>
  idsOf(
    await db
      .selectFrom('change_requests')
      .innerJoin('contents', (join) =>
        join
          .onRef('contents.organization_id', '=', 'change_requests.organization_id')
          .onRef('contents.id', '=', 'change_requests.space_id'),
      )
      .select('change_requests.created_by as user_id')
      .where('contents.id', '=', spaceId)
      .where('change_requests.id', '=', id)
      .execute(),
  );

// The users with access to a space now, even if it was moved; none if it is deleted.
const accessTo = (db: Database, spaceId: string) =>
  db
    .selectFrom('content_access as access')
    .innerJoin('contents', (join) =>
      join
        .onRef('contents.organization_id', '=', 'access.organization_id')
        .onRef('contents.id', '=', 'access.content_id'),
    )
    .where('contents.id', '=', spaceId)
    .where('contents.deleted_at', 'is', null)
    .where('access.role', 'is not', null);

/** The users with a role on a space. */
export const findSpaceMembers = (db: Database, spaceId: string): Promise<SpaceMember[]> =>
  accessTo(db, spaceId)
    .select(['access.user_id as id', 'access.role'])
    .orderBy('access.user_id')
    .$narrowType<{ id: string; role: 'read' }>()
    .execute();

/** A user who can be notified about a space. */
export interface Recipient {
  readonly id: string;
  readonly organization_id: string;
  readonly email_verified: boolean;
  /** The disabled kinds and channels, as `kind channel`. */
  readonly muted: readonly string[];
}

/** The users among these ids who can see a space. */
export const findRecipients = (
  db: Database,
  spaceId: string,
  userIds: readonly string[],
): Promise<Recipient[]> =>
  accessTo(db, spaceId)
    .innerJoin('users', 'users.id', 'access.user_id')
    .select(({ selectFrom }) => [
      'users.id',
      'contents.organization_id',
      'users.email_verified',
      sql<string[]>`array(${selectFrom('notification_mutes as mutes')
        .select(sql<string>`mutes.kind || ' ' || mutes.channel`.as('muted'))
        .whereRef('mutes.user_id', '=', 'users.id')})`.as('muted'),
    ])
    .where('access.user_id', '=', sql<string>`any(${userIds})`)
    .orderBy('users.id')
    .execute();

// A statement can have 65,535 parameters.
const INSERT_BATCH = 500;

/** Stores notifications and returns the new ones; a user gets one per event, and one per mention. */
export const insertNotifications = async (
  tx: DatabaseTransaction,
  rows: readonly Insertable<Notifications>[],
): Promise<{ id: string; user_id: string; mail: string }[]> => {
  const created = [];
  for (let at = 0; at < rows.length; at += INSERT_BATCH)
    created.push(
      ...(await tx
        .insertInto('notifications')
        .values(rows.slice(at, at + INSERT_BATCH))
        .onConflict((conflict) => conflict.doNothing())
        .returning(['id', 'user_id', 'mail'])
        .execute()),
    );
  return created;
};
