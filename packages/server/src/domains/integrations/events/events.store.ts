import { type Insertable, type Selectable, sql } from 'kysely';
import type { EventChain } from '../../../kernel/auth/chained-tokens.ts';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { paginate } from '../../../kernel/database/paginate.ts';
import type { IntegrationEvents } from '../../../kernel/database/schema.gen.ts';
import { eventsMatching } from '../../../kernel/events/events.ts';
import type { ScriptCall, ScriptLog } from '../../../kernel/integration-scripts.ts';
import type { ContentKind } from '../installations/content-installations.store.ts';
import type { IntegrationKey } from '../integrations.store.ts';
import type { Recipient } from '../scripts/recipients.store.ts';

declare module '../../../kernel/database/column-types.ts' {
  interface ColumnTypes {
    'integration_events.status': 'pending' | 'success' | 'failed';
    'integration_events.payload': ScriptCall['event'];
    /** The unredacted event while it awaits a retry. */
    'integration_events.full_payload': ScriptCall['event'];
    'integration_events.logs': readonly StoredLog[];
    'integration_events.gone': Readonly<Record<string, unknown>>;
    'integration_events.content_kind': ContentKind;
  }
}

/** A line in the log of a script, as stored. */
export interface StoredLog {
  readonly level: ScriptLog['level'];
  readonly timestamp: string;
  readonly message: string;
}

/** A row of the event log of an integration. */
export type EventRow = Selectable<IntegrationEvents>;

/** The columns of an event in the log. */
export type LoggedEvent = Pick<
  EventRow,
  'id' | 'installation_id' | 'created_at' | 'payload' | 'status' | 'is_complete'
>;

/** An event that a process has claimed for delivery, unredacted. */
export type ClaimedEvent = EventRow & { readonly integration_name: string };

/** The type of events of tasks. */
export const TASK_EVENT = 'task';

/** Key of the event queue of an integration. */
export type QueueKey = Pick<EventRow, 'organization_id' | 'integration_id'>;

/** A new row of the event log. */
export type NewEvent = Insertable<IntegrationEvents>;

/** The columns that identify the recipient of an event. */
export const recipientColumns = ({ integration, installation, content }: Recipient) => ({
  organization_id: integration.organization_id,
  integration_id: integration.id,
  installer_id: installation?.organization_id ?? null,
  installation_id: installation?.id ?? null,
  content_kind: content?.kind ?? null,
  content_id: content?.content_id ?? null,
});

/** The log lines of a script as JSON. */
export const toStoredLogs = (logs: readonly ScriptLog[]): string =>
  JSON.stringify(
    logs.map(
      ({ level, at, message }): StoredLog => ({
        level,
        timestamp: at.toISOString(),
        // PostgreSQL cannot store NUL characters.
        message: message.replaceAll('\0', '\uFFFD').toWellFormed(),
      }),
    ),
  );

