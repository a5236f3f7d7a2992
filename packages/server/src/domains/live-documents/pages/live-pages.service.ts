import { RefusedUpdate, sharedUpdateOf } from '@lectern/document/live';
import * as Y from 'yjs';
import { createCoalesce } from '../../../kernel/coalesce.ts';
import { Broadcast } from '../../../kernel/contract/socket.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { ApiError } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { MAX_PAGE_CHARACTERS } from '../../../kernel/markdown/limits.ts';
import type { ServerMessage } from '../live-documents.contract.ts';
import { toBase64 } from './base64.ts';
import { headOf, headOfPage, nameOf, type PageKey, type Place, pageKeyOf } from './live-page.ts';
import {
  appendUpdates,
  findByPage,
  HEAD_TOPIC,
  insertDocument,
  keepOpen,
  lockDocument,
  movedHead,
  type NewUpdate,
  readSince,
  UPDATE_TOPIC,
} from './live-pages.store.ts';
import type { ClosedReason, Member, OpenPage, Waiting } from './open-page.ts';
import type { PageHeadsService } from './page-heads.service.ts';
import type { SavingService } from './saving.service.ts';
import { openSharedPage } from './shared-page.ts';

interface Dependencies
  extends Pick<Kernel, 'db' | 'transaction' | 'mutex' | 'newId' | 'clock' | 'notifications' | 'warn'> {
  readonly heads: PageHeadsService;
  readonly saving: SavingService;
}

// Keystrokes of this time are one transaction.
const TICK_MS = 25;
const PAUSE_MS = 2_000;
const MINUTE_MS = 60_000;
/** How long a page stays open without a process that says so. */
export const OPEN_MS = 60_000;
const RENEW_MS = 20_000;

const updateMessage = (update: Uint8Array) =>
  new Broadcast<ServerMessage>({ type: 'update', update: toBase64(update) });

interface Opening {
  readonly head: string;
  isMoved: boolean;
}

