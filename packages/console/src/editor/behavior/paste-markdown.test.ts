import { parseMarkdown, printMarkdown } from '@lectern/document';
import { expect, test } from 'vitest';
import { toDocument } from '../../../../document/src/editor/document.ts';
import type { EditorNode } from '../../../../document/src/editor/editor-node.ts';
import { createHeadlessEditor } from '../testing/headless-editor.ts';

const setUp = (markdown: string) => {
  const { editor, hands } = createHeadlessEditor(parseMarkdown(markdown));
  return {
    editor,
    hands,
    markdown: () => printMarkdown(toDocument(editor.state.doc.toJSON() as EditorNode)).trimEnd(),
    /** The text around the cursor, which is shown as a bar. */
    line: () => {
      const { $from } = editor.state.selection;
      const { parent, parentOffset } = $from;
      return `${parent.textBetween(0, parentOffset)}|${parent.textBetween(parentOffset, parent.content.size)}`;
    },
  };
};

test('Markdown that is pasted before its parser is there goes to the place of the paste', async () => {
  const { hands, markdown, line } = setUp('One two.\n\nThree.');
  await hands.select(4);
  const pasted = hands.paste('text/plain', '## New\n\n* item');
  // Somebody goes on before it is there.
  await hands.type('x');
  await hands.select(15);
  await hands.type('y');
  await pasted;
  expect(markdown()).toBe('One\n\n## New\n\n* item\n\nx two.\n\nThryee.');
  expect(line()).toBe('Thry|ee.');
});

test('the front matter of a file is no part of the text', async () => {
  const { hands, markdown } = setUp('x');
  await hands.select(1, 2);
  await hands.paste(
    'text/plain',
    '---\r\ntitle: My page\r\ntags:\r\n  - one\r\n---\r\n\r\n## Part\r\n\r\n* item',
  );
  expect(markdown()).toBe('## Part\n\n* item');
  await hands.select(1, 5);
  await hands.paste('text/plain', '---\n\nWords.\n\n---');
  expect(markdown()).toContain('***\n\nWords.');
});

test('who waits for it continues after it', async () => {
  const { hands, markdown } = setUp('One.');
  await hands.select(5);
  await hands.paste('text/plain', '* first\n* second');
  await hands.type(' more');
  expect(markdown()).toBe('One.\n\n* first\n* second more');
});

test('what was selected is replaced at once', async () => {
  const { hands, markdown } = setUp('One two three.');
  await hands.select(5, 8);
  const pasted = hands.paste('text/plain', 'a **bold** word');
  expect(markdown()).toBe('One  three.');
  await pasted;
  expect(markdown()).toBe('One a **bold** word three.');
});

test('plain lines stay lines', async () => {
  const { hands, markdown } = setUp('x');
  await hands.select(1, 2);
  await hands.paste('text/plain', 'Ann Example\n12 Main Street\r\n\r\nSpringfield\n');
  expect(markdown()).toBe('Ann Example\n\n12 Main Street\n\nSpringfield');
});

test('lines of Markdown are joined, as Markdown joins them', async () => {
  const { hands, markdown } = setUp('x');
  await hands.select(1, 2);
  await hands.paste('text/plain', 'A **long** line\nof words.');
  expect(markdown()).toBe('A **long** line of words.');
});

test.each([
  [
    'Dear team,\nthe meeting is\n- Monday\n- Tuesday\nRegards\nAnn',
    'Dear team,\n\nthe meeting is\n\n* Monday\n* Tuesday\n\nRegards\n\nAnn',
  ],
  [
    'Steps:\n    1. One\n       more\n        - deep\n    2. Two\n\nEnd',
    'Steps:\n\n1. One more\n   * deep\n2. Two\n\nEnd',
  ],
  ['* a\n* b', '* a\n* b'],
])('lines around a list stay lines', async (text, result) => {
  const { hands, markdown } = setUp('x');
  await hands.select(1, 2);
  await hands.paste('text/plain', text);
  expect(markdown()).toBe(printMarkdown(parseMarkdown(result)).trimEnd());
});

test('words keep the spaces around them', async () => {
  const { hands, markdown } = setUp('Head tail');
  await hands.select(5);
  await hands.paste('text/plain', ' more **words**');
  expect(markdown()).toBe('Head more **words** tail');
});

const LINK = String.raw`[https\://example.com/page](https://example.com/page)`;

test('an address becomes a link, alone and inside of a text', async () => {
  const alone = setUp('x ');
  await alone.hands.select(2);
  await alone.hands.paste('text/plain', 'https://example.com/page\n');
  await alone.hands.type('y');
  expect(alone.markdown()).toBe(`x${LINK}y`);
  const inside = setUp('x');
  await inside.hands.select(1, 2);
  await inside.hands.paste('text/plain', 'See https://example.com/page.');
  expect(inside.markdown()).toBe(`See ${LINK}.`);
});

test('an address over words is their link; a name like a file is only text', async () => {
  const { editor, hands, markdown } = setUp('One two.');
  await hands.select(5, 8);
  await hands.paste('text/plain', 'https://example.com/page');
  expect(markdown()).toBe('One [two](https://example.com/page).');
  await hands.select(1, 4);
  await hands.paste('text/plain', 'index.ts');
  expect(editor.state.doc.rangeHasMark(1, 4, editor.schema.marks.link!)).toBe(false);
});
