import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { toEditor } from '../editor/document.ts';
import { anyDocument } from '../testing/any-document.ts';
import { law } from '../testing/random.ts';
import { repairBlocks } from './repair-blocks.ts';
import { createBlockReader, sharedPage, writePage } from './shared-blocks.ts';
import { documentOf, sharedUpdateOf, writeDocument } from './shared-document.ts';

const open = (update: Uint8Array) => {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, update);
  const page = sharedPage(doc);
  const reader = createBlockReader(page);
  return { doc, page, reader, read: () => reader.read(page) };
};

const contentOf = (document: Parameters<typeof toEditor>[0]) => toEditor(document).content!;

test('a document comes back from its shared document', () => {
  law(anyDocument, (document) => {
    const { read } = open(sharedUpdateOf(document));
    expect(repairBlocks(read())).toEqual(read());
    expect(documentOf(read(), document)).toEqual(document);
  });
});

test('any version can be written over another one', () => {
  law(fc.tuple(anyDocument, anyDocument), ([before, after]) => {
    const { page, reader, read } = open(sharedUpdateOf(before));
    writePage(page, contentOf(after), { reader });
    expect(documentOf(read(), after)).toEqual(documentOf(contentOf(after), after));
  });
});

test('writing the same version changes nothing', () => {
  law(anyDocument, (document) => {
    const { doc, page, reader } = open(sharedUpdateOf(document));
    let updates = 0;
    doc.on('update', () => void updates++);
    writePage(page, contentOf(document), { reader });
    writeDocument(page, document, reader);
    expect(updates).toBe(0);
  });
});

test('versions that two people write at the same time converge', () => {
  law(fc.tuple(anyDocument, anyDocument, anyDocument), ([base, mine, theirs]) => {
    const update = sharedUpdateOf(base);
    const [a, b] = [open(update), open(update)];
    writePage(a.page, contentOf(mine), { reader: a.reader });
    writePage(b.page, contentOf(theirs), { reader: b.reader });
    Y.applyUpdate(a.doc, Y.encodeStateAsUpdate(b.doc));
    Y.applyUpdate(b.doc, Y.encodeStateAsUpdate(a.doc));
    expect(a.read()).toEqual(b.read());
    // What the editor shows is stable: repairing it again changes nothing.
    const shown = repairBlocks(a.read());
    expect(repairBlocks(shown)).toEqual(shown);
    documentOf(a.read(), base);
  });
});
