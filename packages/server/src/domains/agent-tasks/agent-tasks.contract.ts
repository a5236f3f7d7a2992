import Type, { type Static } from 'typebox';
import {
  Id,
  List,
  OneOf,
  Permissions,
  pagedQuery,
  Timestamp,
  Url,
} from '../../kernel/contract/common-schemas.ts';
import { RichTextDocument } from '../../kernel/contract/document-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { readsConversations } from '../conversations/index.ts';
import { User } from '../identity/index.ts';
import { inOrganization } from '../organizations/index.ts';
import { taskPolicy } from './agent-tasks.policy.ts';

const Status = OneOf(['backlog', 'started', 'completed', 'canceled']);

const Origin = Type.Union([
  Type.Object({ type: Type.Literal('cluster'), cluster: Type.Optional(Id) }),
  Type.Object({ type: Type.Literal('question'), question: Type.String() }),
  Type.Object({ type: Type.Literal('link'), page: Id }),
  Type.Object({ type: Type.Literal('instruction') }),
]);

const Outcome = Type.Object({
  status: OneOf(['pending', 'written', 'by-hand', 'no-model', 'model-failed', 'no-change', 'stopped'], {
    description:
      '`written`: the model wrote the change request; `by-hand`: a person took the task over; the others say why the writing is left to a person',
  }),
  model: Type.Optional(Type.String()),
  sources: Type.Array(
    Type.Object({
      page: Id,
      title: Type.String(),
      path: Type.String(),
      heading: Type.Optional(Type.String()),
      anchor: Type.Optional(Type.String()),
    }),
    { description: 'The sections of the space that were found' },
  ),
  reasons: Type.Array(Type.Object({ page: Type.Optional(Id), title: Type.String(), reason: Type.String() }), {
    description: 'Why each page was changed; without `page`, it is new',
  }),
});

/** A task whose outcome is a change request. */
const AgentTask = Type.Object({
  object: Type.Literal('agent-task'),
  id: Id,
  title: Type.String(),
  description: Type.String(),
  instructions: RichTextDocument,
  status: Status,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  cluster: Type.Optional(Id),
  space: Id,
  changeRequest: Type.Optional(Id),
  origin: { ...Origin, description: 'What the task is about (extension)' },
  outcome: Type.Optional({
    ...Outcome,
    description: 'What became of the task since it was started (extension)',
  }),
  createdBy: User,
  permissions: Permissions(['view', 'update']),
  urls: Type.Object({ location: Url, app: Url }),
});

const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' });

const NewTask = Type.Object({
  space: { ...Id, description: 'The space that the change request is for' },
  origin: Type.Optional(
    Type.Union(
      [
        Type.Object({ type: Type.Literal('cluster'), cluster: Id }),
        Type.Object({ type: Type.Literal('question'), question: Text(512) }),
        Type.Object({
          type: Type.Literal('link'),
          page: { ...Id, description: 'A page with links that lead nowhere' },
        }),
        Type.Object({ type: Type.Literal('instruction') }),
      ],
      { description: 'What the task is about; an instruction by default' },
    ),
  ),
  title: Type.Optional(Text(100)),
  instructions: Type.Optional(
    Type.String({ maxLength: 5000, description: 'What to write; required for a task from an instruction' }),
  ),
  status: Type.Optional(
    OneOf(['backlog', 'started'], {
      description: 'A task that is `started` opens its change request at once',
    }),
  ),
});

/** A task to be created. */
export type NewTaskInput = Static<typeof NewTask>;

const onTask = <const Can extends keyof typeof taskPolicy.can>(can: Can) =>
  ({ permission: { policy: taskPolicy, can, on: 'agentTaskId' }, scope: 'agent-task' }) as const;

/** Operations on tasks whose outcome is a change request. */
export const agentTasksContract = {
  listAgentTasks: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/agent-tasks',
    summary: 'List the tasks in the spaces that you can see, newest first',
    permission: inOrganization('view'),
    scope: 'agent-task',
    query: pagedQuery({
      cluster: Type.Optional(Id),
      space: Type.Optional(Id),
      status: Type.Optional(Type.Array(Status, { maxItems: 4 })),
    }),
    responses: { 200: List(AgentTask) },
  }),
  createAgentTask: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/agent-tasks',
    summary: 'Create a task from a cluster, a question, broken links or an instruction (extension)',
    permission: inOrganization('view'),
    scope: 'agent-task',
    body: NewTask,
    responses: { 201: AgentTask },
  }),
  getAgentTask: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/agent-tasks/{agentTaskId}',
    summary: 'Get a task',
    ...onTask('view'),
    responses: { 200: AgentTask },
  }),
  updateAgentTask: operation({
    method: 'PATCH',
    path: '/orgs/{organizationId}/agent-tasks/{agentTaskId}',
    summary: 'Start a task, which opens its change request; cancel it, or put it back into the backlog',
    ...onTask('update'),
    body: Type.Object({ status: OneOf(['backlog', 'started', 'canceled']) }),
    responses: { 200: AgentTask },
  }),
  getAgentSetupState: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/agents-setup',
    summary: 'Count the tasks, conversations, issues and clusters of an organization',
    ...readsConversations,
    responses: {
      200: Type.Object({
        email: Type.String({ description: 'Empty: conversations are not received by e-mail' }),
        stats: Type.Object({
          backlogTasks: Type.Integer(),
          startedTasks: Type.Integer(),
          completedTasks: Type.Integer(),
          canceledTasks: Type.Integer(),
          conversations: Type.Integer(),
          issues: Type.Integer(),
          issuesClusters: Type.Integer(),
          sources: Type.Record(Type.String(), Type.Integer()),
        }),
        settings: Type.Object({}),
      }),
    },
  }),
};
