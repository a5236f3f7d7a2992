import { policy } from '../../kernel/auth/policy.ts';
import type { Role } from '../../kernel/contract/common-schemas.ts';
import type { DeliveryRow } from './deliveries/deliveries.store.ts';
import type { WebhookRow } from './webhooks.store.ts';

/** A webhook with the caller's role in its organization. */
export interface WebhookSubject extends WebhookRow {
  readonly organizationRole: Role | null;
}

/** Only administrators see webhooks. */
export const webhookPolicy = policy<WebhookSubject>()('webhook', {
  view: (webhook) => webhook.organizationRole === 'admin',
});

/** A delivery with its webhook. */
export interface DeliverySubject extends DeliveryRow {
  readonly webhook: WebhookSubject;
}

/** Deliveries are visible to those who see their webhook. */
export const deliveryPolicy = policy<DeliverySubject>()('webhook delivery', {
  view: ({ webhook }) => webhookPolicy.can.view(webhook),
});
