import Type from 'typebox';
import { Id, List, OneOf, pagedQuery, Timestamp, Url } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { PUBLIC_EVENT_TYPES } from '../../public-events/index.ts';
import { onWebhook } from '../webhooks.contract.ts';
import { deliveryPolicy } from '../webhooks.policy.ts';

/** The type of test events. */
export const PING = 'ping';

const Status = OneOf(['pending', 'succeeded', 'failed']);
const EventType = OneOf([PING, ...PUBLIC_EVENT_TYPES]);

const WebhookDelivery = Type.Object({
  object: Type.Literal('webhook-delivery'),
  id: Id,
  webhook: Id,
  eventId: Type.String({ description: 'The same however often the event is sent' }),
  eventType: EventType,
  status: Status,
  attemptCount: Type.Integer(),
  createdAt: Timestamp,
  finishedAt: Type.Optional(Timestamp),
  nextAttemptAt: Type.Optional(Timestamp),
  urls: Type.Object({ location: Url }),
});

const Attempt = Type.Object({
  number: Type.Integer(),
  startedAt: Timestamp,
  milliseconds: Type.Integer(),
  statusCode: Type.Optional(Type.Integer()),
  error: Type.Optional(Type.String({ description: 'Why there was no answer' })),
  response: Type.Optional(Type.String({ description: 'The beginning of what was answered' })),
});

const WebhookDeliveryWithAttempts = Type.Object({
  ...WebhookDelivery.properties,
  event: Type.Object({}, { additionalProperties: true, description: 'What is sent' }),
  attempts: Type.Array(Attempt),
});

const onDelivery = { policy: deliveryPolicy, can: 'view', on: 'deliveryId' } as const;

/** Operations on the deliveries of webhooks. */
export const deliveriesContract = {
  listWebhookDeliveries: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/webhooks/{webhookId}/deliveries',
    summary: 'What was sent to a webhook, the newest first',
    permission: onWebhook,
    query: pagedQuery({ status: Type.Optional(Status), eventType: Type.Optional(EventType) }),
    responses: { 200: List(WebhookDelivery) },
  }),
  getWebhookDelivery: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/webhooks/{webhookId}/deliveries/{deliveryId}',
    summary: 'What was sent to a webhook, and what came of each attempt',
    permission: onDelivery,
    scope: 'webhook',
    responses: { 200: WebhookDeliveryWithAttempts },
  }),
  redeliverWebhookDelivery: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver',
    summary: 'Send an event to a webhook once more, with the same id',
    permission: onDelivery,
    scope: 'webhook',
    responses: { 200: WebhookDelivery },
  }),
  pingWebhook: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/webhooks/{webhookId}/ping',
    summary: 'Send an event to a webhook that only shows whether it works',
    permission: onWebhook,
    responses: { 201: WebhookDelivery },
  }),
};
