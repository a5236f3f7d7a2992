import { expect, test } from 'vitest';
import { changedFields, type PageContent, tagsIn } from './page-fields.ts';

const PAGE: PageContent = {
  id: 'p',
  title: 'Title',
  description: 'Words',
  hidden: true,
  layout: { outline: true },
};

test('only what was changed is sent, and emptied fields are removed', () => {
  expect(changedFields(PAGE, PAGE)).toEqual({});
  expect(changedFields(PAGE, { ...PAGE, title: ' New ', description: '', emoji: '🚀' })).toEqual({
    title: 'New',
    description: null,
    emoji: '🚀',
  });
  expect(changedFields(PAGE, { ...PAGE, hidden: false, noIndex: true })).toEqual({
    hidden: null,
    noIndex: true,
  });
  expect(changedFields(PAGE, { ...PAGE, layout: { outline: false } })).toEqual({
    layout: { outline: false },
  });
  expect(changedFields({ ...PAGE, cover: { yPos: 0 } }, PAGE)).toEqual({ cover: null });
  expect(changedFields(PAGE, { ...PAGE, title: ' ' })).toEqual({});
  const tagged = { ...PAGE, tags: tagsIn(' beta, New feature,,') };
  expect(changedFields(PAGE, tagged)).toEqual({ tags: ['beta', 'New feature'] });
  expect(changedFields(tagged, tagged)).toEqual({});
  expect(changedFields(tagged, PAGE)).toEqual({ tags: null });
});
