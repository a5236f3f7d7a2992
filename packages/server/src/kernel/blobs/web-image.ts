import type { ReceivedBlob } from './blobs.ts';
import { imageSizeOf } from './image-size.ts';
import { mediaTypeOf } from './media-type.ts';

// Formats that all browsers show as a favicon or an image, by their bytes.
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'image/vnd.microsoft.icon': 'ico',
};
// Formats whose size is not in the first bytes, or nowhere.
const WITHOUT_SIZE = ['image/svg+xml', 'image/vnd.microsoft.icon'];

/** What is wrong with a file that is no image of the web. */
export const NOT_A_WEB_IMAGE = 'must be a PNG, JPEG, GIF, WebP, SVG or ICO image';

/** The type of an image that all browsers show, by its bytes; undefined for other files. */
export const webImageTypeOf = ({ head, size }: ReceivedBlob): string | undefined => {
  const type = mediaTypeOf(head, size);
  const isWhole = WITHOUT_SIZE.includes(type) || imageSizeOf(type, head) !== undefined;
  return isWhole && Object.hasOwn(EXTENSIONS, type) ? type : undefined;
};

/** The name of an image in its URL: its hash, so that its content never changes. */
export const webImageName = (hash: string, contentType: string): string =>
  `${hash}.${EXTENSIONS[contentType]}`;

/** The hash in the name of an image; undefined for other names. */
export const hashOfWebImage = (name: string): string | undefined => /^([0-9a-f]{64})\.\w+$/.exec(name)?.[1];
