import Type from 'typebox';
import { Id } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { FILE_BYTES, RevisionFile } from '../../content/index.ts';
import { spacePolicy } from '../../spaces/index.ts';

/** Files that come along as they are. */
export const uploadsContract = {
  uploadFile: operation({
    method: 'POST',
    path: '/spaces/{spaceId}/files',
    summary: 'Put a file into a space that is edited live, or into one of its change requests: an extension',
    permission: { policy: spacePolicy, can: 'edit', on: 'spaceId' },
    form: {
      maxBytes: FILE_BYTES,
      fields: Type.Object({
        changeRequest: Type.Optional(Id),
        name: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
      }),
    },
    responses: { 201: RevisionFile },
  }),
};
