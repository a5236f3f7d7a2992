import { useQuery, useSuspenseQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ItemOf, Request } from '../api/operations.ts';
import { read } from '../api/queries.ts';
import { verdictsOf } from '../change-requests/latest-reviews.ts';
import { readReviews } from '../change-requests/queries.ts';
import { StatusBadge } from '../change-requests/status-badge.tsx';
import { readSpaces } from '../contents/queries.ts';
import { RelativeTime } from '../primitives/relative-time.tsx';
import styles from './home-page.module.css';
import { Empty } from './section.tsx';

type Filter = NonNullable<Request<'GET', '/orgs/{organizationId}/change-requests'>['query']>;

const SHOWN = 8;

type Listed = ItemOf<'/orgs/{organizationId}/change-requests'>;

/** Says that reviewers of an open change request wait for changes of its author. */
const Objections = ({ request: { space, number } }: { readonly request: Listed }) => {
  const { data } = useQuery(readReviews({ spaceId: space, changeRequestId: String(number) }));
  return data && verdictsOf(data.items).objecting.length > 0 ? ' · changes requested' : null;
};

/** The change requests of an organization that match a filter, the last changed first, as a list of links. */
export const ChangeRequestRows = ({
  organizationId,
  filter,
  statuses,
  isOwn = false,
  empty,
}: {
  readonly organizationId: string;
  readonly filter: Omit<Filter, 'status' | 'limit'>;
  readonly statuses: readonly NonNullable<Filter['status']>[];
  /** Whether the author is the user, and need not be named. */
  readonly isOwn?: boolean;
  /** Shown if there are none. */
  readonly empty: string;
}) => {
  const lists = useSuspenseQueries({
    queries: statuses.map((status) =>
      read('/orgs/{organizationId}/change-requests', {
        params: { organizationId },
        query: { ...filter, status, limit: SHOWN },
      }),
    ),
  });
  const items = lists
    .flatMap(({ data }) => data.items)
    .toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt))
    .slice(0, SHOWN);
  const count = lists.reduce((sum, { data }) => sum + data.count, 0);
  const { data: spaces } = useQuery(readSpaces(organizationId));
  if (items.length === 0) return <Empty>{empty}</Empty>;
  return (
    <>
      <ul className={styles.rows}>
        {items.map((request) => (
          <li key={request.id}>
            <Link
              to="/s/$spaceId/~/changes/$changeRequestId"
              params={{ spaceId: request.space, changeRequestId: String(request.number) }}
              className={styles.row}
            >
              <StatusBadge status={request.status} isIcon />
              <span className={styles.about}>
                <span className={styles.name}>{request.subject || 'No subject'}</span>
                <span className={styles.facts}>
                  {[
                    spaces?.find(({ id }) => id === request.space)?.title,
                    `#${request.number}`,
                    request.status === 'draft' && 'draft',
                    !isOwn && request.createdBy.displayName,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                  {isOwn && request.status === 'open' && <Objections request={request} />}
                </span>
              </span>
              <RelativeTime time={request.updatedAt} />
            </Link>
          </li>
        ))}
      </ul>
      {count > SHOWN && <p className={styles.rest}>and {count - SHOWN} more</p>}
    </>
  );
};
