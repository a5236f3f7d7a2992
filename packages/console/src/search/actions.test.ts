import { expect, test } from 'vitest';
import { matchesText } from './actions.ts';

test.each([
  ['', 'New space', true],
  ['new sp', 'New space', true],
  ['SPACE new', 'New space', true],
  ['pace', 'New space', false],
  ['new page', 'New space', false],
])('“%s” finds “%s”: %s', (query, text, expected) => {
  expect(matchesText(query, text)).toBe(expected);
});
