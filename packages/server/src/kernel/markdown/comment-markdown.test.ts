import { expect, test } from 'vitest';
import { parseComment } from './comment-markdown.ts';

test('the excerpt of a suggestion is its text without markup', () => {
  const markdown =
    'There is a *typo*.\n\n```suggestion\nAsk in the [forum](https://example.com), or by _mail_.\n```';
  expect(parseComment({ markdown })).toMatchObject({
    excerpt: 'There is a typo. Ask in the forum, or by mail.',
  });
});
