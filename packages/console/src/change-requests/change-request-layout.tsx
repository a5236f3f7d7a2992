import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { Eye, FileText } from 'lucide-react';
import { Suspense } from 'react';
import { read } from '../api/queries.ts';
import { PdfButton } from '../exports/pdf-button.tsx';
import { readTableOfContents } from '../pages/content-place.ts';
import { PageLink } from '../pages/page-link.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import { changedItems, shownPage } from '../review/changed-items.ts';
import { readChanges } from '../review/comparison.ts';
import { InsideMain } from '../shell/screens.tsx';
import { useShownTab } from '../shell/use-shown-tab.ts';
import { firstPageOf, tableOfContents } from '../spaces/tree/page-node.ts';
import styles from './change-request-layout.module.css';
import { hasKeptText } from './conflicts/use-kept-outcomes.ts';
import { NewerChanges } from './newer-changes.tsx';
import { type ChangeRequestParams, comparisonOf, readChangeRequest, readMergeStatus } from './queries.ts';
import { ReviewButton } from './review-dialog.tsx';
import { readSitesWith } from './site-preview.ts';
import { StateLabels } from './state-labels.tsx';
import { StatusBadge } from './status-badge.tsx';
import { ChangeRequestTitle } from './subject.tsx';

// A reader should not review what its author has changed meanwhile.
const REFRESH_MS = 15_000;

/** The frame of a change request: its subject and status, and links to its parts. */
export const ChangeRequestLayout = ({ params }: { readonly params: ChangeRequestParams }) => {
  const { spaceId } = params;
  const { data: request } = useSuspenseQuery({ ...readChangeRequest(params), refetchInterval: REFRESH_MS });
  const { data: space } = useSuspenseQuery(read('/spaces/{spaceId}', { params: { spaceId } }));
  const { data: user } = useSuspenseQuery(read('/user'));
  const { data: sites } = useQuery(readSitesWith(space));
  const place = { spaceId, changeRequestId: String(request.number) };
  const { data: contents } = useQuery(readTableOfContents(place));
  const { data: changes } = useSuspenseQuery(readChanges(comparisonOf(request)));
  const { data: merge } = useSuspenseQuery(readMergeStatus(params));
  const tabs = useShownTab();
  const items = changedItems(changes.changes);
  const count = items.length + (changes.more ?? 0);
  // The page that was worked on, or the first.
  const path = shownPage(items)?.detail ?? (contents && firstPageOf(tableOfContents(contents))?.path);
  return (
    <main id="content" tabIndex={-1} className={styles.layout}>
      <header className={styles.header}>
        <nav aria-label="Breadcrumbs" className={styles.breadcrumbs}>
          <Link to="/s/$spaceId/$" params={{ spaceId, _splat: '' }}>
            {space.title}
          </Link>
          <Link to="/s/$spaceId/~/changes" params={{ spaceId }} search={{}}>
            Changes
          </Link>
        </nav>
        <ChangeRequestTitle params={params} request={request} />
        <p className={styles.facts}>
          <StatusBadge status={request.status} />
          <StateLabels params={params} request={request} />
          <span>
            {request.createdBy.displayName} created #{request.number}{' '}
            <RelativeTime time={request.createdAt} />
          </span>
          {path !== undefined && (
            <PageLink place={place} path={path} className={styles.preview}>
              <FileText size={15} aria-hidden="true" />{' '}
              {request.permissions?.edit && (request.status === 'draft' || request.status === 'open')
                ? 'Edit pages'
                : 'Open pages'}
            </PageLink>
          )}
          {sites && sites.items.length > 0 && (
            <Link
              to="/s/$spaceId/~/changes/$changeRequestId/~/preview"
              params={params}
              className={styles.preview}
            >
              <Eye size={15} aria-hidden="true" /> Preview
            </Link>
          )}
          <PdfButton place={place} title={request.subject || `#${request.number}`} />
          <span className={styles.review}>
            <ReviewButton params={params} request={request} />
          </span>
        </p>
        <NewerChanges key={request.id} request={request} />
        <nav ref={tabs} aria-label="Change request" className={styles.tabs}>
          <Link
            to="/s/$spaceId/~/changes/$changeRequestId"
            params={params}
            activeOptions={{ exact: true }}
            className={styles.tab}
          >
            Overview
          </Link>
          <Link
            to="/s/$spaceId/~/changes/$changeRequestId/~/files"
            params={params}
            search={{}}
            activeOptions={{ includeSearch: false }}
            className={styles.tab}
          >
            Changes <span className={styles.count}>{count}</span>
          </Link>
          {(merge.conflicts === 'unresolved' || hasKeptText(user.id, request.id)) && (
            <Link
              to="/s/$spaceId/~/changes/$changeRequestId/~/conflicts"
              params={params}
              className={styles.tab}
            >
              Conflicts
            </Link>
          )}
        </nav>
      </header>
      <Suspense
        fallback={
          <p role="status" className={styles.loading}>
            Loading…
          </p>
        }
      >
        <InsideMain value>
          <Outlet />
        </InsideMain>
      </Suspense>
    </main>
  );
};
