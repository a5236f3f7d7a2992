import { type Document, parseMarkdown } from '@lectern/document';
import { expect, test } from 'vitest';
import { createWords, editDocument, writeDocument } from '../../../../document/src/testing/documents.ts';
import { createRandom, law, recipes } from '../../../../document/src/testing/random.ts';
import { fromStored, toStored, toText } from './stored-document.ts';

const EMPTY: Document = { object: 'document', data: {}, nodes: [] };

test('a kept document comes back as it was', () => {
  law(recipes, ({ seed, size, ours }) => {
    const random = createRandom(seed);
    const writer = { random, words: createWords(random, 'w', false) };
    const base = writeDocument(writer as never, size + 1);
    const edited = editDocument(writer as never, base, ours);
    for (const document of [edited, base, EMPTY, { ...base, nodes: [...base.nodes, ...base.nodes] }]) {
      expect(fromStored(base, structuredClone(toStored(base, document)))).toEqual(document);
      expect(fromStored(EMPTY, toStored(EMPTY, document))).toEqual(document);
      expect(JSON.parse(toText(document))).toEqual(document.nodes);
    }
  });
});

test('an edit of a long page keeps the edited block alone', () => {
  const lines = Array.from({ length: 50 }, (_, at) => `Line ${at}`);
  const base = parseMarkdown(lines.join('\n\n'));
  const edited = parseMarkdown(lines.with(20, 'Edited').join('\n\n'));
  expect(toStored(base, edited)).toMatchObject({ start: 20, end: 29, nodes: [edited.nodes[20]] });
});
