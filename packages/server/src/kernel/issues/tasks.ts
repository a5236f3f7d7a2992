import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  assignedTo,
  clustersOf,
  createEmbedding,
  type Embedding,
  type Gathered,
  type Issue,
  issuesOf,
  namesakesOf,
  readWordTable,
  sumOf,
  type Talk,
  type Wording,
  wordingOf,
} from '@lectern/issues';

/** An issue with what it is about. */
export interface ReadIssue extends Issue {
  readonly vector: Uint8Array;
}

/** A cluster that is there, by the vectors of its issues, one after the other. */
export interface PresentCluster {
  readonly id: string;
  readonly vectors: Uint8Array;
}

/** What new issues are compared with: how many issues a cluster has, and the sum of their vectors. */
export interface Centre {
  readonly count: number;
  readonly sum: Uint8Array;
}

/** An issue that a cluster lost. */
export interface Lost {
  /** The place of the cluster among those that are there. */
  readonly cluster: number;
  readonly vector: Uint8Array;
}

/** Where a new issue goes: to a cluster that is there, or to a new one, which the first of its issues describes. */
export interface Assignment {
  /** The place of the cluster among those that are there; new ones are counted on. */
  readonly cluster: number;
  readonly wording?: Wording;
}

/** Where new issues go, and what that makes of the centres of clusters. */
export interface Assigned {
  readonly assignments: readonly Assignment[];
  /** Those that are other than before, by their places. */
  readonly centres: ReadonlyMap<number, Centre>;
}

/** An issue of a window that is put in order. */
export interface WindowIssue {
  readonly title: string;
  readonly vector: Uint8Array;
  readonly clusterId: string;
}

/** A cluster as it should be: the places of its issues in the window, and which earlier one it goes on as. */
export interface Consolidated {
  readonly id: string | undefined;
  readonly members: readonly number[];
  readonly wording: Wording;
}

let loaded: Embedding | undefined;
// Once in a thread: reading the words takes a while.
const embedding = (): Embedding => {
  loaded ??= createEmbedding(
    readWordTable(readFileSync(createRequire(import.meta.url).resolve('@lectern/issues/data/words.bin'))),
  );
  return loaded;
};

const signed = (bytes: Uint8Array) => new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
const unsigned = (vector: Int8Array) => new Uint8Array(vector.buffer, vector.byteOffset, vector.length);

const floats = (bytes: Uint8Array) => new Float32Array(Uint8Array.from(bytes).buffer);
const bytesOf = ({ count, sum }: Gathered): Centre => ({
  count,
  sum: new Uint8Array(sum.buffer, sum.byteOffset, sum.byteLength),
});

/** A sum with some vectors more, or fewer. */
const changedBy = ({ count, sum }: Gathered, vectors: readonly Int8Array[], sign: 1 | -1): Gathered => {
  const change = sumOf(vectors, sum.length);
  const left = Math.max(0, count + sign * vectors.length);
  // What rounding leaves of nothing would point somewhere.
  return { count: left, sum: sum.map((value, d) => (left === 0 ? 0 : value + sign * change[d]!)) };
};

const withVector = ({ title, summary }: Issue): ReadIssue => ({
  title,
  summary,
  vector: unsigned(embedding().vectorOf(`${title} ${summary}`)),
});

const vectorsIn = (bytes: Uint8Array): Int8Array[] => {
  const { dimensions } = embedding();
  return Array.from({ length: bytes.length / dimensions }, (_, i) =>
    signed(bytes.subarray(i * dimensions, (i + 1) * dimensions)),
  );
};

/** What the threads can do. */
export const tasks = {
  read: (talks: readonly Talk[]): ReadIssue[][] => talks.map((talk) => issuesOf(talk).map(withVector)),

  withVectors: (issues: readonly (readonly Issue[])[]): ReadIssue[][] =>
    issues.map((one) => one.map(withVector)),

  /** What new issues will be compared with. */
  centresOf: (present: readonly PresentCluster[]): Centre[] =>
    present.map(({ vectors }) => {
      const members = vectorsIn(vectors);
      return bytesOf({ count: members.length, sum: sumOf(members, embedding().dimensions) });
    }),

  assign: (present: readonly Centre[], lost: readonly Lost[], issues: readonly ReadIssue[]): Assigned => {
    const kind = embedding();
    const clusters: Gathered[] = present.map(({ count, sum }) => ({ count, sum: floats(sum) }));
    const changed = new Set<number>();
    const vectors = issues.map(({ vector }) => signed(vector));
    // New ones count too: the first hundreds all come at once.
    const known = [...clusters, { count: vectors.length, sum: sumOf(vectors, kind.dimensions) }];
    const frame = {
      count: known.reduce((count, cluster) => count + cluster.count, 0),
      sum: new Float32Array(kind.dimensions).map((_, d) =>
        known.reduce((sum, cluster) => sum + cluster.sum[d]!, 0),
      ),
    };
    const described = new Set(present.keys());
    const assignments = assignedTo(kind, frame, clusters, vectors).map((cluster, i) => {
      const before = clusters[cluster] ?? { count: 0, sum: new Float32Array(kind.dimensions) };
      clusters[cluster] = changedBy(before, [vectors[i]!], 1);
      changed.add(cluster);
      if (described.has(cluster)) return { cluster };
      described.add(cluster);
      return { cluster, wording: wordingOf([{ title: issues[i]!.title, vector: vectors[i]! }]) };
    });
    // Afterwards: what was sent again as it was finds its own cluster.
    for (const { cluster, vector } of lost) {
      clusters[cluster] = changedBy(clusters[cluster]!, [signed(vector)], -1);
      changed.add(cluster);
    }
    return { assignments, centres: new Map([...changed].map((at) => [at, bytesOf(clusters[at]!)])) };
  },

  consolidate: (issues: readonly WindowIssue[]): Consolidated[] => {
    const worded = issues.map(({ title, vector }) => ({ title, vector: signed(vector) }));
    const groups = clustersOf(
      embedding(),
      worded.map(({ vector }) => vector),
    );
    const names = namesakesOf(
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
      wording: wordingOf(places.map((i) => worded[i]!)),
    }));
  },
};

/** What the threads can do. */
export type TaskName = keyof typeof tasks;
