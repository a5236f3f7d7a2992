import type { Document } from '@lectern/document';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Editor } from '@tiptap/core';
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { keyOf, read } from '../api/queries.ts';
import { uploadFile } from '../api/upload.ts';
import type { CommentedText } from '../comments/commented-text.ts';
import { useConnection, useOtherEditors } from '../live/live-place.tsx';
import { usePageContext } from '../pages/use-page-context.ts';
import { Button } from '../primitives/button.tsx';
import { lazyPart } from '../primitives/lazy-part.ts';
import { randomId } from '../primitives/random-id.ts';
import { notify } from '../primitives/toasts.tsx';
import { onSignedOut } from '../shell/sign-in.ts';
import type { PageNode } from '../spaces/tree/page-node.ts';
import { commentedEditor } from './commented-editor.ts';
import { createDocumentReader } from './create-editor.ts';
import { EditorBar } from './editor-bar.tsx';
import { EditorView } from './editor-view.tsx';
import type { SendFile } from './files/uploads.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import styles from './page-editor.module.css';
import { asAuthor, createPageServer, versionOf } from './page-server.ts';
import { replaceDocument } from './replace-document.ts';
import { draftAddress } from './saving/draft-address.ts';
import type { DraftStore, SavedVersion } from './saving/draft-store.ts';
import { createPageDrafts } from './saving/page-drafts.ts';
import { lockPage, onTabEnded } from './saving/page-lock.ts';
import { createPageSaver, type PageSaver, type SavingState } from './saving/page-saver.ts';
import { type HeadingState, SavingStatus } from './saving-status.tsx';
import type { SourceHandle } from './source/source-view.tsx';
import { EditorToolsProvider } from './tools.ts';

// Few pages are deleted or locked while somebody writes in them.
const DeletedNotice = lazyPart(async () => (await import('./deleted-notice.tsx')).DeletedNotice);
const ClosedNotice = lazyPart(async () => (await import('./closed-notice.tsx')).ClosedNotice);
const SignedOutNotice = lazyPart(async () => (await import('./signed-out-notice.tsx')).SignedOutNotice);
const SourceView = lazyPart(async () => (await import('./source/source-view.tsx')).SourceView);

const BOTH_KEPT =
  'Somebody else changed the same paragraph. Both versions are in the text: delete the one that is not needed.';

/** Whether somebody uses another part of the screen: a field, the tree of pages, or a dialog. */
const isFocusTaken = (): boolean =>
  document.activeElement?.closest(
    'input, textarea, select, [contenteditable="true"], [role="tree"], [role="dialog"]',
  ) != null;

