import { type Document, mergeVersions, parseMarkdown, printMarkdown } from '@lectern/document';
import {
  type BlockReader,
  createBlockReader,
  documentOf,
  sharedPage,
  writeDocument,
} from '@lectern/document/live';
import WebSocket from 'ws';
import * as Y from 'yjs';
import type { ClientMessage, ServerMessage } from '../domains/live-documents/live-documents.contract.ts';

const EMPTY = { object: 'document', data: {}, nodes: [] } as const;

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** A connection as a client sees it; messages that nobody has waited for are kept. */
export const openLiveSocket = (url: string, headers: Readonly<Record<string, string>>) => {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers });
  const received: ServerMessage[] = [];
  const listeners = new Set<() => void>();
  let ended: { code: number; reason: string } | undefined;
  let status: number | undefined;
  const wake = () => {
    for (const listener of [...listeners]) listener();
  };
  socket.on('message', (data) => {
    received.push(JSON.parse(String(data)) as ServerMessage);
    wake();
  });
  socket.on('unexpected-response', (_, response) => {
    status = response.statusCode;
    socket.terminate();
    wake();
  });
  socket.on('error', wake);
  socket.on('close', (code, reason) => {
    ended = { code, reason: String(reason) };
    wake();
  });
  /** Resolves when something holds, and fails if the connection ends before. */
  const until = <T>(find: () => T | undefined, isEndAwaited = false): Promise<T> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = find();
        if (found !== undefined) resolve(found);
        else if (ended && !isEndAwaited) reject(new Error(`closed: ${ended.code} ${ended.reason}`));
        else return;
        listeners.delete(look);
      };
      listeners.add(look);
      look();
    });
  return {
    socket,
    received,
    send: (message: ClientMessage) => socket.send(JSON.stringify(message)),
    /** The next message of a type that was not taken before. */
    next: <Type extends ServerMessage['type']>(type: Type): Promise<Extract<ServerMessage, { type: Type }>> =>
      until(() => {
        const at = received.findIndex((message) => message.type === type);
        return at < 0 ? undefined : (received.splice(at, 1)[0] as Extract<ServerMessage, { type: Type }>);
      }),
    until,
    /** The code of the end, or the status of a refused handshake. */
    end: (): Promise<number> => until(() => status ?? ended?.code, true),
    onMessage: (listener: () => void) => listeners.add(listener),
    close: () => socket.terminate(),
  };
};

type LiveSocket = ReturnType<typeof openLiveSocket>;

/** An editor of a page without a window: it types Markdown, and keeps what is not stored when its connection is cut. */
export const createLiveEditor = (page: string, open: () => LiveSocket) => {
  let doc: Y.Doc;
  let reader: BlockReader;
  /** The text before what is not stored yet. */
  let storedText: Document = EMPTY;
  let socket: LiveSocket | undefined;
  let document: string | undefined;
  let sent = 0;
  let stored = 0;
  let isJoined = false;
  let saves = 0;

  const read = (): Document => documentOf(reader.read(sharedPage(doc)), EMPTY);
  const begin = () => {
    doc = new Y.Doc();
    reader = createBlockReader(sharedPage(doc));
    doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin === 'server') return;
      sent++;
      if (isJoined && socket?.socket.readyState === WebSocket.OPEN)
        socket.send({ type: 'update', id: sent, update: toBase64(update) });
    });
  };
  begin();
  const join = () => {
    const state = document && { document, state: toBase64(Y.encodeStateVector(doc)) };
    socket!.send({ type: 'join', page, ...state });
  };
  /** Nobody had the page open for a while: what was typed meanwhile is merged into its new text, as in the console. */
  const beginAgain = (update: Buffer) => {
    const [typed, isStored] = [read(), stored >= sent];
    begin();
    Y.applyUpdate(doc, update, 'server');
    isJoined = true;
    stored = sent;
    if (!isStored) writeDocument(sharedPage(doc), mergeVersions(storedText, read(), typed), reader);
  };

  const take = () => {
    if (!socket) return;
    for (const message of socket.received.splice(0)) {
      if (message.type === 'joined') {
        const isRenewed = document !== undefined && !message.isSame;
        document = message.document;
        if (isRenewed) {
          beginAgain(Buffer.from(message.update, 'base64'));
          continue;
        }
        // Before the update of the server is applied: what is deleted with a block is not deleted by this editor.
        const update = Y.encodeStateAsUpdate(doc, Buffer.from(message.state, 'base64'));
        Y.applyUpdate(doc, Buffer.from(message.update, 'base64'), 'server');
        isJoined = true;
        if (stored < sent) {
          sent++;
          socket.send({ type: 'update', id: sent, update: toBase64(update) });
        }
      } else if (message.type === 'update')
        Y.applyUpdate(doc, Buffer.from(message.update, 'base64'), 'server');
      else if (message.type === 'stored') stored = Math.max(stored, message.id);
      else if (message.type === 'saved') saves++;
      else if (message.type === 'closed') {
        isJoined = false;
        if (message.reason === 'renewed') join();
      }
    }
  };
  const until = (isTrue: () => boolean): Promise<true> =>
    socket!.until(() => {
      take();
      return isTrue() || undefined;
    });
  const text = () => printMarkdown(read()).trim();
  return {
    doc: () => doc,
    text,
    connect: async () => {
      isJoined = false;
      socket = open();
      socket.onMessage(take);
      await socket.until(() => socket!.socket.readyState === WebSocket.OPEN || undefined);
      join();
      await until(() => isJoined);
    },
    isConnected: () => socket?.socket.readyState === WebSocket.OPEN && isJoined,
    write: (markdown: string) => {
      if (stored >= sent) storedText = read();
      writeDocument(sharedPage(doc), parseMarkdown(markdown), reader);
    },
    /** Waits until all that was typed is in the database. */
    stored: () => until(() => stored >= sent),
    isStored: () => stored >= sent,
    until: (isTrue: () => boolean) => until(isTrue),
    /** Makes a revision now. */
    save: async () => {
      await until(() => stored >= sent);
      const before = saves;
      socket!.send({ type: 'save', id: 1 });
      await until(() => saves > before);
    },
    cut: () => {
      socket?.close();
      isJoined = false;
    },
  };
};

/** An editor of a page without a window. */
export type LiveEditor = ReturnType<typeof createLiveEditor>;
