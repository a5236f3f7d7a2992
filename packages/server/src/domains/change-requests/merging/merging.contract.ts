import Type from 'typebox';
import { Id, OneOf } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { onChangeRequest, SeenRevision } from '../change-requests.contract.ts';

/** Operations that merge and update change requests. */
export const mergingContract = {
  getChangeRequestMergeStatus: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/merge-status',
    summary: 'Get the obstacles to a merge: conflicts, and the result of each merge rule (extension)',
    ...onChangeRequest('view'),
    responses: {
      200: Type.Object({
        conflicts: OneOf(['none', 'with-space', 'unresolved'], {
          description:
            '`with-space`: an update from the space will mark conflicts; `unresolved`: the content has marked ones',
        }),
        bodies: Type.Array(Type.Object({ kind: OneOf(['page', 'reusable-content']), id: Id }), {
          description: 'The pages and reusable contents whose bodies have marked conflicts',
        }),
        rules: Type.Array(
          Type.Object({
            rule: Type.String(),
            isMet: Type.Boolean(),
            message: Type.Optional(Type.String({ description: 'The reason of a rule that is not met' })),
            users: Type.Optional(Type.Array(Id, { description: 'The users that the rule names' })),
          }),
        ),
      }),
    },
  }),
  mergeChangeRequest: operation({
    method: 'POST',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/merge',
    summary: 'Merge a change request into its space; with conflicts, nothing changes',
    ...onChangeRequest('merge'),
    query: Type.Object({ revision: SeenRevision }),
    responses: { 200: Type.Object({ revision: Id, result: OneOf(['merge', 'conflicts']) }) },
  }),
  updateChangeRequest: operation({
    method: 'POST',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/update',
    summary: 'Update a change request from its space; conflicts are marked in its content',
    ...onChangeRequest('edit'),
    responses: { 200: Type.Object({ revision: Id, result: OneOf(['update', 'conflicts']) }) },
  }),
};
