import type { Sharp } from 'sharp';

/** The kinds of pictures that come in other sizes; what is drawn by lines needs none. */
export const RESIZABLE_TYPES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
]);

/** What smaller pictures are. */
export const THUMBNAIL_TYPE = 'image/webp';

// A few bytes can claim to be a picture of any size: what would not fit into memory is not begun.
const MOST_PIXELS = 50_000_000;
const LONGEST_SECONDS = 20;

/** A picture cannot be read, or is too large to be. */
export class InvalidImageError extends Error {
  override readonly name = 'BrokenPictureError';
}

/** Makes a picture at most so wide, upright, without what cameras note in it; the first of those that move. */
export const resizeImage = async (picture: Buffer, width: number): Promise<Buffer> => {
  // Only who needs it waits for it: it is native code of some size. It works in threads of its own.
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  const work: Sharp = sharp(picture, { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true })
    .timeout({ seconds: LONGEST_SECONDS })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .webp();
  return work.toBuffer().catch((error: Error) => {
    throw new InvalidImageError(error.message, { cause: error });
  });
};
