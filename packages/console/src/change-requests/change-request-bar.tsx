import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { GitPullRequest } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { ContentPlace } from '../pages/content-place.ts';
import { Button } from '../primitives/button.tsx';
import styles from './change-request-bar.module.css';
import { type ChangeRequest, readChangeRequest } from './queries.ts';
import { StatusBadge } from './status-badge.tsx';

const OpenDialog = lazy(async () => ({ default: (await import('./open-dialog.tsx')).OpenDialog }));

const MEANINGS: Readonly<Record<ChangeRequest['status'], string>> = {
  draft: 'What you change here is proposed. Readers see it after the merge.',
  open: 'What you change here is proposed. Readers see it after the merge.',
  merged: 'This change request is merged: its pages can only be read.',
  archived: 'This change request is archived: its pages can only be read.',
};

/** Above the pages of a change request: which one it is, what that means, and what comes next. */
export const ChangeRequestBar = ({ place }: { readonly place: ContentPlace }) => {
  const params = { spaceId: place.spaceId, changeRequestId: place.changeRequestId ?? '' };
  const { data: request } = useSuspenseQuery(readChangeRequest(params));
  const [isOpening, setOpening] = useState(false);
  const mayOpen = request.status === 'draft' && request.permissions?.edit;
  return (
    <section className={styles.bar} aria-label="Change request">
      <div className={styles.about}>
        <p className={styles.name}>
          <StatusBadge status={request.status} />
          <Link to="/s/$spaceId/~/changes/$changeRequestId" params={params} className={styles.subject}>
            #{request.number} {request.subject || 'No subject'}
          </Link>
        </p>
        <p className={styles.meaning}>{MEANINGS[request.status]}</p>
      </div>
      <div className={styles.actions}>
        <Link
          to="/s/$spaceId/~/changes/$changeRequestId/~/files"
          params={params}
          search={{}}
          className="button button-secondary button-small"
        >
          Show changes
        </Link>
        {mayOpen && (
          <Button variant="primary" icon={GitPullRequest} onClick={() => setOpening(true)}>
            Open for review
          </Button>
        )}
      </div>
      {isOpening && (
        <Suspense>
          <OpenDialog params={params} request={request} onClose={() => setOpening(false)} />
        </Suspense>
      )}
    </section>
  );
};
