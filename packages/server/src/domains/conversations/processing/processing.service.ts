import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { ConsolidatedCluster, IssueWithVector } from '../../../kernel/issues/issues.ts';
import { jobName } from '../../../kernel/jobs/jobs.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { PROCESS } from '../conversations.service.ts';
import type { ExtractionService } from './extraction.service.ts';
import {
  deleteCentroids,
  deleteEmpty,
  deleteIssuesOf,
  findWindow,
  insertIssues,
  listCentroids,
  listClusterVectors,
  listOrganizationsWithPending,
  listPending,
  listWindow,
  lockUnchanged,
  lockWindow,
  type Move,
  markProcessed,
  moveIssues,
  type PendingConversation,
  recount,
  type SizeChange,
  updateSizes,
  updateWindow,
  upsertCentroids,
  upsertClusters,
} from './processing.store.ts';

/** The job that recomputes the clusters of an organization. */
export const CONSOLIDATE = jobName<{ organizationId: string; version: number }>('conversations.consolidate');

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'jobs' | 'issues'> {
  readonly extraction: ExtractionService;
  readonly onClustersRemoved: OnClustersRemoved;
}

/** A removed cluster, and the cluster that most of its issues moved to, if any. */
export interface RemovedCluster {
  readonly id: string;
  readonly successor: string | null;
}

/** Notifies domains that refer to clusters of removed ones. */
export type OnClustersRemoved = (
  tx: DatabaseTransaction,
  organizationId: string,
  removed: readonly RemovedCluster[],
) => Promise<void>;

/** Finds the successors of removed clusters by the issues that were moved. */
const successorsOf = (removed: readonly string[], moves: readonly Move[]): RemovedCluster[] => {
  const counts = new Map<string, Map<string, number>>(removed.map((id) => [id, new Map()]));
  for (const { before, after } of moves) {
    const targets = counts.get(before);
    targets?.set(after, (targets.get(after) ?? 0) + 1);
  }
  return [...counts].map(([id, targets]) => ({
    id,
    successor: [...targets].reduce<[string | null, number]>(
      (largest, target) => (target[1] > largest[1] ? target : largest),
      [null, 0],
    )[0],
  }));
};

/** An issue that was added to a cluster or removed from it. */
type ClusterMember = Readonly<Record<'clusterId' | 'conversationId', string>>;

/** The changes of the sizes of clusters; the issues of a conversation are added and removed together. */
const sizeChanges = (added: readonly ClusterMember[], removed: readonly ClusterMember[]): SizeChange[] => {
  const ids = [...new Set([...added, ...removed].map(({ clusterId }) => clusterId))];
  const conversationsIn = (members: readonly ClusterMember[]) =>
    new Set(members.map((member) => member.conversationId)).size;
  return ids.map((id) => {
    const [gained, lost] = [added, removed].map((members) =>
      members.filter(({ clusterId }) => clusterId === id),
    );
    return {
      id,
      issues: gained!.length - lost!.length,
      conversations: conversationsIn(gained!) - conversationsIn(lost!),
    };
  });
};

const WEEK_MS = 7 * 24 * 3600 * 1000;
const WINDOW_MS = 13 * WEEK_MS;
// The number of recent issues that are compared and clustered again; older ones stay in their clusters.
const MAX_COMPARED = 10_000;
const MAX_CONSOLIDATED = 20_000;
// A run ends before its job expires, and enqueues the next one.
const MAX_RUN_MS = 60_000;
// With a larger share of new issues, clustering starts soon, else later.
const SOON_SHARE = 1 / 50;
const SOON_MS = 2_000;
const LATER_MS = 600_000;
// With more pending issues, clustering does not wait for a pause.
const MAX_PENDING = 5_000;

