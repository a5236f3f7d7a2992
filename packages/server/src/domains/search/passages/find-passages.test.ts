import { expect, test } from 'vitest';
import { createSegmentBuilder } from '../segment.ts';
import { type EmbeddedSegment, findPassages, fuse } from './find-passages.ts';
import { rankPassages } from './rank-passages.ts';
import { rankByVectors } from './rank-vectors.ts';

const DIMENSIONS = 2;

const segmentOf = async (
  pages: readonly (readonly [title: string, ...texts: string[]])[],
  vectors: readonly (readonly number[])[],
  live?: Uint8Array,
): Promise<EmbeddedSegment> => {
  const builder = createSegmentBuilder();
  for (const [title, ...texts] of pages)
    builder.add({
      id: title,
      title,
      description: '',
      body: title,
      sections: texts.map((body) => ({ body })),
    });
  return {
    segment: await builder.build(async (words) => words),
    live,
    count: pages.length,
    vectors: { dimensions: DIMENSIONS, vectors: Int8Array.from(vectors.flat()) },
  };
};

const words = (text: string) => text.split(' ').map((word) => ({ text: word, stem: word }));
const near = [127, 0] as const;
const far = [0, 127] as const;

test('vectors find sections of all pages but those that may not be read', async () => {
  const pages = [
    ['A', 'one', 'two'],
    ['B', 'three'],
  ] as const;
  const question = Int8Array.from(near);
  const found = (live?: Uint8Array) =>
    segmentOf(pages, [far, near, near], live).then((segment) =>
      rankByVectors([segment], question, 10).map(({ page, section }) => [page, section]),
    );
  expect(await found()).toEqual([
    [0, 1],
    [1, 0],
  ]);
  expect(await found(Uint8Array.from([0, 1]))).toEqual([[1, 0]]);
});

test('what may not be read changes nothing in the rest', async () => {
  const readable = [['Apples', 'Apples are red', 'Pears are green']] as const;
  const hidden = ['Secrets', 'Apples are poisoned'] as const;
  const asked = { words: words('red apples'), vector: Int8Array.from(near) };
  const alone = await segmentOf(readable, [near, far]);
  const beside = await segmentOf([...readable, hidden], [near, far, near], Uint8Array.from([1, 0]));
  const scores = (segment: EmbeddedSegment) =>
    findPassages([segment], asked, 10).map(({ page, section, score, coverage }) => [
      page,
      section,
      score,
      coverage,
    ]);
  expect(scores(beside)).toEqual(scores(alone));
});

test('a section that is found by words and by vectors comes before one that is found by words', async () => {
  const segment = await segmentOf(
    [
      ['A', 'red apple'],
      ['B', 'red apple'],
    ],
    [far, near],
  );
  const asked = { words: words('red apple'), vector: Int8Array.from(near) };
  const first = ([one]: readonly { readonly page: number }[]) => one!.page;
  expect(first(rankPassages([segment], asked.words, 10))).toBe(0);
  const byVectors = rankByVectors([segment], asked.vector, 10);
  expect(first(fuse(rankPassages([segment], asked.words, 10), byVectors, 10))).toBe(1);
  expect(first(findPassages([segment], asked, 10))).toBe(1);
});

test('a question without telling words finds nothing', async () => {
  const segment = await segmentOf([['A', 'red apple']], [near]);
  expect(findPassages([segment], { words: [], vector: Int8Array.from(near) }, 10)).toEqual([]);
});
