import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { BlobTooLargeError, HEAD_BYTES, type ReceivedBlob } from './blobs.ts';

// What a killed process left half-written is of no use to anybody after this.
const FORGOTTEN_MS = 24 * 60 * 60 * 1000;

/** Bytes that came in whole, in a file of their own. */
export interface StagedBlob extends Omit<ReceivedBlob, 'commit'> {
  readonly file: string;
}

/** Where bytes wait until their hash is known, on the disk rather than in memory. */
export interface StagingArea {
  /** A name for a file that nobody else uses. */
  newFile(): Promise<string>;
  receive(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StagedBlob>;
}

/** A folder of files that are not blobs yet; old ones in it are removed by whoever writes first. */
export const createStagingArea = (folder: string): StagingArea => {
  // Once per process: whoever writes sees to it that there is a place to write to, and nothing old in it.
  let prepared: Promise<void> | undefined;
  const prepare = () => {
    prepared ??= (async () => {
      await mkdir(folder, { recursive: true });
      for (const name of await readdir(folder)) {
        const file = path.join(folder, name);
        const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
        if (mtimeMs < Date.now() - FORGOTTEN_MS) await rm(file, { force: true });
      }
    })().catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    return prepared;
  };
  const newFile = async () => {
    await prepare();
    return path.join(folder, randomUUID());
  };

  return {
    newFile,
    receive: async (source, maxBytes) => {
      const file = await newFile();
      const discard = () => rm(file, { force: true });
      const handle = await open(file, 'wx', 0o600);
      try {
        const written = await write(handle, source, maxBytes);
        await handle.sync();
        return { ...written, file, discard };
      } catch (error) {
        await discard();
        throw error;
      } finally {
        await handle.close();
      }
    },
  };
};

const write = async (handle: FileHandle, source: AsyncIterable<Uint8Array>, maxBytes: number) => {
  const hash = createHash('sha256');
  const first: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    if (size < HEAD_BYTES) first.push(chunk);
    size += chunk.byteLength;
    if (size > maxBytes) throw new BlobTooLargeError();
    hash.update(chunk);
    await handle.writeFile(chunk);
  }
  return { hash: hash.digest('hex'), size, head: Buffer.concat(first).subarray(0, HEAD_BYTES) };
};
