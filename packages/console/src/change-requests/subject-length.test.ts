import { expect, test } from 'vitest';
import { tooLongInWords } from './subject-length.ts';

test.each([
  [100, undefined],
  [101, 'At most 100 characters: 1 is too many.'],
  [120, 'At most 100 characters: 20 are too many.'],
])('a subject of %i characters', (length, words) => {
  expect(tooLongInWords(`${'x'.repeat(length)} `)).toBe(words);
});
