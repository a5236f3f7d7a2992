import type { DesiredPage } from '@lectern/document';
import { describe, expect, test } from 'vitest';
import { formerDeterministicId } from '../../kernel/ids.ts';
import { createIdOfPage, createRelocateRef, isNoticePage, noticePage } from './built-pages.ts';

describe('the ids of built pages', () => {
  const page = (id: string, children: { id: string }[] = []): DesiredPage => ({
    id,
    fields: { type: 'document', title: 'Page' },
    children: children.map(({ id }) => page(id)),
  });

  test('begin with a letter', () => {
    const idOf = createIdOfPage('source');
    for (const key of Array.from({ length: 50 }, (_, n) => String(n)))
      expect(idOf(key)).toMatch(/^[A-Za-z][A-Za-z0-9]{21}$/);
  });

  test('that are stored in their former form stay, also in references to them', () => {
    const former = (key: string) => formerDeterministicId('source', key);
    const idOf = createIdOfPage('source', [page(former('parent'), [{ id: former('child') }])]);
    expect([idOf('parent'), idOf('child')]).toEqual([former('parent'), former('child')]);
    expect(idOf('new')).toBe(createIdOfPage('source')('new'));
    const relocate = createRelocateRef(idOf, new Set(['child']));
    expect(relocate({ kind: 'page', page: 'child' })).toEqual({ kind: 'page', page: former('child') });
  });

  test('tell the notice of a failed build, in both forms', () => {
    const { id } = noticePage('source', 'Title', '', false);
    expect(isNoticePage('source', { id })).toBe(true);
    expect(isNoticePage('source', { id: formerDeterministicId('source', 'why there is nothing') })).toBe(
      true,
    );
    expect(isNoticePage('source', { id: 'other' })).toBe(false);
  });
});
