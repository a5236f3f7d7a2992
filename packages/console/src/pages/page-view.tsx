import type { ContentRef } from '@lectern/document';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MessageSquare, Pencil } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { emojiOf } from '../../../site/src/document/data.ts';
import { read } from '../api/queries.ts';
import type { CommentedText } from '../comments/commented-text.ts';
import { useComments } from '../comments/discussion.ts';
import { LoadingScreen, NotFoundScreen } from '../shell/screens.tsx';
import {
  ancestorsOf,
  firstPageOf,
  flatten,
  type PageNode,
  tableOfContents,
} from '../spaces/tree/page-node.ts';
import { DocumentView } from './document-view.tsx';
import { PageActions } from './page-actions.tsx';
import type { PageContent } from './page-fields.ts';
import { PageHeading } from './page-heading.tsx';
import styles from './page-view.module.css';
import type { PageContext } from './render-context.ts';
import { useArrivals, usePageContext } from './use-page-context.ts';

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

const Page = ({
  spaceId,
  node,
  pages,
  isEditing,
  isSource,
  areCommentsOpen,
}: {
  readonly spaceId: string;
  readonly node: PageNode;
  readonly pages: readonly PageNode[];
  readonly isEditing: boolean;
  readonly isSource: boolean;
  readonly areCommentsOpen: boolean;
}) => {
  const pageId = node.id;
  const { data: space } = useSuspenseQuery(read('/spaces/{spaceId}', { params: { spaceId } }));
  const mayEdit = space.permissions.edit && space.editMode === 'live';
  const { data } = useSuspenseQuery(
    read('/spaces/{spaceId}/content/page/{pageId}', {
      params: { spaceId, pageId },
      query: { format: 'document' },
    }),
  );
  const page = data as PageContent;
  const context = usePageContext(spaceId, undefined, pages);
  const above = ancestorsOf(pages, pageId);
  const isEdited = isEditing && mayEdit;
  const [text, setText] = useState<CommentedText>();
  const mayComment = space.permissions.comment;
  const discussion = useMemo(() => ({ spaceId, mayComment, mayEdit }), [spaceId, mayComment, mayEdit]);
  const openComments = useComments(discussion, pageId).filter(({ status }) => status === 'open').length;
  const commentsButton = <CommentsButton count={openComments} isOpen={areCommentsOpen} />;
  const actions = (
    <PageActions
      spaceId={spaceId}
      organizationId={space.organization}
      node={node}
      page={page}
      pages={pages}
      mayEdit={mayEdit}
      isEditing={isEdited}
    />
  );
  const emoji = page.emoji && (
    <span className={styles.emoji} aria-hidden="true">
      {emojiOf(page.emoji)}
    </span>
  );
  const main = (
    <main
      id="content"
      tabIndex={-1}
      className={page.layout?.width === 'wide' ? `${styles.page} ${styles.wide}` : styles.page}
    >
      {!isEdited && (
        <div className={styles.tools}>
          {mayEdit && (
            <Link
              to="."
              search={(before: Record<string, unknown>) => ({ ...before, edit: true })}
              className="button button-secondary button-small"
            >
              <Pencil size={14} aria-hidden="true" /> Edit
            </Link>
          )}
          {commentsButton}
          {actions}
        </div>
      )}
      {!isEdited && above.length > 0 && (
        <nav aria-label="Breadcrumbs" className={styles.breadcrumbs}>
          {above.map((each) =>
            each.type === 'document' ? (
              <Link key={each.id} to="/s/$spaceId/$" params={{ spaceId, _splat: each.path ?? '' }}>
                {each.title}
              </Link>
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
          pageId={pageId}
          title={page.title}
          page={page}
          pages={pages}
          isSource={isSource}
          actions={
            <>
              {commentsButton}
              {actions}
            </>
          }
          onShown={setText}
          heading={
            <>
              <Cover page={page} context={context} />
              {emoji}
              <PageHeading
                place={{ spaceId }}
                pageId={pageId}
                title={page.title}
                description={page.description ?? ''}
              />
            </>
          }
        />
      ) : (
        <>
          <Cover page={page} context={context} />
          {emoji}
          <h1 className={styles.title} dir="auto">
            {page.title}
          </h1>
          {page.description && (
            <p className={styles.description} dir="auto">
              {page.description}
            </p>
          )}
          {page.document !== undefined && (
            <DocumentView spaceId={spaceId} pages={pages} document={page.document} onShown={setText} />
          )}
        </>
      )}
    </main>
  );
  return (
    <div className={styles.screen}>
      {main}
      <Suspense>
        <PageComments discussion={discussion} pageId={pageId} text={text} isOpen={areCommentsOpen} />
      </Suspense>
    </div>
  );
};

/** The page at a path. One that gets another title, and so another path, stays open until its address has followed. */
const useShownPage = (pages: readonly PageNode[], path: string): PageNode | undefined => {
  const shown = useRef<{ readonly path: string; readonly id: string }>(undefined);
  const nodes = flatten(pages);
  const atPath = path === '' ? firstPageOf(pages) : nodes.find((node) => node.path === path);
  const isRenamed = !atPath && shown.current?.path === path;
  const found = isRenamed ? nodes.find(({ id }) => id === shown.current?.id) : atPath;
  useEffect(() => {
    if (found) shown.current = { path, id: found.id };
  });
  return found;
};

/** A page of a space as readers of the team see it. */
export const PageView = ({
  spaceId,
  path,
  isEditing,
  isSource,
  areCommentsOpen,
}: {
  readonly spaceId: string;
  readonly path: string;
  readonly isEditing: boolean;
  readonly isSource: boolean;
  readonly areCommentsOpen: boolean;
}) => {
  const { data: content } = useSuspenseQuery(
    read('/spaces/{spaceId}/content/pages', { params: { spaceId } }),
  );
  const pages = tableOfContents(content);
  const found = useShownPage(pages, path);
  if (!found) return path === '' ? <EmptySpace /> : <NotFoundScreen />;
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Page
        key={found.id}
        spaceId={spaceId}
        node={found}
        pages={pages}
        isEditing={isEditing}
        isSource={isSource}
        areCommentsOpen={areCommentsOpen}
      />
    </Suspense>
  );
};

const EmptySpace = () => (
  <main id="content" tabIndex={-1} className={styles.page}>
    <h1 className={styles.title}>No pages yet</h1>
    <p className={styles.description}>This space has no pages yet.</p>
  </main>
);
