import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Book, GitPullRequest } from 'lucide-react';
import { Suspense } from 'react';
import { read } from '../api/queries.ts';
import { ContentIcon } from '../primitives/content-icon.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import styles from './home-page.module.css';

const Spaces = ({ organizationId }: { readonly organizationId: string }) => {
  const { data } = useSuspenseQuery(
    read('/orgs/{organizationId}/spaces', { params: { organizationId }, query: { limit: 200 } }),
  );
  if (data.items.length === 0) return <p className={styles.empty}>There are no spaces yet.</p>;
  return (
    <ul className={styles.cards}>
      {data.items.map((space) => (
        <li key={space.id}>
          <Link to="/s/$spaceId/$" params={{ spaceId: space.id, _splat: '' }} className={styles.card}>
            <span className={styles.title}>
              <ContentIcon emoji={space.emoji} icon={Book} />
              <span className={styles.name}>{space.title}</span>
            </span>
            <span className={styles.facts}>
              {space.changeRequestsOpen > 0 && (
                <span>
                  <GitPullRequest size={14} aria-hidden="true" /> {space.changeRequestsOpen} open
                </span>
              )}
              <span>
                Updated <RelativeTime time={space.updatedAt} />
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
};

const ChangeRequests = ({ organizationId }: { readonly organizationId: string }) => {
  const { data } = useSuspenseQuery(
    read('/orgs/{organizationId}/change-requests', {
      params: { organizationId },
      query: { status: 'open', limit: 20 },
    }),
  );
  if (data.items.length === 0)
    return <p className={styles.empty}>No change request is open in this organization.</p>;
  return (
    <ul className={styles.rows}>
      {data.items.map((request) => (
        <li key={request.id}>
          <a href={request.urls.app} className={styles.row}>
            <GitPullRequest size={16} aria-hidden="true" />
            <span className={styles.name}>{request.subject || 'No subject'}</span>
            <span className={styles.facts}>
              #{request.number} by {request.createdBy.displayName}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
};

/** The home of an organization: its spaces, and the change requests that are open. */
export const HomePage = ({ organizationId }: { readonly organizationId: string }) => {
  const { data: organization } = useSuspenseQuery(
    read('/orgs/{organizationId}', { params: { organizationId } }),
  );
  return (
    <main id="content" tabIndex={-1} className={styles.home}>
      <h1>{organization.title}</h1>
      <section aria-labelledby="spaces">
        <h2 id="spaces">Spaces</h2>
        <Suspense fallback={<p className={styles.empty}>Loading…</p>}>
          <Spaces organizationId={organizationId} />
        </Suspense>
      </section>
      <section aria-labelledby="change-requests">
        <h2 id="change-requests">Open change requests</h2>
        <Suspense fallback={<p className={styles.empty}>Loading…</p>}>
          <ChangeRequests organizationId={organizationId} />
        </Suspense>
      </section>
    </main>
  );
};
