import { parseMarkdown, printMarkdown } from '@lectern/document';
import { expect, test } from 'vitest';
import { createDocumentReader } from '../create-editor.ts';
import { createHeadlessEditor } from '../testing/headless-editor.ts';

const typed = async (text: string, ...keys: readonly string[]): Promise<string> => {
  const { editor, hands } = createHeadlessEditor(parseMarkdown(''));
  await hands.select(1);
  for (const [at, line] of text.split('\n').entries()) {
    if (at > 0) await hands.press('Enter');
    await hands.type(line);
  }
  for (const key of keys) await hands.press(key);
  return printMarkdown(createDocumentReader(editor)()).trimEnd();
};

test('signs around words format them, also after brackets and quotes', async () => {
  expect(await typed('a **bold** word')).toBe('a **bold** word');
  expect(await typed('(**bold**)')).toBe('(**bold**)');
  expect(await typed('"*it*"')).toBe('"_it_"');
  expect(await typed('[`code`]')).toBe(printMarkdown(parseMarkdown('\\[`code`]')).trimEnd());
  expect(await typed('“~~old~~”')).toBe('“~~old~~”');
});

test('signs inside of words stay what they are', async () => {
  for (const text of ['snake_case_name', '2*3*4', 'https://example.com/_a_/x'])
    expect(parseMarkdown(await typed(text))).toEqual(parseMarkdown(printMarkdown(plain(text))));
});

const plain = (text: string) => ({
  ...parseMarkdown('x'),
  nodes: [
    {
      object: 'block' as const,
      type: 'paragraph' as const,
      isVoid: false,
      data: {},
      nodes: [{ object: 'text' as const, leaves: [{ object: 'leaf' as const, text, marks: [] }] }],
    },
  ],
});

const LINK = String.raw`[https\://example.com/page](https://example.com/page)`;

test('an address becomes a link by a space or a new line after it', async () => {
  expect(await typed('See https://example.com/page now')).toBe(`See ${LINK} now`);
  expect(await typed('See (https://example.com/page), now')).toBe(`See (${LINK}), now`);
  expect(await typed('https://example.com/page', 'Enter')).toBe(LINK);
  expect(await typed('* https://example.com/page', 'Enter')).toBe(`* ${LINK}\n*`);
  expect(await typed('www.example.com ')).toBe(String.raw`[www\.example.com](https://www.example.com)`);
});

test('Backspace after the space takes the link back', async () => {
  expect(parseMarkdown(await typed('https://example.com/page ', 'Backspace'))).toEqual(
    parseMarkdown(printMarkdown(plain('https://example.com/page'))),
  );
});

test('addresses in code, and those that are links already, stay', async () => {
  const code = await typed('``` https://example.com/page x');
  expect(code).toBe('```\nhttps://example.com/page x\n```');
  expect(await typed('[https://a.example](https://b.example) x')).toBe(
    String.raw`[https\://a.example](https://b.example) x`,
  );
});

const normal = (markdown: string) => printMarkdown(parseMarkdown(markdown)).trimEnd();

test.each([
  ['bullets', '- a\n- b\n- c\n\nText', '* a\n* b\n* c\n\nText'],
  ['numbers', '1. a\n2. b\n3. c', '1. a\n2. b\n3. c'],
  ['numbers from 3 on', '3. a\n4. b', '3. a\n4. b'],
  ['tasks', '- [ ] a\n- [x] b\n[ ] c', '* [ ] a\n* [x] b\n* [ ] c'],
  ['lists of several kinds', '1. a\n- b\n- c\n2. d\n3. e', '1. a\n\n* b\n* c\n\n2. d\n3. e'],
  ['a quote', '> a\n> b\n\nText', '> a\n>\n> b\n\nText'],
  ['a quote in a quote', '> > a', '> > a'],
])('%s written line by line as in Markdown have no steps', async (_, lines, markdown) => {
  expect(await typed(lines)).toBe(normal(markdown));
});

test('a heading has the level that as many signs are in Markdown', async () => {
  for (const signs of ['#', '##', '###', '####', '#####'])
    expect(await typed(`${signs} T`)).toBe(`${signs} T`);
  expect(await typed('# T', 'Control+Alt+2')).toBe('### T');
  expect(await typed('## T', 'Control+Alt+0')).toBe('T');
});
