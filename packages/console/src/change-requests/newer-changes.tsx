import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { read } from '../api/queries.ts';
import { readRevision } from '../history/queries.ts';
import { Button } from '../primitives/button.tsx';
import styles from './change-request-layout.module.css';
import type { ChangeRequest } from './queries.ts';

/** Tells a reader that somebody else has changed the change request while it was open here. */
export const NewerChanges = ({ request }: { readonly request: ChangeRequest }) => {
  const { space: spaceId, revision: revisionId } = request;
  const { data: user } = useSuspenseQuery(read('/user'));
  const [seen, setSeen] = useState(revisionId);
  const isNewer = seen !== revisionId;
  const { data } = useQuery({ ...readRevision(spaceId, revisionId), enabled: isNewer });
  const author = data?.items[0]?.createdBy;
  if (isNewer && author?.id === user.id) setSeen(revisionId);
  return (
    <div role="status">
      {isNewer && author && author.id !== user.id && (
        <p className={styles.newer}>
          <span>{author.displayName} has changed this while you were reading.</span>
          <Link
            to="/s/$spaceId/~/revisions/$revisionId"
            params={{ spaceId, revisionId }}
            search={{ base: seen }}
          >
            Show what is new
          </Link>
          <Button onClick={() => setSeen(revisionId)}>Dismiss</Button>
        </p>
      )}
    </div>
  );
};
