import { stat } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

/** A resized picture of a book. */
export interface ResizedPicture {
  /** Its file in the folder of the book. */
  readonly file: string;
  readonly width: number;
  readonly height: number;
  /** Its original width in CSS pixels. */
  readonly naturalWidth: number;
}

// More than the resolution of a printed sheet.
const MAX_WIDTH = 1400;
const MAX_HEIGHT = 1800;
// Protects against decompression bombs.
const MAX_PIXELS = 80_000_000;
const MAX_BYTES = 60 * 1024 * 1024;
const TIMEOUT_SECONDS = 10;

// One at a time and without a cache, since memory is limited.
sharp.cache(false);
sharp.concurrency(1);

/** Resizes a picture for print; undefined if it is not a valid image. */
export async function resizePicture(
  folder: string,
  name: string,
  index: number,
): Promise<ResizedPicture | undefined> {
  const source = path.join(folder, name);
  try {
    if ((await stat(source)).size > MAX_BYTES) return undefined;
    const input = sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1, density: 144 });
    const { format, width = 0, height = 0, hasAlpha, orientation = 1 } = await input.metadata();
    if (width === 0 || height === 0) return undefined;
    const fitted = input
      .autoOrient()
      .resize({ width: MAX_WIDTH, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: TIMEOUT_SECONDS });
    const file = `picture-${index}.${hasAlpha ? 'png' : 'jpg'}`;
    const written = await (hasAlpha
      ? fitted.png({ compressionLevel: 6 })
      : fitted.jpeg({ quality: 86, chromaSubsampling: '4:4:4' })
    ).toFile(path.join(folder, file));
    // SVGs are rasterized at twice their size, and photographs may be rotated.
    const upright = orientation >= 5 ? height : width;
    return {
      file,
      width: written.width,
      height: written.height,
      naturalWidth: format === 'svg' ? upright / 2 : upright,
    };
  } catch {
    return undefined;
  }
}
