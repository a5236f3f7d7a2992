import type { Document } from '@lectern/document';
import * as Y from 'yjs';
import { createBlockReader, sharedPage } from '../../../../document/src/live/shared-blocks.ts';
import { documentOf } from '../../../../document/src/live/shared-document.ts';

/** An update of this editor that the server has not confirmed. */
interface Pending {
  readonly id: number;
  readonly update: Uint8Array;
  readonly isSent: boolean;
  /** The client that wrote it, and how much it had written afterwards; undefined if the update only deletes. */
  readonly written: { readonly client: number; readonly clock: number } | undefined;
}

const writtenIn = (update: Uint8Array): Pending['written'] => {
  const [entry] = Y.parseUpdateMeta(update).to;
  return entry && { client: entry[0], clock: entry[1] };
};

/** The shared text as the server is known to have it: its own updates, and those of this editor that it has stored. */
export const createServedText = () => {
  const doc = new Y.Doc();
  const page = sharedPage(doc);
  const reader = createBlockReader(page);
  let pending: readonly Pending[] = [];
  let text: Document | undefined;

  const take = (update: Uint8Array): void => {
    Y.applyUpdate(doc, update);
    text = undefined;
  };
  const takePending = (count: number): void => {
    for (const { update } of pending.slice(0, count)) take(update);
    pending = pending.slice(count);
  };
  return {
    /** Takes an update of the server. */
    take,
    /** Notes an update of this editor, and whether it was sent. */
    note: (id: number, update: Uint8Array, isSent: boolean): void => {
      pending = [...pending, { id, update, isSent, written: writtenIn(update) }];
    },
    /** Takes the updates up to one that the server has stored. */
    stored: (id: number): void => takePending(pending.filter((each) => each.id <= id).length),
    /** Takes the updates that are in a state of the server, which stores them in their order; others have to be sent again. */
    resume: (state: Uint8Array): void => {
      const known = Y.decodeStateVector(state);
      takePending(
        pending.findLastIndex(({ written }) => written && (known.get(written.client) ?? 0) >= written.clock) +
          1,
      );
      pending = [];
    },
    /** The text; `head` has the fields of the whole document. The same object until it changes. */
    read: (head: Document): Document => {
      text ??= documentOf(reader.read(page), head);
      return text;
    },
    /** The text with what was sent and is not confirmed; nothing if everything is. */
    readSent: (head: Document): readonly Document[] => {
      const sent = pending.filter(({ isSent }) => isSent);
      if (sent.length === 0) return [];
      const copy = new Y.Doc();
      for (const update of [Y.encodeStateAsUpdate(doc), ...sent.map((each) => each.update)])
        Y.applyUpdate(copy, update);
      const copied = sharedPage(copy);
      const found = documentOf(createBlockReader(copied).read(copied), head);
      copy.destroy();
      return [found];
    },
    close: (): void => {
      reader.close();
      doc.destroy();
    },
  };
};
