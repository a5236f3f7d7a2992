import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ArrowLeft, FilePlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Response } from '../api/operations.ts';
import { read, readPages } from '../api/queries.ts';
import { Button } from '../primitives/button.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import rows from '../settings/rows.module.css';
import { SettingsPage, SettingsSection } from '../settings/settings-page.tsx';
import styles from './conversations.module.css';
import { sourceName } from './pulse.ts';
import { PulseBars } from './pulse-bars.tsx';

const ProposeDialog = lazy(async () => ({ default: (await import('./propose-dialog.tsx')).ProposeDialog }));

const ROUTE = '/o/$organizationId/~/settings/conversations/$clusterId';
const ISSUES = '/orgs/{organizationId}/conversations-issues';
type List = Response<'GET', typeof ISSUES>;

const Questions = ({
  organizationId,
  clusterId,
}: {
  readonly organizationId: string;
  readonly clusterId: string;
}) => {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useSuspenseInfiniteQuery(
    readPages(ISSUES, { params: { organizationId }, query: { limit: 30, cluster: clusterId } }),
  );
  const items = (data.pages as List[]).flatMap(({ items: found }) => found);
  return (
    <>
      <ul className={styles.questions}>
        {items.map(({ issue, conversation }) => (
          <li key={issue.id}>
            <p className={styles.question}>{issue.title}</p>
            <p className={styles.facts}>
              {sourceName(conversation.source)}, <RelativeTime time={issue.createdAt} />
              {conversation.urls.source && (
                <>
                  {' '}
                  ·{' '}
                  <a href={conversation.urls.source} className={styles.link}>
                    conversation
                  </a>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
};

const Page = ({
  params,
}: {
  readonly params: { readonly organizationId: string; readonly clusterId: string };
}) => {
  const { organizationId, clusterId } = params;
  const { data: cluster } = useSuspenseQuery(
    read('/orgs/{organizationId}/conversations-clusters/{clusterId}', { params }),
  );
  const [isProposing, setProposing] = useState(false);
  return (
    <>
      <Link
        to="/o/$organizationId/~/settings/conversations"
        params={{ organizationId }}
        className={rows.back}
      >
        <ArrowLeft size={14} aria-hidden="true" /> Conversations
      </Link>
      <div className={rows.heading}>
        <h1>{cluster.label}</h1>
        <Button variant="primary" icon={FilePlus} onClick={() => setProposing(true)}>
          Propose a page…
        </Button>
      </div>
      <p className={styles.summary}>{cluster.summary}</p>
      <div className={styles.foot}>
        <span className={styles.facts}>
          Asked {cluster.stats.issues} times in {cluster.stats.conversations} conversations
          {Object.entries(cluster.sources).map(([source, count]) => ` · ${sourceName(source)} ${count}`)}
        </span>
        <PulseBars weekly={cluster.weeklyPulse} />
      </div>
      <SettingsSection title="Questions">
        <Questions organizationId={organizationId} clusterId={clusterId} />
      </SettingsSection>
      <Suspense>
        {isProposing && (
          <ProposeDialog
            organizationId={organizationId}
            cluster={cluster}
            onClose={() => setProposing(false)}
          />
        )}
      </Suspense>
    </>
  );
};

/** `/o/$organizationId/~/settings/conversations/$clusterId`: one recurring question. */
export const ClusterRoute = () => {
  const params = useParams({ from: ROUTE });
  return (
    <SettingsPage isWide>
      <Page key={params.clusterId} params={params} />
    </SettingsPage>
  );
};
