import Type from 'typebox';
import { Empty, Id, OneOf, Url } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { inOrganization } from '../../organizations/index.ts';

/** The most bytes of a file that is sent to be imported. */
export const UPLOAD_BYTES = 100 * 1024 * 1024;

/** Files that are sent before something is made of them. */
export const uploadsContract = {
  generateStorageUploadURL: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/storage/upload',
    summary: 'An address to send a file to, good for an hour, and the key that names the file afterwards',
    permission: inOrganization('view'),
    scope: 'space',
    body: Type.Object({
      file: Type.Object({
        name: Type.String({ minLength: 1, maxLength: 255 }),
        type: Type.String({ maxLength: 255 }),
        size: Type.Number({ minimum: 0, maximum: UPLOAD_BYTES }),
      }),
      kind: OneOf(['import_file']),
    }),
    responses: {
      201: Type.Object({ object: Type.Literal('storage-signed-url'), url: Url, key: Id }),
    },
  }),
  putUpload: operation({
    method: 'PUT',
    path: '/storage/uploads/{uploadSeal}',
    kind: 'upload',
    summary: 'Send the bytes of a file to the address that was made for it',
    // Whoever was given the address was allowed to send the file; browsers send it without a token.
    permission: 'public',
    responses: { 204: Empty },
  }),
};
