import type { EventChain } from '../../../kernel/auth/chained-tokens.ts';
import type { Caller } from '../../../kernel/auth/principal.ts';
import type { PageRequest } from '../../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { ApiError } from '../../../kernel/errors/errors.ts';
import type { RecordedEvent } from '../../../kernel/events/event.ts';
import { deterministicSortableId, timeOfUuid } from '../../../kernel/ids.ts';
import { serverLogLine } from '../../../kernel/integration-scripts.ts';
import { jobName } from '../../../kernel/jobs/jobs.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { type PublicEvent, toPublicEvents } from '../../public-events/index.ts';
import type { InstallationChange } from '../installations/installation-changes.ts';
import type { InstallationRow } from '../installations/installations.store.ts';
import type { IntegrationRow } from '../integrations.store.ts';
import type { Recipient } from '../scripts/recipients.store.ts';
import type { ScriptEnvironmentService } from '../scripts/script-environment.service.ts';
import { chainLimits, chainNames } from './chain-limits.ts';
import {
  CHAIN_WINDOW_MS,
  chainOfCall,
  chainOfEvent,
  formatChain,
  MAX_EVENTS_PER_CHAIN,
  notPassedOnMessage,
  tooManyMessage,
} from './event-chains.ts';
import { subscribersOf } from './event-subscriptions.ts';
import {
  countEventsOfChain,
  countTasks,
  findEvent,
  findLastFailure,
  hasRepeated,
  insertEvents,
  listEvents,
  lockChain,
  type NewEvent,
  type OwnAction,
  type QueueKey,
  recipientColumns,
  TASK_EVENT,
  toStoredLogs,
} from './events.store.ts';
import { loggedColumns } from './redact-event.ts';
import type { UnsentEvent } from './script-calls.service.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'jobs'> {
  readonly environment: Pick<ScriptEnvironmentService, 'recipients' | 'installationObjects'>;
}

/** The job that delivers the due events of an integration. */
export const DELIVERY_JOB = jobName<QueueKey>('integrations.deliver');

/** Limits events about an installation's own actions, which could trigger the same action again, endlessly. */
const MAX_OWN_EVENTS_PER_MINUTE = 20;
const MINUTE_MS = 60_000;
const SUPPRESSED_MESSAGE = `Not delivered: the integration did this itself, more than ${MAX_OWN_EVENTS_PER_MINUTE} times within a minute.`;

const INSERT_BATCH = 1000;
const MAX_PENDING_TASKS = 1000;
const RETRY_AFTER_SECONDS = 60;

const idOf = ({ integration }: Recipient): string => integration.id;

/** The event about a change of an installation. */
const installationEvent = ({ type, installation, content, previous }: InstallationChange): UnsentEvent => ({
  type: `${content ? `${content.kind}_` : ''}installation_${type}`,
  installationId: installation.id,
  ...(content && { [`${content.kind}Id`]: content.content_id }),
  ...(type === 'setup'
    ? { status: (content ?? installation).status, ...(previous && { previous }) }
    : { previous: { configuration: previous?.configuration ?? {} } }),
});

