import type { Document } from '@lectern/document';
import { randomId } from '../../primitives/random-id.ts';
import {
  type BrowserStore,
  type Draft,
  type DraftStore,
  isDraftOf,
  type OfTab,
  openBrowserStore,
  type SavedVersion,
  type StoreEdit,
} from './draft-store.ts';
import { editorTabs } from './page-lock.ts';
import { fromStored, type StoredDocument, toStored, toText } from './stored-document.ts';

/** A draft in the browser. Its base, which is as long as the page, is kept beside it and written once. */
interface StoredDraft {
  readonly tab: string;
  readonly author?: string;
  /** The title of the page, which may be deleted in the meantime. */
  readonly title?: string;
  readonly changedAt: number;
  readonly document: StoredDocument;
  readonly unanswered: readonly StoredDocument[];
}

interface StoredBase extends Omit<SavedVersion, 'document'> {
  readonly document: Omit<Document, 'nodes'> & { readonly nodes: string };
}

const storedDraft = (
  owner: Pick<StoredDraft, 'tab' | 'author' | 'title'>,
  { base, document, changedAt, unanswered = [] }: Draft,
): StoredDraft => ({
  ...owner,
  changedAt,
  document: toStored(base.document, document),
  unanswered: unanswered.map((each) => toStored(base.document, each)),
});

const storedBase = ({ base: { documentId, document } }: Draft): StoredBase => ({
  documentId,
  document: { ...document, nodes: toText(document) },
});

const draftOf = ({ tab, changedAt, document, unanswered }: StoredDraft, stored: StoredBase): OfTab<Draft> => {
  const body = { ...stored.document, nodes: JSON.parse(stored.document.nodes) as Document['nodes'] };
  return {
    tab,
    changedAt,
    base: { ...stored, document: body },
    document: fromStored(body, document),
    unanswered: unanswered.map((each) => fromStored(body, each)),
  };
};

/** The key of the version that the draft with this key was made from. */
export const baseKey = (key: IDBValidKey): string => `${key}/base`;

/** Whether a key is that of such a version. */
export const isBaseKey = (key: IDBValidKey): boolean => String(key).endsWith('/base');

/** The tabs of this browser. */
interface Tabs {
  /** Whether the browser tells which tabs are open. */
  readonly areKnown: () => boolean;
  /** The tabs with an open editor. */
  readonly open: () => Promise<ReadonlySet<string>>;
}

/** The drafts of pages, as far as they can be read. */
interface PageDrafts extends DraftStore {
  /** The other tabs with an open editor that have a draft. */
  readonly openTabs: (address: string) => Promise<readonly string[]>;
  /** The changed blocks of the drafts that cannot be read because the version that they were made from is missing. */
  readonly readParts: (address: string) => Promise<readonly Pick<Draft, 'document'>[]>;
}

/** Keeps the drafts of pages of a person in the browser. */
export const createPageDrafts = (
  {
    tab: own = randomId(),
    ...owner
  }: { readonly author: string; readonly title?: string; readonly tab?: string },
  {
    store: { entries, change, changeUnchanged } = openBrowserStore(),
    tabs = editorTabs,
  }: { readonly store?: BrowserStore; readonly tabs?: Tabs } = {},
): PageDrafts => {
  const keyOf = (address: string, tab: string): string => `${address}/${tab}`;
  const baseKeyOf = (address: string, tab: string): string => baseKey(keyOf(address, tab));
  /** The base of the own draft that is in the browser. */
  let keptBase: SavedVersion | undefined;
  let removals = 0;
  /** The drafts of the person with their bases, and whether their editor is open: it keeps and sends its own. */
  const readAll = async (address: string) => {
    const stored = await entries(keyOf(address, ''));
    const open = await tabs.open();
    return [...stored].flatMap(([key, value]) => {
      const draft = value as StoredDraft;
      if (isBaseKey(key) || !isDraftOf(draft, owner.author)) return [];
      const base = stored.get(baseKeyOf(address, draft.tab)) as StoredBase | undefined;
      return [{ draft, base, isOpen: draft.tab !== own && open.has(draft.tab) }];
    });
  };
  const readClosed = async (address: string) => (await readAll(address)).filter(({ isOpen }) => !isOpen);
  return {
    openTabs: async (address) =>
      (await readAll(address)).flatMap(({ draft: { tab }, isOpen }) => (isOpen ? [tab] : [])),
    read: async (address) =>
      (await readClosed(address))
        .flatMap(({ draft, base }) => (base ? [draftOf(draft, base)] : []))
        .sort((a, b) => a.changedAt - b.changedAt),
    readParts: async (address) =>
      (await readClosed(address)).flatMap(({ draft: { document }, base }) =>
        base ? [] : [{ document: fromStored({ ...document, nodes: [] }, { ...document, start: 0, end: 0 }) }],
      ),
    write: async (address, draft) => {
      // Another tab may have taken the draft over with its base.
      const isBaseKept = tabs.areKnown() && keptBase === draft.base;
      const before = removals;
      await change((store) => {
        if (!isBaseKept) store.put(storedBase(draft), baseKeyOf(address, own));
        store.put(storedDraft({ tab: own, ...owner }, draft), keyOf(address, own));
      });
      if (before === removals) keptBase = draft.base;
    },
    remove: async (address, drafts) => {
      if (!drafts || drafts.some(({ tab }) => tab === own)) {
        keptBase = undefined;
        removals++;
      }
      const remove = (key: string, store: StoreEdit) => {
        store.delete(key);
        store.delete(baseKey(key));
      };
      await (drafts
        ? changeUnchanged(new Map(drafts.map((draft) => [keyOf(address, draft.tab), draft])), remove)
        : change((store) => remove(keyOf(address, own), store)));
    },
  };
};
