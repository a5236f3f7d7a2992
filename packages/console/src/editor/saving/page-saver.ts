import type { Document } from '@lectern/document';
import { ApiError, NetworkError } from '../../api/client.ts';
import type { DraftStore, SavedVersion } from './draft-store.ts';
import { isSameText, mergeVersions } from './merge-versions.ts';

/** Where the text is: on the server, on its way, only in this browser, or refused by the server. */
export type SavingState =
  | { readonly kind: 'saved' | 'saving' | 'offline' }
  | { readonly kind: 'refused'; readonly message: string };

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
  /** Milliseconds without a key before the draft is kept, and before it is sent. */
  readonly delays?: { readonly draft: number; readonly send: number; readonly retry: number };
}

const DELAYS = { draft: 250, send: 700, retry: 5000 };

// The base has moved: somebody else has saved the page.
const isOutdated = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status === 409 &&
  error.details.some(({ path }) => path.endsWith('.base'));

const isTemporary = (error: unknown): boolean =>
  error instanceof NetworkError ||
  (error instanceof ApiError && (error.status >= 500 || error.status === 429));

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
  delays = DELAYS,
}: Options) => {
  let base = version;
  let state: SavingState = { kind: 'saved' };
  let draftTimer: ReturnType<typeof setTimeout> | undefined;
  let sendTimer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | undefined;
  let edits = 0;
  let isClosed = false;

  const become = (next: SavingState) => {
    state = next;
    onState(next);
  };
  const stopDraftTimer = () => {
    clearTimeout(draftTimer);
    draftTimer = undefined;
  };
  const keepDraft = () => {
    stopDraftTimer();
    return drafts.write(address, { base, document: page.read(), changedAt: Date.now() });
  };
  const sendLater = (delay: number) => {
    if (isClosed) return;
    clearTimeout(sendTimer);
    sendTimer = setTimeout(() => void flush(), delay);
  };

  const mergeLatest = async () => {
    const latest = await server.read();
    const merged = mergeVersions(base.document, latest.document, page.read());
    base = latest;
    page.write(merged);
    await keepDraft();
  };

  // After the end there is no editor to read; its last text is in the draft.
  const continueSending = async (): Promise<void> => (isClosed ? undefined : sendOnce());

  const sendOnce = async (): Promise<void> => {
    const count = edits;
    const document = page.read();
    if (!isSameText(document, base.document)) {
      become({ kind: 'saving' });
      try {
        base = { documentId: await server.send(document, base.documentId), document };
      } catch (error) {
        if (!isOutdated(error)) throw error;
        await mergeLatest();
        return sendOnce();
      }
    }
    if (count !== edits) return continueSending();
    stopDraftTimer();
    await drafts.remove(address);
    if (count !== edits) return continueSending();
    become({ kind: 'saved' });
  };

  /** Sends what is unsaved now. */
  const flush = async (): Promise<void> => {
    clearTimeout(sendTimer);
    if (sending) return sending;
    sending = sendOnce()
      .catch(async (error: unknown) => {
        if (isClosed) return;
        await keepDraft();
        become(
          isTemporary(error) ? { kind: 'offline' } : { kind: 'refused', message: (error as Error).message },
        );
        // A busy server refuses what it accepts later.
        sendLater(delays.retry);
      })
      .finally(() => {
        sending = undefined;
      });
    return sending;
  };

  return {
    /** Whether everything is on the server. */
    isSaved: () => state.kind === 'saved',
    /** Notes that the text has changed. */
    changed: () => {
      edits++;
      if (state.kind === 'saved') become({ kind: 'saving' });
      draftTimer ??= setTimeout(() => void keepDraft(), delays.draft);
      sendLater(state.kind === 'offline' ? delays.retry : delays.send);
    },
    flush,
    /** Continues with a draft of an earlier visit. */
    restore: async (): Promise<void> => {
      const draft = await drafts.read(address);
      if (!draft || isClosed) return;
      const isCurrent = draft.base.documentId === base.documentId;
      page.write(
        isCurrent ? draft.document : mergeVersions(draft.base.document, base.document, draft.document),
      );
      edits++;
      await flush();
    },
    /** Ends saving; what is unsaved stays in this browser. */
    close: async (): Promise<void> => {
      isClosed = true;
      if (state.kind !== 'saved' || draftTimer !== undefined) await keepDraft();
      stopDraftTimer();
      clearTimeout(sendTimer);
    },
  };
};

/** Saves a page as one types. */
export type PageSaver = ReturnType<typeof createPageSaver>;
