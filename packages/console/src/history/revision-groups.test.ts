import { expect, test } from 'vitest';
import { groupRevisions, summaryOf } from './revision-groups.ts';
import { type RevisionSummary, revisionInWords } from './revision-words.ts';

const minutes = (count: number): string => new Date(Date.UTC(2026, 0, 1) - count * 60_000).toISOString();

const save = (id: string, by: string, ago: number, more: Partial<RevisionSummary> = {}): RevisionSummary =>
  ({
    object: 'revision',
    id,
    type: 'edits',
    parents: ['before'],
    createdAt: minutes(ago),
    createdBy: { id: by },
    authors: by.split('+').map((id) => ({ id })),
    ...more,
  }) as RevisionSummary;

const idsOf = (revisions: readonly RevisionSummary[]) =>
  groupRevisions(revisions).map((group) => group.map(({ id }) => id).join(''));

test('consecutive saves of one person are a group, until a pause or somebody else', () => {
  expect(
    idsOf([
      save('a', 'ann', 0),
      save('b', 'ann', 20),
      save('c', 'ann', 45),
      save('d', 'ann', 90),
      save('e', 'ben', 91),
      save('f', 'ann', 92),
    ]),
  ).toEqual(['abc', 'd', 'e', 'f']);
});

test('saves of people who write together are one group, which names all of them', () => {
  const page = (id: string) => ({
    changedPages: { count: 1, items: [{ id, title: id, change: 'edited' as const }] },
  });
  const all = [
    save('a', 'ann', 0, page('Install')),
    save('b', 'ben', 1, page('Install')),
    save('c', 'ben+ann', 2, page('Install')),
    save('d', 'cleo', 3, page('Upgrade')),
    save('e', 'dan', 9, page('Upgrade')),
  ];
  expect(idsOf(all)).toEqual(['abc', 'd', 'e']);
  expect(summaryOf(groupRevisions(all)[0]!).authors.map(({ id }) => id)).toEqual(['ann', 'ben']);
});

test('merges, messages and the first revision stand for themselves', () => {
  expect(
    idsOf([
      save('a', 'ann', 0),
      save('b', 'ann', 1, { type: 'merge' }),
      save('c', 'ann', 2, { message: 'Import' }),
      save('d', 'ann', 3),
      save('e', 'ann', 4, { parents: [] }),
    ]),
  ).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('a group names a page by its newest title', () => {
  const titled = (title: string) => ({
    changedPages: { count: 1, items: [{ id: 'page', title, change: 'edited' as const }] },
  });
  const [group] = groupRevisions([
    save('a', 'ann', 0, titled('Install')),
    save('b', 'ann', 1, titled('Untitled')),
  ]);
  expect(revisionInWords(summaryOf(group!))).toBe('Edited Install');
});

test('a group names all pages that it changed, and no revision is lost', () => {
  const pages = (...titles: string[]) => ({
    changedPages: {
      count: titles.length,
      items: titles.map((title) => ({ id: title, title, change: 'edited' as const })),
    },
  });
  const all = [
    save('a', 'ann', 0, pages('Install')),
    save('b', 'ann', 1, pages('Upgrade', 'Install')),
    save('c', 'ann', 2, pages('Install')),
  ];
  const [group] = groupRevisions(all);
  expect(revisionInWords(summaryOf(group!))).toBe('Edited Install and Upgrade');
  expect(groupRevisions(all).flat()).toEqual(all);
});

test.each([
  ['Created Install', ['edited Install', 'renamed Install', 'created Untitled']],
  ['Renamed Untitled to Install', ['renamed Install', 'renamed Untitled']],
  ['Deleted Install', ['deleted Install', 'created Install']],
  ['Edited Install', ['moved Install', 'edited Install']],
])('%s: %s', (words, changes) => {
  const saves = changes.map((each, at) => {
    const [change, title] = each.split(' ') as ['renamed', string];
    const page = { id: 'page', title, change, ...(change === 'renamed' && { titleBefore: 'Untitled' }) };
    return save(each, 'ann', at, { changedPages: { count: 1, items: [page] } });
  });
  const [group] = groupRevisions(saves);
  expect(revisionInWords(summaryOf(group!))).toBe(words);
});
