import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { read } from '../api/queries.ts';
import { LoadingScreen, NotFoundScreen } from '../shell/screens.tsx';
import {
  ancestorsOf,
  firstPageOf,
  flatten,
  type PageNode,
  tableOfContents,
} from '../spaces/tree/page-node.ts';
import { DocumentView } from './document-view.tsx';
import styles from './page-view.module.css';

interface PageContent {
  readonly title: string;
  readonly emoji?: string;
  readonly description?: string;
  readonly documentId?: string;
  readonly document?: unknown;
}

// The editor is as large as the rest of the console.
const PageEditor = lazy(async () => ({ default: (await import('../editor/page-editor.tsx')).PageEditor }));

const Page = ({
  spaceId,
  pageId,
  pages,
  isEditing,
}: {
  readonly spaceId: string;
  readonly pageId: string;
  readonly pages: readonly PageNode[];
  readonly isEditing: boolean;
}) => {
  const { data: space } = useSuspenseQuery(read('/spaces/{spaceId}', { params: { spaceId } }));
  const mayEdit = space.permissions.edit && space.editMode === 'live';
  const { data } = useSuspenseQuery(
    read('/spaces/{spaceId}/content/page/{pageId}', {
      params: { spaceId, pageId },
      query: { format: 'document' },
    }),
  );
  const page = data as PageContent;
  const above = ancestorsOf(pages, pageId);
  return (
    <main id="content" tabIndex={-1} className={styles.page}>
      {mayEdit && !isEditing && (
        <Link
          to="."
          search={{ edit: true }}
          className={`button button-secondary button-small ${styles.edit}`}
        >
          <Pencil size={14} aria-hidden="true" /> Edit
        </Link>
      )}
      {above.length > 0 && (
        <nav aria-label="Breadcrumbs" className={styles.breadcrumbs}>
          {above.map((node) =>
            node.type === 'document' ? (
              <Link key={node.id} to="/s/$spaceId/$" params={{ spaceId, _splat: node.path ?? '' }}>
                {node.title}
              </Link>
            ) : (
              <span key={node.id}>{node.title}</span>
            ),
          )}
        </nav>
      )}
      <h1 className={styles.title}>
        {page.emoji && <span aria-hidden="true">{page.emoji} </span>}
        {page.title}
      </h1>
      {page.description && <p className={styles.description}>{page.description}</p>}
      {isEditing && mayEdit ? (
        <PageEditor
          key={pageId}
          spaceId={spaceId}
          pageId={pageId}
          title={page.title}
          page={page}
          pages={pages}
        />
      ) : (
        page.document !== undefined && (
          <DocumentView spaceId={spaceId} pages={pages} document={page.document} />
        )
      )}
    </main>
  );
};

/** A page of a space as readers of the team see it. */
export const PageView = ({
  spaceId,
  path,
  isEditing,
}: {
  readonly spaceId: string;
  readonly path: string;
  readonly isEditing: boolean;
}) => {
  const { data: content } = useSuspenseQuery(
    read('/spaces/{spaceId}/content/pages', { params: { spaceId } }),
  );
  const pages = tableOfContents(content);
  const found = path === '' ? firstPageOf(pages) : flatten(pages).find((node) => node.path === path);
  if (!found) return path === '' ? <EmptySpace /> : <NotFoundScreen />;
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Page spaceId={spaceId} pageId={found.id} pages={pages} isEditing={isEditing} />
    </Suspense>
  );
};

const EmptySpace = () => (
  <main id="content" tabIndex={-1} className={styles.page}>
    <p className={styles.description}>This space has no pages yet.</p>
  </main>
);
