import { type Insertable, type Selectable, sql } from 'kysely';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { fetchPage } from '../../../kernel/database/page.ts';
import type { IntegrationEvents } from '../../../kernel/database/schema.gen.ts';
import { eventsMatching } from '../../../kernel/events/events.ts';
import type { ScriptCall, ScriptLog } from '../../../kernel/scripts.ts';
import type { ContentKind } from '../contents/contents.store.ts';
import type { Place } from '../environment/environment.store.ts';
import type { IntegrationKey } from '../integrations.store.ts';

/** A line of what a script wrote, as it is stored. */
export interface StoredLog {
  readonly level: ScriptLog['level'];
  readonly timestamp: string;
  readonly message: string;
}

/** An event of an integration as it is stored. */
export interface EventRow
  extends Omit<
    Selectable<IntegrationEvents>,
    'status' | 'payload' | 'whole' | 'logs' | 'gone' | 'content_kind'
  > {
  readonly status: 'pending' | 'success' | 'failed';
  readonly payload: ScriptCall['event'];
  /** Of one that was given in vain and is to be given again: what the script is given, rather than what is kept of it. */
  readonly whole: ScriptCall['event'] | null;
  readonly logs: readonly StoredLog[];
  readonly gone: Readonly<Record<string, unknown>> | null;
  readonly content_kind: ContentKind | null;
}

/** An event as the log has it. */
export type LoggedEvent = Pick<EventRow, 'id' | 'installation_id' | 'created_at' | 'payload' | 'status'>;

/** An event that somebody has taken to send it, as the script is given it. */
export type ClaimedEvent = EventRow & { readonly integration_name: string };

/** The type of events that integrations put off themselves. */
export const TASK = 'task';

/** What names the queue of an integration. */
export type QueueKey = Pick<EventRow, 'organization_id' | 'integration_id'>;

/** An event that is to be stored. */
export type NewEvent = Insertable<IntegrationEvents>;

/** The columns that say where an event happens. */
export const columnsOf = ({ integration, installation, content }: Place) => ({
  organization_id: integration.organization_id,
  integration_id: integration.id,
  installer_id: installation?.organization_id ?? null,
  installation_id: installation?.id ?? null,
  content_kind: content?.kind ?? null,
  content_id: content?.content_id ?? null,
});

/** What a script wrote, as it is stored. */
export const toStoredLogs = (logs: readonly ScriptLog[]): string =>
  JSON.stringify(
    logs.map(
      ({ level, at, message }): StoredLog => ({
        level,
        timestamp: at.toISOString(),
        // The database has no place for it.
        message: message.replaceAll('\0', '\uFFFD').toWellFormed(),
      }),
    ),
  );

