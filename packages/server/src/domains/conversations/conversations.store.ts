import { sql } from 'kysely';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { ConversationInput } from './conversations.contract.ts';

/** A conversation that is to be stored. */
export interface NewConversation {
  readonly id: string;
  readonly source: string;
  readonly externalId: string;
  readonly subject: string | undefined;
  readonly parts: ConversationInput['parts'];
  readonly metadata: NonNullable<ConversationInput['metadata']>;
  readonly createdAt: Date;
}

/** A conversation without what was said in it. */
export type ConversationHead = NonNullable<Awaited<ReturnType<typeof findHead>>>;

const heads = (db: Database, organizationId: string) =>
  db
    .selectFrom('conversations')
    .select(['organization_id', 'id', 'subject', 'source', 'created_at', 'processed_at'])
    .select(sql<string | null>`metadata->>'url'`.as('url'))
    .where('organization_id', '=', organizationId);

const findHead = (db: Database, organizationId: string, id: string) =>
  heads(db, organizationId).where('id', '=', id).executeTakeFirst();

/** The conversations with these ids. */
export const findConversations = (
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<ConversationHead[]> =>
  heads(db, organizationId).where('id', '=', sql<string>`any(${ids})`).execute();

/** The id of a conversation that is called so, here or where it came from. */
export const resolveConversation = async (
  db: Database,
  organizationId: string,
  name: string,
): Promise<string | undefined> => {
  const row = await db
    .selectFrom('conversations')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where(({ or, eb }) => or([eb('id', '=', name), eb('external_id', '=', name)]))
    // Two sources may use the same id: the one that came last.
    .orderBy(sql`id = ${name}`, 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.id;
};

/** A conversation with what was said in it. */
export const findConversation = async (db: Database, organizationId: string, id: string) => {
  const row = await heads(db, organizationId)
    .select(['parts', 'metadata'])
    .where('id', '=', id)
    .executeTakeFirst();
  return (
    row && {
      ...row,
      parts: row.parts as unknown as ConversationInput['parts'],
      metadata: row.metadata as NonNullable<ConversationInput['metadata']>,
    }
  );
};

const countBySource = async (
  db: Database,
  organizationId: string,
  source: string | undefined,
): Promise<number> => {
  const row = await db
    .selectFrom('conversation_sources')
    .select(({ fn }) => fn.sum<string | null>('conversations').as('conversations'))
    .where('organization_id', '=', organizationId)
    .$if(source !== undefined, (query) => query.where('source', '=', source!))
    .executeTakeFirstOrThrow();
  return Number(row.conversations ?? 0);
};

/** The conversations of an organization, newest first. */
export const listConversations = async (
  db: Database,
  organizationId: string,
  source: string | undefined,
  page: PageRequest,
): Promise<Page<ConversationHead>> => {
  const before = page.after && String(page.after[0]);
  const [rows, count] = await Promise.all([
    heads(db, organizationId)
      .$if(source !== undefined, (query) => query.where('source', '=', source!))
      .$if(before !== undefined, (query) => query.where('id', '<', before!))
      .orderBy('id', 'desc')
      .limit(page.limit + 1)
      .execute(),
    countBySource(db, organizationId, source),
  ]);
  return { rows, count };
};

/** Stores conversations; those that are there are replaced, and are to be read again. Answers how many are new. */
export const putConversations = async (
  tx: Database,
  organizationId: string,
  conversations: readonly NewConversation[],
  at: Date,
): Promise<number> => {
  // In one order in every transaction, so that two of them cannot wait for each other.
  const sorted = [...conversations].sort((a, b) => (a.externalId < b.externalId ? -1 : 1));
  const rows = await tx
    .insertInto('conversations')
    .values(
      sorted.map((one) => ({
        organization_id: organizationId,
        id: one.id,
        source: one.source,
        external_id: one.externalId,
        subject: one.subject ?? null,
        parts: JSON.stringify(one.parts),
        metadata: JSON.stringify(one.metadata),
        created_at: one.createdAt,
        ingested_at: at,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'external_id', 'source']).doUpdateSet(({ ref }) => ({
        subject: ref('excluded.subject'),
        parts: ref('excluded.parts'),
        metadata: ref('excluded.metadata'),
        created_at: ref('excluded.created_at'),
        ingested_at: ref('excluded.ingested_at'),
        version: sql<number>`conversations.version + 1`,
        processed_at: null,
      })),
    )
    .returning('version')
    .execute();
  return rows.filter(({ version }) => version === 1).length;
};
