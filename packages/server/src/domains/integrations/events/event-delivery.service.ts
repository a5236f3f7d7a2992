import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../../../kernel/auth/principal.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { ApiError, conflict, notFound } from '../../../kernel/errors/errors.ts';
import {
  type ScriptFailure,
  type ScriptResponse,
  type ScriptRun,
  serverLogLine,
} from '../../../kernel/integration-scripts.ts';
import { createFairDispatcher } from '../../../kernel/jobs/fair-dispatcher.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { IntegrationRow } from '../integrations.store.ts';
import type { Recipient } from '../scripts/recipients.store.ts';
import type { ScriptEnvironmentService } from '../scripts/script-environment.service.ts';
import { eventOutcomeOf } from './delivery-outcome.ts';
import { subscribersOf } from './event-subscriptions.ts';
import { DELIVERY_JOB } from './events.service.ts';
import {
  type ClaimedEvent,
  cancelEvent,
  claimEvents,
  deleteEvent,
  deleteOldEvents,
  extendClaims,
  findEvent,
  findOverdueQueues,
  insertReplay,
  type QueueKey,
  recordAttempt,
  releaseEvent,
  toStoredLogs,
  updateLogs,
} from './events.store.ts';
import { loggedColumns } from './redact-event.ts';
import type { ScriptCallsService } from './script-calls.service.ts';

interface Dependencies
  extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events' | 'jobs' | 'limits'> {
  readonly environment: Pick<ScriptEnvironmentService, 'integrationRecipient' | 'recipients'>;
  readonly calls: Pick<ScriptCallsService, 'run'>;
}

const BATCH_SIZE = 8;
// A process without a heartbeat for this long is considered dead; scripts may run longer.
const LEASE_MS = 30_000;
const HEARTBEAT_MS = 10_000;
const OVERDUE_MS = 10_000;
// Logs that a script writes later are stored when they arrive.
const LOG_WAIT_MS = 2000;
const DAY_MS = 24 * 60 * 60 * 1000;

const NOT_DELIVERED: ScriptFailure = {
  kind: 'unavailable',
  message: 'The server could not deliver the event.',
};

const INCOMPLETE =
  'This event cannot be sent again: it waited for a response, or it has secret or long values, which the log does not keep';
const NOT_RECEIVED =
  'The event was not received: the integration is no longer installed there, is paused, lacks the scope, or ignores events of this type';
const STOPPING = 'The server is stopping: the event is delivered after its restart';
const RETRY_AFTER_SECONDS = 5;

const logLinesOf = (outcome: ScriptResponse | ScriptFailure) =>
  'status' in outcome && outcome.status >= 300
    ? [serverLogLine('error', `The script responded with the status ${outcome.status}.`)]
    : [];

