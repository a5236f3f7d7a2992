import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../errors/errors.ts';
import { createPaging, listOf } from './paging.ts';

const paging = createPaging('secret');
const cursors = fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.constant(null)), {
  minLength: 1,
  maxLength: 3,
});

describe('page tokens', () => {
  test('decode to their cursor, in their own list only', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), cursors, (list, other, cursor) => {
        const page = paging.request(list, {}).encodeCursor(cursor);
        expect(paging.request(list, { page }).after).toEqual(cursor);
        if (other !== list) expect(() => paging.request(other, { page })).toThrow(ApiError);
      }),
    );
  });

  test('are rejected after any change, and in another installation', () => {
    fc.assert(
      fc.property(cursors, fc.nat(), fc.constantFrom(...'ABCxyz019-_=%'), (cursor, at, character) => {
        const page = paging.request('list', {}).encodeCursor(cursor);
        const changed = page.slice(0, at % page.length) + character + page.slice((at % page.length) + 1);
        if (changed !== page) expect(() => paging.request('list', { page: changed })).toThrow(ApiError);
        expect(() => createPaging('another').request('list', { page })).toThrow(ApiError);
      }),
    );
  });
});

describe('a page of a list', () => {
  const pageOf = (limit: number, rows: number[]) =>
    listOf(
      paging.request('list', { limit }),
      { rows, count: 9 },
      (row) => [row],
      (row) => row * 10,
    );

  test('has a next page if there is one more row than the limit', () => {
    const { items, next } = pageOf(2, [1, 2, 3]);
    expect(items).toEqual([10, 20]);
    expect(paging.request('list', next!).after).toEqual([2]);
  });

  test('has no next page if there is not, or if the limit is zero', () => {
    expect(pageOf(2, [1, 2])).toEqual({ items: [10, 20], count: 9 });
    expect(pageOf(0, [1])).toEqual({ items: [], count: 9 });
  });
});
