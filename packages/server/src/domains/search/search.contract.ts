import Type from 'typebox';
import { Id, List, OneOf, pagedQuery, Url } from '../../kernel/contract/common-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { inOrganization } from '../organizations/index.ts';
import { onSpace } from '../spaces/index.ts';

const Score = Type.Number({ minimum: 0, description: 'Higher is better' });
const ResultType = OneOf(['page', 'section']);

const Section = Type.Object({
  id: Type.String(),
  title: Type.String(),
  path: Type.String(),
  resultType: ResultType,
  score: Score,
  body: Type.String(),
  urls: Type.Object({ app: Url }),
});

const Page = Type.Object({
  id: Id,
  title: Type.String(),
  description: Type.String(),
  path: Type.String(),
  resultType: ResultType,
  score: Score,
  ancestors: Type.Array(Type.Object({ title: Type.String() }), { description: 'From the top of the space' }),
  sections: Type.Optional(Type.Array(Section)),
  urls: Type.Object({ app: Url }),
});

/** Spaces with their matching pages. */
export const FoundSpaces = List(
  Type.Object({
    type: Type.Literal('space'),
    id: Id,
    title: Type.String(),
    score: Score,
    pages: Type.Array(
      Type.Object({
        ...Page.properties,
        rank: Type.Integer({
          minimum: 1,
          description: 'The position among all pages of the response, best first',
        }),
      }),
    ),
  }),
);

// Readers look at few results; more are a page away.
const query = pagedQuery({
  query: Type.String({ maxLength: 512 }),
  limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, default: 10 })),
});

/** Operations that search pages. */
export const searchContract = {
  searchSpaceContent: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/search',
    summary: 'Search the pages of a space, best match first',
    permission: onSpace('view'),
    query,
    responses: {
      200: Type.Object({
        ...List(Page).properties,
        /** True while the index of the space is being built. */
        incomplete: Type.Optional(Type.Boolean()),
      }),
    },
  }),
  searchOrganizationContent: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/search',
    summary: 'Search all spaces that you can see; returns the best pages of each',
    permission: inOrganization('view'),
    scope: 'space',
    query,
    responses: { 200: FoundSpaces },
  }),
};
