import type { Blobs, ReceivedBlob } from './blobs.ts';

// How pictures end, within so many bytes: some programs write a few more after it.
const TAIL_BYTES = 1024;
const ENDS: Readonly<Record<string, string>> = {
  'image/png': 'IEND',
  'image/jpeg': '\xff\xd9',
  'image/gif': ';',
};

// What the names of pictures promise.
const NAMED: readonly (readonly [name: RegExp, type: string])[] = [
  [/\.png$/i, 'image/png'],
  [/\.jpe?g$/i, 'image/jpeg'],
  [/\.gif$/i, 'image/gif'],
  [/\.webp$/i, 'image/webp'],
  [/\.avif$/i, 'image/avif'],
];

/** What is wrong with a picture, in words: it is none, whatever its name says, or it ends too early. */
export const imageErrorOf = async (
  blobs: Pick<Blobs, 'open'>,
  organizationId: string,
  { hash, size, head }: Pick<ReceivedBlob, 'hash' | 'size' | 'head'>,
  contentType: string,
  name: string,
): Promise<string | undefined> => {
  const promised = NAMED.find(([pattern]) => pattern.test(name))?.[1];
  if (promised !== undefined && !contentType.startsWith('image/'))
    return 'is no picture, whatever its name says';
  const end = ENDS[contentType];
  if (end === undefined) return undefined;
  const tail = size <= head.length ? head : await tailOf(blobs, organizationId, hash, size);
  return tail.subarray(-TAIL_BYTES).includes(end, 0, 'latin1')
    ? undefined
    : 'is a picture that ends too early';
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
