import { expect, test } from 'vitest';
import { matchesUnfurlPattern } from './unfurl-patterns.ts';

test.each([
  ['https://boards.example/b/1', 'https://boards.example', true],
  ['http://www.boards.example/b/1', 'https://boards.example/', true],
  ['https://boards.example/b/1', 'boards.example/b', true],
  ['https://boards.example', 'boards.example', true],
  ['https://boards.examples/b', 'boards.example', false],
  ['https://boards.example.org/b', 'boards.example', false],
  ['https://other.example/boards.example', 'boards.example', false],
  ['https://a.boards.example/x', 'https://*.boards.example/**', true],
  ['https://boards.example/x', 'https://*.boards.example/*', false],
  ['https://boards.example/a/file/2', 'https://boards.example/*/file/*', true],
  ['https://boards.example/a/other/2', 'https://boards.example/*/file/*', false],
])('the URL %s matches the pattern %s: %s', (url, pattern, isMatch) => {
  expect(matchesUnfurlPattern(url, pattern)).toBe(isMatch);
});
