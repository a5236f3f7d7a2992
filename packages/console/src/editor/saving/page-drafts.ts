import type { Document } from '@lectern/document';
import { randomId } from '../../primitives/random-id.ts';
import {
  type Draft,
  type DraftStore,
  isDraftOf,
  type OfTab,
  openBrowserStore,
  type SavedVersion,
} from './draft-store.ts';
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

/** Keeps the drafts of pages of a person in the browser. */
export const createPageDrafts = (owner: { readonly author: string; readonly title?: string }): DraftStore => {
  const { entries, change } = openBrowserStore();
  const own = randomId();
  const keyOf = (address: string, tab: string): string => `${address}/${tab}`;
  const baseKeyOf = (address: string, tab: string): string => baseKey(keyOf(address, tab));
  /** The base of the own draft that is in the browser. */
  let keptBase: SavedVersion | undefined;
  return {
    read: async (address) => {
      const stored = await entries(keyOf(address, ''));
      return [...stored.values()]
        .flatMap((value) => {
          const draft = value as StoredDraft;
          const base = stored.get(baseKeyOf(address, draft.tab)) as StoredBase | undefined;
          return base && isDraftOf(draft, owner.author) ? [draftOf(draft, base)] : [];
        })
        .sort((a, b) => a.changedAt - b.changedAt);
    },
    write: async (address, draft) => {
      const isBaseKept = keptBase === draft.base;
      keptBase = draft.base;
      try {
        await change((store) => {
          if (!isBaseKept) store.put(storedBase(draft), baseKeyOf(address, own));
          store.put(storedDraft({ tab: own, ...owner }, draft), keyOf(address, own));
        });
      } catch (error) {
        keptBase = undefined;
        throw error;
      }
    },
    remove: async (address, tabs = [own]) => {
      if (tabs.includes(own)) keptBase = undefined;
      await change((store) => {
        for (const tab of tabs) {
          store.delete(keyOf(address, tab));
          store.delete(baseKeyOf(address, tab));
        }
      });
    },
  };
};
