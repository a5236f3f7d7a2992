import { expect, test } from 'vitest';
import { type Document, parseMarkdown, printMarkdown } from '../index.ts';
import { asStorable, asStored, mergeVersions } from './merge-versions.ts';

const paragraph = (text: string): Document['nodes'][number] => ({
  object: 'block',
  type: 'paragraph',
  isVoid: false,
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});
const documentOf = (...texts: readonly string[]): Document => ({
  object: 'document',
  data: {},
  nodes: texts.map(paragraph),
});

test.each([
  ['One\n', 'One'],
  ['One\n\n', 'One'],
  ['\nOne', 'One'],
  [' One\ntwo ', 'One\\\ntwo'],
])('a line break at the edge of a line is not stored: %j', (text, stored) => {
  expect(printMarkdown(asStored(documentOf(text)))).toBe(`${stored}\n`);
});

test('a line break that was just typed is no word when others write', () => {
  const base = parseMarkdown('One\n\nTwo');
  const merged = mergeVersions(base, parseMarkdown('One\n\nTwo, theirs'), documentOf('One, mine\n', 'Two'));
  expect(printMarkdown(asStored(merged))).toBe('One, mine\n\nTwo, theirs\n');
});

test('a line that Markdown cannot say is stored in another form, unless that has fewer words', () => {
  expect(printMarkdown(asStorable(parseMarkdown('One\n\n$$x$$\n'))!)).toBe('One\n\n$$\nx\n$$\n');
  const { nodes, ...document } = parseMarkdown('| Name | Price |\n| --- | --- |\n| Apple | 10 |\n');
  const table = nodes[0] as unknown as { data: { definition: object; view: { columns: string[] } } };
  const [column, ...columns] = table.data.view.columns;
  const { [column as never]: _, ...definition } = table.data.definition as Record<string, object>;
  const cut = { ...table, data: { ...table.data, definition, view: { ...table.data.view, columns } } };
  expect(asStorable({ ...document, nodes: [cut as never] })).toBeUndefined();
});
