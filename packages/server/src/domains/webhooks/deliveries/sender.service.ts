import { createHmac } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { EgressError } from '../../../kernel/egress.ts';
import { SYSTEM } from '../../../kernel/events/events.ts';
import { createFairDispatcher } from '../../../kernel/jobs/fair-dispatcher.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { createWebhookSecrets } from '../webhook-secrets.ts';
import {
  findWebhook,
  markFailing,
  markWorking,
  updateWebhook,
  type WebhookKey,
  type WebhookRow,
} from '../webhooks.store.ts';
import { PING } from './deliveries.contract.ts';
import { DELIVERY_JOB } from './deliveries.service.ts';
import {
  claimDeliveries,
  type DeliveryRow,
  deleteOldDeliveries,
  failPendingDeliveries,
  findOverdue,
  recordAttempt,
} from './deliveries.store.ts';
import {
  type DeliveryOutcome,
  type DeliveryResponse,
  deliveryHeaders,
  webhookOutcomeOf,
} from './delivery-retry.ts';

type Dependencies = Pick<
  Kernel,
  'db' | 'transaction' | 'clock' | 'events' | 'jobs' | 'secrets' | 'egress' | 'limits'
>;

const TIMEOUT_MS = 10_000;
// Longer than an attempt takes: a process that has not recorded its result by then is dead.
const LEASE_MS = 30_000;
const OVERDUE_MS = 60_000;
const BATCH_SIZE = 4;
const DAY_MS = 24 * 60 * 60 * 1000;
const FAILING_MS = 7 * DAY_MS;
const MAX_STORED_RESPONSE = 2000;
const MAX_READ = 4 * MAX_STORED_RESPONSE;
// Larger than what is read, because the limit counts whole chunks.
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

/** The signature header: the time, and the HMAC of time and body by each secret of the webhook. */
export const signatureOf = (secrets: readonly string[], body: string, at: Date): string => {
  const time = Math.floor(at.getTime() / 1000);
  const sign = (secret: string) => createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return [`t=${time}`, ...secrets.map((secret) => `v1=${sign(secret)}`)].join(',');
};

/** Reads the beginning of a response, and discards the rest. */
const readBeginning = async (stream: Readable): Promise<string> => {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of stream as AsyncIterable<Buffer>) {
      chunks.push(part);
      length += part.length;
      if (length >= MAX_READ) break;
    }
  } catch {
    // The status counts, even if the body breaks off.
  } finally {
    stream.destroy();
  }
  return Buffer.concat(chunks)
    .subarray(0, MAX_READ)
    .toString()
    .replaceAll('\0', '\uFFFD')
    .slice(0, MAX_STORED_RESPONSE);
};

