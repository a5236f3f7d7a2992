import { sql } from 'kysely';
import type { Database } from '../../../kernel/database/database.ts';
import type { EncodedCentroid } from '../../../kernel/issues/issues.ts';
import type { ConversationInput } from '../conversations.contract.ts';

/** A conversation that is not processed. */
export interface PendingConversation {
  readonly id: string;
  readonly version: number;
  readonly source: string;
  readonly subject: string | null;
  readonly parts: ConversationInput['parts'];
  readonly created_at: Date;
  readonly ingested_at: Date;
}

/** The label, summary and icon of a cluster. */
export interface NewCluster {
  readonly id: string;
  readonly label: string;
  readonly summary: string;
  readonly icon: string;
}

/** An issue to store. */
export interface NewIssue {
  readonly id: string;
  readonly conversationId: string;
  readonly clusterId: string;
  readonly source: string;
  readonly title: string;
  readonly summary: string;
  readonly vector: Uint8Array;
  readonly createdAt: Date;
  readonly ingestedAt: Date;
}

/** The centroid of a cluster as it is stored. */
export interface CentroidRow extends EncodedCentroid {
  readonly id: string;
}

/** The change of the size of a cluster. */
export interface SizeChange {
  readonly id: string;
  readonly issues: number;
  readonly conversations: number;
}

/** The number of issues of an organization that are not clustered, and a version that counts changes. */
export interface Window {
  readonly version: number;
  readonly pending: number;
}

/** The organizations with pending conversations. */
export const listOrganizationsWithPending = async (db: Database): Promise<string[]> => {
  const rows = await db
    .selectFrom('conversations')
    .select('organization_id')
    .distinct()
    .where('processed_at', 'is', null)
    .execute();
  return rows.map((row) => row.organization_id);
};

/** The oldest pending conversations. */
export const listPending = async (
  db: Database,
  organizationId: string,
  limit: number,
): Promise<PendingConversation[]> => {
  return db
    .selectFrom('conversations')
    .select(['id', 'version', 'source', 'subject', 'parts', 'created_at', 'ingested_at'])
    .where('organization_id', '=', organizationId)
    .where('processed_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
};

/** Locks the clusters of an organization until the transaction ends. */
export const lockWindow = async (tx: Database, organizationId: string): Promise<Window> => {
  const row = await tx
    .insertInto('issue_windows')
    .values({ organization_id: organizationId })
    // The update locks an existing row.
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet({ organization_id: organizationId }),
    )
    .returning(['version', 'pending'])
    .executeTakeFirstOrThrow();
  return { version: Number(row.version), pending: row.pending };
};

