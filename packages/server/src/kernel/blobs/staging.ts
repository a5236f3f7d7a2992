import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { BlobTooLargeError, HEAD_BYTES, type ReceivedBlob } from './blobs.ts';

// Files of killed processes are removed after this time.
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/** Received bytes in a temporary file. */
export interface StagedBlob extends Omit<ReceivedBlob, 'commit'> {
  readonly file: string;
}

/** Holds uploads on disk until their hash is known. */
export interface StagingArea {
  /** A path for a new temporary file. */
  newFile(): Promise<string>;
  receive(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StagedBlob>;
}

/** Makes a staging area in a folder; the first write removes old files from it. */
export const createStagingArea = (folder: string): StagingArea => {
  // Once per process: creates the folder and removes old files.
  let prepared: Promise<void> | undefined;
  const prepare = () => {
    prepared ??= (async () => {
      await mkdir(folder, { recursive: true });
      for (const name of await readdir(folder)) {
        const file = path.join(folder, name);
        const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
        if (mtimeMs < Date.now() - ABANDONED_MS) await rm(file, { force: true });
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
