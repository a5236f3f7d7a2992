import Type from 'typebox';
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
import { User } from '../identity/index.ts';
import { inOrganization } from '../organizations/index.ts';
import { onSpace, TemplateUse } from '../spaces/index.ts';
import { changeRequestPolicy } from './change-requests.policy.ts';

const Status = OneOf(['draft', 'open', 'archived', 'merged']);

/** The subject of a change request. */
export const Subject = Type.String({ maxLength: 100 });

/** A change request: changes of a space's content that are reviewed and merged. */
export const ChangeRequest = Type.Object({
  object: Type.Literal('change-request'),
  id: Id,
  number: Type.Integer(),
  status: Status,
  subject: Type.String(),
  description: Type.Optional(RichTextDocument),
  createdBy: User,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  space: Id,
  revision: Id,
  revisionInitial: Id,
  revisionMergedAncestor: Type.Optional(Id),
  revisionMerged: Type.Optional(Id),
  comments: Type.Integer(),
  outdated: Type.Boolean(),
  conversationsIssuesCluster: Type.Optional(Id),
  urls: Type.Object({ app: Url, location: Url }),
});

/** A change request with the permissions of the caller (extension); visitors of sites get none. */
const ChangeRequestWithPermissions = Type.Object({
  ...ChangeRequest.properties,
  permissions: Type.Optional(Permissions(['view', 'comment', 'edit', 'review', 'merge'])),
});

/** The revision that a caller has read before an action; other content is refused. */
export const SeenRevision = Type.Optional(
  Type.String({
    maxLength: 64,
    description:
      'The revision of the change request that you read. If it has changed since, nothing happens (409).',
  }),
);

/** A permission on the change request of the path; tokens need the scope of its space. */
export const onChangeRequest = <const Can extends keyof typeof changeRequestPolicy.can>(can: Can) =>
  ({
    permission: { policy: changeRequestPolicy, can, on: 'changeRequestId' },
    scope: 'space',
  }) as const;

const ofUser = Type.Optional(Type.String({ maxLength: 64 }));
const query = pagedQuery({
  status: Type.Optional(OneOf(['draft', 'open', 'archived', 'merged'], { default: 'open' })),
  creator: ofUser,
  contributor: ofUser,
  requestedReviewer: ofUser,
  conversationsIssuesCluster: ofUser,
  search: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Words that the subject contains, or the number of a change request (extension)',
    }),
  ),
});

/** Operations on change requests. */
export const changeRequestsContract = {
  listChangeRequestsForSpace: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests',
    summary: 'List the change requests of a space, newest first; open ones by default',
    permission: onSpace('view'),
    query,
    responses: { 200: List(ChangeRequest) },
  }),
  listChangeRequestsForOrganization: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/change-requests',
    summary: 'List the change requests of all spaces that you can see, newest first',
    permission: inOrganization('view'),
    scope: 'space',
    query,
    responses: { 200: List(ChangeRequest) },
  }),
  createChangeRequest: operation({
    method: 'POST',
    path: '/spaces/{spaceId}/change-requests',
    summary:
      'Create a change request as a draft, optionally from a template or a former revision, or for a cluster of issues',
    permission: onSpace('comment'),
    body: Type.Object({
      subject: Type.Optional(Subject),
      template: Type.Optional(TemplateUse),
      conversationsIssuesCluster: Type.Optional(Id),
      agentTaskId: Type.Optional({ ...Id, description: 'The task that the change request is for' }),
      revision: Type.Optional({
        ...Id,
        description: 'A revision of the space whose content the change request proposes (extension)',
      }),
      revertedRevision: Type.Optional({
        ...Id,
        description:
          'A revision of the space whose changes the change request undoes; conflicts with later changes are marked (extension)',
      }),
    }),
    responses: { 201: ChangeRequest },
  }),
  getChangeRequestById: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}',
    summary: 'Get a change request by its id or its number in the space',
    ...onChangeRequest('view'),
    acceptsSiteTokens: true,
    responses: { 200: ChangeRequestWithPermissions },
  }),
  updateChangeRequestById: operation({
    method: 'PATCH',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}',
    summary: 'Update the subject, description or status of a change request',
    ...onChangeRequest('edit'),
    body: Type.Object({
      subject: Type.Optional(Subject),
      description: Type.Optional(RichTextDocument),
      status: Type.Optional(OneOf(['draft', 'open', 'archived'])),
    }),
    responses: { 200: ChangeRequest },
  }),
  listChangeRequestStatusChanges: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/status-changes',
    summary: 'List who opened, merged, archived or reopened a change request, newest first (extension)',
    ...onChangeRequest('view'),
    query: pagedQuery(),
    responses: {
      200: List(
        Type.Object({
          object: Type.Literal('change-request-status-change'),
          id: Id,
          status: Status,
          changedBy: User,
          changedAt: Timestamp,
        }),
      ),
    },
  }),
  getContributorsByChangeRequestId: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/contributors',
    summary: 'List the contributors of a change request',
    ...onChangeRequest('view'),
    responses: {
      200: List(
        Type.Object({
          user: User,
          count: Type.Integer(),
          updatedAt: Timestamp,
          actionType: OneOf(['edit', 'comment']),
        }),
      ),
    },
  }),
};
