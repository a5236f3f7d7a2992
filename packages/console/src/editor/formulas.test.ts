import { type Block, normalizeLines, parseMarkdown, printMarkdown } from '@lectern/document';
import { expect, test } from 'vitest';
import { createDocumentReader } from './create-editor.ts';
import { insertInline } from './inline/inline-nodes.ts';
import { createHeadlessEditor } from './testing/headless-editor.ts';

/** A page with a formula in place of the word “Here”, as it is stored. */
const stored = (markdown: string, formula: string) => {
  const { editor } = createHeadlessEditor(parseMarkdown(markdown));
  editor.state.doc.descendants((node, position) => {
    const from = position + (node.text?.indexOf('Here') ?? 0);
    if (node.text?.includes('Here')) insertInline(editor, { from, to: from + 4 }, 'inline-math', { formula });
  });
  return createDocumentReader(editor)();
};

const withoutKeys = (nodes: readonly Block[]): unknown =>
  JSON.parse(JSON.stringify(nodes, (name, value) => (name === 'key' || name === 'meta' ? undefined : value)));

test.each([
  ['Here', '$$\nx\n$$\n'],
  ['Words Here', 'Words $$x$$\n'],
  ['* Here', '*   $$\n    x\n    $$\n'],
  ['> Here', '> $$\n> x\n> $$\n'],
  ['## Here', '## $$x$$\n'],
])('a formula in %j is stored as Markdown reads it', (page, markdown) => {
  const document = stored(page, 'x');
  const printed = printMarkdown(normalizeLines(document));
  expect(parseMarkdown(printed)).toEqual(parseMarkdown(markdown));
  expect(withoutKeys(parseMarkdown(printed).nodes)).toEqual(withoutKeys(document.nodes));
});

test('a formula alone in a cell can be stored', () => {
  const document = stored('| a | b |\n| --- | --- |\n| Here | c |', 'x');
  const again = parseMarkdown(printMarkdown(normalizeLines(document)));
  expect(JSON.stringify(again)).toContain('"formula":"x"');
});

test('a formula without text is not stored yet', () => {
  expect(printMarkdown(stored('Words Here and', ''))).toBe('Words  and\n');
  expect(printMarkdown(stored('Here', ''))).toBe('');
});
