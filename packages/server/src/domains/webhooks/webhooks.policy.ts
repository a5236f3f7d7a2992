import { policy } from '../../kernel/auth/policy.ts';
import type { Role } from '../../kernel/contract/common-schemas.ts';
import type { DeliveryRow } from './deliveries/deliveries.store.ts';
import type { WebhookRow } from './webhooks.store.ts';

/** A webhook as a member of its organization meets it. */
export interface WebhookSubject extends WebhookRow {
  readonly organizationRole: Role | null;
}

/** Where events go and what they say is for administrators alone: to others there are no webhooks. */
export const webhookPolicy = policy<WebhookSubject>()('webhook', {
  view: (webhook) => webhook.organizationRole === 'admin',
});

/** A delivery, with the webhook that it is for. */
export interface DeliverySubject extends DeliveryRow {
  readonly webhook: WebhookSubject;
}

/** A delivery is for those who see its webhook. */
export const deliveryPolicy = policy<DeliverySubject>()('webhook delivery', {
  view: ({ webhook }) => webhookPolicy.can.view(webhook),
});
