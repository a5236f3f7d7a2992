import { parseMarkdown, printMarkdown } from '@lectern/document';
import { expect, test } from 'vitest';
import { createDocumentReader } from '../create-editor.ts';
import { createHeadlessEditor } from '../testing/headless-editor.ts';

test('a third Enter at the end of code leaves it, without the empty lines', async () => {
  const { editor, hands } = createHeadlessEditor(parseMarkdown('```js\nlet a;\n```'));
  await hands.select(7);
  for (let count = 0; count < 3; count++) await hands.press('Enter');
  await hands.type('After.');
  expect(printMarkdown(createDocumentReader(editor)())).toBe('```js\nlet a;\n```\n\nAfter.\n');
});

test('empty lines inside of code stay', async () => {
  const { editor, hands } = createHeadlessEditor(parseMarkdown('```js\nlet a;\n```'));
  await hands.select(4);
  for (let count = 0; count < 3; count++) await hands.press('Enter');
  expect(editor.state.doc.firstChild?.textContent).toBe('let\n\n\n a;');
});

test('Enter in the title of an expandable goes to its content', async () => {
  const page = '<details>\n\n<summary>Title</summary>\n\nContent.\n\n</details>';
  const { editor, hands } = createHeadlessEditor(parseMarkdown(page));
  await hands.select(4);
  await hands.press('Enter');
  await hands.type('New. ');
  expect(printMarkdown(createDocumentReader(editor)())).toContain(
    '<summary>Title</summary>\n\nNew. Content.',
  );
});

test('Select all in code selects the code, and then the page', async () => {
  const { editor, hands } = createHeadlessEditor(parseMarkdown('Words.\n\n```js\nlet a;\n```'));
  await hands.select(12);
  await hands.press('Control+a');
  const { from, to } = editor.state.selection;
  expect(editor.state.doc.textBetween(from, to)).toBe('let a;');
  await hands.press('Control+a');
  expect(editor.state.selection.from).toBeLessThan(from);
});

test('Tab in code writes two spaces', async () => {
  const { editor, hands } = createHeadlessEditor(parseMarkdown('```js\nlet a;\n```'));
  await hands.select(1);
  await hands.press('Tab');
  expect(editor.state.doc.firstChild?.textContent).toBe('  let a;');
});

test('Enter over a heading and a part of the block below it deletes them', async () => {
  const page =
    '# Title\n\n{% columns %}\n{% column %}\nLeft.\n{% endcolumn %}\n\n{% column %}\nRight.\n{% endcolumn %}\n{% endcolumns %}';
  const { editor, hands } = createHeadlessEditor(parseMarkdown(page));
  await hands.select(1, 11);
  await hands.press('Enter');
  editor.state.doc.check();
  expect(editor.state.doc.textContent).toBe('eft.Right.');
});
