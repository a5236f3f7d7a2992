import { expect, test } from 'vitest';
import { matchPages } from './rank.ts';
import { createSegmentBuilder } from './segment.ts';
import { allLive, pagesIn, segmentsToMerge, withoutPages } from './space-index.ts';

const segmentOf = async (ids: readonly string[], text: string) => {
  const builder = createSegmentBuilder();
  for (const id of ids)
    builder.add({ id, title: `Page ${id}`, description: '', body: id, sections: [{ body: text }] });
  return allLive(await builder.build(async (words) => words));
};
const numbered = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `${from + at}`);
const word = (text: string) => [{ text, stem: text }];

test('a changed page is found in its new segment only', async () => {
  const old = await segmentOf(['a', 'b'], 'apple');
  const rest = withoutPages([old], new Set(['a', 'unknown']));
  const segments = [...rest, await segmentOf(['a'], 'banana')];
  const find = (text: string) => matchPages(segments, [word(text)], text.length).hits.map(({ id }) => id);
  expect([find('apple'), find('banana')]).toEqual([['b'], ['a']]);
  // Searches that began before still read the segment as it was.
  expect(matchPages([old], [word('apple')], 5).hits).toHaveLength(2);
});

test('scores do not depend on how pages are divided into segments', async () => {
  const scores = (segments: Parameters<typeof matchPages>[0]) =>
    matchPages(segments, [word('apple'), word('page')], 10)
      .hits.map(({ id, score }) => [id, score])
      .sort();
  const one = [await segmentOf(['a', 'b', 'c'], 'apple')];
  const many = [
    ...withoutPages([await segmentOf(['a', 'b', 'x'], 'apple')], new Set(['b', 'x'])),
    await segmentOf(['b', 'c'], 'apple'),
  ];
  expect(scores(many)).toEqual(scores(one));
});

test('a thousand edits leave few segments, and index each page a few times', async () => {
  let segments = [await segmentOf(numbered(1000), 'apple')];
  let indexed = 0;
  for (let edit = 0; edit < 1000; edit++) {
    const rest = withoutPages(segments, new Set([`${edit}`]));
    const merged = segmentsToMerge(rest, 1);
    const pages = [`${edit}`, ...pagesIn(merged)];
    indexed += pages.length;
    segments = [...rest.filter((one) => !merged.has(one)), await segmentOf(pages, 'banana')];
  }
  expect(segments.reduce((sum, { count }) => sum + count, 0)).toBe(1000);
  expect(segments.length).toBeLessThan(12);
  expect(indexed).toBeLessThan(20_000);
});
