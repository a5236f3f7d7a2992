import Type from 'typebox';
import { Id, OneOf } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { onChangeRequest } from '../change-requests.contract.ts';

/** Operations that merge and update change requests. */
export const mergingContract = {
  mergeChangeRequest: operation({
    method: 'POST',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/merge',
    summary: 'Merge a change request into its space; with conflicts, nothing changes',
    ...onChangeRequest('merge'),
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
