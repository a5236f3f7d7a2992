import Type from 'typebox';
import { Empty } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { spacePolicy, TemplateUse } from '../../spaces/index.ts';

/** Filling a space with pages to begin with. */
export const templatesContract = {
  applyTemplateToSpace: operation({
    method: 'POST',
    path: '/spaces/{spaceId}/content/template',
    summary:
      'Add the pages of a template to a space, or to a change request; for a space that is locked, one is opened as a draft',
    permission: { policy: spacePolicy, can: 'edit', on: 'spaceId' },
    body: Type.Interface([TemplateUse], { changeRequestId: Type.Optional(Type.String({ maxLength: 64 })) }),
    responses: { 201: Empty },
  }),
};
