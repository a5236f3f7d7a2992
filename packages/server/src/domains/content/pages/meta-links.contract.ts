import Type from 'typebox';
import { operation } from '../../../kernel/contract/operation.ts';
import { spacePolicy } from '../../spaces/index.ts';

const Target = Type.Union([
  Type.Object({ kind: Type.Literal('url'), url: Type.String() }),
  Type.Object({ kind: Type.Literal('page'), page: Type.String(), space: Type.Optional(Type.String()) }),
]);

/** Where a page is at home, and where else it is told. */
export const RevisionPageMetaLinks = Type.Object({
  canonical: Type.Optional(Target),
  alternates: Type.Optional(Type.Array(Target)),
});

/** What pages say of themselves to machines that read them. */
export const metaLinksContract = {
  listRevisionPageMetaLinks: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/meta-links',
    summary: 'Where a page of a revision is at home, if it says so',
    permission: { policy: spacePolicy, can: 'view', on: 'spaceId' },
    visitors: true,
    responses: { 200: RevisionPageMetaLinks },
  }),
};
