import { parseMarkdown, printMarkdown } from '@lectern/document';
import { expect, test } from 'vitest';
import { createDocumentReader } from '../create-editor.ts';
import { createHeadlessEditor } from '../testing/headless-editor.ts';

const setUp = async (markdown: string) => {
  const { editor, hands } = createHeadlessEditor(parseMarkdown(markdown));
  let end = -1;
  editor.state.doc.descendants((node, position) => {
    if (node.isText && node.text === 'Target') end = position + node.nodeSize;
  });
  await hands.select(end);
  const toStart = () => hands.select(end - 'Target'.length);
  return { ...hands, toStart, markdown: () => printMarkdown(createDocumentReader(editor)()).trimEnd() };
};

const normal = (markdown: string) => printMarkdown(parseMarkdown(markdown)).trimEnd();
const PAGE = 'Start.\n\nTarget\n\nEnd.';
const TABLE = '| a | b |\n| --- | --- |\n| 1 | 2 |';

test.each([
  ['lines', 'one\ntwo\nthree', 'one\n\ntwo\n\nthree!'],
  ['a heading and a list', '## Title\n\n* a\n* b\n  * c', '## Title\n\n* a\n* b\n  * c!'],
  ['code', 'Words.\n\n```js\nlet a;\n```', 'Words.\n\n```js\nlet a;!\n```'],
  ['a hint', '{% hint style="info" %}\nhi\n{% endhint %}', '{% hint style="info" %}\nhi!\n{% endhint %}'],
  ['a table', TABLE, `${TABLE}\n\n!`],
  ['a divider', 'Words.\n\n***', 'Words.\n\n***\n\n!'],
  ['an image', '![A bell](https://example.com/a.png)', '![A bell](https://example.com/a.png)\n\n!'],
])('who pastes %s on an empty line or after words continues at the end of it', async (_, clip, text) => {
  const empty = await setUp(PAGE);
  await empty.press('Enter');
  await empty.paste('text/plain', clip);
  await empty.type('!');
  expect(empty.markdown()).toBe(normal(`Start.\n\nTarget\n\n${text}\n\nEnd.`));
  const words = await setUp(PAGE);
  await words.paste('text/plain', clip);
  await words.type('!');
  expect(words.markdown()).toBe(normal(`Start.\n\nTarget\n\n${text}\n\nEnd.`));
});

test('inside of words, an item or a cell, what follows stays below', async () => {
  const words = await setUp('**Target**tail\n\nEnd.');
  await words.paste('text/plain', 'one\ntwo');
  await words.type('!');
  expect(words.markdown()).toBe(normal('**Target**\n\none\n\ntwo!\n\ntail\n\nEnd.'));
  const item = await setUp('* Target\n* next');
  await item.paste('text/plain', 'one\ntwo');
  await item.type('!');
  expect(item.markdown()).toBe(normal('* Target\n\n  one\n\n  two!\n* next'));
  const cell = await setUp('| Head | b |\n| --- | --- |\n| Target | next |');
  await cell.paste('text/plain', 'one\ntwo');
  await cell.type('!');
  expect(cell.markdown()).toContain('<p>two!</p></td><td>next</td>');
});

test.each([
  ['# Target', 'one\n\ntwo!\n\n# Target'],
  ['Target', 'one\n\ntwo!\n\nTarget'],
  ['* Target', '* one\n\n  two!\n\n  Target'],
  ['> Target', '> one\n>\n> two!\n>\n> Target'],
])('blocks pasted at the start of %s are before it, with nothing empty between them', async (line, text) => {
  const person = await setUp(`Start.\n\n${line}`);
  await person.toStart();
  await person.paste('text/plain', 'one\ntwo');
  await person.type('!');
  expect(person.markdown()).toBe(normal(`Start.\n\n${text}`));
});

test('a list that is pasted into an empty item becomes its neighbours', async () => {
  const item = await setUp('* Target\n* next');
  await item.press('Enter');
  await item.paste('text/plain', '* one\n* two\n  * three');
  await item.type('!');
  expect(item.markdown()).toBe(normal('* Target\n* one\n* two\n  * three!\n* next'));
});

test('a divider of the menu is followed by a line, which is saved only when it is used', async () => {
  const person = await setUp(PAGE);
  await person.press('Enter');
  await person.insert('div', 'Divider');
  expect(person.markdown()).toBe(normal('Start.\n\nTarget\n\n***\n\nEnd.'));
  await person.type('After.');
  expect(person.markdown()).toBe(normal('Start.\n\nTarget\n\n***\n\nAfter.\n\nEnd.'));
});

test('an image from an address has the cursor below it', async () => {
  const person = await setUp(PAGE);
  await person.press('Enter');
  await person.insert('image', 'Image from an address');
  await person.type('After.');
  expect(person.markdown()).toContain('After.\n\nEnd.');
});
