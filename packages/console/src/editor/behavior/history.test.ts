import { parseMarkdown, printMarkdown } from '@lectern/document';
import { expect, test } from 'vitest';
import { toDocument } from '../../../../document/src/editor/document.ts';
import type { EditorNode } from '../../../../document/src/editor/editor-node.ts';
import { replaceDocument } from '../replace-document.ts';
import { createHeadlessEditor } from '../testing/headless-editor.ts';
import type { Hands } from '../testing/random-edits.ts';

type Edit = (hands: Hands) => Promise<void>;

const at =
  (position: number, edit: Edit): Edit =>
  async (hands) => {
    await hands.select(position);
    await edit(hands);
  };
const press =
  (key: string): Edit =>
  (hands) =>
    hands.press(key);

test.each<readonly [string, string, Edit, string, string]>([
  [
    'takes back one’s own words on a line of others',
    'One two.',
    at(5, (hands) => hands.type('mine ')),
    'One mine two, theirs.',
    'One two, theirs.',
  ],
  [
    'takes back an indent when others have written into the item',
    '* one\n* two',
    at(10, press('Tab')),
    '* one\n  * two theirs',
    '* one\n* two theirs',
  ],
  [
    'takes back a split item when others have added one to the list',
    '* onetwo\n* three',
    at(6, press('Enter')),
    '* one\n* two\n* three\n* theirs',
    '* onetwo\n* three\n* theirs',
  ],
  [
    'leaves a line of others between two lines that were one',
    'Onetwo.',
    at(4, press('Enter')),
    'One\n\nTheirs.\n\ntwo.',
    'One\n\nTheirs.\n\ntwo.',
  ],
  [
    'leaves words of others in a block that was moved',
    'One.\n\nTwo.',
    at(1, press('Alt+ArrowDown')),
    'Two.\n\nOne, theirs.',
    'Two.\n\nOne, theirs.',
  ],
  [
    'leaves words of others in blocks that were pasted',
    'One.',
    at(5, (hands) => hands.paste('text/plain', '* a\n* b')),
    'One.\n\n* a\n* b theirs',
    'One.\n\n* a\n* b theirs',
  ],
])('undo %s', async (_, start, edit, theirs, undone) => {
  const { editor, hands } = createHeadlessEditor(parseMarkdown(start));
  const markdown = () => printMarkdown(toDocument(editor.state.doc.toJSON() as EditorNode)).trimEnd();
  await edit(hands);
  replaceDocument(editor, parseMarkdown(theirs));
  await hands.press('Control+z');
  expect(markdown()).toBe(undone);
  await hands.press('Control+y');
  expect(markdown()).toBe(theirs);
});
