import type { Selectable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { notify } from '../../../kernel/database/notifications.ts';
import type { LiveDocuments } from '../../../kernel/database/schema.gen.ts';
import type { PageKey } from './live-page.ts';

/** The topic of updates of shared pages; the payload names the document and its last update. */
export const UPDATE_TOPIC = 'live-update';

/** The topic of moved heads; the payload is `space/changeRequest revision`. A trigger sends it. */
export const HEAD_TOPIC = 'live-head';

/** The head that was moved, as `space/changeRequest`, and its new revision. */
export const movedHead = (payload: string): { readonly head: string; readonly revision: string } => {
  const [head = '', revision = ''] = payload.split(' ');
  return { head, revision };
};

/** The row of a shared page. */
export type LiveDocumentRow = Selectable<LiveDocuments>;

/** The id of a shared page, which is new whenever it is opened after nobody had it open. */
export interface DocumentKey {
  readonly organizationId: string;
  readonly id: string;
}

const ofKey = (db: Database, { organizationId, id }: DocumentKey) =>
  db.selectFrom('live_documents').where('organization_id', '=', organizationId).where('id', '=', id);

/** Finds the shared page of a page. */
export const findByPage = (
  db: Database,
  { organizationId, spaceId, changeRequestId, pageId }: PageKey,
): Promise<LiveDocumentRow | undefined> =>
  db
    .selectFrom('live_documents')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('change_request_id', '=', changeRequestId)
    .where('page_id', '=', pageId)
    .executeTakeFirst();

/** What a shared page was last saved from. */
export const findDocument = (
  db: Database,
  key: DocumentKey,
): Promise<Pick<LiveDocumentRow, 'base_body' | 'saved_seq'> | undefined> =>
  ofKey(db, key).select(['base_body', 'saved_seq']).executeTakeFirst();

/** Stores a shared page, unless another process has just done so. */
export const insertDocument = async (
  db: Database,
  page: PageKey,
  values: Pick<LiveDocumentRow, 'id' | 'base_body' | 'snapshot' | 'expires_at'>,
): Promise<void> => {
  await db
    .insertInto('live_documents')
    .values({
      organization_id: page.organizationId,
      space_id: page.spaceId,
      change_request_id: page.changeRequestId,
      page_id: page.pageId,
      ...values,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'space_id', 'change_request_id', 'page_id']).doNothing(),
    )
    .execute();
};

/** Locks a shared page until the transaction ends: its updates are in one order for all processes. */
export const lockDocument = (
  tx: DatabaseTransaction,
  key: DocumentKey,
): Promise<Omit<LiveDocumentRow, 'snapshot' | 'unsaved_at'> | undefined> =>
  ofKey(tx, key)
    .select(['organization_id', 'id', 'space_id', 'change_request_id', 'page_id', 'base_body', 'expires_at'])
    .select(['snapshot_seq', 'last_seq', 'saved_seq'])
    .forUpdate()
    .executeTakeFirst();

/** The updates of a shared page after one, with the snapshot if they are in it already. */
export const readSince = async (db: Database, key: DocumentKey, seq: number): Promise<readonly Buffer[]> => {
  const snapshots = await ofKey(db, key).select('snapshot').where('snapshot_seq', '>', String(seq)).execute();
  const updates = await db
    .selectFrom('live_updates')
    .select('content')
    .where('organization_id', '=', key.organizationId)
    .where('document_id', '=', key.id)
    .where('seq', '>', String(seq))
    .orderBy('seq')
    .execute();
  return [...snapshots.map(({ snapshot }) => snapshot), ...updates.map(({ content }) => content)];
};

/** An update to store; without a user it was merged in. */
export interface NewUpdate {
  readonly userId: string | null;
  readonly content: Uint8Array;
}

/** Stores updates after the last one, and tells every process. */
export const appendUpdates = async (
  tx: DatabaseTransaction,
  key: DocumentKey,
  lastSeq: number,
  updates: readonly NewUpdate[],
): Promise<number> => {
  const seq = lastSeq + updates.length;
  await tx
    .insertInto('live_updates')
    .values(
      updates.map(({ userId, content }, at) => ({
        organization_id: key.organizationId,
        document_id: key.id,
        seq: String(lastSeq + at + 1),
        user_id: userId,
        content: Buffer.from(content),
      })),
    )
    .execute();
  await updateDocument(tx, key, { last_seq: String(seq) });
  await notify(tx, UPDATE_TOPIC, `${key.id} ${seq}`);
  return seq;
};