/** Sends deliveries to webhooks, with retries. */
export const createSenderService = (deps: Dependencies) => {
  const { db, transaction, clock, events, jobs, egress, limits } = deps;
  const webhookSecrets = createWebhookSecrets(deps);
  const later = (ms: number) => new Date(clock.now().getTime() + ms);

  const send = async (webhook: WebhookRow, delivery: DeliveryRow): Promise<DeliveryResponse> => {
    const at = clock.now();
    try {
      const response = await egress.fetch(webhook.url, {
        method: 'POST',
        body: delivery.body,
        headers: deliveryHeaders(
          delivery,
          signatureOf(webhookSecrets.decrypt(webhook, at), delivery.body, at),
        ),
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_RESPONSE_BYTES,
        redirect: 'manual',
      });
      return {
        statusCode: response.status,
        retryAfter: response.headers.get('retry-after'),
        response: await readBeginning(response.stream),
      };
    } catch (error) {
      if (error instanceof EgressError) return { error: error.message };
      throw error;
    }
  };

  const disable = async (
    tx: DatabaseTransaction,
    webhook: WebhookRow,
    reason: 'gone' | 'failing',
    at: Date,
  ): Promise<void> => {
    const change = { enabled: false, disabled_reason: reason, updated_at: at };
    if (!(await updateWebhook(tx, webhook, change, 'enabled'))) return;
    await failPendingDeliveries(tx, webhook, at);
    await events.record(tx, SYSTEM, {
      organizationId: webhook.organization_id,
      action: 'webhook.disabled',
      target: { type: 'webhook', id: webhook.id, label: webhook.url },
      payload: { reason },
    });
  };

  /** Updates the health of a webhook, and disables it if it is gone or fails for a week. */
  const updateHealth = async (
    tx: DatabaseTransaction,
    webhook: WebhookRow,
    outcome: DeliveryOutcome,
    at: Date,
  ): Promise<void> => {
    if (outcome.kind === 'delivered') return markWorking(tx, webhook);
    if (outcome.kind === 'gone') return disable(tx, webhook, 'gone', at);
    const since = await markFailing(tx, webhook, at);
    if (since.getTime() <= at.getTime() - FAILING_MS) await disable(tx, webhook, 'failing', at);
  };

  const attempt = async (webhook: WebhookRow, delivery: DeliveryRow): Promise<void> => {
    const startedAt = clock.now();
    const response = await send(webhook, delivery);
    await transaction(async (tx) => {
      const at = clock.now();
      const maxTries = delivery.event_type === PING ? 1 : undefined;
      const outcome = webhookOutcomeOf(response, { tries: delivery.tries, maxTries }, at, Math.random());
      const dueAt = outcome.kind === 'retried' ? later(outcome.afterMs) : null;
      const isOurs = await recordAttempt(
        tx,
        delivery,
        {
          started_at: startedAt,
          milliseconds: Math.max(0, at.getTime() - startedAt.getTime()),
          status_code: response.statusCode ?? null,
          error: response.error ?? null,
          response: response.response ?? null,
        },
        {
          status: dueAt ? 'pending' : outcome.kind === 'delivered' ? 'succeeded' : 'failed',
          due_at: dueAt,
          finished_at: dueAt ? null : at,
        },
      );
      if (!isOurs) return;
      const { organization_id, id } = webhook;
      if (dueAt) await jobs.enqueue(tx, DELIVERY_JOB, { organization_id, id }, { startAfter: dueAt });
      await updateHealth(tx, webhook, outcome, at);
    });
  };

  /** Sends a batch of due deliveries concurrently; returns whether there may be more. */
  const sendBatch = async (key: WebhookKey): Promise<boolean> => {
    const due = await transaction((tx) => claimDeliveries(tx, key, BATCH_SIZE, clock.now(), later(LEASE_MS)));
    const webhook = due.length > 0 ? await findWebhook(db, key) : undefined;
    if (!webhook) return false;
    const done = await Promise.allSettled(due.map((delivery) => attempt(webhook, delivery)));
    for (const one of done) if (one.status === 'rejected') throw one.reason;
    return due.length === BATCH_SIZE;
  };

  return {
    /** Sends the due deliveries of a webhook. */
    run: createFairDispatcher<WebhookKey>({
      nameOf: (key) => `${key.organization_id}/${key.id}`,
      ownerOf: (key) => key.organization_id,
      dispatchBatch: sendBatch,
      dispatchLater: (key) => transaction((tx) => jobs.enqueue(tx, DELIVERY_JOB, { ...key })),
    }),

    /** Enqueues deliveries that a dead process left behind. */
    resume: (): Promise<void> =>
      transaction(async (tx) => jobs.enqueueAll(tx, DELIVERY_JOB, await findOverdue(tx, later(-OVERDUE_MS)))),

    /** Deletes deliveries older than the retention period. */
    removeOld: () => deleteOldDeliveries(db, later(-limits.webhookLogDays * DAY_MS)),
  };
};

/** Service that sends deliveries to webhooks. */
export type SenderService = ReturnType<typeof createSenderService>;
