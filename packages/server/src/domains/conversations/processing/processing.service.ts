import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { ReadIssue } from '../../../kernel/issues/issues.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { PROCESS } from '../conversations.service.ts';
import type { ReadingService } from './extraction.service.ts';
import {
  countOn,
  deleteCentres,
  deleteEmpty,
  deleteIssuesOf,
  findWindow,
  type Growth,
  insertIssues,
  listBehind,
  listCentres,
  listPresent,
  listToProcess,
  listWindow,
  lockUnchanged,
  lockWindow,
  type Move,
  markProcessed,
  moveIssues,
  putCentres,
  putClusters,
  recount,
  type ToProcess,
  updateWindow,
} from './processing.store.ts';

/** The job that puts the clusters of an organization in order. */
export const CONSOLIDATE = 'conversations.consolidate';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'jobs' | 'issues'> {
  readonly reading: ReadingService;
  readonly follow: Following;
}

/** A cluster that is gone, and the one that most of its issues went to; none where they are gone too. */
export interface Gone {
  readonly id: string;
  readonly successor: string | null;
}

/** Tells who keeps the ids of clusters that some are gone. */
export type Following = (
  tx: DatabaseTransaction,
  organizationId: string,
  gone: readonly Gone[],
) => Promise<void>;

/** Where clusters that are gone went on, by the issues that were moved. */
const successorsOf = (gone: readonly string[], moves: readonly Move[]): Gone[] => {
  const counts = new Map<string, Map<string, number>>(gone.map((id) => [id, new Map()]));
  for (const { before, after } of moves) {
    const there = counts.get(before);
    there?.set(after, (there.get(after) ?? 0) + 1);
  }
  return [...counts].map(([id, there]) => ({
    id,
    successor: [...there].reduce<[string | null, number]>(
      (most, one) => (one[1] > most[1] ? one : most),
      [null, 0],
    )[0],
  }));
};

/** An issue that came to a cluster, or left it. */
type Place = Readonly<Record<'clusterId' | 'conversationId', string>>;

/** By how much clusters grow when issues come and others go; the issues of a conversation come together, and go so. */
const growthsOf = (come: readonly Place[], gone: readonly Place[]): Growth[] => {
  const ids = [...new Set([...come, ...gone].map(({ clusterId }) => clusterId))];
  const conversationsIn = (places: readonly Place[]) =>
    new Set(places.map((place) => place.conversationId)).size;
  return ids.map((id) => {
    const [here, lost] = [come, gone].map((places) => places.filter(({ clusterId }) => clusterId === id));
    return {
      id,
      issues: here!.length - lost!.length,
      conversations: conversationsIn(here!) - conversationsIn(lost!),
    };
  });
};

const WEEK_MS = 7 * 24 * 3600 * 1000;
const WINDOW_MS = 13 * WEEK_MS;
// New issues are compared with so many, and so many are put in order; those before stay where they are.
const MOST_COMPARED = 10_000;
const MOST_CONSOLIDATED = 20_000;
// A run ends while nobody takes it for lost, and the next goes on.
const LONGEST_RUN_MS = 60_000;
// Where one issue in fifty is new, order is soon made; else it can wait for others to come.
const MANY = 1 / 50;
const SOON_MS = 2_000;
const LATER_MS = 600_000;
// However many go on coming, after so many order is made.
const TOO_MANY_PENDING = 5_000;