/** Updates the row of a shared page. */
export const updateDocument = async (
  db: Database,
  { organizationId, id }: DocumentKey,
  values: Partial<LiveDocumentRow>,
): Promise<void> => {
  await db
    .updateTable('live_documents')
    .set(values)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
};

/** Deletes the updates that the snapshot has and whose text is a revision. */
export const deleteFolded = async (
  tx: DatabaseTransaction,
  { organizationId, id }: DocumentKey,
  seq: number,
): Promise<void> => {
  await tx
    .deleteFrom('live_updates')
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', id)
    .where('seq', '<=', String(seq))
    .execute();
};

/** Somebody who wrote in a shared page. */
export interface Writer {
  readonly id: string;
  readonly display_name: string;
}

/** The users who have written since the last revision, the latest first, with their names. */
export const listWriters = (
  db: Database,
  { organizationId, id }: DocumentKey,
  seq: number,
): Promise<Writer[]> =>
  db
    .selectFrom('live_updates')
    .innerJoin('users', 'users.id', 'live_updates.user_id')
    .select(({ fn }) => ['users.id', 'users.display_name', fn.max('live_updates.seq').as('last')])
    .where('live_updates.organization_id', '=', organizationId)
    .where('live_updates.document_id', '=', id)
    .where('live_updates.seq', '<=', String(seq))
    .groupBy(['users.id', 'users.display_name'])
    .orderBy('last', 'desc')
    .execute();

/** An administrator of an organization, who may see all of its pages. */
export const findAdministrator = (db: Database, organizationId: string): Promise<Writer | undefined> =>
  db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['users.id', 'users.display_name'])
    .where('members.organization_id', '=', organizationId)
    .where('members.role', '=', 'admin')
    .where('members.disabled', '=', false)
    .orderBy('members.joined_at')
    .limit(1)
    .executeTakeFirst();

/** Keeps shared pages open for a while. */
export const keepOpen = async (db: Database, ids: readonly string[], until: Date): Promise<void> => {
  if (ids.length === 0) return;
  await db
    .updateTable('live_documents')
    .set({ expires_at: until, unsaved_at: null })
    .where('id', 'in', ids)
    .execute();
};

/** The shared page of a page. */
export type StoredPage = Pick<
  LiveDocumentRow,
  'organization_id' | 'id' | 'space_id' | 'change_request_id' | 'page_id'
>;

const storedPages = (db: Database) =>
  db
    .selectFrom('live_documents')
    .select(['organization_id', 'id', 'space_id', 'change_request_id', 'page_id']);

/** The shared pages that no process has open any more. */
export const listAbandoned = (db: Database, now: Date, limit: number): Promise<StoredPage[]> =>
  storedPages(db).where('expires_at', '<', now).orderBy('expires_at').limit(limit).execute();

/** The shared pages of a space or a change request whose text is no revision yet. */
export const listUnsaved = (
  db: Database,
  { organizationId, spaceId, changeRequestId }: Omit<PageKey, 'pageId'>,
): Promise<StoredPage[]> =>
  storedPages(db)
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('change_request_id', '=', changeRequestId)
    .whereRef('saved_seq', '<', 'last_seq')
    .execute();

/** Notes that the text of a shared page cannot be saved now; it is tried again later. */
export const postpone = async (
  db: Database,
  { organizationId, id }: DocumentKey,
  now: Date,
  until: Date,
): Promise<void> => {
  await db
    .updateTable('live_documents')
    .set(({ fn, val }) => ({ expires_at: until, unsaved_at: fn.coalesce('unsaved_at', val(now)) }))
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('expires_at', '<', now)
    .execute();
};

/** Deletes a shared page whose text is a revision, if nobody has opened it again. Returns whether it is gone. */
export const deleteIfSaved = async (
  db: Database,
  { organizationId, id }: DocumentKey,
  now: Date,
): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('live_documents')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('expires_at', '<', now)
    .whereRef('saved_seq', '=', 'last_seq')
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Deletes a shared page that could not be saved since a moment. */
export const deleteLost = async (
  db: Database,
  { organizationId, id }: DocumentKey,
  since: Date,
): Promise<void> => {
  await db
    .deleteFrom('live_documents')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('unsaved_at', '<', since)
    .execute();
};
