import type { Caller } from '../../../kernel/auth/principal.ts';
import type { PageRequest } from '../../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { conflict } from '../../../kernel/errors/errors.ts';
import type { RecordedEvent } from '../../../kernel/events/event.ts';
import { sortableId } from '../../../kernel/ids.ts';
import { jobName } from '../../../kernel/jobs/jobs.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { PUBLIC_EVENT_TYPES, type PublicEvent, toPublicEvents } from '../../public-events/index.ts';
import type { DeliverySubject, WebhookSubject } from '../webhooks.policy.ts';
import { findSubscribers, lockIfEnabled, type WebhookKey } from '../webhooks.store.ts';
import { PING } from './deliveries.contract.ts';
import {
  type DeliveryFilter,
  type DeliveryRow,
  findDelivery,
  insertDeliveries,
  listAttempts,
  listDeliveries,
  type NewDelivery,
  resetDelivery,
} from './deliveries.store.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events' | 'jobs'>;

/** The job that sends the due deliveries of a webhook. */
export const DELIVERY_JOB = jobName<WebhookKey>('webhooks.deliver');

const isPublic = ({ type }: PublicEvent): boolean => (PUBLIC_EVENT_TYPES as readonly string[]).includes(type);

/** Queues deliveries for webhooks, and reads their log. */
export const createDeliveriesService = ({ db, transaction, clock, newId, events, jobs }: Dependencies) => {
  const webhookDisabled = () => conflict('The webhook is disabled: enable it first');
  const enqueueDelivery = (tx: DatabaseTransaction, webhooks: readonly WebhookKey[]) =>
    jobs.enqueueAll(
      tx,
      DELIVERY_JOB,
      webhooks.map(({ organization_id, id }) => ({ organization_id, id })),
    );
  const record = (tx: DatabaseTransaction, caller: Caller, action: string, row: DeliveryRow) =>
    events.record(tx, caller, {
      organizationId: row.organization_id,
      action: `webhook.${action}`,
      target: { type: 'webhook', id: row.webhook_id },
      payload: { delivery: row.id, event: row.event_id },
    });
  const newDelivery = (
    webhook: WebhookKey,
    id: string,
    event: object,
    eventColumns: Pick<NewDelivery, 'event_id' | 'event_type'>,
  ): NewDelivery => ({
    organization_id: webhook.organization_id,
    id,
    webhook_id: webhook.id,
    ...eventColumns,
    body: JSON.stringify(event),
    created_at: clock.now(),
  });

  return {
    find: async (webhook: WebhookSubject, id: string): Promise<DeliverySubject | undefined> => {
      const row = await findDelivery(db, webhook, id);
      return row && { ...row, webhook };
    },

    list: (webhook: WebhookSubject, filter: DeliveryFilter, page: PageRequest) =>
      listDeliveries(db, webhook, filter, page),

    attemptsOf: (delivery: DeliverySubject) => listAttempts(db, delivery),

    /** Queues a delivery of a recorded event for each webhook that subscribes to it; idempotent. */
    queueForSubscribers: async (recorded: RecordedEvent): Promise<void> => {
      for (const { organizationId, event } of toPublicEvents(recorded).filter((one) => isPublic(one.event)))
        await transaction(async (tx) => {
          const subscribers = await findSubscribers(tx, organizationId, event);
          const made = await insertDeliveries(
            tx,
            subscribers.map((webhook) =>
              newDelivery(webhook, sortableId(event.eventId), event, {
                event_id: event.eventId,
                event_type: event.type,
              }),
            ),
          );
          await enqueueDelivery(
            tx,
            made.map(({ organization_id, webhook_id: id }) => ({ organization_id, id })),
          );
        });
    },

    /** Sends an event again, with the same event id. */
    redeliver: (caller: Caller, delivery: DeliverySubject): Promise<DeliveryRow> =>
      transaction(async (tx) => {
        if (!(await lockIfEnabled(tx, delivery.webhook))) throw webhookDisabled();
        const row = await resetDelivery(tx, delivery, clock.now());
        if (!row) throw conflict('The delivery is pending: wait for its result before you redeliver it');
        await enqueueDelivery(tx, [delivery.webhook]);
        await record(tx, caller, 'redelivery-requested', row);
        return row;
      }),

    /** Sends a test event. */
    ping: (caller: Caller, webhook: WebhookSubject): Promise<DeliveryRow> =>
      transaction(async (tx) => {
        if (!(await lockIfEnabled(tx, webhook))) throw webhookDisabled();
        const id = newId();
        const event = {
          eventId: id,
          type: PING,
          organizationId: webhook.organization_id,
          webhookId: webhook.id,
        };
        const [row] = await insertDeliveries(tx, [
          newDelivery(webhook, id, event, { event_id: id, event_type: PING }),
        ]);
        await enqueueDelivery(tx, [webhook]);
        await record(tx, caller, 'pinged', row!);
        return row!;
      }),
  };
};

/** Service for the deliveries of webhooks. */
export type DeliveriesService = ReturnType<typeof createDeliveriesService>;
