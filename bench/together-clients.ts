import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider';
import WebSocket from 'ws';
import * as Y from 'yjs';
import type {
  ClientMessage,
  ServerMessage,
} from '../packages/server/src/domains/live-documents/live-documents.contract.ts';

/** Somebody who has a page open, without a window. */
export interface Writer {
  readonly doc: Y.Doc;
  /** Tells others where the cursor is. */
  readonly point: (position: number) => void;
  /** Sends what was typed, if it waits for that. */
  readonly flush: () => void;
  /** Resolves when everything typed is stored, or at least sent. */
  readonly stored: () => Promise<void>;
  readonly close: () => void;
}

/** Opens a page for somebody, who sends each change at once, or waits. */
export type Open = (page: string, writer: number, isWaiting?: boolean) => Promise<Writer>;

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Opens pages of a space of Lectern; writers take turns with the tokens. */
export const lecternOpener =
  (url: string, spaceId: string, tokens: readonly string[]): Open =>
  (page, writer, isWaiting = false) =>
    new Promise((resolve, reject) => {
      const doc = new Y.Doc();
      const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/v1/spaces/${spaceId}/live`, {
        headers: { authorization: `Bearer ${tokens[writer % tokens.length]}` },
      });
      const send = (message: ClientMessage) => socket.send(JSON.stringify(message));
      let sent = 0;
      let stored = 0;
      let waiting: Uint8Array[] = [];
      const flush = () => {
        if (waiting.length === 0) return;
        send({ type: 'update', id: ++sent, update: toBase64(Y.mergeUpdates(waiting)) });
        waiting = [];
      };
      let wake = () => {};
      let isClosed = false;
      doc.on('update', (update: Uint8Array, origin: unknown) => {
        if (origin === 'server') return;
        waiting.push(update);
        if (!isWaiting) flush();
      });
      socket.once('open', () => {
        send({ type: 'here', page, isEditing: true, cursor: null });
        send({ type: 'join', page });
      });
      socket.on('message', (data) => {
        const message = JSON.parse(String(data)) as ServerMessage;
        if (message.type === 'joined' || message.type === 'update')
          Y.applyUpdate(doc, Buffer.from(message.update, 'base64'), 'server');
        if (message.type === 'stored') {
          stored = message.id;
          wake();
        }
        if (message.type !== 'joined') return;
        resolve({
          doc,
          point: (position) =>
            send({ type: 'here', page, isEditing: true, cursor: JSON.stringify([position, position, 0]) }),
          flush,
          stored: () =>
            new Promise((done) => {
              flush();
              wake = () => {
                if (stored >= sent) done();
              };
              wake();
            }),
          close: () => {
            isClosed = true;
            socket.terminate();
          },
        });
      });
      socket.once('error', reject);
      socket.once('close', (code, reason) => {
        if (isClosed) return;
        console.error(`A connection was closed: ${code} ${reason}`);
        reject(new Error(`closed: ${code} ${reason}`));
      });
    });

/** Opens documents of Hocuspocus. */
export const hocuspocusOpener =
  (url: string): Open =>
  (page) =>
    new Promise((resolve) => {
      const doc = new Y.Doc();
      const websocketProvider = new HocuspocusProviderWebsocket({
        url: url.replace(/^http/, 'ws'),
        WebSocketPolyfill: WebSocket,
      });
      const provider = new HocuspocusProvider({
        websocketProvider,
        name: page,
        document: doc,
        onSynced: () =>
          resolve({
            doc,
            point: (position) => provider.setAwarenessField('cursor', { anchor: position, head: position }),
            flush: () => undefined,
            stored: async () => undefined,
            close: () => {
              provider.destroy();
              websocketProvider.destroy();
            },
          }),
      });
      provider.attach();
    });
