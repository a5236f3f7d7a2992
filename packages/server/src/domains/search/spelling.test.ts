import { expect, test } from 'vitest';
import { nearestNames } from './lookup.ts';
import { createSegmentBuilder } from './segment.ts';
import { editDistance, isCorrectable } from './spelling.ts';

test.each([
  ['impotr', 'import', 1],
  ['webhok', 'webhook', 1],
  ['import', 'import', 0],
  ['imprt', 'import', 1],
  ['ipmrot', 'import', 2],
  ['a', 'abcdef', 3],
])('%s and %s are %i edits apart', (from, to, distance) => {
  expect(editDistance(from, to, 2)).toBe(distance);
});

test.each([
  ['impotr', ['report', 'import', 'imports'], ['import']],
  ['authentcaiton', ['authorization', 'authentication'], ['authentication']],
  ['tast', ['test', 'task'], ['task', 'test']],
  ['pages', ['images'], []],
  ['import', [], []],
])('the nearest to %s of %j', async (word, known, nearest) => {
  const builder = createSegmentBuilder();
  const text = 'Other words, such as importer.';
  builder.add({ id: 'a', title: known.join(' '), description: text, body: undefined, sections: [] });
  const segment = await builder.build(async (words) => words);
  const found = nearestNames([segment], { text: word, stem: word }).map(({ text }) => text);
  expect(found).toEqual(nearest);
});

test('short words and numbers are not corrected', () => {
  expect(['git', 'v2beta', 'import'].map(isCorrectable)).toEqual([false, false, true]);
});
