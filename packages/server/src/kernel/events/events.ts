import { sql } from 'kysely';
import type { Caller } from '../auth/principal.ts';
import type { Clock } from '../clock.ts';
import type { Page, PageRequest } from '../contract/paging.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import { paginate } from '../database/paginate.ts';
import { createUuids, lowestUuidOf, timeOfUuid } from '../ids.ts';
import type { Jobs, Subscriber } from '../jobs/jobs.ts';
import type { NewEvent, RecordedEvent } from './event.ts';

/** The actor of background jobs. */
export const SYSTEM = 'system';

/** The actor of commands of the command line. */
export const COMMAND_LINE = 'command-line';

/** The actor of an event: a caller, or the installation itself. */
export type Actor = Caller | typeof SYSTEM | typeof COMMAND_LINE;

/** An event with its actor. */
export interface CausedEvent {
  readonly by: Actor;
  readonly event: NewEvent;
}

/** Records events in the transaction of the change and enqueues subscribed jobs. */
export interface Events {
  record(tx: DatabaseTransaction, by: Actor, event: NewEvent): Promise<void>;
  /** Records several events, in one statement. */
  recordAll(tx: DatabaseTransaction, all: readonly CausedEvent[]): Promise<void>;
  /** Enqueues subscribed jobs without recording the event; for events too frequent or too large for the log. */
  publish(tx: DatabaseTransaction, by: Actor, event: NewEvent): Promise<void>;
}

/** Transactional outbox: a row in `events` and a job for each subscriber. */
export const createEvents = ({ clock, jobs }: { clock: Clock; jobs: Jobs }): Events => {
  const newUuid = createUuids(() => clock.now().getTime());
  const enqueueSubscribers = async (
    tx: DatabaseTransaction,
    identified: readonly (CausedEvent & { readonly id: string })[],
  ) => {
    const data = new Map<Subscriber['name'], { isNeeded: Subscriber['isNeeded']; events: RecordedEvent[] }>();
    for (const { by, event, id } of identified) {
      const { actor_type: type, actor_id } = actorOf(by);
      const chain = event.chain ?? (typeof by === 'string' ? undefined : by.principal.chain);
      const recorded: RecordedEvent = {
        ...event,
        id,
        actor: { type, id: actor_id },
        ...(chain && { chain }),
      };
      for (const { name, isNeeded } of jobs.subscribersOf(event.action)) {
        const job = data.get(name) ?? { isNeeded, events: [] };
        job.events.push(recorded);
        data.set(name, job);
      }
    }
    for (const [name, { isNeeded, events }] of data) {
      const needed: RecordedEvent[] = [];
      const answers = new Map<string, boolean>();
      for (const event of events) {
        const { organizationId, action } = event;
        const question = `${organizationId} ${action}`;
        if (isNeeded && organizationId !== null && !answers.has(question))
          answers.set(question, await isNeeded(tx, organizationId, action));
        if (answers.get(question) !== false) needed.push(event);
      }
      if (needed.length === 1) await jobs.enqueue(tx, name, needed[0]!);
      else await jobs.enqueueAll(tx, name, needed);
    }
  };

  const recordAll = async (tx: DatabaseTransaction, all: readonly CausedEvent[]): Promise<void> => {
    if (all.length === 0) return;
    const identified = all.map((one) => ({ ...one, id: newUuid() }));
    await tx
      .insertInto('events')
      .values(
        identified.map(({ id, by, event }) => ({
          id,
          organization_id: event.organizationId,
          action: event.action,
          ...actorOf(by),
          target_type: event.target.type,
          target_id: event.target.id,
          target_label: event.target.label ?? null,
          payload: JSON.stringify(event.payload ?? {}),
          // Equal to the time in the id, so that time ranges are id ranges, and every index ends with the id.
          occurred_at: timeOfUuid(id),
        })),
      )
      .execute();
    await enqueueSubscribers(tx, identified);
  };

  return {
    publish: (tx, by, event) => enqueueSubscribers(tx, [{ by, event, id: newUuid() }]),
    record: (tx, by, event) => recordAll(tx, [{ by, event }]),
    recordAll,
  };
};

const INSTALLATION = {
  [SYSTEM]: { actor_label: 'Lectern', source: 'workflow' },
  [COMMAND_LINE]: { actor_label: 'Command line', source: 'script' },
};

const actorOf = (by: Actor) =>
  typeof by === 'string'
    ? { actor_type: 'system', actor_id: by, ...INSTALLATION[by] }
    : {
        // The API has no actor type for identity providers.
        actor_type: by.principal.kind === 'provider' ? 'system' : by.principal.kind,
        actor_id: by.principal.userId,
        actor_label: by.principal.displayName,
        source: by.principal.kind === 'user' ? 'api' : 'integration',
        request_id: by.requestId,
        address: by.address,
      };

/** Filters of the audit log. */
export interface EventFilter {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly action?: string | undefined;
  readonly actor?: string | undefined;
  readonly target?: string | undefined;
}

/** The events of an organization that match a filter; every combination uses an index. */
export const eventsMatching = (db: Database, organizationId: string, filter: EventFilter) => {
  let matching = db.selectFrom('events').where('organization_id', '=', organizationId);
  if (filter.from) matching = matching.where('id', '>=', lowestUuidOf(filter.from));
  if (filter.to) matching = matching.where('id', '<', lowestUuidOf(new Date(filter.to.getTime() + 1)));
  if (filter.action) matching = matching.where('action', '=', filter.action);
  if (filter.actor) matching = matching.where('actor_id', '=', filter.actor);
  if (filter.target) matching = matching.where('target_id', '=', filter.target);
  return matching;
};

/** The events of an organization, newest first. */
export const listEvents = (
  db: Database,
  organizationId: string,
  filter: EventFilter,
  page: PageRequest,
): Promise<Page<EventRow>> => {
  const matching = eventsMatching(db, organizationId, filter);
  const before = page.after && String(page.after[0]);
  return paginate(
    page,
    matching
      .selectAll()
      .$if(before !== undefined, (query) => query.where('id', '<', before!))
      .orderBy('id', 'desc'),
    matching,
  );
};

/** One event of an organization. */
export const findEvent = (db: Database, organizationId: string, id: string) =>
  db
    .selectFrom('events')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();

/** The row of an event. */
export type EventRow = NonNullable<Awaited<ReturnType<typeof findEvent>>>;

/** The distinct actions in the events of an organization. */
export const listEventActions = async (db: Database, organizationId: string): Promise<string[]> => {
  // Loose index scan: jumps from each action to the next, however long the log is.
  const { rows } = await sql<{ action: string }>`
    with recursive seen (action) as (
      (select action from events where organization_id = ${organizationId} order by action limit 1)
      union all
      select (
        select e.action from events e
        where e.organization_id = ${organizationId} and e.action > seen.action order by e.action limit 1)
      from seen where seen.action is not null)
    select action from seen where action is not null order by action`.execute(db);
  return rows.map((row) => row.action);
};
