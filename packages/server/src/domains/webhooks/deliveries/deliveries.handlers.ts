import type { Static } from 'typebox';
import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf } from '../../../kernel/contract/paging.ts';
import type { Links } from '../../../kernel/links.ts';
import type { deliveriesContract } from './deliveries.contract.ts';
import type { DeliveriesService } from './deliveries.service.ts';
import type { AttemptRow, DeliveryRow } from './deliveries.store.ts';

type DeliveryObject = Static<(typeof deliveriesContract)['redeliverWebhookDelivery']['responses'][200]>;

const toDelivery = (links: Links, row: DeliveryRow): DeliveryObject => ({
  object: 'webhook-delivery',
  id: row.id,
  webhook: row.webhook_id,
  eventId: row.event_id,
  eventType: row.event_type as DeliveryObject['eventType'],
  status: row.status,
  attemptCount: row.attempts,
  createdAt: row.created_at.toISOString(),
  ...(row.finished_at && { finishedAt: row.finished_at.toISOString() }),
  ...(row.due_at && { nextAttemptAt: row.due_at.toISOString() }),
  urls: {
    location: links.apiUrl(`/orgs/${row.organization_id}/webhooks/${row.webhook_id}/deliveries/${row.id}`),
  },
});

const toAttempt = (row: AttemptRow) => ({
  number: row.number,
  startedAt: row.started_at.toISOString(),
  milliseconds: row.milliseconds,
  ...(row.status_code !== null && { statusCode: row.status_code }),
  ...(row.error !== null && { error: row.error }),
  ...(row.response !== null && { response: row.response }),
});

/** Maps operations to the service, and its results to responses. */
export const deliveriesHandlers = (
  deliveries: DeliveriesService,
  links: Links,
): Handlers<typeof deliveriesContract> => ({
  listWebhookDeliveries: async ({ subject, query, page }) =>
    listOf(
      page,
      await deliveries.list(subject, query, page),
      (row) => [row.id],
      (row) => toDelivery(links, row),
    ),
  getWebhookDelivery: async ({ subject }) => ({
    ...toDelivery(links, subject),
    event: JSON.parse(subject.body) as object,
    attempts: (await deliveries.attemptsOf(subject)).map(toAttempt),
  }),
  redeliverWebhookDelivery: async ({ caller, subject }) =>
    toDelivery(links, await deliveries.redeliver(caller, subject)),
  pingWebhook: async ({ caller, subject }) => toDelivery(links, await deliveries.ping(caller, subject)),
});