/** Extracts the issues of conversations, and clusters them. */
export const createProcessingService = ({
  db,
  transaction,
  clock,
  newId,
  jobs,
  issues,
  extraction,
  onClustersRemoved,
}: Dependencies) => {
  const later = (ms: number) => new Date(clock.now().getTime() + ms);
  const windowStart = () => later(-WINDOW_MS);

  /** Assigns new issues to clusters, creates clusters for the others, and updates the centroids. */
  const assignToClusters = async (
    tx: DatabaseTransaction,
    organizationId: string,
    issuesToAssign: readonly IssueWithVector[],
    removed: readonly { readonly clusterId: string; readonly vector: Uint8Array }[],
    now: Date,
  ) => {
    const existing = await listCentroids(tx, organizationId);
    const ids = existing.map(({ id }) => id);
    const indexes = new Map(ids.map((id, index) => [id, index]));
    const { assignments, centroids } = await issues.assign(
      existing.map(({ count, sum }) => ({ count, sum })),
      removed.flatMap(({ clusterId, vector }) => {
        const cluster = indexes.get(clusterId);
        return cluster === undefined ? [] : [{ cluster, vector }];
      }),
      issuesToAssign,
    );
    const created = assignments.flatMap(({ cluster, label }) => {
      if (!label) return [];
      ids[cluster] = newId();
      return [{ id: ids[cluster], ...label }];
    });
    await upsertClusters(tx, organizationId, created, now);
    return {
      clusterIds: assignments.map(({ cluster }) => ids[cluster]!),
      centroids: [...centroids].map(([index, centroid]) => ({ id: ids[index]!, ...centroid })),
      existingCount: existing.reduce((count, cluster) => count + cluster.count, 0),
    };
  };

  /** Replaces the issues of conversations that did not change meanwhile, in one transaction. */
  const write = (
    organizationId: string,
    conversations: readonly PendingConversation[],
    found: readonly IssueWithVector[][],
  ) =>
    transaction(async (tx) => {
      const now = clock.now();
      const window = await lockWindow(tx, organizationId);
      const unchanged = await lockUnchanged(tx, organizationId, conversations);
      if (unchanged.size === 0) return;
      const removed = await deleteIssuesOf(tx, organizationId, [...unchanged]);
      const extracted = conversations.flatMap((conversation, i) =>
        unchanged.has(conversation.id) ? found[i]!.map((issue) => ({ conversation, issue })) : [],
      );
      const { clusterIds, centroids, existingCount } = await assignToClusters(
        tx,
        organizationId,
        extracted.map(({ issue }) => issue),
        removed,
        now,
      );
      const added = extracted.map(({ conversation, issue }, i) => ({
        ...issue,
        id: newId(),
        conversationId: conversation.id,
        clusterId: clusterIds[i]!,
        source: conversation.source,
        createdAt: conversation.created_at,
        ingestedAt: conversation.ingested_at,
      }));
      await insertIssues(tx, organizationId, added);
      await upsertCentroids(tx, organizationId, centroids);
      const emptied = await updateSizes(tx, organizationId, sizeChanges(added, removed), now);
      await onClustersRemoved(tx, organizationId, successorsOf(emptied, []));
      await markProcessed(tx, organizationId, unchanged, now);
      const version = window.version + 1;
      const pending = window.pending + removed.length + added.length;
      await updateWindow(tx, organizationId, { version, pending });
      const known = existingCount + added.length;
      const startAfter = later(pending >= known * SOON_SHARE ? SOON_MS : LATER_MS);
      if (pending > 0) await jobs.enqueue(tx, CONSOLIDATE, { organizationId, version }, { startAfter });
    });

  /** Moves issues to their new clusters, and removes the clusters that are empty then. */
  const moveToClusters = async (
    tx: DatabaseTransaction,
    organizationId: string,
    window: Awaited<ReturnType<typeof listWindow>>,
    clusters: readonly ConsolidatedCluster[],
    now: Date,
  ): Promise<void> => {
    const named = clusters.map(({ id = newId(), ...cluster }) => ({ id, ...cluster }));
    await upsertClusters(
      tx,
      organizationId,
      named.map(({ id, label }) => ({ id, ...label })),
      now,
    );
    // Only issues that move are sent as parameters, since most stay. Issues that were moved meanwhile are left to the next run.
    const targets = named.flatMap(({ id, members }) =>
      members
        .filter((index) => window[index]!.cluster_id !== id)
        .map((index) => ({ id: window[index]!.id, clusterId: id })),
    );
    const moves = await moveIssues(tx, organizationId, targets);
    const changed = moves.flatMap(({ before, after }) => [before, after]);
    const emptied = await recount(tx, organizationId, changed, now);
    await onClustersRemoved(tx, organizationId, successorsOf(emptied, moves));
    // A new cluster is empty if all its issues were replaced meanwhile.
    await deleteEmpty(
      tx,
      organizationId,
      named.map(({ id }) => id),
    );
  };

  const replaceCentroids = async (tx: DatabaseTransaction, organizationId: string): Promise<void> => {
    const clusters = await listClusterVectors(tx, organizationId, MAX_COMPARED);
    const centroids = await issues.centroidsOf(clusters);
    await deleteCentroids(tx, organizationId);
    await upsertCentroids(
      tx,
      organizationId,
      centroids.map((centroid, index) => ({ id: clusters[index]!.id, ...centroid })),
    );
  };

  return {
    /** Processes pending conversations, oldest first, for a limited time, and leaves the rest to another job. */
    process: async (organizationId: string): Promise<void> => {
      const end = later(MAX_RUN_MS);
      for (;;) {
        const conversations = await listPending(db, organizationId, extraction.batchSize);
        if (conversations.length === 0) return;
        await write(organizationId, conversations, await extraction.extract(conversations));
        if (clock.now() > end) break;
      }
      await transaction((tx) => jobs.enqueue(tx, PROCESS, { organizationId }));
    },

    /** Enqueues the processing of conversations that a failed job missed. */
    processMissed: async (): Promise<void> => {
      const organizationIds = await listOrganizationsWithPending(db);
      await transaction((tx) =>
        jobs.enqueueAll(
          tx,
          PROCESS,
          organizationIds.map((organizationId) => ({ organizationId })),
        ),
      );
    },

    /** Recomputes clusters. Skips if issues were added since; a later job covers them. */
    consolidate: async (organizationId: string, version: number): Promise<void> => {
      const before = await findWindow(db, organizationId);
      if (!before || (before.version !== version && before.pending < MAX_PENDING)) return;
      const window = await listWindow(db, organizationId, windowStart(), MAX_CONSOLIDATED);
      const clusters = await issues.consolidate(
        window.map(({ title, vector, cluster_id }) => ({ title, vector, clusterId: cluster_id })),
      );
      await transaction(async (tx) => {
        const now = clock.now();
        const locked = await lockWindow(tx, organizationId);
        await moveToClusters(tx, organizationId, window, clusters, now);
        await replaceCentroids(tx, organizationId);
        await updateWindow(
          tx,
          organizationId,
          { version: locked.version, pending: locked.pending - before.pending },
          // Issues that were added meanwhile are not clustered yet.
          locked.pending > before.pending ? undefined : now,
        );
      });
    },
  };
};

/** Extracts the issues of conversations, and clusters them. */
export type ProcessingService = ReturnType<typeof createProcessingService>;
