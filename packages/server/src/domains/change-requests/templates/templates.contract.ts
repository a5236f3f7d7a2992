import Type from 'typebox';
import { Empty } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { onSpace, TemplateUse } from '../../spaces/index.ts';

/** Operations that apply templates. */
export const templatesContract = {
  applyTemplateToSpace: operation({
    method: 'POST',
    path: '/spaces/{spaceId}/content/template',
    summary:
      'Add the pages of a template to a space or a change request; for a locked space, a draft change request is created',
    permission: onSpace('edit'),
    body: Type.Interface([TemplateUse], { changeRequestId: Type.Optional(Type.String({ maxLength: 64 })) }),
    responses: { 201: Empty },
  }),
};
