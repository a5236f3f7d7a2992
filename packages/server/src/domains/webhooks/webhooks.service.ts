import type { Static } from 'typebox';
import type { Caller } from '../../kernel/auth/principal.ts';
import { checkCallbackUrl } from '../../kernel/check-callback-url.ts';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { conflict, invalid, notFound } from '../../kernel/errors/errors.ts';
import { changedFields, changesOf, newValues } from '../../kernel/events/field-changes.ts';
import { randomText } from '../../kernel/ids.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import {
  type OrganizationSubject,
  type OrganizationsService,
  organizationPolicy,
} from '../organizations/index.ts';
import { failPendingDeliveries } from './deliveries/deliveries.store.ts';
import { createWebhookSecrets } from './webhook-secrets.ts';
import type { webhooksContract } from './webhooks.contract.ts';
import type { WebhookSubject } from './webhooks.policy.ts';
import {
  countWebhooks,
  deleteWebhook,
  type EventTopic,
  findUnknownIds,
  findWebhook,
  hasSubscribers,
  insertWebhook,
  listWebhooks,
  replaceSecret,
  updateWebhook,
  type WebhookRow,
} from './webhooks.store.ts';

type Dependencies = Pick<
  Kernel,
  'db' | 'transaction' | 'clock' | 'newId' | 'events' | 'secrets' | 'egress'
> & { readonly organizations: Pick<OrganizationsService, 'find'> };
type NewWebhook = Static<(typeof webhooksContract)['createWebhook']['body']>;
type Changes = Static<(typeof webhooksContract)['updateWebhook']['body']>;

const MAX_WEBHOOKS = 50;
const SECRET_LENGTH = 40;
const HOUR_MS = 60 * 60 * 1000;
const FIELDS = {
  url: 'url',
  description: 'description',
  events: 'events',
  spaces: 'spaces',
  sites: 'sites',
  enabled: 'enabled',
};

const unique = <T>(all: readonly T[]): T[] => [...new Set(all)];

