import type { Blobs, ReceivedBlob } from './blobs.ts';

// End markers of images, within the last bytes: some programs append a few.
const TAIL_BYTES = 1024;
const ENDS: Readonly<Record<string, string>> = {
  'image/png': 'IEND',
  'image/jpeg': '\xff\xd9',
  'image/gif': ';',
};

// Image types by file extension.
const NAMED: readonly (readonly [name: RegExp, type: string])[] = [
  [/\.png$/i, 'image/png'],
  [/\.jpe?g$/i, 'image/jpeg'],
  [/\.gif$/i, 'image/gif'],
  [/\.webp$/i, 'image/webp'],
  [/\.avif$/i, 'image/avif'],
];

/** The error message for a file that is named like an image but is none, or is truncated. */
export const imageErrorOf = async (
  blobs: Pick<Blobs, 'open'>,
  organizationId: string,
  { hash, size, head }: Pick<ReceivedBlob, 'hash' | 'size' | 'head'>,
  contentType: string,
  name: string,
): Promise<string | undefined> => {
  const expected = NAMED.find(([pattern]) => pattern.test(name))?.[1];
  if (expected !== undefined && !contentType.startsWith('image/'))
    return 'is not an image, although its name ends like one';
  const end = ENDS[contentType];
  if (end === undefined) return undefined;
  const tail = size <= head.length ? head : await tailOf(blobs, organizationId, hash, size);
  return tail.subarray(-TAIL_BYTES).includes(end, 0, 'latin1') ? undefined : 'is a truncated image';
};

const tailOf = async (
  blobs: Pick<Blobs, 'open'>,
  organizationId: string,
  hash: string,
  size: number,
): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  const range = { start: size - TAIL_BYTES, end: size - 1 };
  for await (const chunk of (await blobs.open(organizationId, hash, range)) ?? [])
    chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};
