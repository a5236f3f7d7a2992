import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf } from '../../../kernel/contract/paging.ts';
import { notFound } from '../../../kernel/errors/errors.ts';
import type { IntegrationRow } from '../integrations.store.ts';
import type { EventDeliveryService } from './event-delivery.service.ts';
import type { eventsContract } from './events.contract.ts';
import type { EventsService } from './events.service.ts';
import type { EventRow, LoggedEvent } from './events.store.ts';

const toEvent = ({ name }: IntegrationRow, row: LoggedEvent) => ({
  id: row.id,
  // The API identifies integrations by name.
  integrationId: name,
  ...(row.installation_id !== null && { installationId: row.installation_id }),
  createdAt: row.created_at.toISOString(),
  payload: { ...row.payload },
  // Events that await a retry are shown as failed.
  status: row.status === 'success' ? ('success' as const) : ('failed' as const),
  replayable: row.is_complete,
});

const withTrace = (integration: IntegrationRow, row: LoggedEvent & Pick<EventRow, 'logs'>) => ({
  event: toEvent(integration, row),
  trace: { logs: [...row.logs] },
});

/** Maps operations to the service, and its results to responses. */
export const eventsHandlers = (
  events: EventsService,
  delivery: Pick<EventDeliveryService, 'replay'>,
): Handlers<typeof eventsContract> => ({
  listIntegrationEvents: async ({ subject, page }) =>
    listOf(
      page,
      await events.list(subject, page),
      (row) => [row.id],
      (row) => toEvent(subject, row),
    ),
  getIntegrationEvent: async ({ subject, params }) => {
    const row = await events.find(subject, params.eventId);
    if (!row) throw notFound('event');
    return withTrace(subject, row);
  },
  replayIntegrationEvent: async ({ caller, subject, params }) =>
    withTrace(subject, await delivery.replay(caller, subject, params.eventId)),
  queueIntegrationTask: async ({ caller, subject, body }) => {
    await events.queueTask(caller, subject, body.task, body.schedule);
    return undefined;
  },
});
