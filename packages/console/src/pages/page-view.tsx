import type { ContentRef, Document } from '@lectern/document';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { FilePlus, MessageSquare } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { emojiOf } from '../../../site/src/document/data.ts';
import { read } from '../api/queries.ts';
import { usePropose } from '../change-requests/use-propose.ts';
import type { CommentedText } from '../comments/commented-text.ts';
import { useComments } from '../comments/discussion.ts';
import type { HeadingState } from '../editor/saving-status.tsx';
import { useFollowedPage, useHere } from '../live/live-place.tsx';
import { Button } from '../primitives/button.tsx';
import { NamedIcon } from '../primitives/named-icon.tsx';
import { LoadingScreen, NotFoundScreen } from '../shell/screens.tsx';
import { ancestorsOf, type PageNode, tableOfContents } from '../spaces/tree/page-node.ts';
import { usePageAt } from '../spaces/tree/use-current-page.ts';
import { useInsertPage } from '../spaces/tree/use-insert-page.ts';
import { usePageChanges } from '../spaces/tree/use-page-changes.ts';
import { type ContentPlace, readPageDocument, readTableOfContents, refreshContent } from './content-place.ts';
import { DocumentView } from './document-view.tsx';
import { EditButton } from './edit-button.tsx';
import { isEmpty } from './is-empty.ts';
import { PageActions } from './page-actions.tsx';
import type { PageContent } from './page-fields.ts';
import { PageHeading } from './page-heading.tsx';
import { PageLink } from './page-link.tsx';
import { PageOutline } from './page-outline.tsx';
import styles from './page-view.module.css';
import type { PageContext } from './render-context.ts';
import { useEditMode } from './use-edit-mode.ts';
import { useEvaluatedDocument } from './use-evaluated-document.ts';
import { useOpenEditor } from './use-open-editor.ts';
import { useArrivals, usePageContext } from './use-page-context.ts';

const ProposeDialog = lazy(async () => ({
  default: (await import('../change-requests/propose-dialog.tsx')).ProposeDialog,
}));
// The editor is as large as the rest of the console.
const PageEditor = lazy(async () => ({ default: (await import('../editor/page-editor.tsx')).PageEditor }));

const PageComments = lazy(async () => ({
  default: (await import('../comments/page-comments.tsx')).PageComments,
}));

const CommentsButton = ({ count, isOpen }: { readonly count: number; readonly isOpen: boolean }) => (
  <Link
    to="."
    search={(before: Record<string, unknown>) => ({ ...before, comments: isOpen ? undefined : true })}
    hash=""
    replace
    resetScroll={false}
    className="button button-secondary button-small"
    aria-label={count === 0 ? 'Comments' : `Comments, ${count} open`}
  >
    <MessageSquare size={14} aria-hidden="true" /> {count > 0 && count}
  </Link>
);

const Cover = ({ page, context }: { readonly page: PageContent; readonly context: PageContext }) => {
  useArrivals(context);
  const ref = page.cover?.ref as ContentRef | undefined;
  const href =
    ref?.kind === 'file' ? context.context.fileOf(ref)?.href : ref?.kind === 'url' ? ref.url : undefined;
  return href && page.layout?.cover !== false ? <img className={styles.cover} src={href} alt="" /> : null;
};

/** Starts to edit the page in a change request if the address says so; whoever comes back later reads it. */
const useProposal = (isAsked: boolean, start: () => void): void => {
  const navigate = useNavigate();
  const run = useRef(start);
  useEffect(() => {
    if (!isAsked) return;
    void navigate({ to: '.', search: {}, replace: true });
    run.current();
  }, [isAsked, navigate]);
};

