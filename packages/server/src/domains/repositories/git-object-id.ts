import { createHash } from 'node:crypto';

const blobHash = (size: number) => createHash('sha1').update(`blob ${size}\0`);

/** The object id that git gives to a file. */
export const gitObjectId = (content: string | Uint8Array): string => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return blobHash(bytes.length).update(bytes).digest('hex');
};

/** The object id that git gives to a file of a known size. */
export const gitObjectIdOfStream = async (
  size: number,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<string> => {
  const hash = blobHash(size);
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
};
