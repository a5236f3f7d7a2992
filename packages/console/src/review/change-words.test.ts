import { expect, test } from 'vitest';
import { changeInWords } from './change-words.ts';
import { changedItems } from './changed-items.ts';

const page = { id: 'a', type: 'document' as const, title: 'New', path: 'new' };
const parent = { id: 'g', type: 'group' as const, title: 'Guides' };

test('changes in words name the title and the parent before', () => {
  const [item] = changedItems([
    { type: 'page_edited', page, attributes: { title: { before: 'Old', after: 'New' } } },
    { type: 'page_edited', page, attributes: { document: { before: '1', after: '2' } } },
    { type: 'page_moved', page, parent: { after: parent } },
  ]);
  expect(changeInWords(item!)).toBe('renamed from “Old”, moved from the top level to Guides, edited');
});

test('a page that moved among its siblings has moved', () => {
  const [item] = changedItems([{ type: 'page_moved', page, parent: { before: parent, after: parent } }]);
  expect(changeInWords(item!)).toBe('moved');
});
