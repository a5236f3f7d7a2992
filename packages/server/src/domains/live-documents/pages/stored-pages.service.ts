import type { Caller } from '../../../kernel/auth/principal.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { PageKey, Place } from './live-page.ts';
import {
  deleteIfSaved,
  deleteLost,
  findAdministrator,
  listAbandoned,
  listUnsaved,
  listWriters,
  postpone,
  readSince,
  type StoredPage,
  type Writer,
} from './live-pages.store.ts';
import type { PageHeadsService } from './page-heads.service.ts';
import type { SavingService } from './saving.service.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'clock' | 'warn'> {
  readonly heads: PageHeadsService;
  readonly saving: SavingService;
}

const BATCH_SIZE = 100;
const ALL = Number.MAX_SAFE_INTEGER;
const HOUR_MS = 60 * 60 * 1000;
/** How long words are kept whose page is gone: it may be restored. */
const LOST_MS = 30 * 24 * HOUR_MS;

const callerOf = ({ id, display_name }: Writer): Caller => ({
  principal: { kind: 'user', userId: id, displayName: display_name, tokenId: '', scopes: undefined },
  requestId: 'live-documents',
  address: '',
});

const keyOf = (row: StoredPage): PageKey => ({
  organizationId: row.organization_id,
  spaceId: row.space_id,
  changeRequestId: row.change_request_id,
  pageId: row.page_id,
});

/** Saves shared pages as the database has them, also those that other processes have open, or that nobody has open. */
export const createStoredPagesService = ({ db, clock, warn, heads, saving }: Dependencies) => {
  /** Where one of those who wrote finds the page; if none of them may see it any more, where an administrator does. */
  const placeOf = async (key: PageKey, id: string): Promise<Place | undefined> => {
    const writers = await listWriters(db, { organizationId: key.organizationId, id }, ALL);
    for (const writer of writers) {
      const head = await heads.read(callerOf(writer), key);
      if (head) return head.place;
    }
    const administrator = await findAdministrator(db, key.organizationId);
    return administrator && (await heads.read(callerOf(administrator), key))?.place;
  };

  /** Makes a revision of a page; false if there is no such page. */
  const save = async (row: StoredPage): Promise<boolean> => {
    const document = { organizationId: row.organization_id, id: row.id };
    const key = keyOf(row);
    const by = await placeOf(key, row.id);
    if (!by) return false;
    const page = await saving.openStored(document, key);
    const catchUp = async (seq: number) => {
      page.shared.apply(await readSince(db, document, page.shared.seq));
      page.shared.seq = seq;
    };
    try {
      return await saving.save(page, by, () => {}, catchUp);
    } finally {
      page.shared.close();
    }
  };

  const warnOf = (row: StoredPage) => (error: unknown) => {
    warn({ err: error, document: row.id }, 'a live page was not saved');
    return false;
  };

  const end = async (row: StoredPage): Promise<void> => {
    const document = { organizationId: row.organization_id, id: row.id };
    if (await deleteIfSaved(db, document, clock.now())) return;
    if (await save(row).catch(warnOf(row))) {
      await deleteIfSaved(db, document, clock.now());
      return;
    }
    // Pages that can be saved must not wait for it.
    const now = clock.now();
    await postpone(db, document, now, new Date(now.getTime() + HOUR_MS));
    await deleteLost(db, document, new Date(now.getTime() - LOST_MS));
  };

  return {
    /** Saves and ends the shared pages that no process has open. */
    endAbandoned: async (): Promise<void> => {
      for (const row of await listAbandoned(db, clock.now(), BATCH_SIZE))
        await end(row).catch((error: unknown) => void warnOf(row)(error));
    },

    /** Makes revisions of all that is written in a space or a change request, before it is merged or pages of it are deleted. */
    saveAll: async (place: Omit<PageKey, 'pageId'>): Promise<void> => {
      for (const row of await listUnsaved(db, place)) await save(row).catch(warnOf(row));
    },
  };
};

/** Saves shared pages as the database has them. */
export type StoredPagesService = ReturnType<typeof createStoredPagesService>;
