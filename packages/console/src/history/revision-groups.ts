import type { RevisionSummary } from './revision-words.ts';

/** Revisions that one person, or people who write together, made one after the other, newest first: the saves of one sitting, or a single revision. */
export type RevisionGroup = readonly [RevisionSummary, ...RevisionSummary[]];

// A longer pause begins another sitting.
const PAUSE_MS = 30 * 60 * 1000;
// Of people who write together, now one and now another has written since the last save.
const TOGETHER_MS = 2 * 60 * 1000;

// Merges, imports and the first revision of a space stand for themselves.
const isSave = ({ type, message, parents }: RevisionSummary): boolean =>
  type === 'edits' && message === undefined && parents.length > 0;

const haveAuthor = (newer: RevisionSummary, older: RevisionSummary): boolean =>
  newer.authors.some(({ id }) => older.authors.some((author) => author.id === id));

const arePartOf = (page: string | undefined, ...revisions: readonly RevisionSummary[]): boolean =>
  page !== undefined &&
  revisions.every(
    ({ changedPages }) => changedPages?.count === 1 && changedPages.items.every(({ id }) => id === page),
  );

const belongsTo = (newer: RevisionSummary, older: RevisionSummary): boolean => {
  if (!isSave(newer) || !isSave(older)) return false;
  const pause = Date.parse(newer.createdAt) - Date.parse(older.createdAt);
  if (haveAuthor(newer, older)) return pause <= PAUSE_MS;
  return pause <= TOGETHER_MS && arePartOf(newer.changedPages?.items[0]?.id, newer, older);
};

/** Groups the consecutive saves of one person, or of people who write in one page; the list is newest first. */
export const groupRevisions = (revisions: readonly RevisionSummary[]): readonly RevisionGroup[] => {
  const groups: [RevisionSummary, ...RevisionSummary[]][] = [];
  for (const revision of revisions) {
    const last = groups.at(-1);
    if (last && belongsTo(last.at(-1)!, revision)) last.push(revision);
    else groups.push([revision]);
  }
  return groups;
};

type ChangedPage = NonNullable<RevisionSummary['changedPages']>['items'][number];

/** The changes of a page, newest first, as one. */
const together = (changes: readonly [ChangedPage, ...ChangedPage[]]): ChangedPage => {
  const [newest] = changes;
  const oldest = changes.at(-1)!;
  const { id, title } = newest;
  if (newest.change === 'deleted') return newest;
  if (oldest.change === 'created') return { id, title, change: 'created' };
  if (changes.every(({ change }) => change === newest.change))
    return { ...newest, ...(oldest.titleBefore !== undefined && { titleBefore: oldest.titleBefore }) };
  return { id, title, change: 'edited' };
};

/** A group as one revision: the newest, with what all of them together did to pages. */
export const summaryOf = (group: RevisionGroup): RevisionSummary => {
  const [newest] = group;
  const byPage = new Map<string, [ChangedPage, ...ChangedPage[]]>();
  for (const page of group.flatMap(({ changedPages }) => changedPages?.items ?? [])) {
    const before = byPage.get(page.id);
    if (before) before.push(page);
    else byPage.set(page.id, [page]);
  }
  const counts = group.map(({ changedPages }) => changedPages?.count ?? 0);
  const authors = new Map(group.flatMap((revision) => revision.authors).map((author) => [author.id, author]));
  return {
    ...newest,
    authors: [...authors.values()],
    ...(newest.changedPages && {
      changedPages: {
        count: Math.max(byPage.size, ...counts),
        items: [...byPage.values()].map(together),
      },
    }),
  };
};
