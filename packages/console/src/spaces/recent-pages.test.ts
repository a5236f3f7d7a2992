import { expect, test } from 'vitest';
import { withPage } from './recent-pages.ts';

const page = (path: string, spaceId = 's', title = path, id = path) => ({
  id,
  spaceId,
  spaceTitle: 'Space',
  path,
  title,
});

test('the newest page is first, each page is there once, and twelve are kept', () => {
  const some = [page('a'), page('b'), page('a', 'other')];
  expect(withPage(some, page('b', 's', 'New title'))).toEqual([
    page('b', 's', 'New title'),
    page('a'),
    page('a', 'other'),
  ]);
  const many = Array.from({ length: 12 }, (_, at) => page(String(at)));
  const more = withPage(many, page('new'));
  expect([more.length, more.at(-1)]).toEqual([12, page('10')]);
});

test('a page that was renamed or moved is there once', () => {
  const renamed = page('guides/new', 's', 'New', 'a');
  expect(withPage([page('b'), page('a')], renamed)).toEqual([renamed, page('b')]);
});
