import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { ChangeRequestBar } from '../change-requests/change-request-bar.tsx';
import { readChangeRequest } from '../change-requests/queries.ts';
import rows from '../contents/collection-page.module.css';
import { type ContentPlace, readTableOfContents } from '../pages/content-place.ts';
import { useEditMode } from '../pages/use-edit-mode.ts';
import { useTitle } from '../shell/use-title.ts';
import { SpaceLayout } from '../spaces/space-layout.tsx';
import { flatten, tableOfContents } from '../spaces/tree/page-node.ts';
import { ReusableList } from './reusable-list.tsx';
import { ReusablePage } from './reusable-page.tsx';
import styles from './shared-content.module.css';
import { VariableList } from './variable-list.tsx';

const IN_CHANGE_REQUEST = '/s/$spaceId/~/changes/$changeRequestId/~/shared';

/** What the pages of a space or a change request share: variables and reusable contents. */
const SharedContentPage = ({
  place,
  content,
}: {
  readonly place: ContentPlace;
  /** The reusable content that is shown. */
  readonly content: string | undefined;
}) => {
  const { data } = useSuspenseQuery(readTableOfContents(place));
  const pages = tableOfContents(data);
  const mode = useEditMode(place);
  const mayEdit = mode === 'direct';
  useTitle('Variables and reusable content');
  if (content !== undefined)
    return (
      <ReusablePage key={content} place={place} reusableContentId={content} pages={pages} mayEdit={mayEdit} />
    );
  const byId = new Map(flatten(pages).map((node) => [node.id, node]));
  return (
    <main id="content" tabIndex={-1} className={`${rows.page} ${styles.page}`}>
      <header className={rows.header}>
        <h1>Variables and reusable content</h1>
      </header>
      {mode === 'propose' && (
        <p className={styles.note}>
          They are changed in a change request: this space is not edited directly.
        </p>
      )}
      <VariableList place={place} pages={byId} mayEdit={mayEdit} />
      <ReusableList place={place} pages={byId} mayEdit={mayEdit} />
    </main>
  );
};

/** `/s/$spaceId/~/shared`: the variables and reusable contents of a space. */
export const SharedContentRoute = () => {
  const { spaceId } = useParams({ from: '/s/$spaceId/~/shared' });
  const { content } = useSearch({ from: '/s/$spaceId/~/shared' });
  return <SharedContentPage key={spaceId} place={{ spaceId }} content={content} />;
};

/** `/s/$spaceId/~/changes/$changeRequestId/~/shared`: those of a change request. */
export const ChangeRequestSharedContentRoute = () => {
  const params = useParams({ from: IN_CHANGE_REQUEST });
  const { content } = useSearch({ from: IN_CHANGE_REQUEST });
  const { data: request } = useSuspenseQuery(readChangeRequest(params));
  // Drafts in the browser are found by the number.
  const place = { spaceId: params.spaceId, changeRequestId: String(request.number) };
  return (
    <SpaceLayout place={place} bar={<ChangeRequestBar place={place} />}>
      <SharedContentPage key={request.id} place={place} content={content} />
    </SpaceLayout>
  );
};
