import type { PageRequest } from '../../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { ApiError } from '../../../kernel/errors/errors.ts';
import { eventsMatching, type RecordedEvent } from '../../../kernel/events/events.ts';
import { idOf, timeOfUuid } from '../../../kernel/ids.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { remark } from '../../../kernel/scripts.ts';
import { ANNOUNCED_ACTIONS, announcementsOf } from '../../announcements/index.ts';
import type { SaidEvent } from '../calls/calls.service.ts';
import type { EnvironmentService } from '../environment/environment.service.ts';
import type { Place } from '../environment/environment.store.ts';
import type { InstallationChange } from '../installations/installations.service.ts';
import type { IntegrationRow } from '../integrations.store.ts';
import { concernedBy } from './events.policy.ts';
import {
  columnsOf,
  countTasks,
  findRecorded,
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

/** Of what it does itself an installation is told so many times in a minute: what it does then may be the same again. */
const OWN_A_MINUTE = 20;
const MINUTE_MS = 60_000;
const NOT_TOLD = `It did this itself, as more than ${OWN_A_MINUTE} times within a minute before: it was not told of it.`;

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
  const wake = (tx: DatabaseTransaction, { integration }: Place, startAfter?: Date) =>
    jobs.enqueue(
      tx,
      DELIVER,
      { organization_id: integration.organization_id, integration_id: integration.id },
      startAfter && { startAfter },
    );

  /** Whether whoever did something did as much before that, within a minute, that it is not told of it. */
  const isRestless = async ({ id, organizationId, actor }: RecordedEvent): Promise<boolean> => {
    const from = new Date(timeOfUuid(id).getTime() - MINUTE_MS);
    const before = await eventsMatching(db, organizationId!, { from, actor: actor.id })
      .select('id')
      .where('id', '<', id)
      .where('action', 'in', ANNOUNCED_ACTIONS)
      .limit(OWN_A_MINUTE)
      .execute();
    return before.length === OWN_A_MINUTE;
  };

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
        const isTooMuch = places.some(isItsOwn) && (await isRestless(recorded));
        const untold = {
          status: 'failed',
          due_at: null,
          logs: toStoredLogs([remark('warn', NOT_TOLD)]),
        } as const;
        await transaction(async (tx) => {
          await insertEvents(
            tx,
            places.map((place) => {
              const installationId = place.installation!.id;
              return queued(
                place,
                idOf(eventId, installationId),
                { ...said, installationId },
                { created_at: timeOfUuid(eventId), ...(isTooMuch && isItsOwn(place) && untold) },
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

    /** Queues what an integration is told of itself; of an installation that is gone, with what it was. */
    follow: async (tx: DatabaseTransaction, change: InstallationChange): Promise<void> => {
      const gone = change.happened === 'deleted' ? JSON.stringify(environment.levelsOf(change)) : null;
      await insertEvents(tx, [queued(change, newId(), saidOf(change), { gone })]);
      await wake(tx, change);
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
