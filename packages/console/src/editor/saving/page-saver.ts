import type { Document } from '@lectern/document';
import { isSameText } from '../../../../document/src/editor/same-text.ts';
import { ApiError, NetworkError } from '../../api/client.ts';
import type { Draft, DraftStore, SavedVersion } from './draft-store.ts';
import { type Obstacle, obstacleOf } from './obstacle.ts';

/** Where the text is: on the server, on its way, only in this tab, or, because of an obstacle, only in this browser. */
export type SavingState = { readonly kind: 'saved' | 'saving' | 'unkept' } | Obstacle;

/** The server as the saver uses it. */
export interface PageServer {
  /** Sends a body that was made from the version with this id; returns the id of the new version. */
  readonly send: (document: Document, base: string | null) => Promise<string | null>;
  readonly read: () => Promise<SavedVersion>;
}

/** The editor as the saver uses it. */
export interface EditedPage {
  readonly read: () => Document;
  /** Shows a document with changes of others, without losing the cursor. */
  readonly write: (document: Document) => void;
}

interface Options {
  readonly address: string;
  readonly version: SavedVersion;
  readonly server: PageServer;
  readonly page: EditedPage;
  readonly drafts: DraftStore;
  readonly onState: (state: SavingState) => void;
  /** Called when two versions of a line were put into the text, because somebody else has changed the same line. */
  readonly onBothKept?: () => void;
  /**
   * Milliseconds after a key before the draft is kept, after the last key before it is sent, between sendings while somebody types
   * without a pause, and before a server that cannot be reached is asked again.
   */
  readonly delays?: {
    readonly draft: number;
    readonly send: number;
    readonly sendWhileTyping: number;
    readonly retry: number;
  };
}

const DELAYS = { draft: 250, send: 700, sendWhileTyping: 5000, retry: 5000 };

// More responses are not lost in a row unless the connection loses all of them.
const MAX_UNANSWERED = 5;

// The base has moved: somebody else has saved the page.
const isOutdated = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status === 409 &&
  error.details.some(({ path }) => path.endsWith('.base'));

// The server may have stored the text before its response was lost.
const isUnanswered = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);

// Merging needs the parser of Markdown, which is large, and most pages are saved without it.
const loadMerging = () =>
  import('../../../../document/src/editor/merge-versions.ts').catch(() => {
    throw new NetworkError('The server does not respond');
  });

/**
 * Saves a page as one types: first in this browser, then on the server. A draft is removed only after the server has its text.
 */
