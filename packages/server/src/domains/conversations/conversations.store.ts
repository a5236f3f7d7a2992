import { sql } from 'kysely';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { Database } from '../../kernel/database/database.ts';
import { likePattern } from '../../kernel/database/text-search.ts';
import type { ConversationInput } from './conversations.contract.ts';

declare module '../../kernel/database/column-types.ts' {
  interface ColumnTypes {
    'conversations.parts': ConversationInput['parts'];
    'conversations.metadata': NonNullable<ConversationInput['metadata']>;
  }
}

/** A conversation to store. */
export interface NewConversation {
  readonly id: string;
  readonly source: string;
  readonly externalId: string;
  readonly subject: string | undefined;
  readonly parts: ConversationInput['parts'];
  readonly metadata: NonNullable<ConversationInput['metadata']>;
  readonly createdAt: Date;
}

/** A conversation without its messages. */
export type ConversationHead = NonNullable<Awaited<ReturnType<typeof findHead>>>;

const heads = (db: Database, organizationId: string) =>
  db
    .selectFrom('conversations')
    .select(['organization_id', 'id', 'subject', 'source', 'created_at', 'processed_at'])
    .select(sql<string | null>`metadata->>'url'`.as('url'))
    .where('organization_id', '=', organizationId);

const findHead = (db: Database, organizationId: string, id: string) =>
  heads(db, organizationId).where('id', '=', id).executeTakeFirst();

/** Finds conversations by id. */
export const findConversations = (
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<ConversationHead[]> =>
  heads(db, organizationId).where('id', '=', sql<string>`any(${ids})`).execute();

/** The id of a conversation, by its id or its external id. */
export const resolveConversation = async (
  db: Database,
  organizationId: string,
  idOrExternalId: string,
): Promise<string | undefined> => {
  const row = await db
    .selectFrom('conversations')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where(({ or, eb }) => or([eb('id', '=', idOrExternalId), eb('external_id', '=', idOrExternalId)]))
    // Two sources may use the same external id: the newest conversation wins.
    .orderBy(sql`id = ${idOrExternalId}`, 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.id;
};

/** A conversation with its messages. */
export const findConversation = (db: Database, organizationId: string, id: string) =>
  heads(db, organizationId).select(['parts', 'metadata']).where('id', '=', id).executeTakeFirst();

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

const countOf = async (conversations: ReturnType<typeof heads>): Promise<number> => {
  const { count } = await conversations
    .clearSelect()
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Which conversations to list. */
export interface ConversationFilter {
  readonly source?: string | undefined;
  /** Words of the subject. */
  readonly search?: string | undefined;
}

/** The conversations of an organization, newest first. */
export const listConversations = async (
  db: Database,
  organizationId: string,
  { source, search }: ConversationFilter,
  page: PageRequest,
): Promise<Page<ConversationHead>> => {
  const before = page.after && String(page.after[0]);
  const words = search?.trim();
  const found = heads(db, organizationId)
    .$if(source !== undefined, (query) => query.where('source', '=', source!))
    .$if(!!words, (query) => query.where('subject', 'ilike', likePattern(words!)));
  const [rows, count] = await Promise.all([
    found
      .$if(before !== undefined, (query) => query.where('id', '<', before!))
      .orderBy('id', 'desc')
      .limit(page.limit + 1)
      .execute(),
    words ? countOf(found) : countBySource(db, organizationId, source),
  ]);
  return { rows, count };
};

/** Stores conversations; replaced ones are processed again. Returns the number of new ones. */
export const upsertConversations = async (
  tx: Database,
  organizationId: string,
  conversations: readonly NewConversation[],
  at: Date,
): Promise<number> => {
  // Sorted, so that concurrent transactions cannot deadlock.
  const sorted = [...conversations].sort((a, b) => (a.externalId < b.externalId ? -1 : 1));
  const rows = await tx
    .insertInto('conversations')
    .values(
      sorted.map((conversation) => ({
        organization_id: organizationId,
        id: conversation.id,
        source: conversation.source,
        external_id: conversation.externalId,
        subject: conversation.subject ?? null,
        parts: JSON.stringify(conversation.parts),
        metadata: JSON.stringify(conversation.metadata),
        created_at: conversation.createdAt,
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
