import { expect, test } from 'vitest';
import { createCommentKeys } from './comment-keys.ts';

test('a comment stays on its block when the server gives it another key, and when the text is shared', () => {
  const keys = new Set(['first', 'second']);
  const shared = new Map<string, string>();
  const { keyOf, note } = createCommentKeys((key) => keys.has(key), shared);
  expect(keyOf('comment', 'first')).toBe('first');
  // The block was edited and saved.
  expect(keyOf('comment', 'first, edited')).toBe('first');
  // Somebody else has opened the page before: blocks have the keys that they had then.
  keys.delete('first');
  keys.add('of the other');
  shared.set('first', 'of the other');
  expect(keyOf('comment', 'first, edited again')).toBe('of the other');
  note('posted', 'second');
  expect(keyOf('posted', 'unknown')).toBe('second');
  expect(keyOf('other', 'unknown')).toBe('unknown');
});
