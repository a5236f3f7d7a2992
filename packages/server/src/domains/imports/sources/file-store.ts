import { createWriteStream } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileOnDisk, type ImportFile } from '../import-files.ts';

/** Stores the files of an import source in a folder, under numbers, since their paths come from the source. */
export const createFileStore = async (parent: string) => {
  const folder = await mkdtemp(path.join(parent, 'files-'));
  const files: Pick<ImportFile, 'path' | 'bytes'>[] = [];
  let size = 0;
  let count = 0;
  const next = () => path.join(folder, String(count++));
  return {
    files,
    /** The total size in bytes. */
    size: () => size,

    /** Removes the files from a position on, and returns them. */
    takeFrom: (at: number): Pick<ImportFile, 'path' | 'bytes'>[] => files.splice(at),

    add: async (name: string, bytes: Uint8Array): Promise<void> => {
      const location = next();
      await writeFile(location, bytes);
      size += bytes.length;
      files.push(fileOnDisk(name, location));
    },

    addStream: async (
      name: string,
      content: AsyncIterable<Uint8Array>,
      signal: AbortSignal,
    ): Promise<void> => {
      const location = next();
      const written = createWriteStream(location);
      await pipeline(content, written, { signal });
      size += written.bytesWritten;
      files.push(fileOnDisk(name, location));
    },
  };
};

/** Stores the files of an import source. */
export type FileStore = Awaited<ReturnType<typeof createFileStore>>;
