import type { Document } from '@lectern/document';

/** A version of a page on the server; an empty page has no id. */
export interface SavedVersion {
  readonly documentId: string | null;
  readonly document: Document;
}

/** Text that the server does not have yet, and the version that it was made from. */
export interface Draft {
  readonly base: SavedVersion;
  readonly document: Document;
  readonly changedAt: number;
}

/** Drafts by the address of their page. */
export interface DraftStore {
  readonly read: (address: string) => Promise<Draft | undefined>;
  readonly write: (address: string, draft: Draft) => Promise<void>;
  readonly remove: (address: string) => Promise<void>;
}

const DATABASE = 'lectern-console';
const STORE = 'drafts';

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const open = (): Promise<IDBDatabase> => {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return resultOf(request);
};

/** Keeps drafts in the browser, where they survive a crash of the tab. */
export const createBrowserDrafts = (): DraftStore => {
  const database = open();
  const store = async (mode: IDBTransactionMode): Promise<IDBObjectStore> =>
    // A draft is on the disk before the browser reports that it is written.
    (await database).transaction(STORE, mode, { durability: 'strict' }).objectStore(STORE);
  return {
    read: async (address) => resultOf<Draft | undefined>((await store('readonly')).get(address)),
    write: async (address, draft) => {
      await resultOf((await store('readwrite')).put(draft, address));
    },
    remove: async (address) => {
      await resultOf((await store('readwrite')).delete(address));
    },
  };
};
