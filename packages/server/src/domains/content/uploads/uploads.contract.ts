import Type from 'typebox';
import { Id } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { onSpace } from '../../spaces/index.ts';
import { MAX_FILE_BYTES } from '../files/files.contract.ts';
import { RevisionFile } from '../pages/content.contract.ts';

/** File uploads. */
export const uploadsContract = {
  uploadFile: operation({
    method: 'POST',
    path: '/spaces/{spaceId}/files',
    summary: 'Upload a file to a space with live edits, or to one of its change requests (extension)',
    permission: onSpace('edit'),
    form: {
      maxBytes: MAX_FILE_BYTES,
      fields: Type.Object({
        changeRequest: Type.Optional(Id),
        name: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
      }),
    },
    responses: { 201: RevisionFile },
  }),
};
