import Type from 'typebox';
import { Url } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { onSpace } from '../../spaces/index.ts';

/** The export of spaces as archives of Markdown files. */
export const spaceExportContract = {
  getSpaceExport: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/export',
    summary: 'Get the URL of a ZIP archive of a space as Markdown files, valid for an hour without a token',
    permission: onSpace('view'),
    responses: { 200: Type.Object({ url: Url }) },
  }),
  downloadSpaceExport: operation({
    method: 'GET',
    path: '/exports/{exportSeal}/{exportName}',
    kind: 'content',
    summary: 'Download a space as a ZIP archive of Markdown files, which is written while it is sent',
    // Browsers send no token; the signed URL grants the access of the user who requested it.
    permission: 'public',
    responses: { 200: Type.String() },
  }),
};
