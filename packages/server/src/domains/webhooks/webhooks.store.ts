import { type Selectable, sql } from 'kysely';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import { paginate } from '../../kernel/database/paginate.ts';
import type { Webhooks } from '../../kernel/database/schema.gen.ts';

/** A row of a webhook. */
export type WebhookRow = Selectable<Webhooks>;

/** Key of a webhook. */
export type WebhookKey = Pick<WebhookRow, 'organization_id' | 'id'>;

const byKey = ({ organization_id, id }: WebhookKey) =>
  sql<boolean>`organization_id = ${organization_id} and id = ${id}`;

/** A webhook by its id. */
export const findWebhook = (db: Database, key: WebhookKey): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhooks').selectAll().where(byKey(key)).executeTakeFirst();

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
  return paginate(page, rows, matching);
};

/** Counts the webhooks of an organization, and locks it so that none is added until the transaction ends. */
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

/** Updates a webhook; with `only: 'enabled'`, only if it is enabled. */
export const updateWebhook = (
  tx: DatabaseTransaction,
  key: WebhookKey,
  change: Partial<Omit<WebhookRow, keyof WebhookKey>>,
  only: 'any' | 'enabled' = 'any',
): Promise<WebhookRow | undefined> =>
  tx
    .updateTable('webhooks')
    .set(change)
    .where(byKey(key))
    .$if(only === 'enabled', (query) => query.where('enabled', '=', true))
    .returningAll()
    .executeTakeFirst();

/** Replaces the secret of a webhook, and keeps the one before until a time. */
export const replaceSecret = (
  tx: DatabaseTransaction,
  key: WebhookKey,
  { secret, previousUntil, at }: { secret: string; previousUntil: Date | null; at: Date },
): Promise<WebhookRow | undefined> =>
  tx
    .updateTable('webhooks')
    .set(({ ref }) => ({
      secret,
      previous_secret: previousUntil === null ? null : ref('secret'),
      previous_secret_ends_at: previousUntil,
      updated_at: at,
    }))
    .where(byKey(key))
    .returningAll()
    .executeTakeFirst();

/** Sets the start of the failures of a webhook, unless it is set; returns it. */
export const markFailing = async (tx: DatabaseTransaction, key: WebhookKey, at: Date): Promise<Date> => {
  const row = await tx
    .updateTable('webhooks')
    .set({ failing_since_at: sql`coalesce(failing_since_at, ${at})` })
    .where(byKey(key))
    .returning('failing_since_at')
    .executeTakeFirst();
  return row?.failing_since_at ?? at;
};

/** Clears the start of the failures of a webhook. */
export const markWorking = async (tx: DatabaseTransaction, key: WebhookKey): Promise<void> => {
  await tx
    .updateTable('webhooks')
    .set({ failing_since_at: null })
    .where(byKey(key))
    .where('failing_since_at', 'is not', null)
    .execute();
};

/** Deletes a webhook; false if there was none. */
export const deleteWebhook = async (tx: DatabaseTransaction, key: WebhookKey): Promise<boolean> =>
  (await tx.deleteFrom('webhooks').where(byKey(key)).executeTakeFirst()).numDeletedRows > 0n;

/** The ids that are not spaces, or sites, of the organization. */
export const findUnknownIds = async (
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

/** The type, space and site of an event, which filters of webhooks match. */
export interface EventTopic {
  readonly type: string;
  readonly spaceId?: string | undefined;
  readonly siteId?: string | undefined;
}

const subscribers = (db: Database, organizationId: string, { type, spaceId = '', siteId = '' }: EventTopic) =>
  db
    .selectFrom('webhooks')
    .select(['organization_id', 'id'])
    .where('organization_id', '=', organizationId)
    .where('enabled', '=', true)
    .where(sql<boolean>`events && ${[type, '*']}::text[]`)
    .where(
      sql<boolean>`(spaces is null and sites is null or ${spaceId} = any(spaces) or ${siteId} = any(sites))`,
    );

/** Whether any enabled webhook subscribes to an event. */
export const hasSubscribers = async (
  db: Database,
  organizationId: string,
  topic: EventTopic,
): Promise<boolean> => (await subscribers(db, organizationId, topic).limit(1).execute()).length > 0;

/** Whether an organization has any enabled webhook. */
export const hasEnabledWebhooks = async (db: Database, organizationId: string): Promise<boolean> =>
  (
    await db
      .selectFrom('webhooks')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('enabled', '=', true)
      .limit(1)
      .execute()
  ).length > 0;

/** The enabled webhooks that subscribe to an event, locked until the transaction ends. */
export const findSubscribers = (
  tx: DatabaseTransaction,
  organizationId: string,
  topic: EventTopic,
): Promise<WebhookKey[]> => subscribers(tx, organizationId, topic).orderBy('id').forShare().execute();

/** Locks a webhook until the transaction ends; false if it is disabled. */
export const lockIfEnabled = async (tx: DatabaseTransaction, key: WebhookKey): Promise<boolean> =>
  (
    await tx
      .selectFrom('webhooks')
      .select('id')
      .where(byKey(key))
      .where('enabled', '=', true)
      .forShare()
      .execute()
  ).length > 0;
