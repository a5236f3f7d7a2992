import type { Document } from '@lectern/document';
import * as Y from 'yjs';
import { createBlockReader, sharedPage } from '../../../document/src/live/shared-blocks.ts';
import { documentOf } from '../../../document/src/live/shared-document.ts';
import { alignKeys } from './align-keys.ts';
import { fromBase64 } from './bytes.ts';
import type { LiveConnection } from './connection.ts';

const EMPTY: Document = { object: 'document', data: {}, nodes: [] };

// The page is drawn again at most this often.
const DRAW_MS = 300;

/** The text of a page while others write in it. */
export interface FollowedText {
  readonly document: Document;
  /** The keys of its blocks, by those in the versions that were read; the same map until another version is read. */
  readonly keys: ReadonlyMap<string, string>;
}

const SAVED_MS = 3_000;

/** Waits until the server has answered everything before; what was left is a revision then. */
const saved = (connection: LiveConnection): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      end();
      resolve();
    };
    const timer = setTimeout(done, SAVED_MS);
    const end = connection.onMessage(({ type }) => {
      if (type === 'saved') done();
    });
    if (!connection.send({ type: 'save', id: 0 })) done();
  });

/** A page that is followed. */
export interface FollowedPage {
  /** Draws it again, after another version of it was read. */
  readonly redraw: () => void;
  /** Ends it; resolves when what was written is a revision. */
  readonly end: () => Promise<void>;
}

/** Reads a page while others write in it. `shown` is the version that was read last: comments name its blocks. */
export const followPage = (
  connection: LiveConnection,
  page: string,
  shown: () => Document,
  onText: (text: FollowedText) => void,
): FollowedPage => {
  let doc = new Y.Doc();
  let isJoined = false;
  let aligned: Document | undefined;
  let keys: ReadonlyMap<string, string> = new Map();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const draw = () => {
    timer = undefined;
    const reader = createBlockReader(sharedPage(doc));
    const document = documentOf(reader.read(sharedPage(doc)), EMPTY);
    const version = shown();
    // Comments may have been read before or after that version, so the keys of earlier ones stay.
    if (version !== aligned) keys = new Map([...keys, ...alignKeys(version, document)]);
    aligned = version;
    onText({ document, keys });
    reader.close();
  };
  const redraw = () => {
    if (isJoined) timer ??= setTimeout(draw, DRAW_MS);
  };
  const join = () => connection.send({ type: 'join', page });
  const end = connection.onMessage((message) => {
    if (message.type === 'welcome') join();
    if (message.type === 'closed' && message.reason === 'renewed') join();
    if (message.type === 'joined') {
      doc.destroy();
      doc = new Y.Doc();
      isJoined = true;
    }
    if (message.type !== 'joined' && message.type !== 'update') return;
    Y.applyUpdate(doc, fromBase64(message.update));
    redraw();
  });
  join();
  return {
    redraw,
    end: () => {
      clearTimeout(timer);
      end();
      doc.destroy();
      connection.send({ type: 'leave' });
      return saved(connection);
    },
  };
};