/** The editor of a page, which saves as one types. */
export const PageEditor = ({
  spaceId,
  organizationId,
  pageId,
  changeRequestId,
  isReusable = false,
  title,
  page,
  pages,
  isSource,
  isClosed = false,
  actions,
  heading,
  headingState,
  onShown,
  onDone,
}: {
  readonly spaceId: string;
  readonly organizationId: string;
  readonly pageId: string;
  readonly changeRequestId?: string;
  /** Whether it is a reusable content, which has the id of the page. */
  readonly isReusable?: boolean;
  readonly title: string;
  readonly page: { readonly documentId?: string; readonly document?: unknown };
  readonly pages: readonly PageNode[];
  /** Whether the Markdown is shown. */
  readonly isSource: boolean;
  /** Whether the page was locked, or its change request merged, since it was opened. */
  readonly isClosed?: boolean;
  /** Further buttons of the bar. */
  readonly actions?: ReactNode;
  /** The title of the page, between the bar and the text. */
  readonly heading?: ReactNode;
  /** Where the heading is, unless it is saved. */
  readonly headingState?: HeadingState | undefined;
  /** Called with the text on the screen, for comments on it, and with nothing when it is gone. */
  readonly onShown?: (text: CommentedText | undefined) => void;
  /** Leaves the editor; by default, the page is shown. */
  readonly onDone?: () => void;
}) => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [state, setState] = useState<SavingState>({ kind: 'saved' });
  const [isUploading, setUploading] = useState(false);
  const [editor, setEditor] = useState<Editor>();
  const saver = useRef<PageSaver>(undefined);
  const source = useRef<SourceHandle>(null);
  const bar = useRef<HTMLDivElement>(null);
  const shareable = useRef<{
    readonly address: string;
    readonly drafts: DraftStore;
    readonly read: () => Document;
    readonly createSaver: (from: SavedVersion) => PageSaver;
    readonly sharedKeys: Map<string, string>;
  }>(undefined);
  const [version] = useState(() => versionOf(page));
  const { data: user } = useSuspenseQuery(read('/user'));
  const place = useMemo(
    () => ({
      spaceId,
      pageId,
      ...(changeRequestId !== undefined && { changeRequestId }),
      ...(isReusable && { isReusable }),
    }),
    [spaceId, pageId, changeRequestId, isReusable],
  );
  // Drafts are kept with the title that the page had last.
  const lastTitle = useRef(title);
  lastTitle.current = title;
  const context = usePageContext(spaceId, changeRequestId, pages);
  const send = useCallback<SendFile>(
    (file, options) => uploadFile({ spaceId, changeRequestId }, file, options),
    [spaceId, changeRequestId],
  );
  const tools = useMemo(
    () => ({
      place: { spaceId, changeRequestId },
      organizationId,
      pages,
      page: context,
      send,
      onUploaded: context.addFile,
      hasComments: onShown !== undefined,
    }),
    [spaceId, changeRequestId, organizationId, pages, context, send, onShown],
  );

  // Text may be written while the server cannot be reached: what is needed for it is there by then.
  useEffect(() => {
    void import('./offline-parts.ts')
      .then(({ loadOfflineParts }) => loadOfflineParts())
      .catch(() => undefined);
  }, []);

  const connection = useConnection();
  const live = useRef(connection);
  live.current = connection;
  const start = useCallback(
    (made: Editor) => {
      const readText = createDocumentReader(made, version.document);
      const address = draftAddress(place);
      const tab = randomId();
      const lock = lockPage(address, tab);
      const drafts = createPageDrafts({ author: user.id, title: lastTitle.current, tab });
      const ended = new AbortController();
      const read = () => {
        // What was typed as Markdown is a part of the text.
        source.current?.flush();
        return readText();
      };
      const createSaver = (from: SavedVersion) =>
        createPageSaver({
          address,
          version: from,
          server: asAuthor(
            user.id,
            createPageServer(place, (revision) => live.current?.made(revision)),
          ),
          drafts,
          page: { read, write: (document) => replaceDocument(made, document) },
          onState: setState,
          onBothKept: () => notify(BOTH_KEPT),
        });
      const saving = createSaver(version);
      saver.current = saving;
      const sharedKeys = new Map<string, string>();
      shareable.current = { address, drafts, read, createSaver, sharedKeys };
      made.on('transaction', () => setUploading(made.storage.uploads.count() > 0));
      made.on('update', ({ transaction }) => {
        if (transaction.getMeta('isFromServer') !== true) saver.current?.changed();
      });
      const restore = async () => {
        await saving.restore();
        // What another tab has not sent when it is closed, or crashes, is sent by this one.
        const open = await drafts.openTabs(address).catch(() => []);
        for (const other of open) onTabEnded(other, () => void saver.current?.restore(), ended.signal);
      };
      void lock.ready.then(restore);
      setEditor(made);
      // Whoever opens the editor of a page wants to write; a new page has the cursor in its title.
      if (!isReusable && !isFocusTaken()) made.view.focus();
      onShown?.(commentedEditor(made, async () => saver.current?.flush(), sharedKeys));
      const retry = () => void saver.current?.flush();
      // The tab may be closed, or ended by the system while it is in the background.
      const keep = () => void saver.current?.keep();
      window.addEventListener('online', retry);
      window.addEventListener('pagehide', keep);
      document.addEventListener('visibilitychange', keep);
      return () => {
        ended.abort();
        window.removeEventListener('online', retry);
        window.removeEventListener('pagehide', keep);
        document.removeEventListener('visibilitychange', keep);
        setEditor(undefined);
        onShown?.(undefined);
        shareable.current = undefined;
        void (saver.current ?? saving).close().then(lock.release);
      };
    },
    [place, user.id, version, isReusable, onShown],
  );

  // Whoever opens the page in another editor writes in the same text.
  const isShared = useOtherEditors(pageId) && !isReusable;
  const isSwitching = useRef(false);
  useEffect(() => {
    if (!connection || !editor || !isShared || isSwitching.current) return;
    isSwitching.current = true;
    import('./live/share-page.ts').then(
      ({ createLiveSaver, createSwitchingSaver }) => {
        const parts = shareable.current;
        const own = saver.current;
        if (!parts || !own || editor.isDestroyed) return;
        saver.current = createSwitchingSaver({
          connection,
          pageId,
          own,
          createOwn: (document) => parts.createSaver({ documentId: 'shared', document }),
          createShared: (base, onEnd) =>
            createLiveSaver({ ...parts, connection, editor, pageId, base, onState: setState, onEnd }),
          isReady: () => !editor.isDestroyed && source.current === null,
        });
      },
      () => {
        isSwitching.current = false;
      },
    );
  }, [connection, editor, isShared, pageId]);

  // A read that is refused must not lead away from what is written here.
  const [hasSessionEnded, setSessionEnded] = useState(false);
  useEffect(() => onSignedOut(() => setSessionEnded(true)), []);
  const continueSaving = () => {
    setSessionEnded(false);
    void saver.current?.flush();
    void queries.invalidateQueries();
  };

  // Somebody else, or an earlier visit, may have changed the page since it was read.
  const { documentId = null } = page;
  useEffect(() => void saver.current?.catchUp(documentId), [documentId]);

  // Readers of the page see the new text.
  useEffect(
    () => () => {
      void queries.invalidateQueries({ queryKey: keyOf('/spaces/{spaceId}/content/page/{pageId}') });
    },
    [queries],
  );

  const isUnsaved = () => {
    source.current?.flush();
    return saver.current?.isSaved() === false;
  };
  const setSource = (isShown: boolean) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, source: isShown || undefined }),
      replace: true,
    });
  const savedState = isUploading ? { kind: 'uploading' as const } : (headingState ?? state);
  const shownState = state.kind === 'saved' ? savedState : state;
  return (
    <EditorToolsProvider value={tools}>
      <LeaveDialog
        isSaved={state.kind === 'saved'}
        isUnsaved={isUnsaved}
        isUploading={isUploading}
        save={async () => saver.current?.flush()}
      />
      <div ref={bar} className={styles.bar}>
        <EditorBar editor={editor} isSource={isSource} onSource={setSource} />
        <SavingStatus state={shownState} />
        {actions}
        <Button variant="primary" onClick={onDone ?? (() => void navigate({ to: '.', search: {} }))}>
          Done
        </Button>
      </div>
      {(hasSessionEnded || state.kind === 'signed-out') && (
        <Suspense>
          <SignedOutNotice author={user.id} onSignedIn={continueSaving} />
        </Suspense>
      )}
      {(isClosed || state.kind === 'closed') && state.kind !== 'deleted' && saver.current && (
        <Suspense>
          <ClosedNotice
            place={place}
            title={title}
            message={state.kind === 'closed' ? state.message : undefined}
            saver={saver.current}
          />
        </Suspense>
      )}
      {state.kind === 'deleted' && saver.current && (
        <Suspense>
          <DeletedNotice place={place} title={title} saver={saver.current} />
        </Suspense>
      )}
      {heading}
      <EditorView
        document={version.document}
        label={`Text of ${title}`}
        isHidden={isSource}
        onReady={start}
      />
      {isSource && editor && (
        <Suspense>
          <SourceView ref={source} editor={editor} label={`Markdown of ${title}`} />
        </Suspense>
      )}
      {/* The text is often the last control: Tab would leave the page. */}
      <button
        type="button"
        className="skip"
        onClick={() => bar.current?.querySelector<HTMLElement>('button:enabled')?.focus()}
      >
        Go to the toolbar
      </button>
    </EditorToolsProvider>
  );
};