/** Keeps events; one that is there already stays as it is. */
export const insertEvents = async (db: Database, events: readonly NewEvent[]): Promise<void> => {
  if (events.length === 0) return;
  await db
    .insertInto('integration_events')
    .values([...events])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** What was given and has succeeded, or has failed until now. */
const recordedOf = (db: Database, { organization_id, id }: IntegrationKey) =>
  db
    .selectFrom('integration_events')
    .where('organization_id', '=', organization_id)
    .where('integration_id', '=', id)
    .where(({ or, eb }) => or([eb('status', '<>', 'pending'), eb('whole', 'is not', null)]));

const LOGGED = ['id', 'installation_id', 'created_at', 'payload', 'status'] as const;

/** What became of the events of an integration, newest first. */
export const listRecorded = async (
  db: Database,
  integration: IntegrationKey,
  page: PageRequest,
): Promise<Page<LoggedEvent>> => {
  const before = page.after && String(page.after[0]);
  const matching = recordedOf(db, integration);
  const rows = matching
    .select(LOGGED)
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc');
  return (await fetchPage(page, rows, matching)) as unknown as Page<LoggedEvent>;
};

/** What became of one of them. */
export const findRecorded = async (
  db: Database,
  integration: IntegrationKey,
  id: string,
): Promise<(LoggedEvent & Pick<EventRow, 'logs'>) | undefined> =>
  (await recordedOf(db, integration)
    .select([...LOGGED, 'logs'])
    .where('id', '=', id)
    .executeTakeFirst()) as unknown as (LoggedEvent & Pick<EventRow, 'logs'>) | undefined;

/** Takes events of an integration that are due, for as long as nobody has to hear from whoever sends them. */
export const claimEvents = async (
  db: Database,
  { organization_id, integration_id }: QueueKey,
  most: number,
  at: Date,
  until: Date,
): Promise<ClaimedEvent[]> => {
  const { rows } = await sql<ClaimedEvent>`
    update integration_events e set due_at = ${until}
    from integrations g
    where g.organization_id = e.organization_id and g.id = e.integration_id
      and e.organization_id = ${organization_id} and e.integration_id = ${integration_id}
      and e.id in (
        select due.id from integration_events due
        where due.organization_id = ${organization_id} and due.integration_id = ${integration_id}
          and due.due_at <= ${at}
        order by due.due_at, due.id limit ${most}
        for update skip locked)
    returning e.*, g.name as integration_name`.execute(db);
  return rows.map((row) => ({ ...row, payload: row.whole ?? row.payload }));
};

/** Keeps events that were taken until `from` for longer. */
export const prolongClaims = async (
  db: Database,
  { organization_id, integration_id }: QueueKey,
  from: Date,
  until: Date,
): Promise<void> => {
  await db
    .updateTable('integration_events')
    .set({ due_at: until })
    .where('organization_id', '=', organization_id)
    .where('integration_id', '=', integration_id)
    .where('due_at', '=', from)
    .execute();
};

const attempted = ({ organization_id, integration_id, id }: EventRow, attempts: number) =>
  sql<boolean>`organization_id = ${organization_id} and integration_id = ${integration_id} and id = ${id}
    and attempts = ${attempts}`;

/** Notes what came of an attempt; false when the event has gone on without it. */
export const settleEvent = async (
  tx: DatabaseTransaction,
  row: ClaimedEvent,
  then: {
    readonly status: EventRow['status'];
    readonly due_at: Date | null;
    readonly logs: string;
    /** What is kept of the event; all of it only while it is to be given again. */
    readonly payload: string;
  },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('integration_events')
    .set({
      ...then,
      attempts: row.attempts + 1,
      ...(then.due_at === null ? { gone: null, whole: null } : { whole: JSON.stringify(row.payload) }),
    })
    .where(attempted(row, row.attempts))
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Gives an event back that was taken and not brought to its end, as if it had not been; false when it has gone on without that. */
export const leaveEvent = async (
  tx: DatabaseTransaction,
  row: ClaimedEvent,
  dueAt: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('integration_events')
    .set({ due_at: dueAt })
    .where(attempted(row, row.attempts))
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Something that is done to a thing, as the log of its organization has it. */
export interface Deed {
  readonly organizationId: string;
  readonly action: string;
  /** The accounts of who does it. */
  readonly actors: readonly string[];
  /** The target of the event, or what its payload has under that name. */
  readonly target: { readonly kind: string; readonly id: string };
  /** The last event that counts. */
  readonly upTo?: string;
}

/** Whether the same was done at least so many times since a moment. */
export const hasDone = async (db: Database, deed: Deed, since: Date, times: number): Promise<boolean> => {
  const { organizationId, action, actors, target, upTo } = deed;
  const done = await eventsMatching(db, organizationId, { from: since, action })
    .select('id')
    .where('actor_id', 'in', actors)
    .where(sql<boolean>`${target.id} in (target_id, payload ->> ${target.kind})`)
    .$if(upTo !== undefined, (query) => query.where('id', '<=', upTo!))
    .limit(times)
    .execute();
  return done.length === times;
};

/** How many tasks of an integration wait, as far as that. */
export const countTasks = async (
  db: Database,
  { organization_id, id }: IntegrationKey,
  most: number,
): Promise<number> => {
  const waiting = db
    .selectFrom('integration_events')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('integration_id', '=', id)
    .where('type', '=', TASK)
    .where('due_at', 'is not', null)
    .limit(most);
  const { count } = await db
    .selectFrom(waiting.as('waiting'))
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Notes what a script wrote after it was known what came of the attempt. */
export const noteLogs = async (db: Database, row: EventRow, logs: string): Promise<void> => {
  await db
    .updateTable('integration_events')
    .set({ logs })
    .where(attempted(row, row.attempts + 1))
    .execute();
};

/** Forgets an event that nobody wants. */
export const deleteEvent = async (db: Database, row: EventRow): Promise<void> => {
  await db.deleteFrom('integration_events').where(attempted(row, row.attempts)).execute();
};

/** Ends an event that nobody is to be told of any more: what was given in vain has failed. */
export const forsakeEvent = async (db: Database, row: ClaimedEvent): Promise<void> => {
  if (row.whole === null) return deleteEvent(db, row);
  await db
    .updateTable('integration_events')
    .set({ status: 'failed', due_at: null, gone: null, whole: null })
    .where(attempted(row, row.attempts))
    .where('status', '=', 'pending')
    .execute();
};

/** Integrations with events that should have been sent before a moment. */
export const findOverdueQueues = (db: Database, before: Date): Promise<QueueKey[]> =>
  db
    .selectFrom('integration_events')
    .select(['organization_id', 'integration_id'])
    .distinct()
    .where('due_at', '<', before)
    .limit(1000)
    .execute();

const REMOVED_AT_ONCE = 1000;

/** Removes events from before a moment, but for those that are still to be sent; some at a time. */
export const deleteOldEvents = async (db: Database, before: Date): Promise<void> => {
  for (let left = true; left; ) {
    const { numAffectedRows } = await sql`
      delete from integration_events where (organization_id, integration_id, id) in (
        select organization_id, integration_id, id from integration_events
        where created_at < ${before} and status <> 'pending' limit ${REMOVED_AT_ONCE})`.execute(db);
    left = numAffectedRows === BigInt(REMOVED_AT_ONCE);
  }
};
