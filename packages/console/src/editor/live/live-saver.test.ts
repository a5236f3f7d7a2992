import { type Document, parseMarkdown, printMarkdown } from '@lectern/document';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { toEditor } from '../../../../document/src/editor/document.ts';
import { commonVersion, mergeVersions } from '../../../../document/src/editor/merge-versions.ts';
import { createBlockReader, sharedPage, writePage } from '../../../../document/src/live/shared-blocks.ts';
import { sharedUpdateOf } from '../../../../document/src/live/shared-document.ts';
import { fromBase64, toBase64 } from '../../live/bytes.ts';
import type { LiveConnection } from '../../live/connection.ts';
import type { ClientMessage, ServerMessage } from '../../live/messages.ts';
import { createDocumentReader } from '../create-editor.ts';
import type { DraftStore } from '../saving/draft-store.ts';
import { createHeadlessEditor } from '../testing/headless-editor.ts';
import { createLiveSaver } from './live-saver.ts';

const PAGE = 'page';

/** A page that is shared with a server, which stores an update when it is told to. */
const sharedPageOf = (markdown: string) => {
  const start = parseMarkdown(markdown);
  const { editor, hands } = createHeadlessEditor(start);
  Object.assign(editor, { registerPlugin: () => undefined, unregisterPlugin: () => undefined });
  const server = new Y.Doc();
  Y.applyUpdate(server, sharedUpdateOf(start));
  const page = sharedPage(server);
  const reader = createBlockReader(page);
  const listeners = new Set<(message: ServerMessage) => void>();
  const received: Extract<ClientMessage, { type: 'update' }>[] = [];
  let isOnline = true;
  const tell = (message: ServerMessage) => {
    for (const listener of [...listeners]) listener(message);
  };
  const joined = (isSame: boolean) =>
    tell({
      type: 'joined',
      page: PAGE,
      document: 'shared-1',
      isSame,
      update: toBase64(Y.encodeStateAsUpdate(server)),
      state: toBase64(Y.encodeStateVector(server)),
    });
  const connection = {
    state: () => ({ id: isOnline ? 'own' : undefined, mayEdit: true, people: [], others: [] }),
    watch: () => () => undefined,
    onMessage: (listener: (message: ServerMessage) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    send: (message: ClientMessage) => {
      if (isOnline && message.type === 'update') received.push(message);
      return isOnline;
    },
    move: () => undefined,
  } as unknown as LiveConnection;
  const drafts: DraftStore = {
    read: async () => [],
    write: async () => undefined,
    remove: async () => undefined,
  };
  const read = createDocumentReader(editor);
  const saver = createLiveSaver({
    connection,
    editor,
    pageId: PAGE,
    address: PAGE,
    drafts,
    read,
    sharedKeys: new Map(),
    base: start,
    onState: () => undefined,
    onEnd: () => undefined,
  });
  joined(false);
  /** What the server has after it has merged the draft with its own text. */
  const merged = (current: string): string => {
    const draft = saver.draft();
    const theirs: Document = parseMarkdown(current);
    const common = commonVersion(draft.base.document, draft.unanswered ?? [], theirs);
    return printMarkdown(mergeVersions(common, theirs, draft.document)).trimEnd();
  };
  return {
    editor,
    hands,
    merged,
    joined,
    /** Stores what was received, and confirms it unless the response is lost. */
    store: ({ isConfirmed = true } = {}) => {
      for (const { id, update } of received.splice(0)) {
        Y.applyUpdate(server, fromBase64(update));
        if (isConfirmed) tell({ type: 'stored', id });
      }
    },
    /** Somebody else changes the page to a text. */
    writeOther: (text: string) => {
      const before = Y.encodeStateVector(server);
      writePage(page, toEditor(parseMarkdown(text)).content!, { reader, keepsKeys: true });
      tell({ type: 'update', update: toBase64(Y.encodeStateAsUpdate(server, before)) });
    },
    goOffline: () => {
      isOnline = false;
    },
    goOnline: () => {
      isOnline = true;
    },
  };
};

test('the draft of an editor that is closed offline changes only what was typed there', async () => {
  const { hands, merged, store, writeOther, goOffline } = sharedPageOf('Alpha\n\nMiddle\n\nBeta');
  await hands.select(1);
  await hands.type('c1 ');
  store();
  writeOther('c1 Alpha\n\nMiddle\n\nBeta a1');
  goOffline();
  await hands.select(1);
  await hands.type('c2 ');
  expect(merged('c1 Alpha\n\nMiddle\n\nBeta a1 a2')).toBe('c2 c1 Alpha\n\nMiddle\n\nBeta a1 a2');
});

test('what the server has stored without a response that arrived is not written twice', async () => {
  const { hands, merged, store, writeOther, goOffline } = sharedPageOf('Alpha\n\nBeta');
  await hands.select(1);
  await hands.type('c1 ');
  store({ isConfirmed: false });
  writeOther('c1 Alpha\n\nBeta a1');
  goOffline();
  await hands.select(1);
  await hands.type('c2 ');
  expect(merged('c1 Alpha\n\nBeta a1 a2')).toBe('c2 c1 Alpha\n\nBeta a1 a2');
});

test('what was sent again after a connection was lost belongs to the server once it is stored', async () => {
  const { hands, merged, store, joined, goOffline, goOnline } = sharedPageOf('Alpha\n\nBeta');
  await hands.select(1);
  await hands.type('c1 ');
  store({ isConfirmed: false });
  goOffline();
  await hands.type('c2 ');
  goOnline();
  joined(true);
  expect(merged('c1 Alpha\n\nBeta')).toBe('c1 c2 Alpha\n\nBeta');
  store();
  goOffline();
  await hands.type('c3 ');
  expect(merged('c1 c2 Alpha and more\n\nBeta')).toBe('c1 c2 c3 Alpha and more\n\nBeta');
});
