import { mergeDocuments, parseMarkdown, printMarkdown } from '@lectern/document';
import { expect, test } from 'vitest';
import { keysOfBody, outcomesOf, unusedTexts } from './outcomes.ts';
import { replaceSettled } from './settled.ts';

const body = { kind: 'page', id: 'p1' } as const;
const conflicted = mergeDocuments(
  parseMarkdown('One.\n\nTwo.\n\nThree.'),
  parseMarkdown('One, space.\n\nTwo.\n\nThree, space.'),
  parseMarkdown('One, request.\n\nTwo.\n\nThree, request.'),
).document;
const keys = keysOfBody({ ...body, document: conflicted });

const replaced = (latest: string, markdown: string) => {
  const versions = { conflicted, latest: parseMarkdown(latest) };
  const found = replaceSettled(body, versions, keys[0]!, { take: 'edit', markdown });
  const print = (nodes: typeof conflicted.nodes) =>
    printMarkdown({ object: 'document', data: {}, nodes }).trim();
  return found && [print(found.now), print(found.document.nodes)];
};

test('a text takes the place of what settled its conflict, and of nothing else', () => {
  expect(replaced('One, settled.\n\nTwo, later.\n\nThree, settled.', 'One, mine.')).toEqual([
    'One, settled.',
    'One, mine.\n\nTwo, later.\n\nThree, settled.',
  ]);
});

test('a paragraph that somebody has added stays', () => {
  expect(replaced('One, a.\n\nAdded.\n\nTwo.\n\nThree.', 'Mine, a.\n\nMine, b.')).toEqual([
    'One, a.',
    'Mine, a.\n\nMine, b.\n\nAdded.\n\nTwo.\n\nThree.',
  ]);
});

test('a text has no place as long as there are conflicts, or without the conflict that it was written for', () => {
  const versions = { conflicted, latest: conflicted };
  expect(replaceSettled(body, versions, keys[0]!, { take: 'both' })).toBeUndefined();
  const settled = { conflicted, latest: parseMarkdown('One.') };
  expect(replaceSettled(body, settled, 'another', { take: 'both' })).toBeUndefined();
});

test('only texts are offered whose conflicts are gone', () => {
  const outcomes = {
    [keys[0]!]: { take: 'edit', markdown: 'Mine.' },
    [keys[1]!]: { take: 'primary' },
    'page p1 title': { take: 'edit', value: 'My title' },
  } as const;
  expect(unusedTexts(outcomes, keys)).toEqual([
    { key: 'page p1 title', kind: 'page', id: 'p1', field: 'title', text: 'My title' },
  ]);
  expect(unusedTexts(outcomes, [])).toHaveLength(2);
  expect(outcomesOf(outcomes, ['page p1 title'])).toEqual({ 'page p1 title': outcomes['page p1 title'] });
});
