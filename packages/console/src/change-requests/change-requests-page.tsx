import { useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { MessageSquare, Plus } from 'lucide-react';
import { Suspense } from 'react';
import { call } from '../api/client.ts';
import { read, readPages } from '../api/queries.ts';
import { usePages } from '../api/use-pages.ts';
import { Button } from '../primitives/button.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import { ShowMore } from '../primitives/show-more.tsx';
import { ChangeRequestFilters } from './change-request-filters.tsx';
import styles from './change-requests-page.module.css';
import { useChangeRequestMutation } from './queries.ts';
import type { ChangeRequestsSearch } from './search.ts';
import { StatusBadge } from './status-badge.tsx';

const STATUSES = ['open', 'draft', 'merged', 'archived'] as const;

/** Says whether a filter leaves nothing, or the space has no change requests yet. */
const NoRows = ({ spaceId, search }: { readonly spaceId: string; readonly search: ChangeRequestsSearch }) => {
  const { data: space } = useSuspenseQuery(read('/spaces/{spaceId}', { params: { spaceId } }));
  const lists = useSuspenseQueries({
    queries: STATUSES.map((status) =>
      read('/spaces/{spaceId}/change-requests', { params: { spaceId }, query: { status, limit: 1 } }),
    ),
  });
  const isNarrowed = Boolean(search.author || search.reviewer || search.text);
  const status = search.status ?? 'open';
  if (lists.some(({ data }) => data.items.length > 0))
    return (
      <p className={styles.empty}>
        {isNarrowed
          ? `No ${status} change requests match this filter.`
          : `There are no ${status} change requests.`}
      </p>
    );
  return (
    <p className={styles.empty}>
      There are no change requests in this space yet.
      {space.permissions.comment &&
        ' Edit a page in a change request, or begin an empty one with “New change request”.'}
    </p>
  );
};

const Rows = ({ spaceId, search }: { readonly spaceId: string; readonly search: ChangeRequestsSearch }) => {
  const { items, ...more } = usePages(
    readPages('/spaces/{spaceId}/change-requests', {
      params: { spaceId },
      query: {
        limit: 30,
        status: search.status ?? 'open',
        ...(search.author && { creator: search.author }),
        ...(search.reviewer && { requestedReviewer: search.reviewer }),
        ...(search.text && { search: search.text }),
      },
    }),
  );
  if (items.length === 0) return <NoRows spaceId={spaceId} search={search} />;
  return (
    <>
      <ul className={styles.rows}>
        {items.map((request) => (
          <li key={request.id} className={styles.row}>
            <StatusBadge status={request.status} isIcon />
            <div className={styles.about}>
              <Link
                to="/s/$spaceId/~/changes/$changeRequestId"
                params={{ spaceId, changeRequestId: String(request.number) }}
                className={styles.subject}
              >
                {request.subject || 'No subject'}
              </Link>
              <p className={styles.facts}>
                #{request.number} by {request.createdBy.displayName}, updated{' '}
                <RelativeTime time={request.updatedAt} />
                {request.outdated && ' · behind the space'}
              </p>
            </div>
            {request.comments > 0 && (
              <span className={styles.comments} title={`${request.comments} open threads`}>
                <MessageSquare size={14} aria-hidden="true" /> {request.comments}
                <span className="sr-only"> open threads</span>
              </span>
            )}
          </li>
        ))}
      </ul>
      <ShowMore {...more} />
    </>
  );
};

/** The change requests of a space, by status, people and text. */
export const ChangeRequestsPage = ({
  spaceId,
  search,
}: {
  readonly spaceId: string;
  readonly search: ChangeRequestsSearch;
}) => {
  const navigate = useNavigate();
  const { data: space } = useSuspenseQuery(read('/spaces/{spaceId}', { params: { spaceId } }));
  const create = useChangeRequestMutation(
    () => call('POST', '/spaces/{spaceId}/change-requests', { params: { spaceId }, body: {} }),
    {
      onSuccess: ({ number }) =>
        void navigate({
          to: '/s/$spaceId/~/changes/$changeRequestId',
          params: { spaceId, changeRequestId: String(number) },
        }),
    },
  );
  return (
    <main id="content" tabIndex={-1} className={styles.page}>
      <header className={styles.header}>
        <h1>Changes</h1>
        {space.permissions.comment && (
          <Button variant="primary" icon={Plus} isBusy={create.isPending} onClick={() => create.mutate()}>
            New change request
          </Button>
        )}
      </header>
      <ChangeRequestFilters spaceId={spaceId} search={search} />
      <Suspense fallback={<p className={styles.empty}>Loading…</p>}>
        <Rows key={JSON.stringify(search)} spaceId={spaceId} search={search} />
      </Suspense>
    </main>
  );
};