/** Queues events for integrations, and reads their log. */
export const createEventsService = ({ db, transaction, clock, newId, jobs, environment }: Dependencies) => {
  const pendingEvent = (
    recipient: Recipient,
    id: string,
    event: UnsentEvent,
    chain: EventChain,
    more: Partial<NewEvent> = {},
  ): NewEvent => ({
    ...recipientColumns(recipient),
    id,
    type: event.type,
    payload: JSON.stringify({ ...event, eventId: id }),
    status: 'pending',
    due_at: clock.now(),
    created_at: clock.now(),
    origin_id: chain.origin,
    chain_path: [...chain.path],
    ...more,
  });
  /** An event that is logged but not delivered. */
  const suppress = (event: NewEvent, message: string): NewEvent => ({
    ...event,
    ...loggedColumns(JSON.parse(String(event.payload))),
    status: 'failed',
    due_at: null,
    logs: toStoredLogs([serverLogLine('warn', message)]),
  });
  const enqueueDelivery = (tx: DatabaseTransaction, { integration }: Recipient, startAfter?: Date) =>
    jobs.enqueue(
      tx,
      DELIVERY_JOB,
      { organization_id: integration.organization_id, integration_id: integration.id },
      startAfter && { startAfter },
    );

  /** Whether an action was repeated too often within a minute. */
  const isRateLimited = (tx: Database, action: OwnAction, at: Date) =>
    hasRepeated(tx, action, new Date(at.getTime() - MINUTE_MS), MAX_OWN_EVENTS_PER_MINUTE + 1);

  /** Tells the integration whose action was not passed on to others, in its own log. */
  const noticeFor = async (
    organizationId: string,
    chain: EventChain,
    { eventId, ...event }: PublicEvent,
    others: readonly Recipient[],
  ): Promise<NewEvent[]> => {
    const causer = chain.path.at(-1);
    if (causer === undefined || others.length === 0) return [];
    if (others.some(({ integration }) => integration.id === causer)) return [];
    const names = await chainNames(db, { ...chain, path: [...chain.path, ...others.map(idOf)] });
    const integrationName = names.find(causer);
    if (integrationName === undefined) return [];
    const recipients = await environment.recipients({ organizationId, integrationName });
    return recipients.map((recipient) => {
      const shownTo = names.shownTo(recipient.integration.organization_id);
      const installationId = recipient.installation!.id;
      const id = deterministicSortableId(eventId, `not passed on ${installationId}`);
      return suppress(
        pendingEvent(recipient, id, { ...event, installationId }, chain),
        notPassedOnMessage([...new Set(others.map(idOf).map(shownTo))], formatChain(chain, shownTo)),
      );
    });
  };

  const isChangeRateLimited = async (
    tx: DatabaseTransaction,
    { integration, installation, content, ownAction }: InstallationChange,
  ): Promise<boolean> =>
    ownAction !== undefined &&
    (await isRateLimited(
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
    list: (integration: IntegrationRow, page: PageRequest) => listEvents(db, integration, page),

    find: (integration: IntegrationRow, id: string) => findEvent(db, integration, id),

    lastFailure: (installation: InstallationRow) => findLastFailure(db, installation),

    /** Queues a recorded event for each active installation that subscribes to it; idempotent. */
    queueForSubscribers: async (recorded: RecordedEvent): Promise<void> => {
      for (const { organizationId, event: publicEvent } of toPublicEvents(recorded)) {
        const subscribers = subscribersOf(publicEvent);
        if (!subscribers) continue;
        const { eventId, ...event } = publicEvent;
        const recipients = await environment.recipients({ organizationId, ...subscribers });
        const isOwnAction = ({ installation }: Recipient) => installation!.account_id === recorded.actor.id;
        const isLimited =
          recipients.some(isOwnAction) &&
          (await isRateLimited(
            db,
            {
              organizationId,
              action: recorded.action,
              actors: [recorded.actor.id],
              target: subscribers.content,
              upTo: recorded.id,
            },
            timeOfUuid(recorded.id),
          ));
        const chain = chainOfEvent(recorded.id, recorded.chain);
        const limitOf = await transaction(async (tx) => {
          if (recorded.chain) await lockChain(tx, recorded.chain);
          const limits = await chainLimits(
            tx,
            recorded.chain,
            recipients.map(({ integration }) => integration),
            clock.now(),
          );
          await insertEvents(
            tx,
            recipients.map((recipient) => {
              const installationId = recipient.installation!.id;
              const pending = pendingEvent(
                recipient,
                deterministicSortableId(eventId, installationId),
                { ...event, installationId },
                chain,
                { created_at: timeOfUuid(eventId) },
              );
              const limit =
                isLimited && isOwnAction(recipient) ? SUPPRESSED_MESSAGE : limits(recipient.integration);
              return limit === undefined ? pending : suppress(pending, limit);
            }),
          );
          for (const recipient of recipients) await enqueueDelivery(tx, recipient);
          return limits;
        });
        const refused = recipients.filter(({ integration }) => limitOf(integration) !== undefined);
        await insertEvents(db, await noticeFor(organizationId, chain, publicEvent, refused));
      }
    },

    /** Whether any installation subscribes to events of a type on a site. */
    hasSubscribers: async (
      organizationId: string,
      topic: { readonly type: string; readonly siteId: string },
    ): Promise<boolean> => {
      const subscribers = subscribersOf({ ...topic });
      return (
        subscribers !== undefined &&
        (await environment.recipients({ organizationId, ...subscribers })).length > 0
      );
    },

    /** Queues the events about changes of installations; those about deleted ones carry their last state. */
    queueInstallationEvents: async (
      tx: DatabaseTransaction,
      ...changes: readonly InstallationChange[]
    ): Promise<void> => {
      const newEvents: NewEvent[] = [];
      for (const change of changes) {
        const gone =
          change.type === 'deleted' ? JSON.stringify(environment.installationObjects(change)) : null;
        const id = newId();
        const chain = chainOfEvent(id, change.chain);
        const pending = pendingEvent(change, id, installationEvent(change), chain, { gone });
        // Stops integrations that update themselves on every update event.
        const limit = (await isChangeRateLimited(tx, change))
          ? SUPPRESSED_MESSAGE
          : (await chainLimits(tx, change.chain, [change.integration], clock.now()))(change.integration);
        newEvents.push(limit === undefined ? pending : suppress(pending, limit));
      }
      for (let from = 0; from < newEvents.length; from += INSERT_BATCH)
        await insertEvents(tx, newEvents.slice(from, from + INSERT_BATCH));
      const byIntegration = new Map(changes.map((change) => [change.integration.id, change]));
      for (const change of byIntegration.values()) await enqueueDelivery(tx, change);
    },

    /** Queues a task of an integration, to be delivered after a number of seconds. */
    queueTask: async (
      { principal }: Caller,
      integration: IntegrationRow,
      task: object,
      seconds = 0,
    ): Promise<void> => {
      const now = clock.now().getTime();
      const id = newId();
      const chain = chainOfCall(id, principal.chain, integration.id);
      const since = new Date(now - CHAIN_WINDOW_MS);
      const refusal = await transaction(async (tx) => {
        if ((await countTasks(tx, integration, MAX_PENDING_TASKS)) >= MAX_PENDING_TASKS)
          return `${integration.name} has ${MAX_PENDING_TASKS} pending tasks: try again later`;
        const count =
          (await countEventsOfChain(tx, chain, [integration], since)).get(integration.id)?.events ?? 0;
        const due_at = new Date(now + seconds * 1000);
        const pending = pendingEvent({ integration }, id, { type: TASK_EVENT, task }, chain, { due_at });
        if (count < MAX_EVENTS_PER_CHAIN) {
          await insertEvents(tx, [pending]);
          await enqueueDelivery(tx, { integration }, seconds > 0 ? due_at : undefined);
          return undefined;
        }
        // Logged once; a script may try again and again.
        if (count === MAX_EVENTS_PER_CHAIN)
          await insertEvents(tx, [suppress(pending, tooManyMessage(chain))]);
        return tooManyMessage(chain);
      });
      if (refusal !== undefined) throw new ApiError(429, refusal, { retryAfter: RETRY_AFTER_SECONDS });
    },
  };
};

/** Service for the events of integrations. */
export type EventsService = ReturnType<typeof createEventsService>;
