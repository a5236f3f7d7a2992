import { type Document, parseMarkdown, printMarkdown } from '@lectern/document';
import { expect, test } from 'vitest';
import { asStored, mergeVersions } from './merge-versions.ts';

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
