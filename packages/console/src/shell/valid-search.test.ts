import { expect, test } from 'vitest';
import { insightsSearch } from '../sites/search.ts';
import { validSearch } from './valid-search.ts';

test('what an address should not have is not left to the screen', () => {
  const read = validSearch(insightsSearch);
  expect(read({ period: 'nope', section: 7, page: 'a/b' })).toEqual({
    period: undefined,
    section: undefined,
    page: 'a/b',
  });
  // The router lays it over what the address has.
  expect({ period: 'nope', ...read({ period: 'nope' }) }.period).toBeUndefined();
});
