import type { Sharp } from 'sharp';

/** Image types that can be resized; SVG needs no resizing. */
export const RESIZABLE_TYPES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
]);

/** The media type of thumbnails. */
export const THUMBNAIL_TYPE = 'image/webp';

// Decompression bombs: a small file can declare any size, so larger images are rejected.
const MAX_PIXELS = 50_000_000;
const MAX_SECONDS = 20;

/** An image is unreadable or has too many pixels. */
export class InvalidImageError extends Error {
  override readonly name = 'InvalidImageError';
}

/** Scales an image down to a width, applies its orientation and strips metadata; of an animation, the first frame. */
export const resizeImage = async (image: Buffer, width: number): Promise<Buffer> => {
  // Loaded on first use: a large native library with its own threads.
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  const work: Sharp = sharp(image, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
    .timeout({ seconds: MAX_SECONDS })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .webp();
  return work.toBuffer().catch((error: Error) => {
    throw new InvalidImageError(error.message, { cause: error });
  });
};
