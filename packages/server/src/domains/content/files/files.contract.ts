import Type from 'typebox';
import { Url } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';

/** The most bytes that come along in a request; larger files are fetched from where they are. */
export const MAX_INLINE_BYTES = 1024 * 1024;

/** Where the bytes of a file come from: one of an address and the bytes themselves. */
export const fileSource = {
  url: Type.Optional(Url),
  base64: Type.Optional(
    Type.String({ maxLength: Math.ceil(MAX_INLINE_BYTES / 3) * 4, pattern: '^[A-Za-z0-9+/]*={0,2}$' }),
  ),
  contentType: Type.Optional(Type.String({ maxLength: 200 })),
};

// Few enough to be kept, and enough for every screen.
const WIDTHS = [64, 160, 320, 640, 960, 1280, 1920, 2560];

/** The bytes of files, for whoever has their address. */
export const filesContract = {
  downloadFile: operation({
    method: 'GET',
    path: '/files/{fileSeal}/{fileName}',
    kind: 'file',
    summary: 'The bytes of a file: its `downloadURL`, which is good for a day or two',
    // Browsers load pictures without a token: the address itself says who was given it.
    permission: 'public',
    query: Type.Object({
      width: Type.Optional(
        Type.Integer({ enum: WIDTHS, description: 'A picture at most so wide: an extension' }),
      ),
    }),
    responses: { 200: Type.String() },
  }),
};
