import { parseMarkdown, printMarkdown } from '@lectern/document';
import { type Editor, getSchema } from '@tiptap/core';
import { Node } from '@tiptap/pm/model';
import { EditorState, TextSelection, type Transaction } from '@tiptap/pm/state';
import { expect, test } from 'vitest';
import { toDocument, toEditor } from '../../../document/src/editor/document.ts';
import type { EditorNode } from '../../../document/src/editor/editor-node.ts';
import { withTrailingParagraph } from './behavior/trailing-paragraph.ts';
import { replaceDocument } from './replace-document.ts';
import { schemaExtensions } from './schema/schema.ts';
import { createHeadlessEditor } from './testing/headless-editor.ts';

const schema = getSchema(schemaExtensions);

/** An editor without a window, with the cursor before a word. */
const editorOf = (doc: Node, word: string) => {
  let state = EditorState.create({ doc });
  const view = {
    dispatch: (tr: Transaction) => {
      state = state.apply(tr);
    },
  };
  doc.descendants((node, position) => {
    const at = node.isText ? node.text!.indexOf(word) : -1;
    if (at >= 0) state = state.apply(state.tr.setSelection(TextSelection.create(doc, position + at)));
  });
  const editor = {
    view,
    schema,
    get state() {
      return state;
    },
  } as unknown as Editor;
  return {
    editor,
    markdown: () => printMarkdown(toDocument(state.doc.toJSON() as EditorNode)).trimEnd(),
    afterCursor: () => {
      const { $from } = state.selection;
      return $from.parent.textBetween($from.parentOffset, $from.parent.content.size);
    },
    doc: () => state.doc,
  };
};

const docOf = (markdown: string): Node =>
  Node.fromJSON(schema, withTrailingParagraph(toEditor(parseMarkdown(markdown))));

test.each([
  ['before it', 'One.\n\nTwo words.', 'New.\n\nOne.\n\nTwo words.', 'words.'],
  ['after it', 'One.\n\nTwo words.', 'One.\n\nTwo words.\n\nNew.', 'words.'],
  ['on both sides', 'One.\n\nTwo words.\n\nThree.', 'Uno.\n\nTwo words.\n\nTres.', 'words.'],
  ['in its line, before it', 'Two words.', 'Two new words.', 'words.'],
  ['in its line, after it', 'Two words.', 'Two words and more.', 'words and more.'],
  ['in its list', '* a\n* b words\n* c', '* A\n* b words\n* c', 'words'],
])('the cursor stays at its word when others write %s', (_, before, after, rest) => {
  const { editor, markdown, afterCursor } = editorOf(docOf(before), 'words');
  replaceDocument(editor, parseMarkdown(after));
  expect([markdown(), afterCursor()]).toEqual([after, rest]);
});

test('a line that was begun stays', () => {
  const paragraph = schema.nodes.paragraph!;
  const start = docOf('One.\n\nTwo.');
  const doc = start.copy(start.content.addToEnd(paragraph.create()));
  const { editor, doc: current } = editorOf(doc, 'One');
  replaceDocument(editor, parseMarkdown('One, theirs.\n\nTwo.'));
  expect(current().children.map(({ textContent }) => textContent)).toEqual(['One, theirs.', 'Two.', '']);
});

test('blocks that were just made are those that were stored', async () => {
  const { editor, hands } = createHeadlessEditor(parseMarkdown('Onetwo.\n\n* three\n* four\n\nEnd.'));
  await hands.select(4);
  await hands.press('Enter');
  await hands.select(23);
  await hands.press('Tab');
  const made = editor.state.doc.children.slice(0, 3);
  replaceDocument(editor, parseMarkdown('One\n\ntwo.\n\n* three\n  * four\n\nEnd, theirs.'));
  expect(editor.state.doc.children.slice(0, 3).map((block, at) => block === made[at])).toEqual([
    true,
    true,
    true,
  ]);
  expect(editor.state.doc.child(3).textContent).toBe('End, theirs.');
});
