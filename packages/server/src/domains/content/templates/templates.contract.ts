import Type from 'typebox';
import { List } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';

/** A template: what a space can begin with. */
const Template = Type.Object({
  id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  pages: Type.Integer({ description: 'How many pages it brings' }),
});

/** The templates that there are. */
export const templatesContract = {
  listTemplates: operation({
    method: 'GET',
    path: '/templates',
    summary: 'The templates that spaces and change requests can begin with',
    permission: 'authenticated',
    scope: 'space',
    responses: { 200: List(Template) },
  }),
};
