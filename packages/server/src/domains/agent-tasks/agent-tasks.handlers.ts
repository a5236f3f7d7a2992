import { permissionsOf } from '../../kernel/auth/policy.ts';
import type { Handlers } from '../../kernel/contract/operation.ts';
import { listOf } from '../../kernel/contract/paging.ts';
import type { Links } from '../../kernel/links.ts';
import { toUser } from '../identity/index.ts';
import type { agentTasksContract } from './agent-tasks.contract.ts';
import { type TaskSubject, taskPolicy } from './agent-tasks.policy.ts';
import type { AgentTasksService } from './agent-tasks.service.ts';
import { paragraphsOf } from './paragraphs.ts';

const originOf = ({ origin, cluster_id, question, page_id }: TaskSubject) => {
  switch (origin) {
    case 'cluster':
      return { type: origin, ...(cluster_id !== null && { cluster: cluster_id }) };
    case 'question':
      return { type: origin, question: question ?? '' };
    case 'link':
      return { type: origin, page: page_id ?? '' };
    case 'instruction':
      return { type: origin };
  }
};

const outcomeOf = ({ outcome, report }: TaskSubject) => ({
  status: outcome ?? ('pending' as const),
  ...(report?.model !== undefined && { model: report.model }),
  sources: [...(report?.sources ?? [])],
  reasons: [...(report?.reasons ?? [])],
});

/** The API representation of a task. */
const toTask = (links: Links, task: TaskSubject) => {
  const { organization_id: organizationId, id } = task;
  return {
    object: 'agent-task' as const,
    id,
    title: task.title,
    description: task.description,
    instructions: paragraphsOf(task.instructions),
    status: task.status,
    createdAt: task.created_at.toISOString(),
    updatedAt: task.updated_at.toISOString(),
    ...(task.cluster_id !== null && { cluster: task.cluster_id }),
    space: task.space_id,
    ...(task.change_request_id !== null && { changeRequest: task.change_request_id }),
    origin: originOf(task),
    ...(task.change_request_id !== null && { outcome: outcomeOf(task) }),
    createdBy: toUser(links, task.creator),
    permissions: permissionsOf(taskPolicy, task),
    urls: {
      location: links.apiUrl(`/orgs/${organizationId}/agent-tasks/${id}`),
      app: links.appUrl(`/o/${organizationId}/~/tasks/${id}`),
    },
  };
};

/** Handlers of the operations on tasks. */
export const agentTasksHandlers = (
  tasks: AgentTasksService,
  links: Links,
): Handlers<typeof agentTasksContract> => ({
  listAgentTasks: async ({ caller, subject, query, page }) =>
    listOf(
      page,
      await tasks.list(caller, subject, query, page),
      ({ id }) => [id],
      (task) => toTask(links, task),
    ),
  createAgentTask: async ({ caller, subject, body }) =>
    toTask(links, await tasks.create(caller, subject, body)),
  getAgentTask: async ({ subject }) => toTask(links, subject),
  updateAgentTask: async ({ caller, subject, body }) =>
    toTask(links, await tasks.update(caller, subject, body.status)),
  getAgentSetupState: async ({ caller, subject }) => {
    const { tasks: count, conversations } = await tasks.counts(caller, subject);
    const { sources, issues, clusters } = conversations;
    return {
      email: '',
      settings: {},
      stats: {
        backlogTasks: count.backlog,
        startedTasks: count.started,
        completedTasks: count.completed,
        canceledTasks: count.canceled,
        conversations: Object.values(sources).reduce((total, each) => total + each, 0),
        issues,
        issuesClusters: clusters,
        sources: { ...sources },
      },
    };
  },
});