/** Finds the issues of conversations, and keeps clusters of them. */
export const createProcessingService = ({
  db,
  transaction,
  clock,
  newId,
  jobs,
  issues,
  reading,
  follow,
}: Dependencies) => {
  const later = (ms: number) => new Date(clock.now().getTime() + ms);
  const windowBegin = () => later(-WINDOW_MS);

  /** Writes the issues of conversations, in place of earlier ones, each with a cluster; all of it or nothing, and only once. */
  const write = (organizationId: string, read: readonly ToProcess[], found: readonly ReadIssue[][]) =>
    transaction(async (tx) => {
      const now = clock.now();
      const window = await lockWindow(tx, organizationId);
      const unchanged = await lockUnchanged(tx, organizationId, read);
      if (unchanged.size === 0) return;
      const lost = await deleteIssuesOf(tx, organizationId, [...unchanged]);
      const fresh = read.flatMap((conversation, i) =>
        unchanged.has(conversation.id) ? found[i]!.map((issue) => ({ conversation, issue })) : [],
      );
      const present = await listCentres(tx, organizationId);
      const ids = present.map(({ id }) => id);
      const places = new Map(ids.map((id, place) => [id, place]));
      const { assignments, centres } = await issues.assign(
        present.map(({ count, sum }) => ({ count, sum })),
        lost.flatMap(({ clusterId, vector }) => {
          const cluster = places.get(clusterId);
          return cluster === undefined ? [] : [{ cluster, vector }];
        }),
        fresh.map(({ issue }) => issue),
      );
      const begun = assignments.flatMap(({ cluster, wording }) => {
        if (!wording) return [];
        ids[cluster] = newId();
        return [{ id: ids[cluster], ...wording }];
      });
      await putClusters(tx, organizationId, begun, now);
      const added = fresh.map(({ conversation, issue }, i) => ({
        ...issue,
        id: newId(),
        conversationId: conversation.id,
        clusterId: ids[assignments[i]!.cluster]!,
        source: conversation.source,
        createdAt: conversation.created_at,
        ingestedAt: conversation.ingested_at,
      }));
      await insertIssues(tx, organizationId, added);
      await putCentres(
        tx,
        organizationId,
        [...centres].map(([place, centre]) => ({ id: ids[place]!, ...centre })),
      );
      const gone = await countOn(tx, organizationId, growthsOf(added, lost), now);
      await follow(tx, organizationId, successorsOf(gone, []));
      await markProcessed(tx, organizationId, unchanged, now);
      const version = window.version + 1;
      const pending = window.pending + lost.length + added.length;
      await updateWindow(tx, organizationId, { version, pending });
      const known = present.reduce((count, cluster) => count + cluster.count, added.length);
      const startAfter = later(pending >= known * MANY ? SOON_MS : LATER_MS);
      if (pending > 0) await jobs.enqueue(tx, CONSOLIDATE, { organizationId, version }, { startAfter });
    });

  return {
    /** Processes what waits, oldest first; a run that takes long leaves the rest to the next. */
    process: async (organizationId: string): Promise<void> => {
      const end = later(LONGEST_RUN_MS);
      for (;;) {
        const read = await listToProcess(db, organizationId, reading.atOnce);
        if (read.length === 0) return;
        await write(organizationId, read, await reading.issuesIn(read));
        if (clock.now() > end) break;
      }
      await transaction((tx) => jobs.enqueue(tx, PROCESS, { organizationId }));
    },

    /** Sees to it that nothing is left that a run gave up on. */
    processLeftovers: async (): Promise<void> => {
      const behind = await listBehind(db);
      await transaction((tx) =>
        jobs.enqueueAll(
          tx,
          PROCESS,
          behind.map((organizationId) => ({ organizationId })),
        ),
      );
    },

    /** Puts the clusters of the last weeks in order, unless more has changed since it was asked for: then it will be again. */
    consolidate: async (organizationId: string, version: number): Promise<void> => {
      const before = await findWindow(db, organizationId);
      if (!before || (before.version !== version && before.pending < TOO_MANY_PENDING)) return;
      const window = await listWindow(db, organizationId, windowBegin(), MOST_CONSOLIDATED);
      const clusters = await issues.consolidate(
        window.map(({ title, vector, cluster_id }) => ({ title, vector, clusterId: cluster_id })),
      );
      await transaction(async (tx) => {
        const now = clock.now();
        const held = await lockWindow(tx, organizationId);
        const named = clusters.map(({ id = newId(), ...cluster }) => ({ id, ...cluster }));
        await putClusters(
          tx,
          organizationId,
          named.map(({ id, wording }) => ({ id, ...wording })),
          now,
        );
        // Most stay where they are; thousands of them as parameters would hold up everybody else. Who was moved meanwhile is so the next time.
        const places = named.flatMap(({ id, members }) =>
          members
            .filter((place) => window[place]!.cluster_id !== id)
            .map((place) => ({ id: window[place]!.id, clusterId: id })),
        );
        const moves = await moveIssues(tx, organizationId, places);
        const changed = moves.flatMap(({ before, after }) => [before, after]);
        const gone = await recount(tx, organizationId, changed, now);
        await follow(tx, organizationId, successorsOf(gone, moves));
        // What was replaced meanwhile may have left a new cluster without issues.
        await deleteEmpty(
          tx,
          organizationId,
          named.map(({ id }) => id),
        );
        const present = await listPresent(tx, organizationId, MOST_COMPARED);
        const centres = await issues.centresOf(present);
        await deleteCentres(tx, organizationId);
        await putCentres(
          tx,
          organizationId,
          centres.map((centre, place) => ({ id: present[place]!.id, ...centre })),
        );
        await updateWindow(
          tx,
          organizationId,
          { version: held.version, pending: held.pending - before.pending },
          // What came while this was worked out is not in order yet, and must not look as if it were.
          held.pending > before.pending ? undefined : now,
        );
      });
    },
  };
};

/** Finds the issues of conversations, and keeps clusters of them. */
export type ProcessingService = ReturnType<typeof createProcessingService>;
