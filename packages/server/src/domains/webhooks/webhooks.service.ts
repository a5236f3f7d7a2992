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
import { abandonDeliveries } from './deliveries/deliveries.store.ts';
import type { webhooksContract } from './webhooks.contract.ts';
import type { WebhookSubject } from './webhooks.policy.ts';
import {
  countWebhooks,
  deleteWebhook,
  findUnknown,
  findWebhook,
  insertWebhook,
  isAnyListening,
  listWebhooks,
  type Topic,
  updateWebhook,
  type WebhookKey,
  type WebhookRow,
} from './webhooks.store.ts';

type Dependencies = Pick<
  Kernel,
  'db' | 'transaction' | 'clock' | 'newId' | 'events' | 'secrets' | 'egress'
> & { readonly organizations: Pick<OrganizationsService, 'find'> };
type Wish = Static<(typeof webhooksContract)['createWebhook']['body']>;
type Changes = Static<(typeof webhooksContract)['updateWebhook']['body']>;

const MOST_WEBHOOKS = 50;
const SECRET_LENGTH = 40;
const FIELDS = {
  url: 'url',
  description: 'description',
  events: 'events',
  spaces: 'spaces',
  sites: 'sites',
  enabled: 'enabled',
};

/** The secret of a webhook, as it is kept. */
export const createSafe = ({ secrets }: Pick<Kernel, 'secrets'>) => {
  const associated = ({ organization_id, id }: WebhookKey) => `${organization_id}/${id}`;
  return {
    close: (key: WebhookKey, secret: string) => secrets.encrypt('webhooks', associated(key), secret),
    open: (row: WebhookRow) => secrets.decrypt('webhooks', associated(row), row.secret),
  };
};

const unique = <T>(all: readonly T[]): T[] => [...new Set(all)];

/** Where organizations want to be told of what happens. */
export const createWebhooksService = (parts: Dependencies) => {
  const { db, transaction, clock, newId, events, egress, organizations } = parts;
  const safe = createSafe(parts);
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

  // Names are looked up when something is sent: what they lead to changes. What is written out is refused at once.
  const checkUrl = async (url: string | undefined): Promise<void> => {
    if (url === undefined) return;
    const fault = await checkCallbackUrl(egress, url);
    if (fault) throw invalid({ path: 'body.url', message: fault.message });
  };

  const checkFilters = async (organizationId: string, wish: Pick<Changes, 'spaces' | 'sites'>) => {
    for (const field of ['spaces', 'sites'] as const) {
      const ids = wish[field] ?? [];
      if (ids.length === 0) continue;
      const unknown = await findUnknown(db, organizationId, field, ids);
      const at = ids.findIndex((id) => unknown.has(id));
      if (at >= 0)
        throw invalid({ path: `body.${field}.${at}`, message: `is not one of the organization's ${field}` });
    }
  };

  return {
    /** A webhook as the caller meets it; an organization that is not theirs does not exist. */
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

    /** Whether anybody wants to be told of something. */
    listens: (organizationId: string, topic: Topic): Promise<boolean> =>
      isAnyListening(db, organizationId, topic),

    create: async (
      caller: Caller,
      organization: OrganizationSubject,
      wish: Wish,
    ): Promise<{ row: WebhookRow; secret: string }> => {
      await checkUrl(wish.url);
      await checkFilters(organization.id, wish);
      const key = { organization_id: organization.id, id: newId() };
      const secret = newSecret();
      return transaction(async (tx) => {
        if ((await countWebhooks(tx, organization.id)) >= MOST_WEBHOOKS)
          throw conflict(`An organization has ${MOST_WEBHOOKS} webhooks at most`);
        const at = clock.now();
        const row = await insertWebhook(tx, {
          ...key,
          url: wish.url,
          description: wish.description ?? '',
          events: unique(wish.events),
          spaces: wish.spaces ? unique(wish.spaces) : null,
          sites: wish.sites ? unique(wish.sites) : null,
          enabled: wish.enabled ?? true,
          disabled_reason: null,
          secret: safe.close(key, secret),
          failing_since_at: null,
          created_by: caller.principal.userId,
          created_at: at,
          updated_at: at,
        });
        await record(tx, caller, 'created', row, { url: row.url, events: row.events, enabled: row.enabled });
        return { row, secret };
      });
    },

    /** Changes a webhook; one that is enabled again begins with a clean slate, and one that is disabled sends nothing more. */
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
        const fresh = values.enabled === undefined ? {} : { disabled_reason: null, failing_since_at: null };
        const row = await updateWebhook(tx, webhook, { ...values, ...fresh });
        if (values.enabled === false) await abandonDeliveries(tx, webhook, at);
        await record(tx, caller, 'updated', now, changedFields(changed, FIELDS));
        return row!;
      });
    },

    remove: (caller: Caller, webhook: WebhookSubject): Promise<void> =>
      transaction(async (tx) => {
        if (await deleteWebhook(tx, webhook)) await record(tx, caller, 'deleted', webhook);
      }),

    rotateSecret: (caller: Caller, webhook: WebhookSubject): Promise<{ row: WebhookRow; secret: string }> =>
      transaction(async (tx) => {
        const secret = newSecret();
        const row = await updateWebhook(tx, webhook, {
          secret: safe.close(webhook, secret),
          updated_at: clock.now(),
        });
        if (!row) throw notFound('webhook');
        await record(tx, caller, 'secret-rotated', row);
        return { row, secret };
      }),
  };
};

/** Where organizations want to be told of what happens. */
export type WebhooksService = ReturnType<typeof createWebhooksService>;
