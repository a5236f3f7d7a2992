import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { read } from '../api/queries.ts';
import { type ContentPlace, readDocument, readReusableContent } from '../pages/content-place.ts';
import { DocumentView } from '../pages/document-view.tsx';
import pageStyles from '../pages/page-view.module.css';
import { useOpenEditor } from '../pages/use-open-editor.ts';
import { InsideMain, LoadingScreen } from '../shell/screens.tsx';
import type { PageNode } from '../spaces/tree/page-node.ts';
import styles from './shared-content.module.css';
import { SharedContentLink, useOpenSharedContent } from './shared-content-link.tsx';

const PageEditor = lazy(async () => ({ default: (await import('../editor/page-editor.tsx')).PageEditor }));

const EMPTY = { object: 'document', data: {}, nodes: [] };

/** One reusable content: its text, in the editor for those who may change it. */
export const ReusablePage = ({
  place,
  reusableContentId,
  pages,
  mayEdit,
}: {
  readonly place: ContentPlace;
  readonly reusableContentId: string;
  readonly pages: readonly PageNode[];
  readonly mayEdit: boolean;
}) => {
  const { spaceId, changeRequestId } = place;
  const { data: space } = useSuspenseQuery(read('/spaces/{spaceId}', { params: { spaceId } }));
  const { data: content } = useSuspenseQuery(readReusableContent(place, reusableContentId));
  const { data: found, isLoading } = useQuery({
    ...readDocument(spaceId, content.document ?? ''),
    enabled: content.document !== undefined,
  });
  const open = useOpenSharedContent(place);
  const isEdited = useOpenEditor(true, mayEdit);
  if (isLoading) return <LoadingScreen />;
  const heading = (
    <>
      <nav aria-label="Breadcrumbs" className={pageStyles.breadcrumbs}>
        <SharedContentLink place={place}>Variables and reusable content</SharedContentLink>
      </nav>
      <h1 className={pageStyles.title}>{content.title}</h1>
      <p className={styles.note}>Changes appear in all pages that include this content.</p>
    </>
  );
  return (
    <main id="content" tabIndex={-1} className={pageStyles.page}>
      {isEdited ? (
        <Suspense
          fallback={
            <InsideMain value>
              <LoadingScreen />
            </InsideMain>
          }
        >
          <PageEditor
            key={reusableContentId}
            isReusable
            spaceId={spaceId}
            organizationId={space.organization}
            {...(changeRequestId !== undefined && { changeRequestId })}
            pageId={reusableContentId}
            title={content.title}
            page={{
              ...(content.document !== undefined && { documentId: content.document }),
              document: found ?? EMPTY,
            }}
            pages={pages}
            isSource={false}
            isClosed={!mayEdit}
            heading={heading}
            onDone={() => void open()}
          />
        </Suspense>
      ) : (
        <>
          {heading}
          <DocumentView place={place} pages={pages} document={found ?? EMPTY} />
        </>
      )}
    </main>
  );
};
