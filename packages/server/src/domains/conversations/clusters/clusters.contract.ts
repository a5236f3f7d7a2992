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
import { readsConversations } from '../conversations.contract.ts';

/** The sort fields of clusters. */
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

/** Clusters of similar issues. */
export const clustersContract = {
  listConversationsIssuesClusters: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/conversations-clusters',
    summary: 'List the clusters with at least two issues',
    ...readsConversations,
    query: pagedQuery({
      order: Type.Optional(Order),
      orderBy: Type.Optional(OneOf(CLUSTER_ORDERS, { default: 'updatedAt' })),
      search: Type.Optional(
        Type.String({ maxLength: 100, description: 'Words of the label or the summary (extension)' }),
      ),
      status: Type.Optional(
        OneOf(['pending', 'analysing'], {
          description:
            'Only clusters that changed since the last clustering (`pending`); no cluster is ever `analysing`',
        }),
      ),
    }),
    responses: { 200: List(Cluster) },
  }),
  getConversationsIssuesCluster: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/conversations-clusters/{clusterId}',
    summary: 'Get a cluster of issues',
    ...readsConversations,
    responses: { 200: Cluster },
  }),
};
