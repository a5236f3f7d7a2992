import Type from 'typebox';
import { List } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';

/** A template for the first content of a space. */
const Template = Type.Object({
  id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  pages: Type.Integer({ description: 'Number of pages' }),
});

/** Operations on templates. */
export const templatesContract = {
  listTemplates: operation({
    method: 'GET',
    path: '/templates',
    summary: 'List the templates for spaces and change requests',
    permission: 'authenticated',
    scope: 'space',
    responses: { 200: List(Template) },
  }),
};
