import Type from 'typebox';
import {
  Empty,
  Id,
  List,
  Nullable,
  OneOf,
  pagedQuery,
  Timestamp,
  Url,
} from '../../kernel/contract/common-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { inOrganization } from '../organizations/index.ts';
import { PUBLIC_EVENT_TYPES } from '../public-events/index.ts';
import { webhookPolicy } from './webhooks.policy.ts';

/** Subscribes to all types of events, including future ones. */
export const ALL_EVENTS = '*';

const Events = Type.Array(OneOf([ALL_EVENTS, ...PUBLIC_EVENT_TYPES]), {
  minItems: 1,
  maxItems: PUBLIC_EVENT_TYPES.length + 1,
  description: 'The types of events to send; `*` for all',
});
const MAX_PREVIOUS_HOURS = 7 * 24;
const Ids = Type.Array(Id, { minItems: 1, maxItems: 100 });
const Description = Type.String({ maxLength: 500 });

const fields = {
  url: Url,
  description: Description,
  events: Events,
  spaces: Type.Optional(Ids),
  sites: Type.Optional(Ids),
  enabled: Type.Boolean(),
};

const Webhook = Type.Object({
  object: Type.Literal('webhook'),
  id: Id,
  ...fields,
  disabledReason: Type.Optional(
    OneOf(['gone', 'failing'], {
      description:
        'Why the server disabled it: the URL responded with 410, or all deliveries failed for a week',
    }),
  ),
  failingSince: Type.Optional(Timestamp),
  previousSecretUntil: Type.Optional(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  urls: Type.Object({ location: Url }),
});

const WebhookWithSecret = Type.Object({
  ...Webhook.properties,
  secret: Type.String({ description: 'The secret that signs requests; it is shown only once' }),
});

/** The permission of an operation on a webhook. */
export const onWebhook = { policy: webhookPolicy, can: 'view', on: 'webhookId' } as const;

/** Operations on webhooks. */
export const webhooksContract = {
  listWebhooks: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/webhooks',
    summary: 'List the webhooks of an organization',
    permission: inOrganization('admin'),
    scope: 'webhook',
    query: pagedQuery(),
    responses: { 200: List(Webhook) },
  }),
  createWebhook: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/webhooks',
    summary: 'Create a webhook; the response contains the secret that signs its requests',
    permission: inOrganization('admin'),
    scope: 'webhook',
    body: Type.Object({
      url: Url,
      events: Events,
      description: Type.Optional(Description),
      spaces: Type.Optional(Ids),
      sites: Type.Optional(Ids),
      enabled: Type.Optional(Type.Boolean()),
    }),
    responses: { 201: WebhookWithSecret },
  }),
  getWebhook: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/webhooks/{webhookId}',
    summary: 'Get a webhook',
    permission: onWebhook,
    responses: { 200: Webhook },
  }),
  updateWebhook: operation({
    method: 'PATCH',
    path: '/orgs/{organizationId}/webhooks/{webhookId}',
    summary: 'Update a webhook; null removes a filter',
    permission: onWebhook,
    body: Type.Object({
      url: Type.Optional(Url),
      events: Type.Optional(Events),
      description: Type.Optional(Description),
      spaces: Type.Optional(Nullable(Ids)),
      sites: Type.Optional(Nullable(Ids)),
      enabled: Type.Optional(Type.Boolean()),
    }),
    responses: { 200: Webhook },
  }),
  deleteWebhook: operation({
    method: 'DELETE',
    path: '/orgs/{organizationId}/webhooks/{webhookId}',
    summary: 'Delete a webhook with its deliveries',
    permission: onWebhook,
    responses: { 204: Empty },
  }),
  rotateWebhookSecret: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/webhooks/{webhookId}/rotate-secret',
    summary:
      'Replace the secret of a webhook; the old one becomes invalid at once, or signs beside the new one',
    permission: onWebhook,
    body: Type.Object({
      keepPreviousHours: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: MAX_PREVIOUS_HOURS,
          description: 'How long requests are signed with both secrets, so that receivers can change over',
        }),
      ),
    }),
    responses: { 200: WebhookWithSecret },
  }),
};