export const createPageSaver = ({
  address,
  version,
  server,
  page,
  drafts,
  onState,
  onBothKept,
  delays = DELAYS,
}: Options) => {
  let base = version;
  let unanswered: readonly Document[] = [];
  let state: SavingState = { kind: 'saved' };
  let draftTimer: ReturnType<typeof setTimeout> | undefined;
  let sendTimer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | undefined;
  let edits = 0;
  // The time of the first edit that was not sent yet.
  let unsentSince: number | undefined;
  // Whether somebody waits until everything is sent.
  let isAwaited = false;
  let isKept = true;
  let isClosed = false;

  const become = (next: SavingState) => {
    state = next;
    onState(next);
  };
  const stopDraftTimer = () => {
    clearTimeout(draftTimer);
    draftTimer = undefined;
  };
  const stopSendTimer = () => {
    clearTimeout(sendTimer);
    sendTimer = undefined;
  };
  const draft = (): Draft => ({ base, document: page.read(), changedAt: Date.now(), unanswered });
  const keepDraft = async (): Promise<void> => {
    stopDraftTimer();
    isKept = await drafts.write(address, draft()).then(
      () => true,
      // A private window, or a full disk.
      () => false,
    );
  };
  const sendLater = (delay: number) => {
    stopSendTimer();
    if (!isClosed) sendTimer = setTimeout(() => void startSending(), delay);
  };
  /** Sends after a pause, or from time to time while somebody types without one. */
  const sendSoon = () => {
    const latest = (unsentSince ?? Date.now()) + delays.sendWhileTyping - Date.now();
    sendLater(Math.max(0, Math.min(delays.send, latest)));
  };

  const mergeLatest = async (): Promise<void> => {
    const latest = await server.read();
    if (isClosed || latest.documentId === base.documentId) return;
    const { commonVersion, mergeText } = await loadMerging();
    if (isClosed) return;
    const common = commonVersion(base.document, unanswered, latest.document);
    const typed = page.read();
    const { document, hasBoth } = mergeText(common, latest.document, typed);
    base = latest;
    unanswered = [];
    if (document !== typed) page.write(document);
    if (hasBoth) onBothKept?.();
  };

  // After the end there is no editor to read; its last text is in the draft.
  const continueSending = async (): Promise<void> => (isClosed ? undefined : sendOnce());

  const send = async (document: Document): Promise<void> => {
    const before = unanswered;
    unanswered = [...before, document].slice(-MAX_UNANSWERED);
    await keepDraft();
    try {
      base = { documentId: await server.send(document, base.documentId), document };
      unanswered = [];
    } catch (error) {
      if (!isUnanswered(error)) unanswered = before;
      throw error;
    }
  };

  const sendOnce = async (): Promise<void> => {
    if (unanswered.length > 0) {
      await mergeLatest();
      if (isClosed) return;
    }
    const count = edits;
    unsentSince = undefined;
    const document = page.read();
    if (!isSameText(document, base.document)) {
      // What is in the way is shown until it is gone: it is tried again every few seconds.
      if (state.kind === 'saved') become({ kind: 'saving' });
      try {
        await send(document);
      } catch (error) {
        if (!isOutdated(error)) throw error;
        await mergeLatest();
        return continueSending();
      }
    }
    // The next words are sent in their turn: a long page takes a while to send.
    if (count !== edits) {
      if (state.kind !== 'saving') become({ kind: 'saving' });
      return isAwaited ? continueSending() : sendSoon();
    }
    stopDraftTimer();
    await drafts.remove(address).catch(() => undefined);
    if (count !== edits) return continueSending();
    become({ kind: 'saved' });
  };

  const startSending = async (): Promise<void> => {
    stopSendTimer();
    if (sending) return sending;
    sending = sendOnce()
      .catch(async (error: unknown) => {
        if (isClosed) return;
        await keepDraft();
        become(isKept ? obstacleOf(error) : { kind: 'unkept' });
        // A busy server refuses what it accepts later.
        sendLater(delays.retry);
      })
      .finally(() => {
        sending = undefined;
        isAwaited = false;
      });
    return sending;
  };

  /** Sends what is unsaved now. */
  const flush = async (): Promise<void> => {
    isAwaited = true;
    return startSending();
  };

  /** Keeps what is unsaved in this browser now. */
  const keep = async (): Promise<void> => {
    if (state.kind !== 'saved' || draftTimer !== undefined) await keepDraft();
  };

  return {
    /** Whether everything is on the server. */
    isSaved: () => state.kind === 'saved',
    /** Notes that the text has changed. */
    changed: () => {
      edits++;
      unsentSince ??= Date.now();
      if (state.kind === 'saved') become({ kind: 'saving' });
      draftTimer ??= setTimeout(() => void keepDraft(), delays.draft);
      // A server that cannot be reached is not asked at every key, nor less often because of them.
      if (state.kind !== 'saving' && sendTimer !== undefined) return;
      if (state.kind === 'saving') sendSoon();
      else sendLater(delays.retry);
    },
    flush,
    keep,
    /** Shows what the server has now, while nothing is unsaved: what is unsaved is merged when it is sent. */
    catchUp: async (documentId: string | null): Promise<void> => {
      if (sending || isClosed || state.kind !== 'saved' || documentId === base.documentId) return;
      sending = mergeLatest()
        // The next edit is merged with it, too.
        .catch(() => undefined)
        .finally(() => {
          sending = undefined;
          if (state.kind !== 'saved') sendLater(delays.send);
        });
      await sending;
    },
    /** The text as it is now, and the version that it was made from. */
    draft,
    /** Continues with the drafts of earlier visits. */
    restore: async (): Promise<void> => {
      const found = await drafts.read(address).catch(() => []);
      if (found.length === 0 || isClosed) return;
      const [first] = found;
      // Nobody else has changed the page: there is nothing to merge.
      const isAlone = found.length === 1 && edits === 0 && first!.base.documentId === base.documentId;
      // The drafts of a browser that cannot load it stay for the next visit.
      const merging = isAlone ? undefined : await loadMerging().catch(() => undefined);
      if ((!isAlone && !merging) || isClosed) return;
      const restored = merging
        ? found.reduce(
            (document, draft) =>
              merging.mergeVersions(
                merging.commonVersion(draft.base.document, draft.unanswered ?? [], document),
                document,
                draft.document,
              ),
            base.document,
          )
        : first!.document;
      // The server may still be storing what an earlier visit has sent.
      unanswered = [...unanswered, ...found.flatMap((draft) => draft.unanswered ?? [])].slice(
        -MAX_UNANSWERED,
      );
      // Somebody may have begun to write before the drafts were read.
      const typed = page.read();
      page.write(merging && edits > 0 ? merging.mergeVersions(base.document, restored, typed) : restored);
      edits++;
      await keepDraft();
      if (isKept) await drafts.remove(address, found).catch(() => undefined);
      await flush();
    },
    /** Ends saving; what is unsaved is given up, because it is elsewhere. */
    discard: async (): Promise<void> => {
      isClosed = true;
      stopDraftTimer();
      stopSendTimer();
      await drafts.remove(address).catch(() => undefined);
      become({ kind: 'saved' });
    },
    /** Ends saving; what is unsaved stays in this browser. */
    close: async (): Promise<void> => {
      isClosed = true;
      const kept = keep();
      stopDraftTimer();
      stopSendTimer();
      await kept;
    },
  };
};

/** Saves a page as one types. */
export type PageSaver = ReturnType<typeof createPageSaver>;
