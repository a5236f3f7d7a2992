import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { parseMarkdown } from '../markdown/parse.ts';
import { printMarkdown } from '../markdown/print.ts';
import { applyUpdate } from './apply-update.ts';
import { RefusedUpdate } from './check-update.ts';
import { createBlockReader, sharedPage } from './shared-blocks.ts';
import { documentOf, sharedUpdateOf, writeDocument } from './shared-document.ts';

/** An editor with a copy of a page; `write` returns the update of an edit. */
const copyOf = (start: Uint8Array) => {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, start);
  const page = sharedPage(doc);
  const reader = createBlockReader(page);
  return {
    doc,
    page,
    text: () =>
      printMarkdown(documentOf(reader.read(page), { object: 'document', data: {}, nodes: [] })).trim(),
    write: (markdown: string) => {
      const before = Y.encodeStateVector(doc);
      const updates: Uint8Array[] = [];
      const note = (update: Uint8Array) => void updates.push(update);
      doc.on('update', note);
      writeDocument(page, parseMarkdown(markdown), reader);
      doc.off('update', note);
      return updates.length > 0 ? Y.mergeUpdates(updates) : Y.encodeStateAsUpdate(doc, before);
    },
  };
};

const start = (markdown: string) => sharedUpdateOf(parseMarkdown(markdown));

test('words in a block that somebody deletes at the same time stay where it was', () => {
  const page = start('first\n\nsecond\n\nthird');
  const [server, writer, deleter] = [copyOf(page), copyOf(page), copyOf(page)];
  const written = writer.write('first\n\nsecond word\n\nthird');
  const deleted = deleter.write('first\n\nthird');
  expect(applyUpdate(server.doc, written)).toBeUndefined();
  const rescued = applyUpdate(server.doc, deleted)!;
  expect(server.text()).toBe('first\n\nword\n\nthird');
  // Everybody who gets all updates has the same text.
  for (const editor of [writer, deleter])
    for (const update of [written, deleted, rescued]) Y.applyUpdate(editor.doc, update);
  expect([writer.text(), deleter.text()]).toEqual([server.text(), server.text()]);
});

test('words that come after the block is gone are not lost either', () => {
  const page = start('first\n\n* item\n* other\n\nthird');
  const [server, writer, deleter] = [copyOf(page), copyOf(page), copyOf(page)];
  const written = writer.write('first\n\n* item written late\n* other\n\nthird');
  const deleted = deleter.write('first\n\nthird');
  expect(applyUpdate(server.doc, deleted)).toBeUndefined();
  applyUpdate(server.doc, written);
  expect(server.text()).toContain('written late');
  expect(server.text()).not.toContain('item');
});

test('what somebody deletes stays deleted', () => {
  const page = start('first\n\nsecond');
  const [server, editor] = [copyOf(page), copyOf(page)];
  expect(applyUpdate(server.doc, editor.write('first'))).toBeUndefined();
  expect(applyUpdate(server.doc, editor.write('other'))).toBeUndefined();
  expect(server.text()).toBe('other');
});

test('a paragraph that one person makes a heading keeps what another one writes', () => {
  const page = start('a line');
  const [one, other] = [copyOf(page), copyOf(page)];
  Y.applyUpdate(one.doc, other.write('a longer line'));
  const heading = copyOf(page).write('## a line');
  applyUpdate(one.doc, heading);
  expect(one.text()).toBe('## a longer line');
});

test('updates that no editor makes are refused', () => {
  const foreign = (change: (doc: Y.Doc) => void) => {
    const doc = new Y.Doc();
    change(doc);
    return Y.encodeStateAsUpdate(doc);
  };
  const gap = () => {
    const doc = new Y.Doc();
    sharedPage(doc).insert(0, [new Y.XmlText('a')]);
    const state = Y.encodeStateVector(doc);
    sharedPage(doc).insert(1, [new Y.XmlText('b')]);
    return Y.encodeStateAsUpdate(doc, state);
  };
  const updates = [
    new Uint8Array(),
    new Uint8Array([1, 2, 3, 250]),
    foreign((doc) => doc.getMap('other').set('a', '1')),
    foreign((doc) => sharedPage(doc).insert(0, [new Y.XmlElement('script')])),
    foreign((doc) => doc.getArray('page').insert(0, [new Y.Map()])),
    foreign((doc) => doc.getArray('page').insert(0, [new Y.Doc()])),
    foreign((doc) => doc.getArray('page').insert(0, [new Uint8Array(3)])),
    gap(),
  ];
  for (const update of updates)
    expect(() => applyUpdate(copyOf(start('a page')).doc, update)).toThrow(RefusedUpdate);
});

/** Blocks inside of each other, in a page and then in the innermost block of it. */
const nester = () => {
  const doc = new Y.Doc();
  let parent: Y.XmlFragment = sharedPage(doc);
  return (levels: number) => {
    const before = Y.encodeStateVector(doc);
    doc.transact(() => {
      for (let level = 0; level < levels; level++) {
        const block = new Y.XmlElement('block');
        parent.insert(0, [block]);
        parent = block;
      }
    });
    return Y.encodeStateAsUpdate(doc, before);
  };
};

test('blocks that are too deep in each other are refused, also one after the other', () => {
  const { doc } = copyOf(start('a page'));
  const nest = nester();
  for (let count = 0; count < 9; count++) applyUpdate(doc, nest(10));
  expect(() => applyUpdate(doc, nest(20))).toThrow(RefusedUpdate);
  expect(() => applyUpdate(copyOf(start('a page')).doc, nester()(2_000))).toThrow(RefusedUpdate);
  // Many blocks beside each other are a long page.
  const long = Array.from({ length: 2_000 }, (_, at) => `line ${at}`).join('\n\n');
  expect(applyUpdate(copyOf(start('a page')).doc, start(long))).toBeUndefined();
});