/** Webhooks of organizations. */
export const createWebhooksService = (deps: Dependencies) => {
  const { db, transaction, clock, newId, events, egress, organizations } = deps;
  const webhookSecrets = createWebhookSecrets(deps);
  const newSecret = () => `whsec_${randomText(SECRET_LENGTH)}`;
  const record = (
    tx: DatabaseTransaction,
    caller: Caller,
    action: string,
    webhook: WebhookRow,
    payload: Record<string, unknown> = {},
  ) =>
    events.record(tx, caller, {
      organizationId: webhook.organization_id,
      action: `webhook.${action}`,
      target: { type: 'webhook', id: webhook.id, label: webhook.url },
      payload,
    });

  // Rejects private addresses in the URL; hostnames are checked on each delivery, since DNS can change.
  const checkUrl = async (url: string | undefined): Promise<void> => {
    if (url === undefined) return;
    const urlError = await checkCallbackUrl(egress, url);
    if (urlError) throw invalid({ path: 'body.url', message: urlError.problem });
  };

  const checkFilters = async (organizationId: string, webhook: Pick<Changes, 'spaces' | 'sites'>) => {
    for (const field of ['spaces', 'sites'] as const) {
      const ids = webhook[field] ?? [];
      if (ids.length === 0) continue;
      const unknown = await findUnknownIds(db, organizationId, field, ids);
      const at = ids.findIndex((id) => unknown.has(id));
      if (at >= 0)
        throw invalid({ path: `body.${field}.${at}`, message: `is not one of the organization's ${field}` });
    }
  };

  return {
    /** A webhook with the caller's role; throws 404 if the caller cannot see the organization. */
    find: async (
      userId: string,
      organizationId: string,
      webhookId: string,
    ): Promise<WebhookSubject | undefined> => {
      const organization = await organizations.find(organizationId, userId);
      if (!organization || !organizationPolicy.can.view(organization)) throw notFound('organization');
      const row = await findWebhook(db, { organization_id: organizationId, id: webhookId });
      return row && { ...row, organizationRole: organization.role };
    },

    list: (organization: OrganizationSubject, page: PageRequest): Promise<Page<WebhookRow>> =>
      listWebhooks(db, organization.id, page),

    /** Whether any enabled webhook subscribes to an event. */
    hasSubscribers: (organizationId: string, topic: EventTopic): Promise<boolean> =>
      hasSubscribers(db, organizationId, topic),

    create: async (
      caller: Caller,
      organization: OrganizationSubject,
      webhook: NewWebhook,
    ): Promise<{ row: WebhookRow; secret: string }> => {
      await checkUrl(webhook.url);
      await checkFilters(organization.id, webhook);
      const key = { organization_id: organization.id, id: newId() };
      const secret = newSecret();
      return transaction(async (tx) => {
        if ((await countWebhooks(tx, organization.id)) >= MAX_WEBHOOKS)
          throw conflict(`An organization can have at most ${MAX_WEBHOOKS} webhooks`);
        const at = clock.now();
        const row = await insertWebhook(tx, {
          ...key,
          url: webhook.url,
          description: webhook.description ?? '',
          events: unique(webhook.events),
          spaces: webhook.spaces ? unique(webhook.spaces) : null,
          sites: webhook.sites ? unique(webhook.sites) : null,
          enabled: webhook.enabled ?? true,
          disabled_reason: null,
          secret: webhookSecrets.encrypt(key, secret),
          previous_secret: null,
          previous_secret_ends_at: null,
          failing_since_at: null,
          created_by: caller.principal.userId,
          created_at: at,
          updated_at: at,
        });
        await record(tx, caller, 'created', row, { url: row.url, events: row.events, enabled: row.enabled });
        return { row, secret };
      });
    },

    /** Updates a webhook. Enabling resets its failures; disabling fails its pending deliveries. */
    update: async (caller: Caller, webhook: WebhookSubject, changes: Changes): Promise<WebhookRow> => {
      await checkUrl(changes.url);
      await checkFilters(webhook.organization_id, changes);
      return transaction(async (tx) => {
        const at = clock.now();
        const now = await updateWebhook(tx, webhook, { updated_at: at });
        if (!now) throw notFound('webhook');
        const changed = changesOf<WebhookRow>(now, {
          url: changes.url,
          description: changes.description,
          events: changes.events && unique(changes.events),
          spaces: changes.spaces && unique(changes.spaces),
          sites: changes.sites && unique(changes.sites),
          enabled: changes.enabled,
        });
        const values = newValues(changed);
        if (!values) return now;
        const reset = values.enabled === undefined ? {} : { disabled_reason: null, failing_since_at: null };
        const row = await updateWebhook(tx, webhook, { ...values, ...reset });
        if (values.enabled === false) await failPendingDeliveries(tx, webhook, at);
        await record(tx, caller, 'updated', now, changedFields(changed, FIELDS));
        return row!;
      });
    },

    remove: (caller: Caller, webhook: WebhookSubject): Promise<void> =>
      transaction(async (tx) => {
        if (await deleteWebhook(tx, webhook)) await record(tx, caller, 'deleted', webhook);
      }),

    /** Replaces the secret; the present one signs beside it for some hours, if wanted. */
    rotateSecret: (
      caller: Caller,
      webhook: WebhookSubject,
      keepPreviousHours = 0,
    ): Promise<{ row: WebhookRow; secret: string }> =>
      transaction(async (tx) => {
        const secret = newSecret();
        const at = clock.now();
        const row = await replaceSecret(tx, webhook, {
          secret: webhookSecrets.encrypt(webhook, secret),
          previousUntil: keepPreviousHours > 0 ? new Date(at.getTime() + keepPreviousHours * HOUR_MS) : null,
          at,
        });
        if (!row) throw notFound('webhook');
        await record(tx, caller, 'secret-rotated', row, keepPreviousHours > 0 ? { keepPreviousHours } : {});
        return { row, secret };
      }),
  };
};

/** Service for webhooks. */
export type WebhooksService = ReturnType<typeof createWebhooksService>;
