import { expect, test } from 'vitest';
import { correctWord, editDistance, isCorrectable } from './spelling.ts';

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
  ['impotr', ['report', 'import', 'imports'], 'import'],
  ['authentcaiton', ['authorization', 'authentication'], 'authentication'],
  ['tast', ['test', 'task'], 'test'],
  ['pages', ['images'], undefined],
  ['import', [], undefined],
])('%s is corrected to the nearest of %j', (word, known, corrected) => {
  expect(correctWord(word, known)).toBe(corrected);
});

test('short words and numbers are not corrected', () => {
  expect(['git', 'v2beta', 'import'].map(isCorrectable)).toEqual([false, false, true]);
});
