import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { GitPullRequest } from 'lucide-react';
import type { Request } from '../api/operations.ts';
import { read } from '../api/queries.ts';
import { readSpaces } from '../contents/queries.ts';
import { RelativeTime } from '../primitives/relative-time.tsx';
import styles from './home-page.module.css';
import { Empty } from './section.tsx';

type Filter = NonNullable<Request<'GET', '/orgs/{organizationId}/change-requests'>['query']>;

const SHOWN = 8;

/** The newest change requests of an organization that match a filter, as a list of links. */
export const ChangeRequestRows = ({
  organizationId,
  filter,
  isOwn = false,
  empty,
}: {
  readonly organizationId: string;
  readonly filter: Filter;
  /** Whether the author is the user, and need not be named. */
  readonly isOwn?: boolean;
  /** Shown if there are none. */
  readonly empty: string;
}) => {
  const { data } = useSuspenseQuery(
    read('/orgs/{organizationId}/change-requests', {
      params: { organizationId },
      query: { ...filter, limit: SHOWN },
    }),
  );
  const { data: spaces } = useQuery(readSpaces(organizationId));
  if (data.items.length === 0) return <Empty>{empty}</Empty>;
  return (
    <>
      <ul className={styles.rows}>
        {data.items.map((request) => (
          <li key={request.id}>
            <Link
              to="/s/$spaceId/~/changes/$changeRequestId"
              params={{ spaceId: request.space, changeRequestId: String(request.number) }}
              className={styles.row}
            >
              <span className={styles.open}>
                <GitPullRequest size={16} strokeWidth={1.75} aria-hidden="true" />
              </span>
              <span className={styles.about}>
                <span className={styles.name}>{request.subject || 'No subject'}</span>
                <span className={styles.facts}>
                  {[
                    spaces?.find(({ id }) => id === request.space)?.title,
                    `#${request.number}`,
                    !isOwn && request.createdBy.displayName,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <RelativeTime time={request.updatedAt} />
            </Link>
          </li>
        ))}
      </ul>
      {data.count > SHOWN && <p className={styles.rest}>and {data.count - SHOWN} more</p>}
    </>
  );
};
