import Type from 'typebox';
import { Id, OneOf } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { onChangeRequest } from '../change-requests.contract.ts';

/** Bringing a change request and its space together, either way. */
export const mergingContract = {
  mergeChangeRequest: operation({
    method: 'POST',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/merge',
    summary: 'Bring a change request into its space; where both disagree, nothing changes',
    ...onChangeRequest('merge'),
    responses: { 200: Type.Object({ revision: Id, result: OneOf(['merge', 'conflicts']) }) },
  }),
  updateChangeRequest: operation({
    method: 'POST',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/update',
    summary: 'Bring what its space has become into a change request; where both disagree, both stand in it',
    ...onChangeRequest('edit'),
    responses: { 200: Type.Object({ revision: Id, result: OneOf(['update', 'conflicts']) }) },
  }),
};
