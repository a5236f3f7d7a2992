import { parseMarkdown, printMarkdown } from '@lectern/document';
import { NodeSelection } from '@tiptap/pm/state';
import { expect, test } from 'vitest';
import { createDocumentReader } from '../create-editor.ts';
import { createHeadlessEditor } from '../testing/headless-editor.ts';

/** A page with the cursor at the end of a text. */
const setUp = async (markdown: string, text: string) => {
  const { editor, hands } = createHeadlessEditor(parseMarkdown(markdown));
  let end = -1;
  editor.state.doc.descendants((node, position) => {
    if (node.isText && node.text === text) end = position + node.nodeSize;
  });
  await hands.select(end);
  return { ...hands, editor, markdown: () => printMarkdown(createDocumentReader(editor)()).trimEnd() };
};

const normal = (markdown: string) => printMarkdown(parseMarkdown(markdown)).trimEnd();

test.each([
  ['the next item', '* a\n* b\n* c', 'a', '* aXb\n* c'],
  ['the next item with items below it', '* a\n* b\n  * c\n* d', 'a', '* aXb\n  * c\n* d'],
  ['the first item below it', '* a\n  * b\n    * c\n  * d', 'a', '* aXb\n  * c\n  * d'],
  ['the only item below it', '* a\n  * b', 'a', '* aXb'],
  ['the item further out', '* a\n  * b\n* c', 'b', '* a\n  * bXc'],
  ['words below the list', '* a\n* b\n\nPara', 'b', '* a\n* bXPara'],
  ['a heading below the list', '* a\n\n## Title', 'a', '* aXTitle'],
  ['the list below words', 'Para\n\n* a\n* b', 'Para', 'ParaXa\n\n* b'],
  ['the next task', '- [x] a\n- [ ] b', 'a', '- [x] aXb'],
])('Delete at the end of a line joins %s', async (_, before, text, after) => {
  const { press, type, markdown } = await setUp(before, text);
  await press('Delete');
  await type('X');
  expect(markdown()).toBe(normal(after));
});

test.each(['***', '```js\nlet a;\n```', '| Head |\n| --- |\n| Cell |'])(
  'Delete at the end of a list selects %j below it',
  async (block) => {
    const page = normal(`* a\n\n${block}`);
    const { press, editor, markdown } = await setUp(page, 'a');
    await press('Delete');
    expect(markdown()).toBe(page);
    expect(editor.state.selection).toBeInstanceOf(NodeSelection);
  },
);

const isTaken = async (markdown: string, text: string): Promise<boolean> => {
  const { editor } = await setUp(markdown, text);
  const event = { key: 'Tab', preventDefault: () => undefined } as KeyboardEvent;
  return editor.view.someProp('handleKeyDown', (handle) => handle(editor.view, event)) === true;
};

test('Tab stays in a list, also where an item cannot be nested; from a paragraph it leaves the text', async () => {
  expect(await isTaken('* a\n* b', 'a')).toBe(true);
  expect(await isTaken('* a\n* b', 'b')).toBe(true);
  expect(await isTaken('1. a', 'a')).toBe(true);
  expect(await isTaken('a', 'a')).toBe(false);
});

test('Tab in a list in a cell goes to the next cell', async () => {
  const page =
    '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td><ul><li>one</li></ul></td><td>two</td></tr></tbody></table>';
  const { press, type, markdown } = await setUp(page, 'one');
  await press('Tab');
  await type('X');
  expect(markdown()).toContain('twoX');
});

test('keys in code inside of an item are keys of code', async () => {
  const page = '* a\n\n  ```js\n  let b;\n  ```';
  const { press, type, editor } = await setUp(page, 'let b;');
  await press('Enter');
  await press('Tab');
  await type('X');
  expect(editor.state.doc.textContent).toBe('alet b;\n  X');
});

test.each([
  ['* one', '[ ] ', '- [ ] Xone'],
  ['* one', '[x] ', '- [x] Xone'],
  ['1. one', '[] ', '- [ ] Xone'],
  ['* a\n* one\n* b', '[ ] ', '* a\n\n- [ ] Xone\n\n* b'],
  ['1. a\n2. one\n3. b', '[ ] ', '1. a\n\n- [ ] Xone\n\n3. b'],
  ['* a\n  * one', '[ ] ', '* a\n  - [ ] Xone'],
  ['* one\n  * below', '[ ] ', '- [ ] Xone\n  * below'],
  ['- [ ] one', '[x] ', '- [x] Xone'],
])('in %j, %j makes a task of the item', async (before, signs, after) => {
  const { type, markdown, editor, select } = await setUp(before, 'one');
  await select(editor.state.selection.from - 3);
  await type(`${signs}X`);
  expect(markdown()).toBe(normal(after));
});

test('- [ ] typed on a line begins tasks', async () => {
  const { press, type, markdown } = await setUp('Start.', 'Start.');
  await press('Enter');
  await type('- [ ] one');
  await press('Enter');
  await type('two');
  expect(markdown()).toBe(normal('Start.\n\n- [ ] one\n- [ ] two'));
});

test('tasks above it take a new one in', async () => {
  const { press, type, markdown } = await setUp('- [ ] one', 'one');
  await press('Enter');
  await press('Enter');
  await type('- [x] two');
  expect(markdown()).toBe('- [ ] one\n- [x] two');
});
