import {
  assignToClusters,
  type Centroid,
  type ClusterLabel,
  type Conversation,
  clusterVectors,
  createTextVectors,
  type Embedding,
  extractIssues,
  type Issue,
  labelCluster,
  matchClusters,
  sumVectors,
} from '@lectern/issues';
import { loadEmbedding } from './text-vectors.ts';

/** An issue with its vector. */
export interface IssueWithVector extends Issue {
  readonly vector: Uint8Array;
}

/** The concatenated vectors of the issues of a cluster. */
export interface ClusterVectors {
  readonly id: string;
  readonly vectors: Uint8Array;
}

/** The number of issues of a cluster, and the sum of their vectors as bytes. */
export interface EncodedCentroid {
  readonly count: number;
  readonly sum: Uint8Array;
}

/** An issue that was removed from a cluster. */
export interface RemovedIssue {
  /** The index of the cluster. */
  readonly cluster: number;
  readonly vector: Uint8Array;
}

/** The cluster of a new issue; a new cluster has the label of its first issue. */
export interface Assignment {
  /** The index of the cluster; new clusters follow the existing ones. */
  readonly cluster: number;
  readonly label?: ClusterLabel;
}

/** The assignments of new issues, and the changed centroids. */
export interface AssignmentResult {
  readonly assignments: readonly Assignment[];
  /** By the index of their cluster. */
  readonly centroids: ReadonlyMap<number, EncodedCentroid>;
}

/** A recent issue to cluster again. */
export interface WindowIssue {
  readonly title: string;
  readonly vector: Uint8Array;
  readonly clusterId: string;
}

/** A new cluster: the indexes of its issues, and the id of the earlier cluster that it continues. */
export interface ConsolidatedCluster {
  readonly id: string | undefined;
  readonly members: readonly number[];
  readonly label: ClusterLabel;
}

let loaded: Embedding | undefined;
// Loaded once per thread.
const embedding = (): Embedding => {
  loaded ??= loadEmbedding();
  return loaded;
};

const toSigned = (bytes: Uint8Array) => new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
const toUnsigned = (vector: Int8Array) => new Uint8Array(vector.buffer, vector.byteOffset, vector.length);

const toFloats = (bytes: Uint8Array) => new Float32Array(Uint8Array.from(bytes).buffer);
const encode = ({ count, sum }: Centroid): EncodedCentroid => ({
  count,
  sum: new Uint8Array(sum.buffer, sum.byteOffset, sum.byteLength),
});

/** Adds vectors to a centroid, or removes them. */
const updateCentroid = ({ count, sum }: Centroid, vectors: readonly Int8Array[], sign: 1 | -1): Centroid => {
  const change = sumVectors(vectors, sum.length);
  const left = Math.max(0, count + sign * vectors.length);
  // Rounding errors of an empty cluster would be a direction.
  return { count: left, sum: sum.map((value, d) => (left === 0 ? 0 : value + sign * change[d]!)) };
};

const withVector = ({ title, summary }: Issue): IssueWithVector => ({
  title,
  summary,
  vector: toUnsigned(embedding().vectorOf(`${title} ${summary}`)),
});

const vectorsIn = (bytes: Uint8Array): Int8Array[] => {
  const { dimensions } = embedding();
  return Array.from({ length: bytes.length / dimensions }, (_, i) =>
    toSigned(bytes.subarray(i * dimensions, (i + 1) * dimensions)),
  );
};

/** The tasks of the worker threads. */
export const tasks = {
  /** The vectors of texts, one after another for each list. */
  textVectors: (texts: readonly (readonly string[])[]): Uint8Array[] => {
    const vectorOf = createTextVectors(embedding());
    return texts.map((own) => Uint8Array.from(own.flatMap((text) => [...toUnsigned(vectorOf(text))])));
  },

  extract: (conversations: readonly Conversation[]): IssueWithVector[][] =>
    conversations.map((each) => extractIssues(each).map(withVector)),

  withVectors: (issues: readonly (readonly Issue[])[]): IssueWithVector[][] =>
    issues.map((each) => each.map(withVector)),

  centroidsOf: (clusters: readonly ClusterVectors[]): EncodedCentroid[] =>
    clusters.map(({ vectors }) => {
      const members = vectorsIn(vectors);
      return encode({ count: members.length, sum: sumVectors(members, embedding().dimensions) });
    }),

  assign: (
    centroids: readonly EncodedCentroid[],
    removed: readonly RemovedIssue[],
    issues: readonly IssueWithVector[],
  ): AssignmentResult => {
    const space = embedding();
    const clusters: Centroid[] = centroids.map(({ count, sum }) => ({ count, sum: toFloats(sum) }));
    const changed = new Set<number>();
    const vectors = issues.map(({ vector }) => toSigned(vector));
    // Includes new issues: the first hundreds often arrive at once.
    const all = [...clusters, { count: vectors.length, sum: sumVectors(vectors, space.dimensions) }];
    const stats = {
      count: all.reduce((count, cluster) => count + cluster.count, 0),
      sum: new Float32Array(space.dimensions).map((_, d) =>
        all.reduce((sum, cluster) => sum + cluster.sum[d]!, 0),
      ),
    };
    const labelled = new Set(centroids.keys());
    const assignments = assignToClusters(space, stats, clusters, vectors).map((cluster, i) => {
      const before = clusters[cluster] ?? { count: 0, sum: new Float32Array(space.dimensions) };
      clusters[cluster] = updateCentroid(before, [vectors[i]!], 1);
      changed.add(cluster);
      if (labelled.has(cluster)) return { cluster };
      labelled.add(cluster);
      return { cluster, label: labelCluster([{ title: issues[i]!.title, vector: vectors[i]! }]) };
    });
    // Afterwards, so that a conversation that was sent again finds its own cluster.
    for (const { cluster, vector } of removed) {
      clusters[cluster] = updateCentroid(clusters[cluster]!, [toSigned(vector)], -1);
      changed.add(cluster);
    }
    return { assignments, centroids: new Map([...changed].map((at) => [at, encode(clusters[at]!)])) };
  },

  consolidate: (issues: readonly WindowIssue[]): ConsolidatedCluster[] => {
    const titled = issues.map(({ title, vector }) => ({ title, vector: toSigned(vector) }));
    const groups = clusterVectors(
      embedding(),
      titled.map(({ vector }) => vector),
    );
    const names = matchClusters(
      groups,
      issues.map(({ clusterId }) => clusterId),
    );
    const members = new Map<number, number[]>();
    groups.forEach((group, i) => {
      const there = members.get(group);
      if (there) there.push(i);
      else members.set(group, [i]);
    });
    return [...members].map(([group, places]) => ({
      id: names.get(group),
      members: places,
      label: labelCluster(places.map((i) => titled[i]!)),
    }));
  },
};

/** The name of a task. */
export type TaskName = keyof typeof tasks;