/** Stores events; existing ones are left unchanged. */
export const insertEvents = async (db: Database, events: readonly NewEvent[]): Promise<void> => {
  if (events.length === 0) return;
  await db
    .insertInto('integration_events')
    .values([...events])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Events that were delivered at least once, successfully or not. */
const attemptedEvents = (db: Database, { organization_id, id }: IntegrationKey) =>
  db
    .selectFrom('integration_events')
    .where('organization_id', '=', organization_id)
    .where('integration_id', '=', id)
    .where(({ or, eb }) => or([eb('status', '<>', 'pending'), eb('full_payload', 'is not', null)]));

const LOGGED_COLUMNS = ['id', 'installation_id', 'created_at', 'payload', 'status', 'is_complete'] as const;

/** The event log of an integration, newest first. */
export const listEvents = async (
  db: Database,
  integration: IntegrationKey,
  page: PageRequest,
): Promise<Page<LoggedEvent>> => {
  const before = page.after && String(page.after[0]);
  const matching = attemptedEvents(db, integration);
  const rows = matching
    .select(LOGGED_COLUMNS)
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc');
  return await paginate(page, rows, matching);
};

/** An event of the log, with its log lines. */
export const findEvent = async (
  db: Database,
  integration: IntegrationKey,
  id: string,
): Promise<(LoggedEvent & Pick<EventRow, 'logs'>) | undefined> =>
  await attemptedEvents(db, integration)
    .select([...LOGGED_COLUMNS, 'logs'])
    .where('id', '=', id)
    .executeTakeFirst();

/** The last event of an installation that failed, or that awaits a retry. */
export const findLastFailure = async (
  db: Database,
  installation: { readonly organization_id: string; readonly id: string },
): Promise<Pick<EventRow, 'id' | 'type' | 'created_at' | 'logs'> | undefined> =>
  await db
    .selectFrom('integration_events')
    .select(['id', 'type', 'created_at', 'logs'])
    .where('installer_id', '=', installation.organization_id)
    .where('installation_id', '=', installation.id)
    .where(sql<boolean>`(status = 'failed' or full_payload is not null)`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Claims due events of an integration until a time. */
export const claimEvents = async (
  db: Database,
  { organization_id, integration_id }: QueueKey,
  max: number,
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
        order by due.due_at, due.id limit ${max}
        for update skip locked)
    returning e.*, g.name as integration_name`.execute(db);
  return rows.map((row) => ({ ...row, payload: row.full_payload ?? row.payload }));
};

/** Stores an event of the log as a new one, claimed until a time; the log must keep all of it. */
export const insertReplay = async (
  tx: DatabaseTransaction,
  { organization_id, id, name }: IntegrationKey & { readonly name: string },
  eventId: string,
  replay: { readonly id: string; readonly at: Date; readonly until: Date },
): Promise<ClaimedEvent> => {
  const { rows } = await sql<EventRow>`
    insert into integration_events (organization_id, integration_id, id, installer_id, installation_id,
      content_kind, content_id, type, payload, status, due_at, created_at, origin_id)
    select organization_id, integration_id, ${replay.id}, installer_id, installation_id,
      content_kind, content_id, type, payload || jsonb_build_object('eventId', ${replay.id}::text), 'pending',
      ${replay.until}, ${replay.at}, ${replay.id}
    from integration_events
    where organization_id = ${organization_id} and integration_id = ${id} and id = ${eventId}
    returning *`.execute(tx);
  return { ...rows[0]!, integration_name: name };
};

/** Extends claims that end at `from`. */
export const extendClaims = async (
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

const isAttempt = ({ organization_id, integration_id, id }: EventRow, attempts: number) =>
  sql<boolean>`organization_id = ${organization_id} and integration_id = ${integration_id} and id = ${id}
    and attempts = ${attempts}`;

/** Records the result of an attempt; false if another process has recorded one. */
export const recordAttempt = async (
  tx: DatabaseTransaction,
  row: ClaimedEvent,
  then: {
    readonly status: EventRow['status'];
    readonly due_at: Date | null;
    readonly logs: string;
    /** The redacted event. */
    readonly payload: string;
    readonly is_complete: boolean;
  },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('integration_events')
    .set({
      ...then,
      attempts: row.attempts + 1,
      ...(then.due_at === null
        ? { gone: null, full_payload: null }
        : { full_payload: JSON.stringify(row.payload) }),
    })
    .where(isAttempt(row, row.attempts))
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Releases the claim on an event without counting an attempt; false if another process has recorded one. */
export const releaseEvent = async (
  tx: DatabaseTransaction,
  row: ClaimedEvent,
  dueAt: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('integration_events')
    .set({ due_at: dueAt })
    .where(isAttempt(row, row.attempts))
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** An action on a target, as recorded in the audit log. */
export interface OwnAction {
  readonly organizationId: string;
  readonly action: string;
  /** Ids of the accounts that did it. */
  readonly actors: readonly string[];
  /** The target of the recorded event, or a field of its payload. */
  readonly target: { readonly kind: string; readonly id: string };
  /** Id of the last event to count. */
  readonly upTo?: string;
}

/** Whether an action was recorded at least `times` times since a time. */
export const hasRepeated = async (
  db: Database,
  repeated: OwnAction,
  since: Date,
  times: number,
): Promise<boolean> => {
  const { organizationId, action, actors, target, upTo } = repeated;
  const done = await eventsMatching(db, organizationId, { from: since, action })
    .select('id')
    .where('actor_id', 'in', actors)
    .where(sql<boolean>`${target.id} in (target_id, payload ->> ${target.kind})`)
    .$if(upTo !== undefined, (query) => query.where('id', '<=', upTo!))
    .limit(times)
    .execute();
  return done.length === times;
};

/** The number of pending tasks of an integration, up to `max`. */
export const countTasks = async (
  db: Database,
  { organization_id, id }: IntegrationKey,
  max: number,
): Promise<number> => {
  const waiting = db
    .selectFrom('integration_events')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('integration_id', '=', id)
    .where('type', '=', TASK_EVENT)
    .where('due_at', 'is not', null)
    .limit(max);
  const { count } = await db
    .selectFrom(waiting.as('waiting'))
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** The names of integrations, and who may see them. */
export const findIntegrationsById = async (db: Database, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : await db
        .selectFrom('integrations')
        .select(['id', 'name', 'organization_id', 'visibility'])
        .where('id', 'in', [...ids])
        .execute();

/** Locks a chain until the end of the transaction, so that its events are counted one after another. */
export const lockChain = async (tx: DatabaseTransaction, { origin }: EventChain): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`event chain ${origin}`}, 0))`.execute(tx);
};

/** The number of events of a chain, and of the other paths by which delivered ones came. */
export interface ChainCounts {
  readonly events: number;
  readonly otherPaths: number;
}

/** The counts of a chain since a time, by the id of the integration. */
export const countEventsOfChain = async (
  db: Database,
  { origin, path }: EventChain,
  integrations: readonly IntegrationKey[],
  since: Date,
): Promise<ReadonlyMap<string, ChainCounts>> => {
  if (integrations.length === 0) return new Map();
  const rows = await db
    .selectFrom('integration_events')
    .select(({ fn }) => [
      'integration_id',
      fn.countAll<string>().as('events'),
      // Events that were not delivered have no attempt.
      sql<string>`count(distinct chain_path) filter (
        where chain_path <> ${[...path]}::text[] and (attempts > 0 or status = 'pending'))`.as('other_paths'),
    ])
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('organization_id', 'integration_id'),
        'in',
        integrations.map(({ organization_id, id }) => tuple(organization_id, id)),
      ),
    )
    .where('origin_id', '=', origin)
    .where('created_at', '>', since)
    .groupBy('integration_id')
    .execute();
  return new Map(
    rows.map((row) => [
      row.integration_id,
      { events: Number(row.events), otherPaths: Number(row.other_paths) },
    ]),
  );
};

