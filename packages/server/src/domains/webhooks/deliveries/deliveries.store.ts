import { type Selectable, sql } from 'kysely';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { paginate } from '../../../kernel/database/paginate.ts';
import type { WebhookAttempts, WebhookDeliveries } from '../../../kernel/database/schema.gen.ts';
import type { WebhookKey } from '../webhooks.store.ts';

declare module '../../../kernel/database/column-types.ts' {
  interface ColumnTypes {
    'webhook_deliveries.status': 'pending' | 'succeeded' | 'failed';
  }
}

/** A row of a delivery: an event for a webhook. */
export type DeliveryRow = Selectable<WebhookDeliveries>;

/** A row of an attempt to send a delivery. */
export type AttemptRow = Selectable<WebhookAttempts>;

/** Key of a delivery. */
export type DeliveryKey = Pick<DeliveryRow, 'organization_id' | 'id'>;

/** Filter of deliveries. */
export interface DeliveryFilter {
  readonly status?: DeliveryRow['status'];
  readonly eventType?: string;
}

const byKey = ({ organization_id, id }: DeliveryKey) =>
  sql<boolean>`organization_id = ${organization_id} and id = ${id}`;

/** The columns of a new delivery. */
export type NewDelivery = Pick<
  DeliveryRow,
  'organization_id' | 'id' | 'webhook_id' | 'event_id' | 'event_type' | 'body' | 'created_at'
>;

/** Stores deliveries that are due now; returns the new ones, since each webhook gets an event once. */
export const insertDeliveries = async (
  tx: DatabaseTransaction,
  rows: readonly NewDelivery[],
): Promise<DeliveryRow[]> =>
  rows.length === 0
    ? []
    : await tx
        .insertInto('webhook_deliveries')
        .values(rows.map((row) => ({ ...row, due_at: row.created_at })))
        .onConflict((conflict) => conflict.columns(['organization_id', 'webhook_id', 'event_id']).doNothing())
        .returningAll()
        .execute();

/** A delivery of a webhook. */
export const findDelivery = async (
  db: Database,
  webhook: WebhookKey,
  id: string,
): Promise<DeliveryRow | undefined> =>
  await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where(byKey({ organization_id: webhook.organization_id, id }))
    .where('webhook_id', '=', webhook.id)
    .executeTakeFirst();

/** The deliveries of a webhook, newest first. */
export const listDeliveries = async (
  db: Database,
  webhook: WebhookKey,
  { status, eventType }: DeliveryFilter,
  page: PageRequest,
): Promise<Page<DeliveryRow>> => {
  const before = page.after && String(page.after[0]);
  const matching = db
    .selectFrom('webhook_deliveries')
    .where('organization_id', '=', webhook.organization_id)
    .where('webhook_id', '=', webhook.id)
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .$if(eventType !== undefined, (query) => query.where('event_type', '=', eventType!));
  const rows = matching
    .selectAll()
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc');
  return await paginate(page, rows, matching);
};

/** The attempts of a delivery, oldest first. */
export const listAttempts = (db: Database, { organization_id, id }: DeliveryKey): Promise<AttemptRow[]> =>
  db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('delivery_id', '=', id)
    .orderBy('number')
    .execute();

/** Claims due deliveries of an enabled webhook until a time. */
export const claimDeliveries = async (
  tx: DatabaseTransaction,
  { organization_id, id }: WebhookKey,
  max: number,
  at: Date,
  until: Date,
): Promise<DeliveryRow[]> =>
  await tx
    .updateTable('webhook_deliveries')
    .set({ due_at: until })
    .where('organization_id', '=', organization_id)
    .where(({ eb, selectFrom }) =>
      eb(
        'id',
        'in',
        selectFrom('webhook_deliveries as due')
          .innerJoin('webhooks', (join) =>
            join
              .onRef('webhooks.organization_id', '=', 'due.organization_id')
              .onRef('webhooks.id', '=', 'due.webhook_id'),
          )
          .select('due.id')
          .where('due.organization_id', '=', organization_id)
          .where('due.webhook_id', '=', id)
          .where('due.due_at', '<=', at)
          .where('webhooks.enabled', '=', true)
          .orderBy('due.due_at')
          .orderBy('due.id')
          .limit(max)
          .forUpdate('due')
          .skipLocked(),
      ),
    )
    .returningAll()
    .execute();

/** Records an attempt and updates its delivery; false if another process has recorded one. */
export const recordAttempt = async (
  tx: DatabaseTransaction,
  { organization_id, id, attempts, tries }: DeliveryRow,
  attempt: Pick<AttemptRow, 'started_at' | 'milliseconds' | 'status_code' | 'error' | 'response'>,
  then: Pick<DeliveryRow, 'status' | 'due_at' | 'finished_at'>,
): Promise<boolean> => {
  const number = attempts + 1;
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set({ ...then, attempts: number, tries: tries + 1 })
    .where(byKey({ organization_id, id }))
    .where('attempts', '=', attempts)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await tx
    .insertInto('webhook_attempts')
    .values({ organization_id, delivery_id: id, number, ...attempt })
    .execute();
  return true;
};

/** Makes a finished delivery pending again; undefined if it is pending. */
export const resetDelivery = async (
  tx: DatabaseTransaction,
  key: DeliveryKey,
  at: Date,
): Promise<DeliveryRow | undefined> =>
  await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'pending', tries: 0, due_at: at, finished_at: null })
    .where(byKey(key))
    .where('status', '<>', 'pending')
    .returningAll()
    .executeTakeFirst();

/** Marks all pending deliveries of a webhook as failed. */
export const failPendingDeliveries = async (
  tx: DatabaseTransaction,
  { organization_id, id }: WebhookKey,
  at: Date,
): Promise<void> => {
  await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', due_at: null, finished_at: at })
    .where('organization_id', '=', organization_id)
    .where('webhook_id', '=', id)
    .where('status', '=', 'pending')
    .execute();
};

/** Webhooks with deliveries that were due before a time. */
export const findOverdue = (db: Database, before: Date): Promise<WebhookKey[]> =>
  db
    .selectFrom('webhook_deliveries')
    .select(['organization_id', 'webhook_id as id'])
    .distinct()
    .where('due_at', '<', before)
    .limit(1000)
    .execute();

const DELETE_BATCH = 1000;

/** Deletes deliveries created before a time, except pending ones, in batches. */
export const deleteOldDeliveries = async (db: Database, before: Date): Promise<void> => {
  for (let left = true; left; ) {
    const { numDeletedRows } = await db
      .deleteFrom('webhook_deliveries')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('organization_id', 'id'),
          'in',
          selectFrom('webhook_deliveries as old')
            .select(['old.organization_id', 'old.id'])
            .where('old.created_at', '<', before)
            .where('old.status', '<>', 'pending')
            .limit(DELETE_BATCH)
            .$asTuple('organization_id', 'id'),
        ),
      )
      .executeTakeFirst();
    left = numDeletedRows === BigInt(DELETE_BATCH);
  }
};
