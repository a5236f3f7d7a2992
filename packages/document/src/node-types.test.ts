import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Block, Document, Fragment, Inline, Node } from './document.ts';
import { corpora } from './markdown/corpora.testing.ts';
import { parseMarkdown } from './markdown/parse.ts';
import { printMarkdown } from './markdown/print.ts';
import { BLOCKS, INLINES } from './node-types.ts';
import { anyDocument } from './testing/any-document.ts';
import { law } from './testing/random.ts';

const fixture = readFileSync(join(import.meta.dirname, 'markdown/clients.fixture.md'), 'utf8');

/** What contradicts the tables of types in a document. */
function contradictions(document: Document): readonly string[] {
  const found: string[] = [];
  const checkHeld = (node: Block | Inline): void => {
    const { holds } = node.object === 'block' ? BLOCKS[node.type] : INLINES[node.type];
    if (node.isVoid !== (holds === 'nothing')) found.push(`${node.type} has isVoid ${node.isVoid}`);
    for (const child of node.nodes ?? []) {
      const isHeld =
        holds === 'inlines'
          ? child.object !== 'block'
          : child.object === 'block' && (holds === 'blocks' || holds.includes(child.type));
      if (!isHeld) found.push(`${node.type} holds ${child.object === 'text' ? 'text' : child.type}`);
    }
  };
  const checkFragments = (node: Block | Inline): void => {
    const { fragments = [] } = node.object === 'block' ? BLOCKS[node.type] : INLINES[node.type];
    for (const { fragment = '' } of node.fragments ?? [])
      if (fragments !== 'cells' && !fragments.includes(fragment))
        found.push(`${node.type} has the fragment ${fragment}`);
  };
  const visit = (node: Node | Fragment): void => {
    if (node.object === 'text') return;
    if (node.object !== 'fragment') {
      checkHeld(node);
      checkFragments(node);
      for (const part of node.fragments ?? []) visit(part);
    }
    for (const child of node.nodes ?? []) visit(child);
  };
  for (const block of document.nodes) visit(block);
  return found;
}

describe('the tables of types', () => {
  test('agree with generated documents', () => {
    law(anyDocument, (document) => {
      expect(contradictions(parseMarkdown(printMarkdown(document)))).toEqual([]);
    });
  });

  test('agree with pages of clients and with public documentation', () => {
    for (const { source, path } of [{ path: 'clients.fixture.md', source: fixture }, ...corpora()])
      expect(contradictions(parseMarkdown(source)), path).toEqual([]);
  });
});
