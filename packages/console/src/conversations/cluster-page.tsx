import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ArrowLeft, FilePlus, ListTodo } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { read, readPages } from '../api/queries.ts';
import { usePages } from '../api/use-pages.ts';
import { Button } from '../primitives/button.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import { ShowMore } from '../primitives/show-more.tsx';
import rows from '../settings/rows.module.css';
import { SettingsPage, SettingsSection } from '../settings/settings-page.tsx';
import styles from './conversations.module.css';
import { sourceName } from './pulse.ts';
import { PulseBars } from './pulse-bars.tsx';

const NewTaskDialog = lazy(async () => ({
  default: (await import('../tasks/new-task-dialog.tsx')).NewTaskDialog,
}));
const ProposeDialog = lazy(async () => ({ default: (await import('./propose-dialog.tsx')).ProposeDialog }));

const ROUTE = '/o/$organizationId/~/settings/conversations/$clusterId';
const ISSUES = '/orgs/{organizationId}/conversations-issues';

const Questions = ({
  organizationId,
  clusterId,
}: {
  readonly organizationId: string;
  readonly clusterId: string;
}) => {
  const { items, ...more } = usePages(
    readPages(ISSUES, { params: { organizationId }, query: { limit: 30, cluster: clusterId } }),
  );
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
      <ShowMore {...more} />
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
  const [dialog, setDialog] = useState<'page' | 'task'>();
  const close = () => setDialog(undefined);
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
        <span className={styles.actions}>
          <Button icon={FilePlus} onClick={() => setDialog('page')}>
            Propose a page…
          </Button>
          <Button variant="primary" icon={ListTodo} onClick={() => setDialog('task')}>
            Make a task…
          </Button>
        </span>
      </div>
      <p className={styles.summary}>{cluster.summary}</p>
      <div className={styles.foot}>
        <span className={styles.facts}>
          Asked {cluster.stats.issues} times in {cluster.stats.conversations} conversations
          {Object.entries(cluster.sources).map(([source, count]) => ` · ${sourceName(source)} ${count}`)}
          {cluster.stats.tasksTotal > 0 &&
            ` · ${cluster.stats.tasksTotal} ${cluster.stats.tasksTotal === 1 ? 'task' : 'tasks'}, ${cluster.stats.tasksCompleted} completed`}
        </span>
        <PulseBars weekly={cluster.weeklyPulse} />
      </div>
      <SettingsSection title="Questions">
        <Questions organizationId={organizationId} clusterId={clusterId} />
      </SettingsSection>
      <Suspense>
        {dialog === 'page' && (
          <ProposeDialog organizationId={organizationId} cluster={cluster} onClose={close} />
        )}
        {dialog === 'task' && (
          <NewTaskDialog
            organizationId={organizationId}
            origin={{ type: 'cluster', cluster: clusterId, label: cluster.label }}
            onClose={close}
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