/** The pages that are open in this process. */
export const createLivePagesService = (dependencies: Dependencies) => {
  const { db, transaction, mutex, newId, clock, notifications, warn, heads, saving } = dependencies;
  const pages = new Map<string, OpenPage>();
  const byDocument = new Map<string, OpenPage>();
  /** The pages that are being opened: their head may be moved after it was read. */
  const openings = new Set<Opening>();
  let renewing: NodeJS.Timeout | undefined;

  const nextExpiry = () => new Date(clock.now().getTime() + OPEN_MS);
  const exclusively = <T>({ key }: Pick<OpenPage, 'key'>, work: () => Promise<T>): Promise<T> =>
    mutex(`live ${nameOf(key)}`, work);

  const isOpen = (page: OpenPage): boolean => pages.get(nameOf(page.key)) === page;

  const forget = (page: OpenPage) => {
    clearTimeout(page.flushTimer);
    clearTimeout(page.saveTimer);
    // A lost database closes a page, and then what was being done with it fails.
    if (!isOpen(page)) return;
    pages.delete(nameOf(page.key));
    byDocument.delete(page.document.id);
    page.shared.close();
    if (pages.size === 0) {
      clearInterval(renewing);
      renewing = undefined;
    }
  };

  const closeAll = (page: OpenPage, reason: ClosedReason) => {
    forget(page);
    for (const member of page.members) member.closed(reason);
    page.members.clear();
  };

  const broadcast = (page: OpenPage, update: Uint8Array) => {
    const message = updateMessage(update);
    for (const member of page.members) member.send(message);
  };

  /** Reads the updates of other processes. */
  const catchUp = async (executor: typeof db, page: OpenPage, seq: number): Promise<void> => {
    if (seq <= page.shared.seq) return;
    const updates = await readSince(executor, page.document, page.shared.seq);
    page.shared.apply(updates);
    page.shared.seq = seq;
    if (updates.length > 0) broadcast(page, Y.mergeUpdates(updates as Buffer[]));
  };

  /** Reads the page again, without what was not stored. */
  const reload = async (page: OpenPage): Promise<void> => {
    const updates = await readSince(db, page.document, -1);
    const row = await findByPage(db, page.key);
    if (!isOpen(page)) throw new Error('The page was closed');
    page.shared.close();
    page.shared = openSharedPage(updates, Number(row?.last_seq ?? 0));
  };

  interface Appended {
    readonly updates: readonly (NewUpdate & { readonly member?: Member })[];
  }

  /** Applies and stores updates in one transaction; nobody is told before it is committed. */
  const append = (page: OpenPage, batch: readonly Waiting[]): Promise<Appended | undefined> => {
    let attempts = 0;
    return transaction(async (tx: DatabaseTransaction) => {
      if (attempts++ > 0) await reload(page);
      const row = await lockDocument(tx, page.document);
      if (!row) return undefined;
      await catchUp(tx, page, Number(row.last_seq));
      const updates = batch.flatMap(({ member, update }) => {
        try {
          const { userId } = member.place().caller.principal;
          const rescued = page.shared.applyChecked(update, userId);
          const own = { userId, content: update, member };
          return rescued ? [own, { userId: null, content: rescued }] : [own];
        } catch (error) {
          throw new FailedUpdate(member, error);
        }
      });
      page.shared.seq = await appendUpdates(tx, page.document, Number(row.last_seq), updates);
      return { updates };
    });
  };

  const tellAll = (page: OpenPage, { updates }: Appended, batch: readonly Waiting[]) => {
    const all = updateMessage(Y.mergeUpdates(updates.map(({ content }) => content)));
    for (const member of page.members) {
      const isAlone = updates.every((update) => update.member === member);
      if (!isAlone) member.send(all);
      const last = batch.findLast((waiting) => waiting.member === member);
      if (last) member.stored(last.id);
    }
  };

  const allowed = async (batch: readonly Waiting[]): Promise<readonly Waiting[]> => {
    const members = [...new Set(batch.map(({ member }) => member))];
    const may = new Map(
      await Promise.all(members.map(async (member) => [member, await member.mayWrite()] as const)),
    );
    return batch.filter(({ member }) => may.get(member));
  };

  /** Refuses updates that make a page too long to be saved. */
  const fitting = (page: OpenPage, batch: readonly Waiting[]): readonly Waiting[] => {
    const bytes = batch.reduce((sum, { update }) => sum + update.length, 0);
    if (page.length + page.bytes + bytes > MAX_PAGE_CHARACTERS) {
      page.length = page.shared.length();
      page.bytes = 0;
    }
    return batch.filter(({ member, update }) => {
      page.bytes += update.length;
      if (page.length + page.bytes <= MAX_PAGE_CHARACTERS) return page.members.has(member);
      page.bytes -= update.length;
      if (page.members.delete(member)) member.closed('too-long');
      return false;
    });
  };

  const flush = async (page: OpenPage): Promise<void> => {
    clearTimeout(page.flushTimer);
    page.flushTimer = undefined;
    let batch = fitting(page, await allowed(page.waiting.splice(0)));
    while (batch.length > 0) {
      try {
        const appended = await append(page, batch);
        if (!appended) return closeAll(page, 'renewed');
        tellAll(page, appended, batch);
        for (const { member } of batch) page.writers.add(member);
        saveLater(page);
        return;
      } catch (error) {
        if (!(error instanceof FailedUpdate)) throw error;
        await reload(page);
        error.member.refused(error.message);
        batch = batch.filter(({ member }) => member !== error.member);
      }
    }
  };

  /** Without its database, a page is closed: editors connect again, and send what was not stored. */
  const guarded = async (page: OpenPage, work: () => Promise<void>): Promise<void> => {
    try {
      await exclusively(page, async () => (isOpen(page) ? work() : undefined));
    } catch (error) {
      warn({ err: error }, 'a live page was closed, because its changes could not be stored');
      closeAll(page, 'going-away');
    }
  };

  const save = (page: OpenPage, by: Place): Promise<void> =>
    guarded(page, async () => {
      clearTimeout(page.saveTimer);
      page.saveTimer = undefined;
      page.unsavedSince = undefined;
      page.writers.clear();
      if (page.waiting.length > 0) await flush(page);
      if (!isOpen(page)) return;
      const isThere = await saving
        .save(
          page,
          by,
          (update) => broadcast(page, update),
          (seq) => catchUp(db, page, seq),
        )
        .catch((error: unknown) => {
          // A text that cannot be a revision now, for example in a space that was locked, is stored nonetheless.
          if (!(error instanceof ApiError) || error.status >= 500) throw error;
          warn({ err: error }, 'a live page was not saved');
          return true;
        });
      if (!isThere) closeAll(page, 'missing');
    });

  const someone = (page: OpenPage): Place | undefined => [...page.members].at(-1)?.place();

  /** Makes a revision after a pause, or every minute while people write without one. */
  const saveLater = (page: OpenPage) => {
    const now = Date.now();
    page.unsavedSince ??= now;
    clearTimeout(page.saveTimer);
    const delay = Math.max(0, Math.min(PAUSE_MS, page.unsavedSince + MINUTE_MS - now));
    page.saveTimer = setTimeout(() => {
      const by = someone(page);
      if (by) void save(page, by);
    }, delay);
  };

  const mergeHead = (page: OpenPage) =>
    guarded(page, async () => {
      const by = someone(page);
      if (!by) return;
      const isThere = await saving.mergeHead(
        page,
        by,
        (update) => broadcast(page, update),
        (seq) => catchUp(db, page, seq),
      );
      if (!isThere) closeAll(page, 'missing');
    });

  const following = createCoalesce<void>();
  /** Merges a moved head into those of its open pages whose text it changed; one look for all of them. */
  const followHead = (head: string) =>
    following(head, async () => {
      const open = [...pages.values()].filter(({ key }) => headOfPage(key) === head);
      const by = open.map(someone).find((place) => place !== undefined);
      if (!by) return;
      const bodies = await heads.bodies(
        by.caller,
        open.map(({ key }) => key),
      );
      for (const page of open) if (bodies.get(page.key.pageId) !== page.base) void mergeHead(page);
    }).catch((error: unknown) => {
      // What moved may be unknown to a page: editors connect again, and get it.
      warn({ err: error }, 'live pages were closed, because their head could not be read');
      for (const page of [...pages.values()]) if (headOfPage(page.key) === head) closeAll(page, 'going-away');
    });

  let isListening = false;
  const listen = () => {
    if (isListening) return;
    isListening = true;
    notifications.on(UPDATE_TOPIC, (payload) => {
      const [id = '', seq = '0'] = payload.split(' ');
      const page = byDocument.get(id);
      if (page && Number(seq) > page.shared.seq) void guarded(page, () => catchUp(db, page, Number(seq)));
    });
    notifications.on(HEAD_TOPIC, (payload) => {
      const { head } = movedHead(payload);
      for (const opening of openings) opening.isMoved ||= opening.head === head;
      void followHead(head);
    });
    // Updates may be missed: editors connect again, and get what they lack.
    notifications.onConnectionLost(() => {
      for (const page of [...pages.values()]) closeAll(page, 'going-away');
    });
  };

  const renew = () =>
    keepOpen(db, [...byDocument.keys()], nextExpiry()).catch((error: unknown) =>
      warn({ err: error }, 'live pages could not be kept open'),
    );

  /** Reads a page and keeps it; undefined if it has no text that can be edited. */
  const read = async (place: Place, key: PageKey, opening: Opening): Promise<OpenPage | undefined> => {
    const head = await heads.read(place.caller, key);
    if (!head) return undefined;
    let row = await findByPage(db, key);
    const isResumed = row !== undefined && (row.base_body !== head.body || row.saved_seq !== row.last_seq);
    if (!row) {
      const snapshot = Buffer.from(sharedUpdateOf(head.document));
      await insertDocument(db, key, {
        id: newId(),
        base_body: head.body,
        snapshot,
        expires_at: nextExpiry(),
      });
      row = (await findByPage(db, key))!;
    } else await keepOpen(db, [row.id], nextExpiry());
    const document = { organizationId: key.organizationId, id: row.id };
    const updates = await readSince(db, document, -1);
    const shared = openSharedPage(updates, Number(row.last_seq));
    const page: OpenPage = {
      key,
      document,
      shared,
      base: row.base_body,
      members: new Set(),
      writers: new Set(),
      waiting: [],
      length: updates.reduce((sum, update) => sum + update.length, 0),
      bytes: 0,
      isResumed,
      isOutdated: opening.isMoved,
    };
    pages.set(nameOf(key), page);
    byDocument.set(row.id, page);
    renewing ??= setInterval(() => void renew(), RENEW_MS);
    return page;
  };

  /** Opens a page; undefined if it has no text that can be edited. */
  const open = async (place: Place, pageId: string): Promise<OpenPage | undefined> => {
    listen();
    const key = pageKeyOf(place, pageId);
    return exclusively({ key }, async () => {
      const known = pages.get(nameOf(key));
      if (known) return known;
      const opening = { head: headOf(place), isMoved: false };
      openings.add(opening);
      return read(place, key, opening).finally(() => openings.delete(opening));
    });
  };

  return {
    /** Opens a page for a member, who gets all updates from now on; undefined if it has no text that can be edited. */
    join: async (place: Place, pageId: string, member: Member): Promise<OpenPage | undefined> => {
      const page = await open(place, pageId);
      if (!page) return undefined;
      page.members.add(member);
      if (page.isResumed) {
        page.isResumed = false;
        await save(page, place);
      }
      if (page.isOutdated) {
        page.isOutdated = false;
        await mergeHead(page);
      }
      return isOpen(page) ? page : undefined;
    },

    /** Takes an update of a member; it is stored with those of the same moment. */
    write: (page: OpenPage, member: Member, id: number, update: Uint8Array): void => {
      page.waiting.push({ member, id, update });
      page.flushTimer ??= setTimeout(() => void guarded(page, () => flush(page)), TICK_MS);
    },

    save,

    /** Leaves a page; when the last one leaves, and when somebody leaves who has written, its text becomes a revision. */
    leave: async (page: OpenPage, member: Member, by: Place): Promise<void> => {
      if (!page.members.has(member)) return;
      if (page.members.size === 1 || page.writers.has(member)) await save(page, by);
      page.members.delete(member);
      page.writers.delete(member);
      if (page.members.size === 0) forget(page);
    },

    /** Ends everything that this process does with pages. */
    closeAll: (): void => {
      for (const page of [...pages.values()]) closeAll(page, 'going-away');
    },
  };
};

/** An update that no editor makes, and who has sent it. */
class FailedUpdate extends Error {
  readonly member: Member;

  constructor(member: Member, cause: unknown) {
    super(cause instanceof RefusedUpdate ? cause.message : 'cannot be applied');
    this.member = member;
  }
}

/** The pages that are open in this process. */
export type LivePagesService = ReturnType<typeof createLivePagesService>;
