import Type from 'typebox';
import { Empty, Id, OneOf, Url } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { inOrganization } from '../../organizations/index.ts';

/** The maximum size of an upload. */
export const MAX_UPLOAD_BYTES = 100 * 1024 * 1024;

/** The maximum size of a file of a font. */
export const MAX_FONT_BYTES = 5 * 1024 * 1024;

/** Uploads of files to import, and of fonts. */
export const uploadsContract = {
  generateStorageUploadURL: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/storage/upload',
    summary: 'Create an upload: a URL to send the file to, valid for one hour, and the key of the file',
    permission: inOrganization('view'),
    scope: 'space',
    body: Type.Object({
      file: Type.Object({
        name: Type.String({ minLength: 1, maxLength: 255 }),
        type: Type.String({ maxLength: 255 }),
        size: Type.Number({ minimum: 0, maximum: MAX_UPLOAD_BYTES }),
      }),
      kind: OneOf(['import_file', 'customization_font']),
    }),
    responses: {
      201: Type.Object({ object: Type.Literal('storage-signed-url'), url: Url, key: Id }),
    },
  }),
  putUpload: operation({
    method: 'PUT',
    path: '/storage/uploads/{uploadSeal}',
    kind: 'upload',
    summary: 'Send the content of a file to its upload URL',
    // The signed URL is the authorization; browsers send no token.
    permission: 'public',
    responses: { 204: Empty },
  }),
};
