import Type from 'typebox';
import { operation } from '../../../kernel/contract/operation.ts';
import { ChangeRequest } from '../../change-requests/index.ts';
import { Collection } from '../../collections/index.ts';
import { RevisionPage } from '../../content/index.ts';
import { Space } from '../../spaces/index.ts';

/** Operations that find content by its URL, for members. */
export const contentUrlsContract = {
  getContentByUrl: operation({
    method: 'GET',
    path: '/urls/content',
    summary: 'Find the collection, or the space and page, at a URL of the app or of a site',
    permission: 'authenticated',
    scope: 'space',
    query: Type.Object({ url: Type.String({ minLength: 1, maxLength: 2048, format: 'uri' }) }),
    responses: {
      200: Type.Union([
        Type.Object({ collection: Collection }),
        Type.Object({
          space: Space,
          changeRequest: Type.Optional(ChangeRequest),
          page: Type.Optional(RevisionPage),
        }),
      ]),
    },
  }),
};
