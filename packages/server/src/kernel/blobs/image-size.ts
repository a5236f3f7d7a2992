import { firstElement } from './media-type.ts';

/** The size of an image in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

type Reader = (head: Buffer) => ImageSize | undefined;

const png: Reader = (head) => ({ width: head.readUInt32BE(16), height: head.readUInt32BE(20) });
const gif: Reader = (head) => ({ width: head.readUInt16LE(6), height: head.readUInt16LE(8) });

const webp: Reader = (head) => {
  switch (head.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = head.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
};

// A sequence of segments with their lengths; one of them is the frame header with the size.
const jpeg: Reader = (head) => {
  let rotated = false;
  for (let at = 2; at < head.length; ) {
    if (head[at] !== 0xff) return undefined;
    const marker = head[at + 1]!;
    if (marker === 0xff) {
      at++;
      continue;
    }
    const length = head.readUInt16BE(at + 2);
    if (length < 2) return undefined;
    const isFrameHeader = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrameHeader) {
      const [height, width] = [head.readUInt16BE(at + 5), head.readUInt16BE(at + 7)];
      return rotated ? { width: height, height: width } : { width, height };
    }
    if (marker === 0xe1) rotated ||= isRotated(head.subarray(at + 4, at + 2 + length));
    at += 2 + length;
  }
  return undefined;
};

// The EXIF orientation says whether viewers rotate the image by 90 degrees.
const isRotated = (exif: Buffer): boolean => {
  if (exif.toString('latin1', 0, 6) !== 'Exif\0\0') return false;
  const tiff = exif.subarray(6);
  if (tiff.length < 8) return false;
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const entries = directory + 2 <= tiff.length ? short(directory) : 0;
  const available = Math.min(entries, Math.floor((tiff.length - directory - 2) / 12));
  for (let at = directory + 2; at < directory + 2 + available * 12; at += 12)
    if (short(at) === 0x112) return short(at + 8) >= 5;
  return false;
};

const svg: Reader = (head) => {
  const text = head.toString();
  if (firstElement(text.replace(/^\ufeff/, '')) !== 'svg') return undefined;
  const tag = /<(?:[\w.-]+:)?svg\b([^>]{0,10000})/i.exec(text)?.[1] ?? '';
  const attribute = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1];
  const length = (value: string | undefined) => Number(/^\s*([\d.]+)(?:px)?\s*$/.exec(value ?? '')?.[1]);
  const [width, height] = [length(attribute('width')), length(attribute('height'))];
  if (width > 0 && height > 0) return { width, height };
  const box = attribute('viewBox')
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  return box?.length === 4 ? { width: box[2]!, height: box[3]! } : undefined;
};

const READERS: Readonly<Record<string, Reader>> = {
  'image/png': png,
  'image/gif': gif,
  'image/webp': webp,
  'image/jpeg': jpeg,
  'image/svg+xml': svg,
};

/** The size of an image by its first bytes; undefined if it is not a known type or is damaged. */
export const imageSizeOf = (mediaType: string, head: Buffer): ImageSize | undefined => {
  try {
    const size = READERS[mediaType]?.(head);
    return size && size.width > 0 && size.height > 0 && Number.isFinite(size.width + size.height)
      ? size
      : undefined;
  } catch (error) {
    // The file ends before its size.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};
