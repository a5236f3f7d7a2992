import type { Caller } from '../../../kernel/auth/principal.ts';
import type { PageRequest } from '../../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { conflict } from '../../../kernel/errors/errors.ts';
import type { RecordedEvent } from '../../../kernel/events/events.ts';
import { sortableId } from '../../../kernel/ids.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { type AnnouncedEvent, announcementsOf, BROADCAST_TYPES } from '../../announcements/index.ts';
import type { DeliverySubject, WebhookSubject } from '../webhooks.policy.ts';
import { findListening, holdEnabled, type WebhookKey } from '../webhooks.store.ts';
import { PING } from './deliveries.contract.ts';
import {
  type DeliveryFilter,
  type DeliveryRow,
  findDelivery,
  insertDeliveries,
  listAttempts,
  listDeliveries,
  type NewDelivery,
  renewDelivery,
} from './deliveries.store.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events' | 'jobs'>;

/** The job that sends a webhook what is due. */
export const DELIVER = 'webhooks.deliver';

const isForEverybody = ({ type }: AnnouncedEvent): boolean =>
  (BROADCAST_TYPES as readonly string[]).includes(type);

/** What is to be sent to webhooks, and the log of it. */
export const createDeliveriesService = ({ db, transaction, clock, newId, events, jobs }: Dependencies) => {
  const refused = () => conflict('The webhook is disabled: enable it first');
  const wake = (tx: DatabaseTransaction, webhooks: readonly WebhookKey[]) =>
    jobs.enqueueAll(
      tx,
      DELIVER,
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
    named: Pick<NewDelivery, 'event_id' | 'event_type'>,
  ): NewDelivery => ({
    organization_id: webhook.organization_id,
    id,
    webhook_id: webhook.id,
    ...named,
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

    /** Puts a recorded event into the log of each webhook that wants it, once, to be sent. */
    announce: async (recorded: RecordedEvent): Promise<void> => {
      for (const { organizationId, event } of announcementsOf(recorded).filter((one) =>
        isForEverybody(one.event),
      ))
        await transaction(async (tx) => {
          const listening = await findListening(tx, organizationId, event);
          const made = await insertDeliveries(
            tx,
            listening.map((webhook) =>
              newDelivery(webhook, sortableId(event.eventId), event, {
                event_id: event.eventId,
                event_type: event.type,
              }),
            ),
          );
          await wake(
            tx,
            made.map(({ organization_id, webhook_id: id }) => ({ organization_id, id })),
          );
        });
    },

    /** Sends an event once more; the receiver knows it by its id. */
    redeliver: (caller: Caller, delivery: DeliverySubject): Promise<DeliveryRow> =>
      transaction(async (tx) => {
        if (!(await holdEnabled(tx, delivery.webhook))) throw refused();
        const row = await renewDelivery(tx, delivery, clock.now());
        if (!row) throw conflict('This is being sent already: wait for what comes of it');
        await wake(tx, [delivery.webhook]);
        await record(tx, caller, 'redelivery-requested', row);
        return row;
      }),

    /** Sends an event that says nothing, to see whether it arrives. */
    ping: (caller: Caller, webhook: WebhookSubject): Promise<DeliveryRow> =>
      transaction(async (tx) => {
        if (!(await holdEnabled(tx, webhook))) throw refused();
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
        await wake(tx, [webhook]);
        await record(tx, caller, 'pinged', row!);
        return row!;
      }),
  };
};

/** What is to be sent to webhooks. */
export type DeliveriesService = ReturnType<typeof createDeliveriesService>;
