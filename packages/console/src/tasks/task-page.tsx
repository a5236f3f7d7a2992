import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { read } from '../api/queries.ts';
import { readChangeRequest } from '../change-requests/queries.ts';
import { OrganizationLayout } from '../home/organization-layout.tsx';
import { Button } from '../primitives/button.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import rows from '../settings/rows.module.css';
import { SettingsPage, SettingsSection } from '../settings/settings-page.tsx';
import { useTitle } from '../shell/use-title.ts';
import { readTask, type Task, type TaskParams, useTaskStatus } from './queries.ts';
import { TaskBadge } from './task-badge.tsx';
import { ORIGIN_NAMES, outcomeInWords, sourceName } from './task-words.ts';
import styles from './tasks.module.css';

const ROUTE = '/o/$organizationId/~/tasks/$agentTaskId';

const textOf = ({ instructions }: Task): string =>
  instructions.nodes
    .map(({ nodes = [] }) =>
      nodes.map(({ leaves = [] }) => leaves.map((leaf) => (leaf as { text: string }).text).join('')).join(''),
    )
    .join('\n');

const Origin = ({ task, organizationId }: { readonly task: Task; readonly organizationId: string }) => {
  const instructions = textOf(task);
  return (
    <SettingsSection title={ORIGIN_NAMES[task.origin.type]}>
      <div>
        {task.origin.type === 'question' && <p className={styles.text}>{task.origin.question}</p>}
        {task.description !== '' && <p className={styles.text}>{task.description}</p>}
        {task.cluster && (
          <p className={styles.facts}>
            <Link
              to="/o/$organizationId/~/settings/conversations/$clusterId"
              params={{ organizationId, clusterId: task.cluster }}
              className={styles.link}
            >
              Show the questions
            </Link>
          </p>
        )}
        {instructions !== '' && <p className={styles.text}>{instructions}</p>}
      </div>
    </SettingsSection>
  );
};

/** The change request of a task, what became of it, and why. */
const Outcome = ({
  task: { space, outcome },
  changeRequestId,
}: {
  readonly task: Task;
  readonly changeRequestId: string;
}) => {
  const { data: request } = useSuspenseQuery(readChangeRequest({ spaceId: space, changeRequestId }));
  const { status, model, reasons, sources } = outcome!;
  return (
    <>
      <SettingsSection title="Change request">
        <div>
          <Link
            to="/s/$spaceId/~/changes/$changeRequestId"
            params={{ spaceId: space, changeRequestId: String(request.number) }}
            className={styles.link}
          >
            #{request.number} {request.subject || 'No subject'}
          </Link>
          <p className={styles.text} role="status" aria-busy={status === 'pending'}>
            {outcomeInWords(status)}
          </p>
          {status === 'written' && model && <p className={styles.facts}>Written by {model}</p>}
        </div>
      </SettingsSection>
      {reasons.length > 0 && (
        <SettingsSection title="Reasons">
          <ul className={styles.list} aria-label="Reasons">
            {reasons.map(({ title, reason, page }) => (
              <li key={`${page} ${title} ${reason}`}>
                <strong>{title}</strong>
                {page === undefined && ' (new page)'}: {reason}
              </li>
            ))}
          </ul>
        </SettingsSection>
      )}
      {status !== 'pending' && status !== 'by-hand' && (
        <SettingsSection title="Sources">
          {sources.length === 0 ? (
            <p className={rows.note}>No page of the space is about this.</p>
          ) : (
            <ul className={styles.list} aria-label="Sources">
              {sources.map((source) => (
                <li key={`${source.page} ${source.anchor}`}>
                  <Link
                    to="/s/$spaceId/$"
                    params={{ spaceId: space, _splat: source.path }}
                    {...(source.anchor !== undefined && { hash: source.anchor })}
                    className={styles.link}
                  >
                    {sourceName(source)}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </SettingsSection>
      )}
    </>
  );
};

const Actions = ({ params, task }: { readonly params: TaskParams; readonly task: Task }) => {
  const { mutate, isPending, variables } = useTaskStatus(params);
  const button = (label: string, status: 'backlog' | 'started' | 'canceled', variant?: 'primary') => (
    <Button
      {...(variant && { variant })}
      isBusy={isPending && variables === status}
      onClick={() => !isPending && mutate(status)}
    >
      {label}
    </Button>
  );
  if (!task.permissions.update || task.status === 'completed') return null;
  return (
    <div className={styles.actions}>
      {task.status !== 'started' &&
        button(task.status === 'canceled' ? 'Start again' : 'Start', 'started', 'primary')}
      {task.status === 'canceled' && button('Back to the backlog', 'backlog')}
      {task.status !== 'canceled' && button('Cancel the task', 'canceled')}
    </div>
  );
};

const TaskPage = ({ params }: { readonly params: TaskParams }) => {
  const { organizationId } = params;
  const { data: task } = useSuspenseQuery(readTask(params));
  const { data: space } = useSuspenseQuery(read('/spaces/{spaceId}', { params: { spaceId: task.space } }));
  useTitle(task.title);
  return (
    <>
      <Link to="/o/$organizationId/~/tasks" params={{ organizationId }} search={{}} className={rows.back}>
        <ArrowLeft size={14} aria-hidden="true" /> Tasks
      </Link>
      <div className={rows.heading}>
        <h1>{task.title}</h1>
        <TaskBadge status={task.status} />
      </div>
      <p className={styles.facts}>
        For{' '}
        <Link to="/s/$spaceId/$" params={{ spaceId: space.id, _splat: '' }} className={styles.link}>
          {space.title || 'Untitled'}
        </Link>
        , by {task.createdBy.displayName}, <RelativeTime time={task.createdAt} />
      </p>
      <Actions params={params} task={task} />
      <Origin task={task} organizationId={organizationId} />
      {task.changeRequest && <Outcome task={task} changeRequestId={task.changeRequest} />}
    </>
  );
};

/** `/o/$organizationId/~/tasks/$agentTaskId`: one task, with its change request, reasons and sources. */
export const TaskRoute = () => {
  const params = useParams({ from: ROUTE });
  return (
    <OrganizationLayout key={params.organizationId} organizationId={params.organizationId}>
      <SettingsPage>
        <TaskPage key={params.agentTaskId} params={params} />
      </SettingsPage>
    </OrganizationLayout>
  );
};
