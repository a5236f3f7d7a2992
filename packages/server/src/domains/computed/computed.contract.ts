import Type from 'typebox';
import { OneOf } from '../../kernel/contract/common-schemas.ts';
import { RichTextDocument } from '../../kernel/contract/document-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { DocumentSource, PageSource, ReusableContent, RevisionFile, RevisionPage } from '../content/index.ts';
import { onSpace } from '../spaces/index.ts';

const seed = Type.String({
  maxLength: 200,
  description: 'Seed of the generated ids; the same seed gives the same ids',
});

/** Operations that compute pages and documents on request, without storing them. */
export const computedContract = {
  getComputedRevision: operation({
    method: 'POST',
    path: '/spaces/{spaceId}/content/computed/revision',
    summary: 'Compute the pages of a specification or of a content source',
    permission: onSpace('view'),
    body: Type.Object({ source: PageSource, seed }),
    responses: {
      200: Type.Object({
        pages: Type.Array(RevisionPage),
        files: Type.Array(RevisionFile),
        reusableContents: Type.Array(ReusableContent),
      }),
    },
  }),
  getComputedDocument: operation({
    method: 'POST',
    path: '/spaces/{spaceId}/content/computed/document',
    summary: 'Compute the document of a page',
    permission: onSpace('view'),
    query: Type.Object({ schema: Type.Optional(OneOf(['current', 'next'])) }),
    body: Type.Object({ source: DocumentSource, seed }),
    responses: { 200: RichTextDocument },
  }),
};
