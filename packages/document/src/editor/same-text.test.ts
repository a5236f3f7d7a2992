import { expect, test } from 'vitest';
import { type Document, parseMarkdown, printMarkdown } from '../index.ts';
import { createWords, editDocument, writeDocument } from '../testing/documents.ts';
import { createRandom, law, recipes } from '../testing/random.ts';
import { isSameText } from './same-text.ts';

const isSamePrinted = (a: Document, b: Document): boolean => printMarkdown(a) === printMarkdown(b);

test('is what the whole Markdown says, also where documents share blocks', () => {
  law(recipes, ({ seed, size, ours }) => {
    const random = createRandom(seed);
    const writer = { random, words: createWords(random, 'w', false) };
    const before = writeDocument(writer as never, size + 1);
    const edited = editDocument(writer as never, before, ours);
    const at = Math.floor(before.nodes.length / 2);
    for (const after of [
      edited,
      { ...before, nodes: before.nodes.toSpliced(at, 1) },
      { ...before, nodes: before.nodes.toSpliced(at, 1, ...edited.nodes.slice(0, 2)) },
      { ...before, nodes: before.nodes.toSpliced(at, 0, ...before.nodes.slice(at, at + 1)) },
    ])
      expect(isSameText(before, after)).toBe(isSamePrinted(before, after));
    expect(isSameText(before, { ...before, nodes: [...before.nodes] })).toBe(true);
  });
});

test('an empty line and a space at the end are not stored', () => {
  const document = parseMarkdown('One\n\nTwo');
  const empty = { object: 'block', type: 'paragraph', nodes: [] } as const;
  expect(isSameText(document, { ...document, nodes: document.nodes.toSpliced(1, 0, empty) })).toBe(true);
  expect(isSameText(document, parseMarkdown('One\n\nTwo '))).toBe(true);
  expect(isSameText(document, parseMarkdown('One\n\nTwo.'))).toBe(false);
});
