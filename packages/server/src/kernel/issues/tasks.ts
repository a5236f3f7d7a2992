import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  assignedTo,
  clustersOf,
  createEmbedding,
  type Embedding,
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

/** Where a new issue goes: to a cluster that is there, or to a new one, which the first of its issues describes. */
export interface Assignment {
  /** The place of the cluster among those that are there; new ones are counted on. */
  readonly cluster: number;
  readonly wording?: Wording;
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

  assign: (present: readonly PresentCluster[], issues: readonly ReadIssue[]): Assignment[] => {
    const kind = embedding();
    const clusters = present.map(({ vectors }) => {
      const members = vectorsIn(vectors);
      return { count: members.length, sum: sumOf(members, kind.dimensions) };
    });
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
    return assignedTo(kind, frame, clusters, vectors).map((cluster, i) => {
      if (described.has(cluster)) return { cluster };
      described.add(cluster);
      return { cluster, wording: wordingOf([{ title: issues[i]!.title, vector: vectors[i]! }]) };
    });
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
