import { type Document, printMarkdown } from '@lectern/document';
import {
  applyUpdate,
  clientsOf,
  createBlockReader,
  documentOf,
  sharedPage as pageOf,
  RefusedUpdate,
  writeDocument,
} from '@lectern/document/live';
import * as Y from 'yjs';

const EMPTY: Document = { object: 'document', data: {}, nodes: [] };

/** The shared text of a page in memory, with all updates up to one. */
export interface SharedPage {
  seq: number;
  /** Applies stored updates. */
  readonly apply: (updates: readonly Uint8Array[]) => void;
  /** Applies an update of an editor; returns what it adds so that no words are lost. Throws for one that no editor makes. */
  readonly applyChecked: (update: Uint8Array, author: string) => Uint8Array | undefined;
  /** Writes a version of the document by the fewest changes; returns its update, or nothing if it is the same. */
  readonly write: (document: Document) => Uint8Array | undefined;
  /** The document that the text is now; `head` has the fields that are not in the text. */
  readonly document: (head: Document) => Document;
  /** The number of characters that it has as Markdown. */
  readonly length: () => number;
  /** What an editor with this state lacks. */
  readonly updateFor: (state?: Uint8Array) => Uint8Array;
  readonly state: () => Uint8Array;
  readonly close: () => void;
}

/** Opens the shared text of a page. */
export const openSharedPage = (updates: readonly Uint8Array[], seq: number): SharedPage => {
  const doc = new Y.Doc();
  const page = pageOf(doc);
  const reader = createBlockReader(page);
  const apply = (all: readonly Uint8Array[]) =>
    doc.transact(() => {
      for (const update of all) Y.applyUpdate(doc, update);
    });
  apply(updates);
  // Yjs takes what is written under a known number for something that it has already: nobody may write under that of another one.
  const owners = new Map<number, string>();
  const requireOwn = (update: Uint8Array, author: string) => {
    for (const client of clientsOf(update)) {
      if ((owners.get(client) ?? author) !== author)
        throw new RefusedUpdate('is in the name of somebody else');
      owners.set(client, author);
    }
  };
  return {
    seq,
    apply,
    applyChecked: (update, author) => {
      requireOwn(update, author);
      return applyUpdate(doc, update);
    },
    write: (document) => {
      const made: Uint8Array[] = [];
      const note = (update: Uint8Array) => void made.push(update);
      doc.on('update', note);
      writeDocument(page, document, reader);
      doc.off('update', note);
      return made.length > 0 ? Y.mergeUpdates(made) : undefined;
    },
    document: (head) => documentOf(reader.read(page), head),
    length: () => printMarkdown(documentOf(reader.read(page), EMPTY)).length,
    updateFor: (state) => Y.encodeStateAsUpdate(doc, state),
    state: () => Y.encodeStateVector(doc),
    close: () => {
      reader.close();
      doc.destroy();
    },
  };
};
