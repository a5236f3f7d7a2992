import Type from 'typebox';
import { Url } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';

/** The largest file that is accepted, in bytes. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024;

/** The largest file that can be sent inside a request body, in bytes; larger ones are fetched from a URL. */
export const MAX_INLINE_BYTES = 1024 * 1024;

/** The source of a file's bytes: a URL or base64, not both. */
export const fileSource = {
  url: Type.Optional(Url),
  base64: Type.Optional(
    Type.String({ maxLength: Math.ceil(MAX_INLINE_BYTES / 3) * 4, pattern: '^[A-Za-z0-9+/]*={0,2}$' }),
  ),
  contentType: Type.Optional(Type.String({ maxLength: 200 })),
};

// A fixed list limits how many thumbnails of an image are stored.
const WIDTHS = [64, 160, 320, 640, 960, 1280, 1920, 2560];

/** Downloads of files. */
export const filesContract = {
  downloadFile: operation({
    method: 'GET',
    path: '/files/{fileSeal}/{fileName}',
    kind: 'file',
    summary: 'Download a file: its `downloadURL`, which expires after one to two days',
    // Browsers load images without a token: the signature in the URL authorizes the download.
    permission: 'public',
    query: Type.Object({
      width: Type.Optional(
        Type.Integer({ enum: WIDTHS, description: 'The largest width of the image, in pixels (extension)' }),
      ),
    }),
    responses: { 200: Type.String() },
  }),
};
