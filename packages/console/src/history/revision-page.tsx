import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileClock } from 'lucide-react';
import { read } from '../api/queries.ts';
import frame from '../change-requests/change-request-layout.module.css';
import { Button } from '../primitives/button.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import type { ChangedItem } from '../review/changed-items.ts';
import { ComparisonView } from '../review/comparison-view.tsx';
import { NotFoundScreen } from '../shell/screens.tsx';
import { readRevision } from './queries.ts';
import { authorsInWords } from './revision-authors.tsx';
import { RevisionMenu } from './revision-menu.tsx';
import styles from './revision-page.module.css';
import { revisionInWords } from './revision-words.ts';
import type { RevisionSearch } from './search.ts';
import { useRevisionActions } from './use-revision-actions.ts';

/** A revision of a space, compared with the one before it or with any other. */
export const RevisionPage = ({
  spaceId,
  revisionId,
  search,
}: {
  readonly spaceId: string;
  readonly revisionId: string;
  readonly search: RevisionSearch;
}) => {
  const { data: space } = useSuspenseQuery(read('/spaces/{spaceId}', { params: { spaceId } }));
  const { data } = useSuspenseQuery(readRevision(spaceId, revisionId));
  const actions = useRevisionActions(spaceId);
  const [revision] = data.items;
  if (!revision) return <NotFoundScreen />;
  const base = search.base ?? revision.parents[0];
  /** The state of a page after the revision; a deleted page has only the one before. */
  const restoreButton = ({ kind, id, title, actions: done }: ChangedItem) => {
    const from = done.includes('deleted') ? base : revisionId;
    if (kind !== 'page' || !actions.mayRestore || from === undefined || from === actions.current) return null;
    return (
      <Button
        icon={FileClock}
        isBusy={actions.isBusy}
        onClick={() => actions.restorePage({ id, title, revision: from })}
      >
        {actions.restoresDirectly ? 'Restore this page' : 'Propose to restore this page'}
      </Button>
    );
  };
  return (
    <main id="content" tabIndex={-1} className={frame.layout}>
      <header className={`${frame.header} ${styles.header}`}>
        <nav aria-label="Breadcrumbs" className={frame.breadcrumbs}>
          <Link to="/s/$spaceId/$" params={{ spaceId, _splat: '' }}>
            {space.title}
          </Link>
          <Link to="/s/$spaceId/~/revisions" params={{ spaceId }} search={{}}>
            History
          </Link>
        </nav>
        <h1 className={styles.title}>{revisionInWords(revision)}</h1>
        <p className={frame.facts}>
          <span>
            {authorsInWords(revision)}, <RelativeTime time={revision.createdAt} />
            {search.base && ', compared with an earlier revision'}
          </span>
          {revision.mergedFrom && (
            <Link
              to="/s/$spaceId/~/changes/$changeRequestId"
              params={{ spaceId, changeRequestId: String(revision.mergedFrom.number) }}
            >
              Change request #{revision.mergedFrom.number}
            </Link>
          )}
          <span className={frame.review}>
            <RevisionMenu revision={revision} actions={actions} />
          </span>
        </p>
      </header>
      <ComparisonView
        comparison={{ spaceId, before: base, after: revisionId }}
        search={search}
        actionsOf={restoreButton}
      />
    </main>
  );
};
