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
  eventId: Type.String({ description: 'The same for all deliveries of an event' }),
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
  error: Type.Optional(Type.String({ description: 'The error, if there was no response' })),
  response: Type.Optional(Type.String({ description: 'The beginning of the response body' })),
});

const WebhookDeliveryWithAttempts = Type.Object({
  ...WebhookDelivery.properties,
  event: Type.Object({}, { additionalProperties: true, description: 'The request body' }),
  attempts: Type.Array(Attempt),
});

const onDelivery = { policy: deliveryPolicy, can: 'view', on: 'deliveryId' } as const;

/** Operations on the deliveries of webhooks. */
export const deliveriesContract = {
  listWebhookDeliveries: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/webhooks/{webhookId}/deliveries',
    summary: 'List the deliveries of a webhook, newest first',
    permission: onWebhook,
    query: pagedQuery({ status: Type.Optional(Status), eventType: Type.Optional(EventType) }),
    responses: { 200: List(WebhookDelivery) },
  }),
  getWebhookDelivery: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/webhooks/{webhookId}/deliveries/{deliveryId}',
    summary: 'Get a delivery of a webhook, with its attempts',
    permission: onDelivery,
    scope: 'webhook',
    responses: { 200: WebhookDeliveryWithAttempts },
  }),
  redeliverWebhookDelivery: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver',
    summary: 'Send an event to a webhook again, with the same event id',
    permission: onDelivery,
    scope: 'webhook',
    responses: { 200: WebhookDelivery },
  }),
  pingWebhook: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/webhooks/{webhookId}/ping',
    summary: 'Send a test event to a webhook',
    permission: onWebhook,
    responses: { 201: WebhookDelivery },
  }),
};
