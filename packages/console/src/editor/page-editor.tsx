import { useQueryClient } from '@tanstack/react-query';
import { useBlocker, useNavigate } from '@tanstack/react-router';
import type { Editor } from '@tiptap/core';
import { Check, CloudOff, LoaderCircle, TriangleAlert } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { keyOf } from '../api/queries.ts';
import { renderContextOf } from '../pages/render-context.ts';
import { Button } from '../primitives/button.tsx';
import type { PageNode } from '../spaces/tree/page-node.ts';
import { createDocumentReader } from './create-editor.ts';
import { EditorView } from './editor-view.tsx';
import styles from './page-editor.module.css';
import { createPageServer, draftAddress, versionOf } from './page-server.ts';
import { replaceDocument } from './replace-document.ts';
import { createBrowserDrafts } from './saving/draft-store.ts';
import { createPageSaver, type PageSaver, type SavingState } from './saving/page-saver.ts';

const LABELS = {
  saved: { icon: Check, text: 'Saved' },
  saving: { icon: LoaderCircle, text: 'Saving…' },
  offline: { icon: CloudOff, text: 'Offline: kept in this browser' },
  refused: { icon: TriangleAlert, text: 'Not saved' },
} as const;

/** Where the text is. */
const SavingStatus = ({ state }: { readonly state: SavingState }) => {
  const { icon: Icon, text } = LABELS[state.kind];
  return (
    <span role="status" className={styles.status} data-state={state.kind}>
      <Icon size={15} strokeWidth={1.75} aria-hidden="true" />
      {state.kind === 'refused' ? `${text}: ${state.message}` : text}
    </span>
  );
};

const UNSAVED =
  'Some of your changes are only kept in this browser, and are not on the server yet. Leave anyway?';

/** The editor of a page, which saves as one types. */
export const PageEditor = ({
  spaceId,
  pageId,
  changeRequestId,
  title,
  page,
  pages,
}: {
  readonly spaceId: string;
  readonly pageId: string;
  readonly changeRequestId?: string;
  readonly title: string;
  readonly page: { readonly documentId?: string; readonly document?: unknown };
  readonly pages: readonly PageNode[];
}) => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [state, setState] = useState<SavingState>({ kind: 'saved' });
  const saver = useRef<PageSaver>(undefined);
  const [version] = useState(() => versionOf(page));
  const context = useMemo(() => renderContextOf(spaceId, pages), [spaceId, pages]);

  const start = useCallback(
    (editor: Editor) => {
      const place = { spaceId, pageId, ...(changeRequestId !== undefined && { changeRequestId }) };
      const made = createPageSaver({
        address: draftAddress(place),
        version,
        server: createPageServer(place),
        drafts: createBrowserDrafts(),
        page: { read: createDocumentReader(editor), write: (document) => replaceDocument(editor, document) },
        onState: setState,
      });
      saver.current = made;
      editor.on('update', ({ transaction }) => {
        if (transaction.getMeta('isFromServer') !== true) made.changed();
      });
      void made.restore();
      const retry = () => void made.flush();
      window.addEventListener('online', retry);
      return () => {
        window.removeEventListener('online', retry);
        void made.close();
      };
    },
    [spaceId, pageId, changeRequestId, version],
  );

  // Readers of the page see the new text.
  useEffect(
    () => () => {
      void queries.invalidateQueries({ queryKey: keyOf('/spaces/{spaceId}/content/page/{pageId}') });
    },
    [queries],
  );

  const isUnsaved = () => saver.current?.isSaved() === false;
  useBlocker({
    shouldBlockFn: async () => {
      if (isUnsaved()) await saver.current?.flush();
      return isUnsaved() && !window.confirm(UNSAVED);
    },
    enableBeforeUnload: isUnsaved,
  });

  return (
    <>
      <div className={styles.bar}>
        <SavingStatus state={state} />
        <Button variant="primary" onClick={() => void navigate({ to: '.', search: {} })}>
          Done
        </Button>
      </div>
      <EditorView document={version.document} context={context} label={`Text of ${title}`} onReady={start} />
    </>
  );
};
