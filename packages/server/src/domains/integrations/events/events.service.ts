import type { PageRequest } from '../../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { ApiError } from '../../../kernel/errors/errors.ts';
import type { RecordedEvent } from '../../../kernel/events/events.ts';
import { deterministicSortableId, timeOfUuid } from '../../../kernel/ids.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { serverLogLine } from '../../../kernel/scripts.ts';
import { announcementsOf } from '../../announcements/index.ts';
import type { SaidEvent } from '../calls/calls.service.ts';
import type { EnvironmentService } from '../environment/environment.service.ts';
import type { Place } from '../environment/environment.store.ts';
import type { InstallationChange } from '../installations/installations.service.ts';
import type { IntegrationRow } from '../integrations.store.ts';
import { keptOf } from '../keeping/keeping.policy.ts';
import { concernedBy } from './events.policy.ts';
import {
  columnsOf,
  countTasks,
  type Deed,
  findRecorded,
  hasDone,
  insertEvents,
  listRecorded,
  type NewEvent,
  TASK,
  toStoredLogs,
} from './events.store.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'jobs'> {
  readonly environment: Pick<EnvironmentService, 'places' | 'levelsOf'>;
}

/** The job that gives an integration the events that are due. */
export const DELIVER = 'integrations.deliver';

/** Of the same thing that it does itself an installation is told so many times in a minute: what it does then may be that again. */
const OWN_A_MINUTE = 20;
const MINUTE_MS = 60_000;
const NOT_TOLD = `It did this itself, and more than ${OWN_A_MINUTE} times within a minute: it was not told of it.`;

const INSERTED_AT_ONCE = 1000;
const MOST_TASKS = 1000;
const FULL_SECONDS = 60;

/** What an integration is told of itself when an installation of it changes. */
const saidOf = ({ happened, installation, content, previous }: InstallationChange): SaidEvent => ({
  type: `${content ? `${content.kind}_` : ''}installation_${happened}`,
  installationId: installation.id,
  ...(content && { [`${content.kind}Id`]: content.content_id }),
  ...(happened === 'setup'
    ? { status: (content ?? installation).status, ...(previous && { previous }) }
    : { previous: { configuration: previous?.configuration ?? {} } }),
});

/** What integrations are to be told, and what became of it. */
export const createEventsService = ({ db, transaction, clock, newId, jobs, environment }: Dependencies) => {
  const queued = (place: Place, id: string, said: SaidEvent, more: Partial<NewEvent> = {}): NewEvent => ({
    ...columnsOf(place),
    id,
    type: said.type,
    payload: JSON.stringify({ ...said, eventId: id }),
    status: 'pending',
    due_at: clock.now(),
    created_at: clock.now(),
    ...more,
  });
  /** What is in the log without having been given to anybody. */
  const untold: typeof queued = (place, id, said, more) => ({
    ...queued(place, id, said, more),
    payload: JSON.stringify(keptOf({ ...said, eventId: id })),
    status: 'failed',
    due_at: null,
    logs: toStoredLogs([serverLogLine('warn', NOT_TOLD)]),
  });
  const wake = (tx: DatabaseTransaction, { integration }: Place, startAfter?: Date) =>
    jobs.enqueue(
      tx,
      DELIVER,
      { organization_id: integration.organization_id, integration_id: integration.id },
      startAfter && { startAfter },
    );

  /** Whether the same was done by then so often within a minute that who did it is not told of it. */
  const isRestless = (tx: Database, deed: Deed, at: Date) =>
    hasDone(tx, deed, new Date(at.getTime() - MINUTE_MS), OWN_A_MINUTE + 1);

  const isRestlessChange = async (
    tx: DatabaseTransaction,
    { integration, installation, content, ownAction }: InstallationChange,
  ): Promise<boolean> =>
    ownAction !== undefined &&
    (await isRestless(
      tx,
      {
        organizationId: installation.organization_id,
        action: ownAction,
        actors: [integration.account_id, installation.account_id],
        target: content
          ? { kind: content.kind, id: content.content_id }
          : { kind: 'installation', id: installation.id },
      },
      clock.now(),
    ));

  return {
    list: (integration: IntegrationRow, page: PageRequest) => listRecorded(db, integration, page),

    find: (integration: IntegrationRow, id: string) => findRecorded(db, integration, id),

    /** Queues a recorded event for each installation at work that it concerns; once, and alike, however often it is asked. */
    announce: async (recorded: RecordedEvent): Promise<void> => {
      for (const { organizationId, event } of announcementsOf(recorded)) {
        const concerned = concernedBy(event);
        if (!concerned) continue;
        const { eventId, ...said } = event;
        const places = await environment.places({ organizationId, ...concerned });
        const isItsOwn = ({ installation }: Place) => installation!.account_id === recorded.actor.id;
        const isTooMuch =
          places.some(isItsOwn) &&
          (await isRestless(
            db,
            {
              organizationId,
              action: recorded.action,
              actors: [recorded.actor.id],
              target: concerned.content,
              upTo: recorded.id,
            },
            timeOfUuid(recorded.id),
          ));
        await transaction(async (tx) => {
          await insertEvents(
            tx,
            places.map((place) => {
              const installationId = place.installation!.id;
              const note = isTooMuch && isItsOwn(place) ? untold : queued;
              return note(
                place,
                deterministicSortableId(eventId, installationId),
                { ...said, installationId },
                { created_at: timeOfUuid(eventId) },
              );
            }),
          );
          for (const place of places) await wake(tx, place);
        });
      }
    },

    /** Whether any installation is to be told of something. */
    listens: async (
      organizationId: string,
      topic: { readonly type: string; readonly siteId: string },
    ): Promise<boolean> => {
      const concerned = concernedBy({ ...topic });
      return (
        concerned !== undefined && (await environment.places({ organizationId, ...concerned })).length > 0
      );
    },

    /** Queues what integrations are told of themselves; of an installation that is gone, with what it was. */
    follow: async (tx: DatabaseTransaction, ...changes: readonly InstallationChange[]): Promise<void> => {
      const notes: NewEvent[] = [];
      for (const change of changes) {
        const gone = change.happened === 'deleted' ? JSON.stringify(environment.levelsOf(change)) : null;
        // One that changes itself whenever it is told that it changed would never come to rest.
        const note = (await isRestlessChange(tx, change)) ? untold : queued;
        notes.push(note(change, newId(), saidOf(change), { gone }));
      }
      for (let from = 0; from < notes.length; from += INSERTED_AT_ONCE)
        await insertEvents(tx, notes.slice(from, from + INSERTED_AT_ONCE));
      const concerned = new Map(changes.map((change) => [change.integration.id, change]));
      for (const change of concerned.values()) await wake(tx, change);
    },

    /** Queues what an integration has put off, for in so many seconds; not more than so much at once. */
    queueTask: (integration: IntegrationRow, task: object, seconds = 0): Promise<void> =>
      transaction(async (tx) => {
        const dueAt = new Date(clock.now().getTime() + seconds * 1000);
        if ((await countTasks(tx, integration, MOST_TASKS)) >= MOST_TASKS)
          throw new ApiError(429, `${MOST_TASKS} tasks of ${integration.name} wait already`, {
            retryAfter: FULL_SECONDS,
          });
        const said = { type: TASK, task };
        await insertEvents(tx, [queued({ integration }, newId(), said, { due_at: dueAt })]);
        await wake(tx, { integration }, seconds > 0 ? dueAt : undefined);
      }),
  };
};

/** What integrations are to be told, and what became of it. */
export type EventsService = ReturnType<typeof createEventsService>;
