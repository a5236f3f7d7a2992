import type { Static } from 'typebox';
import type { Handlers } from '../../kernel/contract/operation.ts';
import { listOf } from '../../kernel/contract/paging.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { Links } from '../../kernel/links.ts';
import { hasPreviousSecret } from './webhook-secrets.ts';
import type { webhooksContract } from './webhooks.contract.ts';
import type { WebhooksService } from './webhooks.service.ts';
import type { WebhookRow } from './webhooks.store.ts';

type WebhookObject = Static<(typeof webhooksContract)['getWebhook']['responses'][200]>;

/** The API object of a webhook. */
const toWebhook = (links: Links, row: WebhookRow, now: Date): WebhookObject => ({
  object: 'webhook',
  id: row.id,
  url: row.url,
  description: row.description,
  events: row.events as WebhookObject['events'],
  ...(row.spaces && { spaces: row.spaces }),
  ...(row.sites && { sites: row.sites }),
  enabled: row.enabled,
  ...(row.disabled_reason && {
    disabledReason: row.disabled_reason as NonNullable<WebhookObject['disabledReason']>,
  }),
  ...(row.failing_since_at && { failingSince: row.failing_since_at.toISOString() }),
  ...(hasPreviousSecret(row, now) && { previousSecretUntil: row.previous_secret_ends_at!.toISOString() }),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  urls: { location: links.apiUrl(`/orgs/${row.organization_id}/webhooks/${row.id}`) },
});

/** Maps operations to the service, and its results to responses. */
export const webhooksHandlers = (
  webhooks: WebhooksService,
  { links, clock }: Pick<Kernel, 'links' | 'clock'>,
): Handlers<typeof webhooksContract> => {
  const toObject = (row: WebhookRow) => toWebhook(links, row, clock.now());
  const withSecret = ({ row, secret }: { row: WebhookRow; secret: string }) => ({ ...toObject(row), secret });
  return {
    listWebhooks: async ({ subject, page }) =>
      listOf(page, await webhooks.list(subject, page), (row) => [row.id], toObject),
    createWebhook: async ({ caller, subject, body }) =>
      withSecret(await webhooks.create(caller, subject, body)),
    getWebhook: async ({ subject }) => toObject(subject),
    updateWebhook: async ({ caller, subject, body }) =>
      toObject(await webhooks.update(caller, subject, body)),
    deleteWebhook: async ({ caller, subject }) => {
      await webhooks.remove(caller, subject);
      return undefined;
    },
    rotateWebhookSecret: async ({ caller, subject, body }) =>
      withSecret(await webhooks.rotateSecret(caller, subject, body.keepPreviousHours)),
  };
};
