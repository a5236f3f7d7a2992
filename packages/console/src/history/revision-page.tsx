import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { read } from '../api/queries.ts';
import frame from '../change-requests/change-request-layout.module.css';
import { useChangeRequestMutation } from '../change-requests/queries.ts';
import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import { notify } from '../primitives/toasts.tsx';
import { ComparisonView } from '../review/comparison-view.tsx';
import styles from './revision-page.module.css';
import { revisionInWords } from './revision-words.ts';
import type { RevisionSearch } from './search.ts';

const RollBack = ({ spaceId, revisionId }: { readonly spaceId: string; readonly revisionId: string }) => {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const rollBack = useChangeRequestMutation(
    () =>
      call('POST', '/spaces/{spaceId}/revisions/{revisionId}/rollback', { params: { spaceId, revisionId } }),
    {
      onSuccess: () => {
        notify('The space has the content of this revision again');
        void navigate({ to: '/s/$spaceId/~/revisions', params: { spaceId } });
      },
    },
  );
  return (
    <>
      <Button icon={History} onClick={() => setAsking(true)}>
        Roll back to this revision
      </Button>
      <Dialog
        title="Roll the space back?"
        description="The content of the space becomes that of this revision. Later revisions stay in the history, so this can be undone."
        isOpen={isAsking}
        onClose={() => setAsking(false)}
      >
        <DialogActions>
          <Button onClick={() => setAsking(false)}>Cancel</Button>
          <Button variant="primary" isBusy={rollBack.isPending} onClick={() => rollBack.mutate()}>
            Roll back
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
};

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
  const { data: revision } = useSuspenseQuery(
    read('/spaces/{spaceId}/revisions/{revisionId}', { params: { spaceId, revisionId } }),
  );
  const { data: recent } = useQuery(
    read('/spaces/{spaceId}/revisions', { params: { spaceId }, query: { limit: 50 } }),
  );
  const summary = recent?.items.find(({ id }) => id === revisionId);
  const base = search.base ?? revision.parents[0];
  return (
    <main id="content" tabIndex={-1} className={frame.layout}>
      <header className={`${frame.header} ${styles.header}`}>
        <nav aria-label="Breadcrumbs" className={frame.breadcrumbs}>
          <Link to="/s/$spaceId/$" params={{ spaceId, _splat: '' }}>
            {space.title}
          </Link>
          <Link to="/s/$spaceId/~/revisions" params={{ spaceId }}>
            History
          </Link>
        </nav>
        <h1 className={styles.title}>{summary ? revisionInWords(summary) : 'Revision'}</h1>
        <p className={frame.facts}>
          <span>
            {summary && `${summary.createdBy.displayName}, `}
            <RelativeTime time={revision.createdAt} />
            {search.base && ', compared with an earlier revision'}
          </span>
          {space.permissions.merge && space.revision !== revisionId && (
            <span className={frame.review}>
              <RollBack spaceId={spaceId} revisionId={revisionId} />
            </span>
          )}
        </p>
      </header>
      <ComparisonView comparison={{ spaceId, before: base, after: revisionId }} search={search} />
    </main>
  );
};
