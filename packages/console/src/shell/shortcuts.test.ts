import { expect, test } from 'vitest';
import { matches } from './shortcuts.ts';

const key = (more: object) => ({
  key: 'k',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  target: null,
  ...more,
});

test.each([
  ['mod+k', { ctrlKey: true }, true],
  ['mod+k', { metaKey: true }, true],
  ['mod+k', { key: 'K', ctrlKey: true }, true],
  ['mod+k', {}, false],
  ['mod+k', { ctrlKey: true, altKey: true }, false],
  ['k', {}, true],
  ['k', { ctrlKey: true }, false],
  ['?', { key: '?' }, true],
])('%s with %o: %s', (keys, more, expected) => {
  expect(matches(keys, key(more))).toBe(expected);
});