/** Stores log lines that a script wrote after its response. */
export const updateLogs = async (db: Database, row: EventRow, logs: string): Promise<void> => {
  await db
    .updateTable('integration_events')
    .set({ logs })
    .where(isAttempt(row, row.attempts + 1))
    .execute();
};

/** Deletes an event that the script ignored. */
export const deleteEvent = async (db: Database, row: EventRow): Promise<void> => {
  await db.deleteFrom('integration_events').where(isAttempt(row, row.attempts)).execute();
};

/** Cancels an event without a recipient; it counts as failed if it was delivered before. */
export const cancelEvent = async (db: Database, row: ClaimedEvent): Promise<void> => {
  if (row.full_payload === null) return deleteEvent(db, row);
  await db
    .updateTable('integration_events')
    .set({ status: 'failed', due_at: null, gone: null, full_payload: null })
    .where(isAttempt(row, row.attempts))
    .where('status', '=', 'pending')
    .execute();
};

/** Queues with events that were due before a time. */
export const findOverdueQueues = (db: Database, before: Date): Promise<QueueKey[]> =>
  db
    .selectFrom('integration_events')
    .select(['organization_id', 'integration_id'])
    .distinct()
    .where('due_at', '<', before)
    .limit(1000)
    .execute();

const DELETE_BATCH = 1000;

/** Deletes events created before a time, except pending ones, in batches. */
export const deleteOldEvents = async (db: Database, before: Date): Promise<void> => {
  for (let left = true; left; ) {
    const { numAffectedRows } = await sql`
      delete from integration_events where (organization_id, integration_id, id) in (
        select organization_id, integration_id, id from integration_events
        where created_at < ${before} and status <> 'pending' limit ${DELETE_BATCH})`.execute(db);
    left = numAffectedRows === BigInt(DELETE_BATCH);
  }
};
