import type { Document } from '@lectern/document';
import type { Editor } from '@tiptap/core';
import { commonVersion, mergeVersions } from '../../../../document/src/editor/merge-versions.ts';
import { isSameText } from '../../../../document/src/editor/same-text.ts';
import { fromBase64, toBase64 } from '../../live/bytes.ts';
import type { LiveConnection } from '../../live/connection.ts';
import type { ServerMessage } from '../../live/messages.ts';
import { replaceDocument } from '../replace-document.ts';
import type { Draft, DraftStore, SavedVersion } from '../saving/draft-store.ts';
import type { PageSaver, SavingState } from '../saving/page-saver.ts';
import { showRemoteCursors } from './remote-cursors.ts';
import { createServedText } from './served-text.ts';
import { createSharedEditor, type SharedEditor } from './shared-editor.ts';

interface Options {
  readonly connection: LiveConnection;
  readonly editor: Editor;
  readonly pageId: string;
  readonly address: string;
  readonly drafts: DraftStore;
  readonly read: () => Document;
  /** The keys of shared blocks, by those that they had in this editor. */
  readonly sharedKeys: Map<string, string>;
  /** The version that the text in the editor was made from. */
  readonly base: Document;
  readonly onState: (state: SavingState) => void;
  /** Called when it cannot be shared any more; a draft has what is not stored. */
  readonly onEnd: () => void;
}

// A page whose connection does not come back is saved without it.
const PATIENCE_MS = 15_000;
const DRAFT_MS = 250;
const CURSOR_MS = 120;
const SAVE_MS = 10_000;
/** Stands for a version of the page that only the shared text has: the server merges what was made from it. */
const SHARED_VERSION = 'shared';

const OFFLINE: SavingState = { kind: 'offline', message: 'The server cannot be reached' };

type Joined = Extract<ServerMessage, { type: 'joined' }>;

