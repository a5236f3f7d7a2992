import { createHmac } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { EgressError } from '../../../kernel/egress.ts';
import { SYSTEM } from '../../../kernel/events/events.ts';
import { createFairDispatcher } from '../../../kernel/jobs/fair-dispatcher.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { PING } from '../deliveries/deliveries.contract.ts';
import { DELIVER } from '../deliveries/deliveries.service.ts';
import {
  abandonDeliveries,
  claimDeliveries,
  type DeliveryRow,
  deleteOldDeliveries,
  findOverdue,
  settleAttempt,
} from '../deliveries/deliveries.store.ts';
import { createSafe } from '../webhooks.service.ts';
import {
  findWebhook,
  noteFailing,
  noteWorking,
  updateWebhook,
  type WebhookKey,
  type WebhookRow,
} from '../webhooks.store.ts';
import { headersOf, type Outcome, type Verdict, verdictOn } from './sending.policy.ts';

type Dependencies = Pick<
  Kernel,
  'db' | 'transaction' | 'clock' | 'events' | 'jobs' | 'secrets' | 'egress' | 'limits'
>;

const TIMEOUT_MS = 10_000;
// Longer than an attempt takes: whoever has not told by then what came of it is gone.
const LEASE_MS = 30_000;
const OVERDUE_MS = 60_000;
const SIDE_BY_SIDE = 4;
const DAY_MS = 24 * 60 * 60 * 1000;
const FAILING_MS = 7 * DAY_MS;
const LONGEST_RESPONSE = 2000;
const LONGEST_READ = 4 * LONGEST_RESPONSE;
// Much more than is read, for it is counted in whole pieces as they come.
const MOST_BYTES = 4 * 1024 * 1024;

/** The header that proves who sent a body, and when: receivers make the same of it with the secret. */
export const signatureOf = (secret: string, body: string, at: Date): string => {
  const time = Math.floor(at.getTime() / 1000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
};

/** The beginning of an answer; nobody waits for the rest of it. */
const beginningOf = async (stream: Readable): Promise<string> => {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of stream as AsyncIterable<Buffer>) {
      parts.push(part);
      length += part.length;
      if (length >= LONGEST_READ) break;
    }
  } catch {
    // What was answered counts, even where the answer broke off.
  } finally {
    stream.destroy();
  }
  return Buffer.concat(parts)
    .subarray(0, LONGEST_READ)
    .toString()
    .replaceAll('\0', '\uFFFD')
    .slice(0, LONGEST_RESPONSE);
};

/** Sending events to webhooks. */
export const createSendingService = (parts: Dependencies) => {
  const { db, transaction, clock, events, jobs, egress, limits } = parts;
  const safe = createSafe(parts);
  const later = (ms: number) => new Date(clock.now().getTime() + ms);

  const send = async (webhook: WebhookRow, delivery: DeliveryRow): Promise<Outcome> => {
    try {
      const answer = await egress.fetch(webhook.url, {
        method: 'POST',
        body: delivery.body,
        headers: headersOf(delivery, signatureOf(safe.open(webhook), delivery.body, clock.now())),
        timeoutMs: TIMEOUT_MS,
        maxBytes: MOST_BYTES,
        redirect: 'manual',
      });
      return {
        statusCode: answer.status,
        retryAfter: answer.headers.get('retry-after'),
        response: await beginningOf(answer.stream),
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
    await abandonDeliveries(tx, webhook, at);
    await events.record(tx, SYSTEM, {
      organizationId: webhook.organization_id,
      action: 'webhook.disabled',
      target: { type: 'webhook', id: webhook.id, label: webhook.url },
      payload: { reason },
    });
  };

  /** Lets the webhook know whether it works. */
  const judge = async (
    tx: DatabaseTransaction,
    webhook: WebhookRow,
    verdict: Verdict,
    at: Date,
  ): Promise<void> => {
    if (verdict.is === 'taken') return noteWorking(tx, webhook);
    if (verdict.is === 'gone') return disable(tx, webhook, 'gone', at);
    const since = await noteFailing(tx, webhook, at);
    if (since.getTime() <= at.getTime() - FAILING_MS) await disable(tx, webhook, 'failing', at);
  };

  const attempt = async (webhook: WebhookRow, delivery: DeliveryRow): Promise<void> => {
    const startedAt = clock.now();
    const outcome = await send(webhook, delivery);
    await transaction(async (tx) => {
      const at = clock.now();
      const most = delivery.event_type === PING ? 1 : undefined;
      const verdict = verdictOn(outcome, { tries: delivery.tries, most }, at, Math.random());
      const dueAt = verdict.is === 'retried' ? later(verdict.afterMs) : null;
      const isOurs = await settleAttempt(
        tx,
        delivery,
        {
          started_at: startedAt,
          milliseconds: Math.max(0, at.getTime() - startedAt.getTime()),
          status_code: outcome.statusCode ?? null,
          error: outcome.error ?? null,
          response: outcome.response ?? null,
        },
        {
          status: dueAt ? 'pending' : verdict.is === 'taken' ? 'succeeded' : 'failed',
          due_at: dueAt,
          finished_at: dueAt ? null : at,
        },
      );
      if (!isOurs) return;
      const { organization_id, id } = webhook;
      if (dueAt) await jobs.enqueue(tx, DELIVER, { organization_id, id }, { startAfter: dueAt });
      await judge(tx, webhook, verdict, at);
    });
  };

  /** Sends what is due to a webhook, some side by side; whether there may be more. */
  const sendSome = async (key: WebhookKey): Promise<boolean> => {
    const due = await transaction((tx) =>
      claimDeliveries(tx, key, SIDE_BY_SIDE, clock.now(), later(LEASE_MS)),
    );
    const webhook = due.length > 0 ? await findWebhook(db, key) : undefined;
    if (!webhook) return false;
    const done = await Promise.allSettled(due.map((delivery) => attempt(webhook, delivery)));
    for (const one of done) if (one.status === 'rejected') throw one.reason;
    return due.length === SIDE_BY_SIDE;
  };

  return {
    /** Sends a webhook what is due. */
    run: createFairDispatcher<WebhookKey>({
      nameOf: (key) => `${key.organization_id}/${key.id}`,
      ownerOf: (key) => key.organization_id,
      dispatchBatch: sendSome,
      dispatchLater: (key) => transaction((tx) => jobs.enqueue(tx, DELIVER, { ...key })),
    }),

    /** Looks after what a process that is gone has left. */
    resume: (): Promise<void> =>
      transaction(async (tx) => jobs.enqueueAll(tx, DELIVER, await findOverdue(tx, later(-OVERDUE_MS)))),

    /** Forgets what was sent long ago. */
    removeOld: () => deleteOldDeliveries(db, later(-limits.webhookLogDays * DAY_MS)),
  };
};

/** Sending events to webhooks. */
export type SendingService = ReturnType<typeof createSendingService>;
