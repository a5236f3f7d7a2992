import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { GitCompare, GitMerge, History, type LucideIcon, Pencil, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { Response } from '../api/operations.ts';
import { read, readPages } from '../api/queries.ts';
import { Avatar } from '../primitives/avatar.tsx';
import { Button } from '../primitives/button.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import styles from './history-page.module.css';
import { type RevisionSummary, revisionInWords } from './revision-words.ts';

type List = Response<'GET', '/spaces/{spaceId}/revisions'>;

const ICONS: Readonly<Record<RevisionSummary['type'], LucideIcon>> = {
  edits: Pencil,
  merge: GitMerge,
  rollback: History,
  update: RefreshCw,
  computed: RefreshCw,
};

/** The revisions of a space; two of them can be chosen to be compared. */
export const HistoryPage = ({ spaceId }: { readonly spaceId: string }) => {
  const navigate = useNavigate();
  const { data: space } = useSuspenseQuery(read('/spaces/{spaceId}', { params: { spaceId } }));
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useSuspenseInfiniteQuery(
    readPages('/spaces/{spaceId}/revisions', { params: { spaceId }, query: { limit: 50 } }),
  );
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const revisions = data.pages.flatMap((page) => (page as List).items);
  const choose = (id: string, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, id].slice(-2) : chosen.filter((each) => each !== id));
  const compare = () => {
    // Revisions are listed newest first.
    const [after, before] = revisions.map(({ id }) => id).filter((id) => chosen.includes(id));
    if (after && before)
      void navigate({
        to: '/s/$spaceId/~/revisions/$revisionId',
        params: { spaceId, revisionId: after },
        search: { base: before },
      });
  };
  return (
    <main id="content" tabIndex={-1} className={styles.page}>
      <header className={styles.header}>
        <h1>History</h1>
        <Button icon={GitCompare} disabled={chosen.length !== 2} onClick={compare}>
          Compare two revisions
        </Button>
      </header>
      {revisions.length === 0 && <p className={styles.empty}>This space has no revisions yet.</p>}
      <ol className={styles.revisions}>
        {revisions.map((revision) => {
          const Icon = ICONS[revision.type];
          const words = revisionInWords(revision);
          return (
            <li key={revision.id} className={styles.revision}>
              <input
                type="checkbox"
                className={styles.check}
                aria-label={`Compare “${words}”`}
                checked={chosen.includes(revision.id)}
                onChange={(event) => choose(revision.id, event.target.checked)}
              />
              <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
              <div className={styles.about}>
                <Link
                  to="/s/$spaceId/~/revisions/$revisionId"
                  params={{ spaceId, revisionId: revision.id }}
                  search={{}}
                  className={styles.words}
                >
                  {words}
                </Link>
                {revision.id === space.revision && <span className={styles.current}>Current</span>}
                <p className={styles.facts}>
                  <Avatar name={revision.createdBy.displayName} photo={revision.createdBy.photoURL} />
                  {revision.createdBy.displayName}, <RelativeTime time={revision.createdAt} />
                </p>
              </div>
            </li>
          );
        })}
      </ol>
      {hasNextPage && (
        <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older revisions
        </Button>
      )}
    </main>
  );
};
