import { expect, test } from 'vitest';
import { evaluateDocument } from '../expressions.ts';
import { type Block, type Document, normalizeDocument, parseMarkdown, printMarkdown } from '../index.ts';
import { withStoredConditions } from './conditions.ts';

/** Words under a condition, in a quote. */
const under = (expression: string): Block => {
  const { nodes } = parseMarkdown('> {% if a %}\n> inside words\n> {% endif %}\n');
  const [quote] = nodes;
  const [condition] = quote!.nodes as readonly Block[];
  return { ...quote!, nodes: [{ ...condition!, data: { expression } }] };
};
const documentOf = (block: Block): Document => ({ object: 'document', data: {}, nodes: [block] });

test.each([
  ['', ''],
  [' ', ''],
  ['plan ', 'plan'],
  ['plan == "pro', 'plan == "pro"'],
  ["plan == 'pro", "plan == 'pro'"],
  ['plan %} b', 'plan % } b'],
  ['{% endif %}', '{ % endif % }'],
  ['"', '""'],
  ['"\\', ''],
  ['plan == "a\nb"', 'plan == "a\nb"'],
])('words under the condition %j stay under a condition', (expression, stored) => {
  const block = withStoredConditions(under(expression));
  expect(block).toEqual(under(stored));
  const outcome = normalizeDocument(documentOf(block));
  expect(outcome).not.toHaveProperty('problems');
  const again = parseMarkdown(printMarkdown(documentOf(block)));
  expect(again.nodes[0]!.nodes).toMatchObject([{ type: 'if', data: { expression: stored } }]);
});

test('a condition without an expression hides its content', () => {
  const document = parseMarkdown('Before\n\n{% if %}\ninside words\n{% endif %}\n');
  expect(document.nodes.map(({ type }) => type)).toEqual(['paragraph', 'if']);
  expect(printMarkdown(document)).toBe('Before\n\n{% if %}\ninside words\n{% endif %}\n');
  expect(printMarkdown(evaluateDocument(document, {}))).toBe('Before\n');
});

test('a block without conditions is the same object', () => {
  const [block] = parseMarkdown('* a\n* b\n').nodes;
  expect(withStoredConditions(block!)).toBe(block);
});
