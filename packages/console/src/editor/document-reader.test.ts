import { parseMarkdown, printMarkdown } from '@lectern/document';
import { expect, test } from 'vitest';
import { createDocumentReader } from './create-editor.ts';
import { createHeadlessEditor } from './testing/headless-editor.ts';

test('the words of a block that cannot be converted are in the document, and so is the rest of the page', () => {
  const { editor } = createHeadlessEditor(
    parseMarkdown('Start.\n\n| Name | Price |\n| --- | --- |\n| Apple | 10 |\n\nEnd.'),
  );
  const read = createDocumentReader(editor);
  const at = editor.state.doc.child(0).nodeSize;
  editor.view.dispatch(editor.state.tr.setNodeAttribute(at, 'data', null));
  expect(printMarkdown(read())).toBe('Start.\n\nName\n\nPrice\n\nApple\n\n10\n\nEnd.\n');
});
