import { type Document, isSameText } from '@lectern/document';
import type { Caller } from '../../../kernel/auth/principal.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { PageKey, Place } from './live-page.ts';
import {
  appendUpdates,
  type DocumentKey,
  deleteFolded,
  findDocument,
  listWriters,
  lockDocument,
  readSince,
  updateDocument,
} from './live-pages.store.ts';
import { isOutdated, type PageHead, type PageHeadsService } from './page-heads.service.ts';
import { openSharedPage, type SharedPage } from './shared-page.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'mutex' | 'markdown'> {
  readonly heads: PageHeadsService;
}

/** A shared page that is saved. */
interface SavedPage {
  readonly key: PageKey;
  readonly document: DocumentKey;
  readonly shared: SharedPage;
  /** The body of the head that was merged last; null for an empty one. */
  base: string | null;
}

type Send = (update: Uint8Array) => void;
type CatchUp = (seq: number) => Promise<void>;

// Others may save the page again and again in the meantime.
const ATTEMPTS = 8;
// Each needs a second connection to the database.
const CONCURRENT = 4;

const callerOf = ({ id, display_name }: { id: string; display_name: string }, place: Place): Caller =>
  id === place.caller.principal.userId
    ? place.caller
    : {
        principal: { kind: 'user', userId: id, displayName: display_name, tokenId: '', scopes: undefined },
        requestId: place.caller.requestId,
        address: place.caller.address,
      };

/** Makes revisions of shared pages, and merges into them what was changed elsewhere. */
export const createSavingService = ({ db, transaction, mutex, markdown, heads }: Dependencies) => {
  const isChanged = (text: Document, head: Document): boolean => !isSameText(text, head);

  /**
   * The text with the changes of the head, block by block; where both have changed a line, both stay. The snapshot is the text of
   * the last attempt to save it, which may have become the head.
   */
  const merged = async (tx: DatabaseTransaction, page: SavedPage, head: PageHead, base: string | null) => {
    const text = page.shared.document(head.document);
    if (base === head.body) return { text, update: undefined };
    const saved = openSharedPage([(await readSince(tx, page.document, -1))[0]!], 0);
    const snapshot = saved.document(head.document);
    saved.close();
    const before = await heads.documentOf(head.place, base);
    const now = await markdown.mergeVersions(before, [snapshot], head.document, text);
    const update = page.shared.write(now);
    return { text: page.shared.document(head.document), update };
  };

  interface Step {
    readonly head: PageHead;
    readonly text: Document;
    readonly seq: number;
    readonly isSaved: boolean;
  }

  /** Brings the page and its head together; undefined if one of them is gone, `outdated` if it was saved since the head was read. */
  const tryMerge = async (
    page: SavedPage,
    by: Place,
    { send, catchUp, folds }: { send: Send; catchUp: CatchUp; folds: boolean },
  ): Promise<Step | 'outdated' | undefined> => {
    const known = await findDocument(db, page.document);
    const head = await heads.read(by.caller, page.key);
    if (!known || !head) return undefined;
    let update: Uint8Array | undefined;
    const step = await transaction(async (tx) => {
      const row = await lockDocument(tx, page.document);
      if (!row) return undefined;
      // An older head than that of the text would take back what was written in between.
      if (row.base_body !== known.base_body || row.saved_seq !== known.saved_seq) return 'outdated' as const;
      let seq = Number(row.last_seq);
      await catchUp(seq);
      const made = await merged(tx, page, head, row.base_body);
      update ??= made.update;
      if (update) {
        seq = await appendUpdates(tx, page.document, seq, [{ userId: null, content: update }]);
        page.shared.seq = seq;
      }
      const isSaved = !isChanged(made.text, head.document);
      const isFolded = (folds || isSaved) && seq > Number(row.snapshot_seq);
      await updateDocument(tx, page.document, {
        base_body: head.body,
        ...(isSaved && { saved_seq: String(seq) }),
        ...(isFolded && { snapshot: Buffer.from(page.shared.updateFor()), snapshot_seq: String(seq) }),
      });
      if (isSaved && seq > Number(row.saved_seq)) await deleteFolded(tx, page.document, seq);
      return { head, text: made.text, seq, isSaved };
    });
    if (typeof step === 'object') page.base = step.head.body;
    if (update) send(update);
    return step;
  };

  const mergeOnce = async (...args: Parameters<typeof tryMerge>): Promise<Step | undefined> => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const step = await tryMerge(...args);
      if (step !== 'outdated') return step;
    }
    throw new Error('The page is saved all the time');
  };

  /** Makes a revision of a text; false if the page was saved by somebody else in the meantime. */
  const saveOnce = (page: SavedPage, by: Place, { head, text, seq }: Step): Promise<boolean> =>
    transaction(async (tx) => {
      const row = await lockDocument(tx, page.document);
      // After a crash, the next one recognizes this revision by its snapshot.
      if (!row || row.base_body !== head.body || Number(row.snapshot_seq) !== seq) return false;
      const writers = await listWriters(tx, page.document, seq);
      const [writer] = writers;
      const place = writer ? await writerPlace(page, by, callerOf(writer, by)) : head.place;
      try {
        const body = await heads.save(place, page.key.pageId, text, {
          base: head.body,
          otherAuthors: writers.map(({ id }) => id).filter((id) => id !== place.caller.principal.userId),
        });
        await updateDocument(tx, page.document, { base_body: body, saved_seq: String(seq) });
        await deleteFolded(tx, page.document, seq);
        page.base = body;
        return true;
      } catch (error) {
        if (isOutdated(error)) return false;
        throw error;
      }
    });

  /** The place for the one who wrote last, or for the one who is there if that one has no access any more. */
  const writerPlace = async (page: SavedPage, by: Place, caller: Caller): Promise<Place> =>
    (await heads.read(caller, page.key))?.place ?? by;

  return {
    /** Merges the head into a page; false if the page is gone. */
    mergeHead: async (page: SavedPage, by: Place, send: Send, catchUp: CatchUp): Promise<boolean> =>
      (await mergeOnce(page, by, { send, catchUp, folds: false })) !== undefined,

    /** Makes a revision of a page, with what was changed elsewhere merged in; false if the page is gone. */
    save: async (page: SavedPage, by: Place, send: Send, catchUp: CatchUp): Promise<boolean> => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const step = await mergeOnce(page, by, { send, catchUp, folds: true });
        if (!step) return false;
        if (step.isSaved) return true;
        const lane = Number.parseInt(page.document.id.slice(-4), 36) % CONCURRENT;
        if (await mutex(`live-save ${lane}`, () => saveOnce(page, by, step))) return true;
      }
      // The next pause tries again: everything is stored.
      return true;
    },

    /** Opens a shared page that no process has open. */
    openStored: async (document: DocumentKey, key: PageKey): Promise<SavedPage> => ({
      key,
      document,
      shared: openSharedPage(await readSince(db, document, -1), 0),
      base: null,
    }),
  };
};

/** Makes revisions of shared pages. */
export type SavingService = ReturnType<typeof createSavingService>;