/** Delivers pending events to integrations, at least once. */
export const createEventDeliveryService = (deps: Dependencies) => {
  const { db, transaction, clock, newId, events, jobs, limits, environment, calls } = deps;
  const later = (ms: number) => new Date(clock.now().getTime() + ms);

  /** The recipient of an event; undefined if it was uninstalled, paused, or lost the scope meanwhile. */
  const recipientOf = async (row: ClaimedEvent): Promise<Recipient | undefined> => {
    const { installer_id, installation_id, content_kind, content_id, gone } = row;
    const integrationItself = () => environment.integrationRecipient(row.integration_name);
    if (installer_id === null || installation_id === null) return integrationItself();
    const [found] = await environment.recipients({
      organizationId: installer_id,
      installationId: installation_id,
      ...(content_kind && content_id && !gone && { content: { kind: content_kind, id: content_id } }),
      // The installation may have been paused, or have lost the scope, since the event was queued.
      ...subscribersOf(row.payload),
    });
    if (!gone) return found;
    const last = found ?? (await integrationItself());
    return last && { ...last, deletedInstallation: gone };
  };

  /** Enqueues the delivery of the events that are due at a time. */
  const enqueueAt = (tx: DatabaseTransaction, { organization_id, integration_id }: QueueKey, at: Date) =>
    jobs.enqueue(tx, DELIVERY_JOB, { organization_id, integration_id }, { startAfter: at });

  const release = (row: ClaimedEvent): Promise<void> =>
    transaction(async (tx) => {
      const now = clock.now();
      if (await releaseEvent(tx, row, now)) await enqueueAt(tx, row, now);
    });

  /** Delivers an event; false if this server is stopping. */
  const deliver = async (row: ClaimedEvent): Promise<boolean> => {
    const recipient = await recipientOf(row);
    if (!recipient) {
      await cancelEvent(db, row);
      return true;
    }
    let deliveryError: unknown;
    const chain = { origin: row.origin_id ?? row.id, path: row.chain_path };
    const run = calls.run(recipient, row.payload, chain);
    const { outcome, logs } = await run.catch((error: unknown): ScriptRun => {
      // Counts as an attempt, so that it is not retried forever.
      deliveryError = error;
      return {
        outcome: NOT_DELIVERED,
        logs: Promise.resolve([serverLogLine('error', NOT_DELIVERED.message)]),
      };
    });
    const result = eventOutcomeOf(outcome, row.attempts);
    if (result.is === 'released') {
      await release(row);
      return false;
    }
    if (result.is === 'ignored') {
      await deleteEvent(db, row);
      return true;
    }
    const logLines = logs.then((lines) => toStoredLogs([...lines, ...logLinesOf(outcome)]));
    const earlyLogs = await Promise.race([logLines, sleep(LOG_WAIT_MS, undefined, { ref: false })]);
    const dueAt = result.is === 'retried' ? later(result.afterMs) : null;
    const status = dueAt ? 'pending' : result.is === 'delivered' ? 'success' : 'failed';
    await transaction(async (tx) => {
      const isOurs = await recordAttempt(tx, row, {
        status,
        due_at: dueAt,
        logs: earlyLogs ?? '[]',
        ...loggedColumns(row.payload),
        // The log does not keep the installation of which the event tells.
        ...(row.gone !== null && { is_complete: false }),
      });
      if (isOurs && dueAt) await enqueueAt(tx, row, dueAt);
    });
    // Not awaited; without the database, the log misses some lines.
    if (earlyLogs === undefined) void logLines.then((text) => updateLogs(db, row, text)).catch(() => {});
    if (deliveryError) throw deliveryError;
    return true;
  };

  /** Extends the lease of claimed events until the returned function is called. */
  const startHeartbeat = (key: QueueKey, until: Date) => {
    let lease = until;
    const heartbeat = setInterval(() => {
      const next = later(LEASE_MS);
      // The next heartbeat makes up for one that fails.
      extendClaims(db, key, lease, next).then(
        () => {
          lease = next;
        },
        () => {},
      );
    }, HEARTBEAT_MS);
    return () => clearInterval(heartbeat);
  };

  const deliverBatch = async (key: QueueKey): Promise<boolean> => {
    const until = later(LEASE_MS);
    const due = await claimEvents(db, key, BATCH_SIZE, clock.now(), until);
    if (due.length === 0) return false;
    const stopHeartbeat = startHeartbeat(key, until);
    try {
      const done = await Promise.allSettled(due.map(deliver));
      for (const one of done) if (one.status === 'rejected') throw one.reason;
      if (done.some((one) => one.status === 'fulfilled' && !one.value)) return false;
    } finally {
      stopHeartbeat();
    }
    return due.length === BATCH_SIZE;
  };

  return {
    /** Delivers the due events of an integration. */
    run: createFairDispatcher<QueueKey>({
      nameOf: (key) => `${key.organization_id}/${key.integration_id}`,
      ownerOf: (key) => key.organization_id,
      dispatchBatch: deliverBatch,
      dispatchLater: (key) => transaction((tx) => jobs.enqueue(tx, DELIVERY_JOB, { ...key })),
    }),

    /** Delivers an event of the log again, as a new event, and returns the new one after the first attempt. */
    replay: async (caller: Caller, integration: IntegrationRow, eventId: string) => {
      const logged = await findEvent(db, integration, eventId);
      if (!logged) throw notFound('event');
      if (!logged.is_complete) throw conflict(INCOMPLETE);
      const until = later(LEASE_MS);
      const row = await transaction(async (tx) => {
        await events.record(tx, caller, {
          organizationId: integration.organization_id,
          action: 'integration.event-replayed',
          target: { type: 'integration', id: integration.id, label: integration.name },
          payload: { event: eventId },
        });
        return insertReplay(tx, integration, eventId, { id: newId(), at: clock.now(), until });
      });
      const stopHeartbeat = startHeartbeat(row, until);
      const isDone = await deliver(row).finally(stopHeartbeat);
      if (!isDone) throw new ApiError(503, STOPPING, { retryAfter: RETRY_AFTER_SECONDS });
      const replay = await findEvent(db, integration, row.id);
      if (!replay) throw conflict(NOT_RECEIVED);
      return replay;
    },

    /** Enqueues deliveries that a dead process left behind. */
    resume: (): Promise<void> =>
      transaction(async (tx) =>
        jobs.enqueueAll(tx, DELIVERY_JOB, await findOverdueQueues(tx, later(-OVERDUE_MS))),
      ),

    /** Deletes events older than the retention period. */
    removeOld: () => deleteOldEvents(db, later(-limits.integrationEventsDays * DAY_MS)),
  };
};

/** Service that delivers events to integrations. */
export type EventDeliveryService = ReturnType<typeof createEventDeliveryService>;
