import type { RevisionSummary } from './revision-words.ts';

/** Revisions that somebody made one after the other, newest first: the saves of one sitting, or a single revision. */
export type RevisionGroup = readonly [RevisionSummary, ...RevisionSummary[]];

// A longer pause begins another sitting.
const PAUSE_MS = 30 * 60 * 1000;

// Merges, imports and the first revision of a space stand for themselves.
const isSave = ({ type, message, parents }: RevisionSummary): boolean =>
  type === 'edits' && message === undefined && parents.length > 0;

const belongsTo = (newer: RevisionSummary, older: RevisionSummary): boolean =>
  isSave(newer) &&
  isSave(older) &&
  newer.createdBy.id === older.createdBy.id &&
  Date.parse(newer.createdAt) - Date.parse(older.createdAt) <= PAUSE_MS;

/** Groups the consecutive saves of one person; the list is newest first. */
export const groupRevisions = (revisions: readonly RevisionSummary[]): readonly RevisionGroup[] => {
  const groups: [RevisionSummary, ...RevisionSummary[]][] = [];
  for (const revision of revisions) {
    const last = groups.at(-1);
    if (last && belongsTo(last.at(-1)!, revision)) last.push(revision);
    else groups.push([revision]);
  }
  return groups;
};

/** A group as one revision: the newest, with the pages that any of them changed. */
export const summaryOf = (group: RevisionGroup): RevisionSummary => {
  const [newest] = group;
  const changed = group.flatMap(({ changedPages }) => changedPages?.items ?? []);
  // A page has the title of its newest change.
  const pages = changed.filter(({ id }, at) => changed.findIndex((page) => page.id === id) === at);
  const counts = group.map(({ changedPages }) => changedPages?.count ?? 0);
  return {
    ...newest,
    ...(newest.changedPages && {
      changedPages: { count: Math.max(pages.length, ...counts), items: pages },
    }),
  };
};
