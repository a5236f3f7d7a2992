import Type from 'typebox';
import { operation } from '../../../kernel/contract/operation.ts';
import { Empty } from '../../../kernel/contract/vocabulary.ts';
import { spacePolicy } from '../../spaces/index.ts';
import { ContentRef } from '../content.contract.ts';

/** A template, and what is put into it. */
export const TemplateUse = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100 }),
  params: Type.Optional(Type.Object({ contentRefs: Type.Optional(Type.Record(Type.String(), ContentRef)) })),
});

/** Filling a space with pages to begin with. */
export const templatesContract = {
  applyTemplateToSpace: operation({
    method: 'POST',
    path: '/spaces/{spaceId}/content/template',
    summary: 'Add the pages of a template to a space whose edit mode is live',
    permission: { policy: spacePolicy, can: 'edit', on: 'spaceId' },
    body: Type.Interface([TemplateUse], { changeRequestId: Type.Optional(Type.String({ maxLength: 64 })) }),
    responses: { 201: Empty },
  }),
};
