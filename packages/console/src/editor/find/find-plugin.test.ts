import { parseMarkdown, printMarkdown } from '@lectern/document';
import { expect, test } from 'vitest';
import { createDocumentReader } from '../create-editor.ts';
import { createHeadlessEditor } from '../testing/headless-editor.ts';
import { openFind, replaceAll, search } from './find-plugin.ts';

const replaced = (markdown: string, text: string, by: string): string => {
  const { editor } = createHeadlessEditor(parseMarkdown(markdown));
  search(editor, { text, isCaseSensitive: false, isWholeWord: false });
  replaceAll(editor, by);
  return printMarkdown(createDocumentReader(editor)()).trimEnd();
};

test('what replaces a text has its format and its link', () => {
  expect(replaced('[foo](https://e.com) and **foo**', 'foo', 'qux')).toBe('[qux](https://e.com) and **qux**');
  expect(replaced('[a foo b](https://e.com)', 'foo', 'qux')).toBe('[a qux b](https://e.com)');
});

test('a text that is only partly a link is replaced by one that is none', () => {
  expect(replaced('[foo](https://e.com) bar baz', 'foo bar', 'qux')).toBe('qux baz');
});

test('a search that is asked for before its panel is loaded is shown by the panel', () => {
  const { editor } = createHeadlessEditor(parseMarkdown('foo'));
  openFind(editor, true);
  expect(editor.storage.find.wanted).toBe('replace');
  const opened: boolean[] = [];
  editor.storage.find.open = (isReplacing) => opened.push(isReplacing);
  openFind(editor, false);
  expect(opened).toEqual([false]);
});
