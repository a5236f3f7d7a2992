import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { ListTodo, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { read, readPages } from '../api/queries.ts';
import { usePages } from '../api/use-pages.ts';
import { findSpaces } from '../contents/queries.ts';
import { OrganizationLayout } from '../home/organization-layout.tsx';
import { Button } from '../primitives/button.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import { ShowMore } from '../primitives/show-more.tsx';
import rows from '../settings/rows.module.css';
import { Empty, Loading, SettingsPage } from '../settings/settings-page.tsx';
import { useTitle } from '../shell/use-title.ts';
import { TASKS, useMayMakeTasks } from './queries.ts';
import { STATUSES, type TasksSearch } from './search.ts';
import { TaskBadge } from './task-badge.tsx';
import { ORIGIN_NAMES, STATUS_NAMES } from './task-words.ts';
import styles from './tasks.module.css';

const NewTaskDialog = lazy(async () => ({ default: (await import('./new-task-dialog.tsx')).NewTaskDialog }));

const ROUTE = '/o/$organizationId/~/tasks';

const Rows = ({ organizationId, status }: { readonly organizationId: string } & TasksSearch) => {
  const { items, ...more } = usePages(
    readPages(TASKS, {
      params: { organizationId },
      query: { limit: 30, ...(status && { status: [status] }) },
    }),
  );
  const { data: spaces } = useQuery(findSpaces(organizationId));
  if (items.length === 0)
    return (
      <Empty>
        {status
          ? 'No task has this status.'
          : 'There are no tasks yet. A task is a change that the documentation needs: a recurring question of customers, a question that no page answers, or an instruction.'}
      </Empty>
    );
  return (
    <>
      <ul className={rows.rows} aria-label="Tasks">
        {items.map((task) => (
          <li key={task.id} className={rows.row}>
            <ListTodo size={18} strokeWidth={1.75} aria-hidden="true" />
            <span className={rows.about}>
              <span className={rows.name}>
                <Link
                  to="/o/$organizationId/~/tasks/$agentTaskId"
                  params={{ organizationId, agentTaskId: task.id }}
                >
                  {task.title}
                </Link>
              </span>
              <span className={rows.facts}>
                {ORIGIN_NAMES[task.origin.type]}
                {spaces?.items
                  .filter(({ id }) => id === task.space)
                  .map(({ title }) => ` · ${title || 'Untitled'}`)}{' '}
                · by {task.createdBy.displayName}, <RelativeTime time={task.createdAt} />
              </span>
            </span>
            <TaskBadge status={task.status} />
          </li>
        ))}
      </ul>
      <ShowMore {...more} />
    </>
  );
};

const COUNTS = {
  backlog: 'backlogTasks',
  started: 'startedTasks',
  completed: 'completedTasks',
  canceled: 'canceledTasks',
} as const;

/** The statuses, with the number of tasks of each. */
const Tabs = ({ organizationId, status }: { readonly organizationId: string } & TasksSearch) => {
  const params = { organizationId };
  const { data: organization } = useSuspenseQuery(read('/orgs/{organizationId}', { params }));
  const { data: state } = useQuery({
    ...read('/orgs/{organizationId}/agents-setup', { params }),
    // Guests see tasks, but no statistics.
    enabled: organization.permissions.listMembers,
  });
  return (
    <nav aria-label="Status" className={styles.tabs}>
      <Link to={ROUTE} params={params} search={{}} aria-current={status ? undefined : 'page'}>
        All
      </Link>
      {STATUSES.map((each) => (
        <Link
          key={each}
          to={ROUTE}
          params={params}
          search={{ status: each }}
          aria-current={status === each ? 'page' : undefined}
        >
          {STATUS_NAMES[each]}
          {state && ` (${state.stats[COUNTS[each]]})`}
        </Link>
      ))}
    </nav>
  );
};

const TasksPage = ({ organizationId, status }: { readonly organizationId: string } & TasksSearch) => {
  useTitle('Tasks');
  const [isCreating, setCreating] = useState(false);
  const mayMakeTasks = useMayMakeTasks(organizationId);
  return (
    <SettingsPage
      title="Tasks"
      description="Changes that the documentation needs. The outcome of each is a change request: the language model writes it, or a person does with what was found."
      action={
        mayMakeTasks && (
          <Button variant="primary" icon={Plus} onClick={() => setCreating(true)}>
            New task
          </Button>
        )
      }
      isWide
    >
      <Tabs organizationId={organizationId} {...(status && { status })} />
      <Loading id={status ?? ''}>
        <Rows key={status} organizationId={organizationId} {...(status && { status })} />
      </Loading>
      <Suspense>
        {isCreating && <NewTaskDialog organizationId={organizationId} onClose={() => setCreating(false)} />}
      </Suspense>
    </SettingsPage>
  );
};

/** `/o/$organizationId/~/tasks`: changes that the documentation needs. */
export const TasksRoute = () => {
  const { organizationId } = useParams({ from: ROUTE });
  const search = useSearch({ from: ROUTE });
  return (
    <OrganizationLayout key={organizationId} organizationId={organizationId}>
      <TasksPage organizationId={organizationId} {...search} />
    </OrganizationLayout>
  );
};
