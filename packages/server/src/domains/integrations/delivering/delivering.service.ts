import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { createFairDispatcher } from '../../../kernel/jobs/fair-dispatcher.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import {
  type ScriptFailure,
  type ScriptResponse,
  type ScriptRun,
  serverLogLine,
} from '../../../kernel/scripts.ts';
import type { CallsService } from '../calls/calls.service.ts';
import type { EnvironmentService } from '../environment/environment.service.ts';
import type { Place } from '../environment/environment.store.ts';
import { concernedBy } from '../events/events.policy.ts';
import { DELIVER } from '../events/events.service.ts';
import {
  type ClaimedEvent,
  claimEvents,
  deleteEvent,
  deleteOldEvents,
  findOverdueQueues,
  forsakeEvent,
  leaveEvent,
  noteLogs,
  prolongClaims,
  type QueueKey,
  settleEvent,
  toStoredLogs,
} from '../events/events.store.ts';
import { keptOf } from '../keeping/keeping.policy.ts';
import { verdictOn } from './delivering.policy.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'jobs' | 'limits'> {
  readonly environment: Pick<EnvironmentService, 'place' | 'places'>;
  readonly calls: Pick<CallsService, 'run'>;
}

const SIDE_BY_SIDE = 8;
// Whoever has not been heard of for so long is gone; scripts may take longer.
const LEASE_MS = 30_000;
const HEARTBEAT_MS = 10_000;
const OVERDUE_MS = 10_000;
// What a script writes later than this after its answer is noted when it is there.
const WRITING_MS = 2000;
const DAY_MS = 24 * 60 * 60 * 1000;

const NOT_GIVEN: ScriptFailure = { kind: 'unavailable', message: 'The server could not give it the event.' };

const remarksOn = (outcome: ScriptResponse | ScriptFailure) =>
  'status' in outcome && outcome.status >= 300
    ? [serverLogLine('error', `It answered with the status ${outcome.status}.`)]
    : [];

/** Gives integrations the events that wait for them, at least once. */
export const createDeliveringService = (deps: Dependencies) => {
  const { db, transaction, clock, jobs, limits, environment, calls } = deps;
  const later = (ms: number) => new Date(clock.now().getTime() + ms);

  /** Where an event happens; undefined when that is not there any more, or is not to be told any more. */
  const placeOf = async (row: ClaimedEvent): Promise<Place | undefined> => {
    const { installer_id, installation_id, content_kind, content_id, gone } = row;
    const general = () => environment.place(row.integration_name);
    if (installer_id === null || installation_id === null) return general();
    const [found] = await environment.places({
      organizationId: installer_id,
      installationId: installation_id,
      ...(content_kind && content_id && !gone && { content: { kind: content_kind, id: content_id } }),
      // It may have been paused, or lost the scope, since the event was queued.
      ...concernedBy(row.payload),
    });
    if (!gone) return found;
    const left = found ?? (await general());
    return left && { ...left, gone };
  };

  /** Has it given when it is due, by whoever is there then. */
  const callAt = (tx: DatabaseTransaction, { organization_id, integration_id }: QueueKey, at: Date) =>
    jobs.enqueue(tx, DELIVER, { organization_id, integration_id }, { startAfter: at });

  const leave = (row: ClaimedEvent): Promise<void> =>
    transaction(async (tx) => {
      const now = clock.now();
      if (await leaveEvent(tx, row, now)) await callAt(tx, row, now);
    });

  /** Gives an event; false when this server gives none any more. */
  const attempt = async (row: ClaimedEvent): Promise<boolean> => {
    const place = await placeOf(row);
    if (!place) {
      await forsakeEvent(db, row);
      return true;
    }
    let fault: unknown;
    const { outcome, logs } = await calls.run(place, row.payload).catch((error: unknown): ScriptRun => {
      // It counts as an attempt; otherwise it would be made for ever.
      fault = error;
      return { outcome: NOT_GIVEN, logs: Promise.resolve([serverLogLine('error', NOT_GIVEN.message)]) };
    });
    const verdict = verdictOn(outcome, row.attempts);
    if (verdict.is === 'left') {
      await leave(row);
      return false;
    }
    if (verdict.is === 'unwanted') {
      await deleteEvent(db, row);
      return true;
    }
    const written = logs.then((lines) => toStoredLogs([...lines, ...remarksOn(outcome)]));
    const soon = await Promise.race([written, sleep(WRITING_MS, undefined, { ref: false })]);
    const dueAt = verdict.is === 'retried' ? later(verdict.afterMs) : null;
    const status = dueAt ? 'pending' : verdict.is === 'taken' ? 'success' : 'failed';
    await transaction(async (tx) => {
      const isOurs = await settleEvent(tx, row, {
        status,
        due_at: dueAt,
        logs: soon ?? '[]',
        payload: JSON.stringify(keptOf(row.payload)),
      });
      if (isOurs && dueAt) await callAt(tx, row, dueAt);
    });
    // Nobody waits for it; where the database is gone, an author misses some lines.
    if (soon === undefined) void written.then((text) => noteLogs(db, row, text)).catch(() => {});
    if (fault) throw fault;
    return true;
  };

  /** Says from time to time that what was taken is still being sent. */
  const holdOn = (key: QueueKey, until: Date) => {
    let lease = until;
    const heartbeat = setInterval(() => {
      const next = later(LEASE_MS);
      // One that fails is made up for by the next.
      prolongClaims(db, key, lease, next).then(
        () => {
          lease = next;
        },
        () => {},
      );
    }, HEARTBEAT_MS);
    return () => clearInterval(heartbeat);
  };

  const deliverSome = async (key: QueueKey): Promise<boolean> => {
    const until = later(LEASE_MS);
    const due = await claimEvents(db, key, SIDE_BY_SIDE, clock.now(), until);
    if (due.length === 0) return false;
    const letGo = holdOn(key, until);
    try {
      const done = await Promise.allSettled(due.map(attempt));
      for (const one of done) if (one.status === 'rejected') throw one.reason;
      if (done.some((one) => one.status === 'fulfilled' && !one.value)) return false;
    } finally {
      letGo();
    }
    return due.length === SIDE_BY_SIDE;
  };

  return {
    /** Gives an integration what is due. */
    run: createFairDispatcher<QueueKey>({
      nameOf: (key) => `${key.organization_id}/${key.integration_id}`,
      ownerOf: (key) => key.organization_id,
      dispatchBatch: deliverSome,
      dispatchLater: (key) => transaction((tx) => jobs.enqueue(tx, DELIVER, { ...key })),
    }),

    /** Looks after what a process that is gone has left. */
    resume: (): Promise<void> =>
      transaction(async (tx) =>
        jobs.enqueueAll(tx, DELIVER, await findOverdueQueues(tx, later(-OVERDUE_MS))),
      ),

    /** Forgets what became of events long ago. */
    removeOld: () => deleteOldEvents(db, later(-limits.integrationEventsDays * DAY_MS)),
  };
};

/** Gives integrations the events that wait for them. */
export type DeliveringService = ReturnType<typeof createDeliveringService>;
