import { expect, test } from 'vitest';
import { fieldRows } from './field-words.ts';

const said = (field: string, before: unknown, after: unknown): string[] =>
  fieldRows(field, { before, after }).map((row) => `${row.name}: ${row.before} → ${row.after}`);

test('settings of a page have the words of its settings screen', () => {
  expect(said('slug', 'start', 'begin')).toEqual(['Address: start → begin']);
  expect(said('hidden', undefined, true)).toEqual(['Not in the table of contents: no → yes']);
  expect(said('tags', undefined, [{ tag: { tag: 'new' } }])).toEqual(['Tags: undefined → new']);
  expect(said('layout', { width: 'default' }, { width: 'wide', outline: false })).toEqual([
    'Layout: Wide: no → yes',
    'Layout: Outline: yes → no',
  ]);
  const ref = { kind: 'url', url: 'https://example.com/dark.png' };
  expect(said('cover', {}, { refDark: ref })).toEqual([
    'Cover in dark mode: undefined → https://example.com/dark.png',
  ]);
});

test('other fields have their own names', () => {
  expect(said('description', 'One', null)).toEqual(['Description: One → undefined']);
});
