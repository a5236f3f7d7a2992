import type { Document } from '@lectern/document';
import { randomId } from '../../primitives/random-id.ts';

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
  /** Versions that were sent without a response: the server may have stored one of them. */
  readonly unanswered?: readonly Document[];
}

/** A draft with the id of the tab that made it. */
export type OfTab<Kept> = Kept & { readonly tab: string };

/** Names a draft as it was read. */
export interface ReadDraft {
  readonly tab: string;
  readonly changedAt: number;
}

/** Drafts by the address of what they change. Each tab has its own, so that none overwrites that of another. */
export interface DraftStore<Kept = Draft> {
  /** The drafts of all tabs, the oldest first. */
  readonly read: (address: string) => Promise<readonly OfTab<Kept>[]>;
  /** Replaces the draft of this tab. */
  readonly write: (address: string, draft: Kept) => Promise<void>;
  /** Removes the draft of this tab, or drafts as they were read: what their tabs have written since then stays. */
  readonly remove: (address: string, drafts?: readonly ReadDraft[]) => Promise<void>;
}

const DATABASE = 'lectern-console';
const STORE = 'drafts';

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

// One connection is enough for a tab.
let connection: Promise<IDBDatabase> | undefined;

const open = (): Promise<IDBDatabase> => {
  if (connection) return connection;
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  connection = resultOf(request);
  // A browser that refused it once may allow it later.
  connection.catch(() => {
    connection = undefined;
  });
  return connection;
};

const endOf = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });

/** Changes entries, all of them or none. */
export interface StoreEdit {
  readonly put: (value: unknown, key: string) => void;
  readonly delete: (key: string) => void;
}

/** What is kept in this browser. */
export interface BrowserStore {
  /** What is kept under the keys that begin with a text. */
  readonly entries: (prefix: string) => Promise<ReadonlyMap<IDBValidKey, unknown>>;
  /** Changes several entries, or none of them. */
  readonly change: (edit: (store: StoreEdit) => void) => Promise<void>;
  /** Calls the edit with those entries that are as they were read. */
  readonly changeUnchanged: (
    read: ReadonlyMap<string, Pick<ReadDraft, 'changedAt'>>,
    edit: (key: string, store: StoreEdit) => void,
  ) => Promise<void>;
}

/** Opens what is kept in this browser, where it survives a crash of the tab. */
export const openBrowserStore = (): BrowserStore => {
  return {
    entries: async (prefix) => {
      const store = (await open()).transaction(STORE, 'readonly').objectStore(STORE);
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
      const [keys, values] = await Promise.all([
        resultOf(store.getAllKeys(range)),
        resultOf<unknown[]>(store.getAll(range)),
      ]);
      return new Map(keys.map((key, at) => [key, values[at]]));
    },
    change: async (edit) => {
      // A draft is on the disk before the browser reports that it is written.
      const transaction = (await open()).transaction(STORE, 'readwrite', { durability: 'strict' });
      edit(transaction.objectStore(STORE));
      // At once, because the tab may be about to close.
      transaction.commit();
      await endOf(transaction);
    },
    changeUnchanged: async (read, edit) => {
      const transaction = (await open()).transaction(STORE, 'readwrite', { durability: 'strict' });
      const store = transaction.objectStore(STORE);
      for (const [key, { changedAt }] of read) {
        const request = store.get(key) as IDBRequest<ReadDraft | undefined>;
        request.onsuccess = () => {
          if (request.result?.changedAt === changedAt) edit(key, store);
        };
      }
      await endOf(transaction);
    },
  };
};

/** A draft of a person: several may use the same browser. */
interface OfAuthor {
  readonly author?: string;
}

/** Whether a draft is one of this person. */
export const isDraftOf = (draft: unknown, author: string): boolean =>
  ((draft as OfAuthor).author ?? author) === author;

/** Keeps drafts of a person in the browser. */
export const createBrowserDrafts = <Kept extends { readonly changedAt: number }>(
  author: string,
): DraftStore<Kept> => {
  const { entries, change, changeUnchanged } = openBrowserStore();
  const own = randomId();
  const keyOf = (address: string, tab: string): string => `${address}/${tab}`;
  return {
    read: async (address) => {
      const drafts = [...(await entries(keyOf(address, ''))).values()] as OfTab<Kept>[];
      return drafts.filter((draft) => isDraftOf(draft, author)).sort((a, b) => a.changedAt - b.changedAt);
    },
    write: (address, draft) =>
      change((store) =>
        store.put({ ...draft, tab: own, author } satisfies OfTab<Kept> & OfAuthor, keyOf(address, own)),
      ),
    remove: (address, drafts) =>
      drafts
        ? changeUnchanged(new Map(drafts.map((draft) => [keyOf(address, draft.tab), draft])), (key, store) =>
            store.delete(key),
          )
        : change((store) => store.delete(keyOf(address, own))),
  };
};
