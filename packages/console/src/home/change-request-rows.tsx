import { useSuspenseQuery } from '@tanstack/react-query';
import { GitPullRequest } from 'lucide-react';
import type { Request } from '../api/operations.ts';
import { read } from '../api/queries.ts';
import { RelativeTime } from '../primitives/relative-time.tsx';
import styles from './home-page.module.css';

type Filter = NonNullable<Request<'GET', '/orgs/{organizationId}/change-requests'>['query']>;

const SHOWN = 10;

/** The newest change requests of an organization that match a filter, as a list of links. */
export const ChangeRequestRows = ({
  organizationId,
  filter,
  empty,
}: {
  readonly organizationId: string;
  readonly filter: Filter;
  /** Shown if there are none. */
  readonly empty: string;
}) => {
  const { data } = useSuspenseQuery(
    read('/orgs/{organizationId}/change-requests', {
      params: { organizationId },
      query: { ...filter, limit: SHOWN },
    }),
  );
  if (data.items.length === 0) return <p className={styles.empty}>{empty}</p>;
  return (
    <ul className={styles.rows}>
      {data.items.map((request) => (
        <li key={request.id}>
          <a href={request.urls.app} className={styles.row}>
            <GitPullRequest size={16} strokeWidth={1.75} aria-hidden="true" />
            <span className={styles.name}>{request.subject || 'No subject'}</span>
            <span className={styles.facts}>
              <span>#{request.number}</span>
              <span>{request.createdBy.displayName}</span>
              <RelativeTime time={request.updatedAt} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
};
