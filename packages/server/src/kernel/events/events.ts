import { sql } from 'kysely';
import type { Caller } from '../auth/principal.ts';
import type { Clock } from '../clock.ts';
import type { Page, PageRequest } from '../contract/paging.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import { fetchPage } from '../database/page.ts';
import { createUuids, lowestUuidOf, timeOfUuid } from '../ids.ts';
import type { Jobs } from '../jobs/jobs.ts';

/** Something that happened: who did what to which object. */
export interface NewEvent {
  readonly organizationId: string | null;
  /** `thing.past-participle`, such as `space.deleted`. */
  readonly action: string;
  readonly target: { readonly type: string; readonly id: string; readonly label?: string };
  readonly payload?: Readonly<Record<string, unknown>>;
}

/** An event as the jobs that asked for it are told of it. */
export interface RecordedEvent extends NewEvent {
  readonly id: string;
  readonly actor: { readonly type: string; readonly id: string };
}

/** Who a background job acts as. */
export const SYSTEM = 'system';

/** Who a command of the operator acts as. */
export const COMMAND_LINE = 'command-line';

/** Who did something: somebody with a token, or the installation itself. */
export type Actor = Caller | typeof SYSTEM | typeof COMMAND_LINE;

/** Writes what happened, in the transaction in which it happens, and enqueues what wants to know of it. */
export interface Events {
  record(tx: DatabaseTransaction, by: Actor, event: NewEvent): Promise<void>;
  /** Only tells who wants to know of it: for what comes too often, or says too much, to stay in the log. */
  publish(tx: DatabaseTransaction, by: Actor, event: NewEvent): Promise<void>;
}

/** The outbox: a row in `events`, and a job for each subscriber. */
export const createEvents = ({ clock, jobs }: { clock: Clock; jobs: Jobs }): Events => {
  const newUuid = createUuids(() => clock.now().getTime());
  const enqueueSubscribers = async (tx: DatabaseTransaction, by: Actor, event: NewEvent, id: string) => {
    const { actor_type: type, actor_id } = actorOf(by);
    const told: RecordedEvent = { ...event, id, actor: { type, id: actor_id } };
    for (const job of jobs.subscribersOf(event.action)) await jobs.enqueue(tx, job, told);
  };
  return {
    publish: (tx, by, event) => enqueueSubscribers(tx, by, event, newUuid()),
    record: async (tx, by, event) => {
      const id = newUuid();
      await tx
        .insertInto('events')
        .values({
          id,
          organization_id: event.organizationId,
          action: event.action,
          ...actorOf(by),
          target_type: event.target.type,
          target_id: event.target.id,
          target_label: event.target.label ?? null,
          payload: JSON.stringify(event.payload ?? {}),
          // The time is that of the id: spans of time are spans of ids, which every index ends with.
          occurred_at: timeOfUuid(id),
        })
        .execute();
      await enqueueSubscribers(tx, by, event, id);
    },
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
        // Readers of the log know no identity providers: one is a part of the installation that is called by its name.
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

/** The events of an organization that pass a filter; each combination is answered from an index alone. */
export const eventsMatching = (db: Database, organizationId: string, filter: EventFilter) => {
  let matching = db.selectFrom('events').where('organization_id', '=', organizationId);
  if (filter.from) matching = matching.where('id', '>=', lowestUuidOf(filter.from));
  if (filter.to) matching = matching.where('id', '<', lowestUuidOf(new Date(filter.to.getTime() + 1)));
  if (filter.action) matching = matching.where('action', '=', filter.action);
  if (filter.actor) matching = matching.where('actor_id', '=', filter.actor);
  if (filter.target) matching = matching.where('target_id', '=', filter.target);
  return matching;
};

/** What happened in an organization, newest first. */
export const listEvents = (
  db: Database,
  organizationId: string,
  filter: EventFilter,
  page: PageRequest,
): Promise<Page<EventRow>> => {
  const matching = eventsMatching(db, organizationId, filter);
  const before = page.after && String(page.after[0]);
  return fetchPage(
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

/** An event as it is stored. */
export type EventRow = NonNullable<Awaited<ReturnType<typeof findEvent>>>;

/** The actions that have happened in an organization. */
export const listEventActions = async (db: Database, organizationId: string): Promise<string[]> => {
  // From each action straight to the next: there are few, whatever the length of the log.
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
