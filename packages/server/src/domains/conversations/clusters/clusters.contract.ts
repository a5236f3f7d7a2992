import Type from 'typebox';
import {
  Id,
  List,
  OneOf,
  Order,
  pagedQuery,
  Timestamp,
  Url,
} from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { ofConversations } from '../conversations.contract.ts';

/** What clusters can be ordered by; there are no tasks yet, so that those make all of them equal. */
export const CLUSTER_ORDERS = [
  'updatedAt',
  'issues',
  'conversations',
  'tasksTotal',
  'tasksBacklog',
  'tasksStarted',
] as const;

const Cluster = Type.Object({
  object: Type.Literal('issues-cluster'),
  id: Id,
  label: Type.String(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  icon: Type.String({ maxLength: 50 }),
  summary: Type.String(),
  weeklyPulse: Type.Array(Type.Integer(), { minItems: 13, maxItems: 13 }),
  sources: Type.Record(Type.String(), Type.Integer()),
  stats: Type.Object({
    issues: Type.Integer(),
    conversations: Type.Integer(),
    tasksTotal: Type.Integer(),
    tasksBacklog: Type.Integer(),
    tasksStarted: Type.Integer(),
    tasksCompleted: Type.Integer(),
    tasksCancelled: Type.Integer(),
  }),
  urls: Type.Object({ location: Url, app: Url }),
});

/** Issues that are about the same. */
export const clustersContract = {
  listConversationsIssuesClusters: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/conversations-clusters',
    summary: 'What several issues are about: the clusters with at least two issues',
    ...ofConversations,
    query: pagedQuery({
      order: Type.Optional(Order),
      orderBy: Type.Optional(OneOf(CLUSTER_ORDERS, { default: 'updatedAt' })),
      status: Type.Optional(
        OneOf(['pending', 'analysing'], {
          description:
            'Only clusters that changed since they were last put in order (`pending`); that is one step, so that none is ever `analysing`',
        }),
      ),
    }),
    responses: { 200: List(Cluster) },
  }),
  getConversationsIssuesCluster: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/conversations-clusters/{clusterId}',
    summary: 'A cluster of issues',
    ...ofConversations,
    responses: { 200: Cluster },
  }),
};