/** The state of the clusters of an organization; undefined if it never had an issue. */
export const findWindow = async (db: Database, organizationId: string): Promise<Window | undefined> => {
  const row = await db
    .selectFrom('issue_windows')
    .select(['version', 'pending'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return row && { version: Number(row.version), pending: row.pending };
};

/** Updates the state of the clusters of an organization. */
export const updateWindow = async (
  tx: Database,
  organizationId: string,
  { version, pending }: Window,
  consolidatedAt?: Date,
): Promise<void> => {
  await tx
    .updateTable('issue_windows')
    .set({ version, pending, ...(consolidatedAt && { consolidated_at: consolidatedAt }) })
    .where('organization_id', '=', organizationId)
    .execute();
};

/** Locks the conversations that are still pending and have not changed since they were read. */
export const lockUnchanged = async (
  tx: Database,
  organizationId: string,
  conversations: readonly PendingConversation[],
): Promise<Set<string>> => {
  const rows = await tx
    .selectFrom('conversations')
    .select(['id', 'version'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', sql<string>`any(${conversations.map(({ id }) => id)})`)
    .where('processed_at', 'is', null)
    .orderBy('external_id')
    .forNoKeyUpdate()
    .execute();
  const versions = new Map(conversations.map(({ id, version }) => [id, version]));
  return new Set(rows.filter(({ id, version }) => versions.get(id) === version).map(({ id }) => id));
};

/** Deletes and returns the issues of conversations. */
export const deleteIssuesOf = (tx: Database, organizationId: string, conversationIds: readonly string[]) =>
  tx
    .deleteFrom('issues')
    .where('organization_id', '=', organizationId)
    .where('conversation_id', '=', sql<string>`any(${conversationIds})`)
    .returning(['cluster_id as clusterId', 'conversation_id as conversationId', 'vector'])
    .execute();

/** The clusters of the newest issues, each with the concatenated vectors of its issues. */
export const listClusterVectors = async (tx: Database, organizationId: string, limit: number) => {
  const { rows } = await sql<{ id: string; count: number; vectors: Buffer }>`
    select cluster_id as id, count(*)::int as count, string_agg(vector, ''::bytea order by id) as vectors
    from (
      select id, cluster_id, vector from issues
      where organization_id = ${organizationId}
      order by created_at desc limit ${limit}
    ) newest
    group by cluster_id order by cluster_id`.execute(tx);
  return rows;
};

/** The centroids of clusters. */
export const listCentroids = async (tx: Database, organizationId: string): Promise<CentroidRow[]> =>
  tx
    .selectFrom('issue_cluster_centres')
    .select(['cluster_id as id', 'count', 'sum'])
    .where('organization_id', '=', organizationId)
    .orderBy('cluster_id')
    .execute();

/** Stores centroids; those of empty clusters are deleted. */
export const upsertCentroids = async (
  tx: Database,
  organizationId: string,
  centroids: readonly CentroidRow[],
): Promise<void> => {
  await sql`
    with wanted as (
      select * from unnest(
        ${centroids.map(({ id }) => id)}::text[],
        ${centroids.map(({ count }) => count)}::int[],
        ${centroids.map(({ sum }) => Buffer.from(sum))}::bytea[]) as wanted (id, count, sum)
    ), gone as (
      delete from issue_cluster_centres c using wanted
      where c.organization_id = ${organizationId} and c.cluster_id = wanted.id and wanted.count = 0
    )
    insert into issue_cluster_centres (organization_id, cluster_id, count, sum)
    select ${organizationId}, id, count, sum from wanted where count > 0
    on conflict (organization_id, cluster_id) do update set count = excluded.count, sum = excluded.sum`.execute(
    tx,
  );
};

/** Deletes all centroids of an organization. */
export const deleteCentroids = async (tx: Database, organizationId: string): Promise<void> => {
  await tx.deleteFrom('issue_cluster_centres').where('organization_id', '=', organizationId).execute();
};

/** Stores clusters; updates the labels of existing ones. */
export const upsertClusters = async (
  tx: Database,
  organizationId: string,
  clusters: readonly NewCluster[],
  at: Date,
): Promise<void> => {
  if (clusters.length === 0) return;
  const column = (name: keyof NewCluster) => clusters.map((cluster) => cluster[name]);
  await sql`
    insert into issue_clusters (organization_id, id, label, summary, icon, created_at, updated_at)
    select ${organizationId}, id, label, summary, icon, ${at}, ${at}
    from unnest(${column('id')}::text[], ${column('label')}::text[], ${column('summary')}::text[], ${column('icon')}::text[])
      as new (id, label, summary, icon)
    on conflict (organization_id, id) do update
      set label = excluded.label, summary = excluded.summary, icon = excluded.icon, updated_at = excluded.updated_at
      where (issue_clusters.label, issue_clusters.summary, issue_clusters.icon)
        is distinct from (excluded.label, excluded.summary, excluded.icon)`.execute(tx);
};

/** Stores issues. */
export const insertIssues = async (
  tx: Database,
  organizationId: string,
  issues: readonly NewIssue[],
): Promise<void> => {
  if (issues.length === 0) return;
  await tx
    .insertInto('issues')
    .values(
      issues.map((issue) => ({
        organization_id: organizationId,
        id: issue.id,
        conversation_id: issue.conversationId,
        cluster_id: issue.clusterId,
        source: issue.source,
        title: issue.title,
        summary: issue.summary,
        vector: Buffer.from(issue.vector),
        created_at: issue.createdAt,
        ingested_at: issue.ingestedAt,
      })),
    )
    .execute();
};

/** Updates the sizes of clusters; deletes and returns the empty ones. */
export const updateSizes = async (
  tx: Database,
  organizationId: string,
  changes: readonly SizeChange[],
  at: Date,
): Promise<string[]> => {
  const column = <Name extends keyof SizeChange>(name: Name) => changes.map((change) => change[name]);
  await sql`
    update issue_clusters c
    set issues = c.issues + n.issues, conversations = c.conversations + n.conversations, updated_at = ${at}
    from unnest(${column('id')}::text[], ${column('issues')}::int[], ${column('conversations')}::int[])
      as n (id, issues, conversations)
    where c.organization_id = ${organizationId} and c.id = n.id`.execute(tx);
  return deleteEmpty(tx, organizationId, column('id'));
};

/** Counts the issues of clusters; deletes and returns the empty ones. */
export const recount = async (
  tx: Database,
  organizationId: string,
  clusterIds: Iterable<string>,
  at: Date,
): Promise<string[]> => {
  const ids = [...new Set(clusterIds)];
  if (ids.length === 0) return [];
  await sql`
    update issue_clusters c set issues = n.issues, conversations = n.conversations, updated_at = ${at}
    from (
      select cluster_id, count(*)::int as issues, count(distinct conversation_id)::int as conversations
      from issues where organization_id = ${organizationId} and cluster_id = any(${ids}) group by cluster_id
    ) n
    where c.organization_id = ${organizationId} and c.id = n.cluster_id`.execute(tx);
  return deleteEmpty(tx, organizationId, ids);
};

/** Deletes and returns the empty ones of some clusters. */
export const deleteEmpty = async (
  tx: Database,
  organizationId: string,
  clusterIds: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    delete from issue_clusters c
    where organization_id = ${organizationId} and id = any(${clusterIds}) and not exists (
      select from issues i where i.organization_id = c.organization_id and i.cluster_id = c.id)
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
};

/** Marks conversations as processed. */
export const markProcessed = async (
  tx: Database,
  organizationId: string,
  ids: Iterable<string>,
  at: Date,
): Promise<void> => {
  await tx
    .updateTable('conversations')
    .set({ processed_at: at })
    .where('organization_id', '=', organizationId)
    .where('id', '=', sql<string>`any(${[...ids]})`)
    .execute();
};

/** The newest issues, in the order of their ids. */
export const listWindow = async (db: Database, organizationId: string, since: Date, limit: number) => {
  const rows = await db
    .selectFrom('issues')
    .select(['id', 'title', 'vector', 'cluster_id'])
    .where('organization_id', '=', organizationId)
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
};

/** The old and the new cluster of an issue. */
export interface Move {
  readonly before: string;
  readonly after: string;
}

/** Moves existing issues to other clusters, and returns their old and new clusters. */
export const moveIssues = async (
  tx: Database,
  organizationId: string,
  targets: readonly { readonly id: string; readonly clusterId: string }[],
): Promise<Move[]> => {
  const { rows } = await sql<Move>`
    with moved as (
      select i.id, i.cluster_id as before, wanted.cluster_id as after
      from unnest(${targets.map(({ id }) => id)}::text[], ${targets.map(({ clusterId }) => clusterId)}::text[])
        as wanted (id, cluster_id)
      join issues i on i.organization_id = ${organizationId} and i.id = wanted.id and i.cluster_id <> wanted.cluster_id
    )
    update issues i set cluster_id = moved.after from moved
    where i.organization_id = ${organizationId} and i.id = moved.id
    returning moved.before, moved.after`.execute(tx);
  return rows;
};