/** Saves a page that several people edit together: each change is sent at once, and kept in this browser until it is stored. */
export const createLiveSaver = ({
  connection,
  editor,
  pageId,
  address,
  drafts,
  read,
  sharedKeys,
  base: start,
  onState,
  onEnd,
}: Options): PageSaver => {
  let shared: SharedEditor | undefined;
  let served: ReturnType<typeof createServedText> | undefined;
  let base: SavedVersion = { documentId: SHARED_VERSION, document: start };
  let document: string | undefined;
  let sent = 0;
  let stored = 0;
  let isEnded = false;
  let isJoining = false;
  let saves = 0;
  let draftTimer: ReturnType<typeof setTimeout> | undefined;
  let patience: ReturnType<typeof setTimeout> | undefined;
  let cursorTimer: ReturnType<typeof setTimeout> | undefined;
  let state: SavingState = { kind: 'saved' };
  const cursors = showRemoteCursors(editor);

  /** Whether something was typed before the text was shared. */
  let isTyped = false;

  const isStored = () => stored >= sent && !isTyped;
  const become = (next: SavingState) => {
    if (state.kind === next.kind) return;
    state = next;
    onState(state);
  };
  /** The text that the server is known to have: what others wrote meanwhile is not taken for an own change. */
  const servedVersion = (): SavedVersion => {
    const document = served?.read(start) ?? start;
    if (document !== base.document) base = { documentId: SHARED_VERSION, document };
    return base;
  };
  const sentTexts = (): readonly Document[] => served?.readSent(start) ?? [];
  const draft = (): Draft => ({
    base: servedVersion(),
    document: read(),
    changedAt: Date.now(),
    unanswered: sentTexts(),
  });
  const keepDraft = async (): Promise<boolean> => {
    clearTimeout(draftTimer);
    draftTimer = undefined;
    return drafts.write(address, draft()).then(
      () => true,
      () => false,
    );
  };
  const sendUpdate = (update: Uint8Array) => {
    sent++;
    draftTimer ??= setTimeout(() => void keepDraft(), DRAFT_MS);
    const isSent = !isJoining && connection.send({ type: 'update', id: sent, update: toBase64(update) });
    served?.note(sent, update, isSent);
    if (isSent) become({ kind: 'saving' });
    else if (!isJoining) void keepDraft().then((isKept) => become(isKept ? OFFLINE : { kind: 'unkept' }));
  };
  const onStored = () => {
    clearTimeout(draftTimer);
    draftTimer = undefined;
    void drafts.remove(address).catch(() => undefined);
    become({ kind: 'saved' });
  };

  const join = () => {
    isJoining = true;
    const known = shared && document && { document, state: toBase64(shared.state()) };
    connection.send({ type: 'join', page: pageId, ...known });
  };
  /** Begins with the shared text of others, and merges into it what was typed here. */
  const begin = (message: Joined) => {
    const typed = read();
    const [before, sentBefore] = [servedVersion().document, sentTexts()];
    shared?.close();
    served?.close();
    served = createServedText();
    const made = createSharedEditor(editor, sendUpdate, sharedKeys);
    made.take(fromBase64(message.update));
    served.take(fromBase64(message.update));
    const theirs = made.read(typed);
    if (!isSameText(typed, theirs))
      replaceDocument(editor, mergeVersions(commonVersion(before, sentBefore, theirs), theirs, typed));
    shared = made;
    document = message.document;
    isJoining = false;
    // What was typed and sent before is a part of the merged text.
    stored = sent;
    isTyped = false;
    made.start();
    if (isStored()) onStored();
  };
  const resume = (message: Joined) => {
    isJoining = false;
    // Before the update of the server is taken: what others wrote into a block that was deleted here is not deleted by this editor.
    const unsent = shared!.updateFor(fromBase64(message.state));
    shared!.take(fromBase64(message.update));
    served!.take(fromBase64(message.update));
    served!.resume(fromBase64(message.state));
    if (isStored()) become({ kind: 'saved' });
    else sendUpdate(unsent);
  };

  const end = async (): Promise<void> => {
    if (isEnded) return;
    isEnded = true;
    stop();
    // Its own saver finds the draft, and what of it is stored already.
    await keepDraft();
    onEnd();
  };
  const guarded = (work: () => void) => {
    try {
      work();
    } catch {
      void end();
    }
  };

  const tellCursor = () => {
    cursorTimer ??= setTimeout(() => {
      cursorTimer = undefined;
      if (!isEnded && shared) connection.move({ cursor: cursors.own(shared.written()) });
    }, CURSOR_MS);
  };
  const showPeople = () => {
    const { id, people } = connection.state();
    cursors.show(
      people.filter((person) => person.id !== id && person.page === pageId && person.isEditing),
      (written) => shared?.has(written) ?? false,
    );
  };
  const onConnection = () => {
    const { id, mayEdit } = connection.state();
    if (id === undefined) {
      if (!isStored()) become(OFFLINE);
      patience ??= setTimeout(() => void end(), PATIENCE_MS);
    } else if (!mayEdit) void end();
    else showPeople();
  };
  const endMessages = connection.onMessage((message) => {
    if (message.type === 'welcome' && message.mayEdit) {
      clearTimeout(patience);
      patience = undefined;
      join();
    }
    if (message.type === 'joined' && message.page === pageId)
      guarded(() => {
        if (shared && message.isSame) resume(message);
        else begin(message);
        tellCursor();
        showPeople();
      });
    // While joining, the answer has it.
    if (message.type === 'update' && !isJoining)
      guarded(() => {
        shared?.take(fromBase64(message.update));
        served?.take(fromBase64(message.update));
        showPeople();
      });
    if (message.type === 'stored') {
      stored = Math.max(stored, message.id);
      served?.stored(message.id);
      if (isStored()) onStored();
    }
    if (message.type === 'closed' && message.page === pageId) {
      if (message.reason === 'renewed') join();
      else void end();
    }
  });
  const endWatch = connection.watch(onConnection);
  editor.on('selectionUpdate', tellCursor);

  const stop = () => {
    clearTimeout(draftTimer);
    clearTimeout(patience);
    clearTimeout(cursorTimer);
    endMessages();
    endWatch();
    editor.off('selectionUpdate', tellCursor);
    shared?.close();
    served?.close();
    cursors.close();
    connection.send({ type: 'leave' });
    connection.move({ cursor: null });
  };

  /** Waits until the server has made a revision; without a connection, until everything is kept. */
  const flush = (): Promise<void> =>
    new Promise((resolve) => {
      const id = ++saves;
      const done = () => {
        clearTimeout(timer);
        endFlush();
        resolve();
      };
      const timer = setTimeout(done, SAVE_MS);
      const endFlush = connection.onMessage((message) => {
        if (message.type === 'saved' && message.id === id) done();
      });
      if (!connection.send({ type: 'save', id })) void keepDraft().then(done);
    });

  join();
  return {
    isSaved: isStored,
    changed: () => {
      if (shared) return;
      isTyped = true;
      draftTimer ??= setTimeout(() => void keepDraft(), DRAFT_MS);
      become({ kind: 'saving' });
    },
    flush,
    keep: async () => {
      if (!isStored()) await keepDraft();
    },
    catchUp: async () => undefined,
    draft,
    restore: async () => undefined,
    discard: async () => {
      isEnded = true;
      stop();
      await drafts.remove(address).catch(() => undefined);
      become({ kind: 'saved' });
    },
    close: async () => {
      isEnded = true;
      const kept = isStored() ? undefined : keepDraft();
      stop();
      await kept;
    },
  };
};
