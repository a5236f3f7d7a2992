import Type from 'typebox';
import { operation } from '../../../kernel/contract/operation.ts';
import { onSpace } from '../../spaces/index.ts';

const Target = Type.Union([
  Type.Object({ kind: Type.Literal('url'), url: Type.String() }),
  Type.Object({ kind: Type.Literal('page'), page: Type.String(), space: Type.Optional(Type.String()) }),
]);

/** The canonical and alternate links of a page. */
export const RevisionPageMetaLinks = Type.Object({
  canonical: Type.Optional(Target),
  alternates: Type.Optional(Type.Array(Target)),
});

/** Operations on the meta links of pages. */
export const metaLinksContract = {
  listRevisionPageMetaLinks: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/meta-links',
    summary: 'Get the canonical and alternate links of a page of a revision',
    permission: onSpace('view'),
    acceptsSiteTokens: true,
    responses: { 200: RevisionPageMetaLinks },
  }),
};
