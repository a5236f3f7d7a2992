import { expect, test } from 'vitest';
import { unsavedPagesIn } from './unsaved-pages.ts';
import { unsavedInWords } from './unsaved-words.ts';

const ofAnn = { author: 'ann', changedAt: 1 };

test('drafts of texts, titles and tabs are those of their page', () => {
  const entries = new Map<IDBValidKey, unknown>([
    ['s1//p1/tab1', { ...ofAnn, title: 'Install' }],
    ['s1//p1/tab1/base', { documentId: 'd1' }],
    ['s1//p1/tab2', { ...ofAnn, changedAt: 5 }],
    ['field/s1//p1/title/tab1', { ...ofAnn, text: 'Install it' }],
    ['field/s1/7/p2/description/tab1', { ...ofAnn, changedAt: 9 }],
    ['s1//~r1/tab1', { ...ofAnn, changedAt: 3 }],
  ]);
  expect(unsavedPagesIn(entries, 'ann')).toEqual([
    { place: { spaceId: 's1', changeRequestId: '7', pageId: 'p2' }, changedAt: 9 },
    { place: { spaceId: 's1', pageId: 'p1' }, title: 'Install', changedAt: 5 },
    { place: { spaceId: 's1', pageId: 'r1', isReusable: true }, changedAt: 3 },
  ]);
});

test('drafts of others who use this browser are not shown; those without an author are', () => {
  const entries = new Map<IDBValidKey, unknown>([
    ['s1//p1/tab1', { author: 'ben', changedAt: 1 }],
    ['s1//p2/tab1', { changedAt: 2 }],
  ]);
  expect(unsavedPagesIn(entries, 'ann').map(({ place }) => place.pageId)).toEqual(['p2']);
});

test('pages are counted in words', () => {
  expect([1, 2].map(unsavedInWords)).toEqual(['Unsaved text in 1 page', 'Unsaved text in 2 pages']);
});