const Page = ({
  place,
  node,
  pages,
  isEditing,
  isSource,
  areCommentsOpen,
  isProposing,
}: {
  readonly place: ContentPlace;
  readonly node: PageNode;
  readonly pages: readonly PageNode[];
  readonly isEditing: boolean;
  readonly isSource: boolean;
  readonly areCommentsOpen: boolean;
  readonly isProposing: boolean;
}) => {
  const pageId = node.id;
  const { spaceId, changeRequestId } = place;
  const queries = useQueryClient();
  const { data: space } = useSuspenseQuery(read('/spaces/{spaceId}', { params: { spaceId } }));
  const mode = useEditMode(place);
  const propose = usePropose(spaceId);
  useProposal(isProposing && mode !== undefined, () => propose.start(node));
  const { data } = useSuspenseQuery(readPageDocument(place, pageId));
  const page = data as PageContent;
  const evaluated = useEvaluatedDocument(place, pageId, page);
  const context = usePageContext(spaceId, changeRequestId, pages);
  const above = ancestorsOf(pages, pageId);
  const mayEdit = mode === 'direct';
  const isEdited = useOpenEditor(isEditing, mayEdit);
  // Whoever is done with the editor is where they came from.
  const editButton = useRef<HTMLElement>(null);
  const wasEdited = useRef(false);
  useEffect(() => {
    if (wasEdited.current && !isEdited) editButton.current?.focus();
    wasEdited.current = isEdited;
  }, [isEdited]);
  // What was changed is listed in the history and in the change request.
  useEffect(() => (isEdited ? () => void refreshContent(queries) : undefined), [isEdited, queries]);
  const [text, setText] = useState<CommentedText>();
  const [headingState, setHeadingState] = useState<HeadingState>();
  const mayComment = space.permissions.comment;
  const discussion = useMemo(
    () => ({ spaceId, changeRequestId, mayComment, mayEdit }),
    [spaceId, changeRequestId, mayComment, mayEdit],
  );
  useHere(pageId, isEdited);
  const followed = useFollowedPage(pageId, !isEdited, evaluated as Document);
  const openComments = useComments(discussion, pageId).filter(({ status }) => status === 'open').length;
  const commentsButton = <CommentsButton count={openComments} isOpen={areCommentsOpen} />;
  const actions = (
    <PageActions
      place={place}
      organizationId={space.organization}
      node={node}
      page={page}
      pages={pages}
      mode={mode}
      propose={propose}
      isEditing={isEdited}
    />
  );
  const mark = page.emoji ? (
    <span className={styles.emoji} aria-hidden="true">
      {emojiOf(page.emoji)}
    </span>
  ) : (
    <NamedIcon name={page.icon} className={styles.icon} />
  );
  const main = (
    <main
      id="content"
      tabIndex={-1}
      className={page.layout?.width === 'wide' ? `${styles.page} ${styles.wide}` : styles.page}
    >
      {!isEdited && (
        <div className={styles.tools}>
          {mode && <EditButton ref={editButton} node={node} mode={mode} propose={propose} />}
          {commentsButton}
          {actions}
        </div>
      )}
      {!isEdited && above.length > 0 && (
        <nav aria-label="Breadcrumbs" className={styles.breadcrumbs}>
          {above.map((each) =>
            each.type === 'document' ? (
              <PageLink key={each.id} place={place} path={each.path ?? ''}>
                {each.title}
              </PageLink>
            ) : (
              <span key={each.id}>{each.title}</span>
            ),
          )}
        </nav>
      )}
      {isEdited ? (
        <PageEditor
          key={pageId}
          spaceId={spaceId}
          organizationId={space.organization}
          {...(changeRequestId !== undefined && { changeRequestId })}
          pageId={pageId}
          title={page.title}
          page={page}
          pages={pages}
          isSource={isSource}
          isClosed={!mayEdit}
          actions={
            <>
              {commentsButton}
              {actions}
            </>
          }
          onShown={setText}
          headingState={headingState}
          heading={
            <>
              <Cover page={page} context={context} />
              {mark}
              <PageHeading
                place={place}
                pageId={pageId}
                title={page.title}
                description={page.description ?? ''}
                onState={setHeadingState}
              />
            </>
          }
        />
      ) : (
        <>
          <Cover page={page} context={context} />
          {mark}
          <h1 className={styles.title} dir="auto">
            {page.title}
          </h1>
          {page.description && (
            <p className={styles.description} dir="auto">
              {page.description}
            </p>
          )}
          {page.document !== undefined && (
            <DocumentView
              place={place}
              pages={pages}
              document={followed?.document ?? evaluated}
              {...(followed && { sharedKeys: followed.keys })}
              onShown={setText}
            />
          )}
          {mayEdit && page.document !== undefined && isEmpty(page.document as Document) && (
            <p className={styles.description}>
              This page is empty.{' '}
              <Link to="." search={(before: Record<string, unknown>) => ({ ...before, edit: true })}>
                Start writing
              </Link>
            </p>
          )}
        </>
      )}
      {propose.choices.length > 0 && (
        <Suspense>
          <ProposeDialog propose={propose} page={node} />
        </Suspense>
      )}
    </main>
  );
  const isOutlined =
    !isEdited && !areCommentsOpen && page.layout?.outline !== false && page.document !== undefined;
  return (
    <div className={isOutlined ? `${styles.screen} ${styles.outlined}` : styles.screen}>
      {main}
      {isOutlined && <PageOutline document={evaluated} />}
      <Suspense>
        <PageComments discussion={discussion} pageId={pageId} text={text} isOpen={areCommentsOpen} />
      </Suspense>
    </div>
  );
};

/** A page of a space or a change request as readers of the team see it. */
export const PageView = ({
  place,
  path,
  isEditing,
  isSource,
  areCommentsOpen,
  isProposing = false,
}: {
  readonly place: ContentPlace;
  readonly path: string;
  readonly isEditing: boolean;
  readonly isSource: boolean;
  readonly areCommentsOpen: boolean;
  /** Whether the page is opened to be edited in a change request. */
  readonly isProposing?: boolean;
}) => {
  const { data: content } = useSuspenseQuery(readTableOfContents(place));
  const pages = tableOfContents(content);
  const { page: node, isSearching } = usePageAt(place, pages, path);
  // Somebody may be writing in a page that another person deletes.
  const edited = useRef<{ readonly path: string; readonly node: PageNode }>(undefined);
  useEffect(() => {
    if (found) edited.current = { path, node: found };
  });
  const open = isEditing && edited.current?.path === path ? edited.current.node : undefined;
  // If it was the first page, another one is that now.
  const found = path === '' && open && open.id !== node?.id ? open : (node ?? open);
  if (!found && isSearching) return <LoadingScreen />;
  if (!found) return path === '' ? <EmptySpace place={place} /> : <NotFoundScreen />;
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Page
        key={found.id}
        place={place}
        node={found}
        pages={pages}
        isEditing={isEditing}
        isSource={isSource}
        areCommentsOpen={areCommentsOpen}
        isProposing={isProposing}
      />
    </Suspense>
  );
};

const EmptySpace = ({ place }: { readonly place: ContentPlace }) => {
  const mode = useEditMode(place);
  const insert = useInsertPage(place, usePageChanges(place));
  return (
    <main id="content" tabIndex={-1} className={styles.page}>
      <h1 className={styles.title}>No pages yet</h1>
      <p className={styles.description}>This space has no pages yet.</p>
      {mode === 'direct' && (
        <Button variant="primary" icon={FilePlus} onClick={() => void insert(null)}>
          New page
        </Button>
      )}
    </main>
  );
};
