import Type from 'typebox';
import { Id, List, OneOf, pagedQuery } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { onSpace } from '../../spaces/index.ts';
import { ReusableContent } from '../pages/content.contract.ts';

/** The most pages and reusable contents that are named as users of a variable or a reusable content. */
export const NAMED_USERS = 100;

const usedBy = Type.Optional(
  Type.Object(
    {
      count: Type.Integer(),
      items: Type.Array(
        Type.Object({ kind: OneOf(['page', 'reusable-content']), id: Id, title: Type.String() }),
        { maxItems: NAMED_USERS },
      ),
    },
    { description: 'The pages and reusable contents that use it, and their number' },
  ),
);

/** A list of reusable contents. */
export const ReusableContentList = List(Type.Object({ ...ReusableContent.properties, usedBy }));

/** A list of variables of a space. */
export const VariableList = List(
  Type.Object({
    object: Type.Literal('variable'),
    name: Type.String(),
    value: Type.Union([Type.String(), Type.Number(), Type.Boolean()]),
    usedBy,
  }),
);

/** The query of a list of variables or reusable contents. */
export const sharedContentQuery = pagedQuery({
  withUsage: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether each names the pages that use it' }),
  ),
});

/** Operations that list what the pages of a space share. */
export const sharedContentContract = {
  listReusableContents: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/content/reusable-contents',
    summary: 'List the reusable contents of a space, oldest first',
    permission: onSpace('view'),
    query: sharedContentQuery,
    responses: { 200: ReusableContentList },
  }),
  listVariables: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/content/variables',
    summary: 'List the variables of a space by name',
    permission: onSpace('view'),
    query: sharedContentQuery,
    responses: { 200: VariableList },
  }),
};
