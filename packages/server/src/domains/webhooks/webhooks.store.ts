import { type Selectable, sql } from 'kysely';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import { fetchPage } from '../../kernel/database/page.ts';
import type { Webhooks } from '../../kernel/database/schema.gen.ts';

/** A webhook as it is stored. */
export type WebhookRow = Selectable<Webhooks>;

/** What names a webhook. */
export type WebhookKey = Pick<WebhookRow, 'organization_id' | 'id'>;

const keyed = ({ organization_id, id }: WebhookKey) =>
  sql<boolean>`organization_id = ${organization_id} and id = ${id}`;

/** A webhook by its id. */
export const findWebhook = (db: Database, key: WebhookKey): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhooks').selectAll().where(keyed(key)).executeTakeFirst();

/** The webhooks of an organization, oldest first. */
export const listWebhooks = (
  db: Database,
  organizationId: string,
  page: PageRequest,
): Promise<Page<WebhookRow>> => {
  const after = page.after && String(page.after[0]);
  const matching = db.selectFrom('webhooks').where('organization_id', '=', organizationId);
  const rows = matching
    .selectAll()
    .$if(after !== undefined, (query) => query.where('id', '>', after!))
    .orderBy('id');
  return fetchPage(page, rows, matching);
};

/** Holds the list of an organization's webhooks until the transaction ends; how many there are. */
export const countWebhooks = async (tx: DatabaseTransaction, organizationId: string): Promise<number> => {
  await tx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .execute();
  const { count } = await tx
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Stores a new webhook. */
export const insertWebhook = (tx: DatabaseTransaction, row: WebhookRow): Promise<WebhookRow> =>
  tx.insertInto('webhooks').values(row).returningAll().executeTakeFirstOrThrow();

/** Changes a webhook, if it is there and, where that is asked, enabled still. */
export const updateWebhook = (
  tx: DatabaseTransaction,
  key: WebhookKey,
  change: Partial<Omit<WebhookRow, keyof WebhookKey>>,
  only: 'any' | 'enabled' = 'any',
): Promise<WebhookRow | undefined> =>
  tx
    .updateTable('webhooks')
    .set(change)
    .where(keyed(key))
    .$if(only === 'enabled', (query) => query.where('enabled', '=', true))
    .returningAll()
    .executeTakeFirst();

/** Notes since when nothing gets through to a webhook; what is noted already stays. */
export const noteFailing = async (tx: DatabaseTransaction, key: WebhookKey, at: Date): Promise<Date> => {
  const row = await tx
    .updateTable('webhooks')
    .set({ failing_since_at: sql`coalesce(failing_since_at, ${at})` })
    .where(keyed(key))
    .returning('failing_since_at')
    .executeTakeFirst();
  return row?.failing_since_at ?? at;
};

/** Notes that something got through. */
export const noteWorking = async (tx: DatabaseTransaction, key: WebhookKey): Promise<void> => {
  await tx
    .updateTable('webhooks')
    .set({ failing_since_at: null })
    .where(keyed(key))
    .where('failing_since_at', 'is not', null)
    .execute();
};

/** Deletes a webhook; false when there was none. */
export const deleteWebhook = async (tx: DatabaseTransaction, key: WebhookKey): Promise<boolean> =>
  (await tx.deleteFrom('webhooks').where(keyed(key)).executeTakeFirst()).numDeletedRows > 0n;

/** Those of these ids that name no space, or no site, of an organization. */
export const findUnknown = async (
  db: Database,
  organizationId: string,
  table: 'spaces' | 'sites',
  ids: readonly string[],
): Promise<Set<string>> => {
  const known = await db
    .selectFrom(table)
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', sql<string>`any(${ids})`)
    .execute();
  const found = new Set(known.map(({ id }) => id));
  return new Set(ids.filter((id) => !found.has(id)));
};

/** What an event is about: filters go by it. */
export interface Topic {
  readonly type: string;
  readonly spaceId?: string | undefined;
  readonly siteId?: string | undefined;
}

const listening = (db: Database, organizationId: string, { type, spaceId = '', siteId = '' }: Topic) =>
  db
    .selectFrom('webhooks')
    .select(['organization_id', 'id'])
    .where('organization_id', '=', organizationId)
    .where('enabled', '=', true)
    .where(sql<boolean>`events && ${[type, '*']}::text[]`)
    .where(
      sql<boolean>`(spaces is null and sites is null or ${spaceId} = any(spaces) or ${siteId} = any(sites))`,
    );

/** Whether a webhook is to be told of something. */
export const isAnyListening = async (db: Database, organizationId: string, topic: Topic): Promise<boolean> =>
  (await listening(db, organizationId, topic).limit(1).execute()).length > 0;

/** The webhooks that are to be told of something; until the transaction ends, none of them is disabled. */
export const findListening = (
  tx: DatabaseTransaction,
  organizationId: string,
  topic: Topic,
): Promise<WebhookKey[]> => listening(tx, organizationId, topic).orderBy('id').forShare().execute();

/** Whether a webhook is enabled, and stays so until the transaction ends. */
export const holdEnabled = async (tx: DatabaseTransaction, key: WebhookKey): Promise<boolean> =>
  (
    await tx
      .selectFrom('webhooks')
      .select('id')
      .where(keyed(key))
      .where('enabled', '=', true)
      .forShare()
      .execute()
  ).length > 0;
