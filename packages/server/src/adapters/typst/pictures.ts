import { stat } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

/** A picture as it goes into a book. */
export interface Shrunk {
  /** Its file in the folder of the book. */
  readonly file: string;
  readonly width: number;
  readonly height: number;
  /** How wide it is in pixels of a site. */
  readonly naturalWidth: number;
}

// More than a sheet shows in print.
const WIDEST = 1400;
const TALLEST = 1800;
// A picture of more pixels is a bomb, or a poster.
const MOST_PIXELS = 80_000_000;
const MOST_BYTES = 60 * 1024 * 1024;
const SECONDS = 10;

// One at a time, and nothing kept: memory is what books are limited by.
sharp.cache(false);
sharp.concurrency(1);

/** Makes a picture as small as paper allows; undefined where it is none. */
export async function shrink(folder: string, name: string, index: number): Promise<Shrunk | undefined> {
  const source = path.join(folder, name);
  try {
    if ((await stat(source)).size > MOST_BYTES) return undefined;
    const input = sharp(source, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1, density: 144 });
    const { format, width = 0, height = 0, hasAlpha, orientation = 1 } = await input.metadata();
    if (width === 0 || height === 0) return undefined;
    const fitted = input
      .autoOrient()
      .resize({ width: WIDEST, height: TALLEST, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: SECONDS });
    const file = `picture-${index}.${hasAlpha ? 'png' : 'jpg'}`;
    const made = await (hasAlpha
      ? fitted.png({ compressionLevel: 6 })
      : fitted.jpeg({ quality: 86, chromaSubsampling: '4:4:4' })
    ).toFile(path.join(folder, file));
    // Drawings are rasterised at twice their size, and photographs may lie on their side.
    const upright = orientation >= 5 ? height : width;
    return {
      file,
      width: made.width,
      height: made.height,
      naturalWidth: format === 'svg' ? upright / 2 : upright,
    };
  } catch {
    return undefined;
  }
}
