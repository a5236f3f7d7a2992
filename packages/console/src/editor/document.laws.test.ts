import {
  type Document,
  parseMarkdown,
  parsePage,
  printMarkdown,
  withAnchors,
  withKeys,
} from '@lectern/document';
import { describe, expect, test } from 'vitest';
import { toDocument, toEditor } from '../../../document/src/editor/document.ts';
import type { EditorNode } from '../../../document/src/editor/editor-node.ts';
import { corpora } from '../../../document/src/markdown/corpora.testing.ts';
import { anyDocument } from '../../../document/src/testing/any-document.ts';
import { createWords, writeDocument } from '../../../document/src/testing/documents.ts';
import { createRandom, law, recipes } from '../../../document/src/testing/random.ts';

// The editor stores its content as JSON.
const asJson = (node: EditorNode): EditorNode => JSON.parse(JSON.stringify(node));
const back = (document: Document): Document => toDocument(asJson(toEditor(document)));

const preservedTypes = (node: EditorNode): readonly string[] =>
  node.type.startsWith('preserved')
    ? [(node.attrs!.node as { type: string }).type]
    : (node.content ?? []).flatMap(preservedTypes);

// Content without a place for a cursor.
const EMPTY = ['table', 'link', 'annotation'];

describe('document to editor to document', () => {
  test('is the identity for all documents', () => {
    law(anyDocument, (document) => {
      expect(back(document)).toEqual(document);
    });
  });

  test('keeps keys and anchors', () => {
    law(anyDocument, (document) => {
      const full = withKeys(withAnchors(document));
      expect(back(full)).toEqual(full);
    });
  });

  test('is the identity for documents that writers make', () => {
    law(recipes, ({ seed, size }) => {
      const random = createRandom(seed);
      const document = writeDocument({ random, words: createWords(random, 'w', false) }, size);
      expect(back(document)).toEqual(document);
    });
  });

  test('is the identity for documents that no Markdown has', () => {
    const text = (...words: string[]) => ({
      object: 'text' as const,
      leaves: words.map((word) => ({ object: 'leaf' as const, text: word, marks: [] })),
    });
    const odd = {
      object: 'document',
      data: { schemaVersion: 9 },
      nodes: [
        { object: 'block', type: 'paragraph', nodes: [text('two', 'leaves'), text('')] },
        { object: 'block', type: 'paragraph' },
        { object: 'block', type: 'hint', data: {}, nodes: [text('a line')] },
        { object: 'block', type: 'list-item', nodes: [] },
        {
          object: 'block',
          type: 'list-unordered',
          nodes: [{ object: 'block', type: 'list-item', nodes: [] }],
        },
        { object: 'block', type: 'surprise', data: { a: 1 }, extra: true },
        { object: 'block', type: 'table', data: { records: 7 }, fragments: [] },
        { object: 'block', type: 'divider', extra: 'kept' },
      ],
    } as unknown as Document;
    expect(back(odd)).toEqual(odd);
    expect(back({ object: 'document', data: {}, nodes: [] })).toEqual({
      object: 'document',
      data: {},
      nodes: [],
    });
  });

  test('makes all content from Markdown editable, except for tables without columns and links without text', () => {
    law(anyDocument, (document) => {
      const parsed = parseMarkdown(printMarkdown(document));
      expect(preservedTypes(toEditor(parsed)).filter((type) => !EMPTY.includes(type))).toEqual([]);
    });
  });
});

const WORD = 'edited';

/** The content with a word added to the first plain text of its nth paragraph that has one. */
const withWord = (content: readonly EditorNode[], nth: number): readonly EditorNode[] | undefined => {
  let count = 0;
  let isDone = false;
  const edited = content.map((block) => {
    const at = (block.content ?? []).findIndex(
      ({ type, marks = [] }) => type === 'text' && marks.length === 0,
    );
    if (isDone || block.type !== 'paragraph' || at < 0 || count++ < nth) return block;
    isDone = true;
    const texts = block.content!.map((node, index) =>
      index === at ? { ...node, text: node.text!.replace(/\w+/, (word) => `${word}${WORD}`) } : node,
    );
    return { ...block, content: texts };
  });
  return isDone ? edited : undefined;
};

const pages = corpora();

describe.skipIf(pages.length === 0)('public documentation', () => {
  test('comes back from the editor with every byte of its Markdown', () => {
    for (const { path, source } of pages) {
      const { document } = parsePage(source);
      const returned = back(document);
      expect(returned, path).toEqual(document);
      expect(printMarkdown(returned), path).toBe(printMarkdown(document));
      expect(preservedTypes(toEditor(document)), path).toEqual([]);
    }
  });

  test('has one changed line after a word was added to a paragraph', () => {
    for (const [turn, { path, source }] of pages.entries()) {
      const { document } = parsePage(source);
      const json = toEditor(document);
      const content = withWord(json.content!, turn % 7);
      if (!content) continue;
      const before = printMarkdown(document).split('\n');
      const after = printMarkdown(toDocument({ ...json, content })).split('\n');
      const changed = after.filter((line, at) => line !== before[at]);
      expect(after.length, path).toBe(before.length);
      expect(changed.length, path).toBeLessThanOrEqual(1);
      for (const line of changed) expect(line, path).toContain(WORD);
    }
  });
});
