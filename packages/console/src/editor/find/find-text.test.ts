import { parseMarkdown } from '@lectern/document';
import { getSchema } from '@tiptap/core';
import { Node } from '@tiptap/pm/model';
import { expect, test } from 'vitest';
import { toEditor } from '../../../../document/src/editor/document.ts';
import { schemaExtensions } from '../schema/schema.ts';
import { findMatches, matchAfter } from './find-text.ts';

const schema = getSchema(schemaExtensions);
const docOf = (markdown: string): Node => Node.fromJSON(schema, toEditor(parseMarkdown(markdown)));
const find = (
  markdown: string,
  text: string,
  isCaseSensitive = false,
  isWholeWord = false,
): readonly string[] => {
  const doc = docOf(markdown);
  return findMatches(doc, { text, isCaseSensitive, isWholeWord }).map(({ from, to }) =>
    doc.textBetween(from, to),
  );
};

test('finds words across formats, in lists, tables, code and hints', () => {
  expect(find('a wo**rd** and a Word', 'word')).toEqual(['word', 'Word']);
  expect(find('* word\n\n| word |\n| --- |\n| word |\n\n```\nword\n```', 'word')).toHaveLength(4);
  expect(find('{% hint style="info" %}\nword\n{% endhint %}', 'word')).toHaveLength(1);
});

test('by case, by whole words, and not across blocks or emoji', () => {
  expect(find('Word word', 'word', true)).toEqual(['word']);
  expect(find('word words sword', 'word', false, true)).toEqual(['word']);
  expect(find('über überall', 'über', false, true)).toEqual(['über']);
  expect(find('wo\n\nrd wo:dog:rd', 'word')).toEqual([]);
  expect(find('a.b a+b', 'a.b')).toEqual(['a.b']);
  expect(find('words', '')).toEqual([]);
});

test('continues at the cursor, and begins again at the end', () => {
  const matches = [
    { from: 3, to: 5 },
    { from: 9, to: 11 },
  ];
  expect([0, 4, 9, 20].map((position) => matchAfter(matches, position))).toEqual([0, 1, 1, 0]);
});
