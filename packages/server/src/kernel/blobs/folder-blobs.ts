import { createHash, randomUUID } from 'node:crypto';
import { copyFile, type FileHandle, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Blobs, BlobTooLargeError, HEAD_BYTES, type ReceivedBlob } from './blobs.ts';

// What a killed process left half-written is of no use to anybody after this.
const FORGOTTEN_MS = 24 * 60 * 60 * 1000;
const INCOMING = '.incoming';
const HASH = /^[0-9a-f]{64}$/;
const ORGANIZATION = /^[A-Za-z0-9]+$/;

/** Blobs as files, `blobs/<organization>/<aa>/<hash>`: a name is there only once its bytes are on the disk. */
export const createFolderBlobs = (dataDir: string): Blobs => {
  const folder = path.join(dataDir, 'blobs');
  const incoming = path.join(folder, INCOMING);

  const fileOf = (organizationId: string, hash: string): string | undefined =>
    HASH.test(hash) && ORGANIZATION.test(organizationId)
      ? path.join(folder, organizationId, hash.slice(0, 2), hash)
      : undefined;
  const mustFileOf = (organizationId: string, hash: string): string => {
    const file = fileOf(organizationId, hash);
    if (!file) throw new Error(`Not the name of a blob: ${organizationId}/${hash}`);
    return file;
  };

  // Once per process: whoever writes sees to it that there is a place to write to, and nothing old in it.
  let prepared: Promise<void> | undefined;
  const prepare = () => {
    prepared ??= (async () => {
      await mkdir(incoming, { recursive: true });
      for (const name of await readdir(incoming)) {
        const file = path.join(incoming, name);
        const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
        if (mtimeMs < Date.now() - FORGOTTEN_MS) await rm(file, { force: true });
      }
    })().catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    return prepared;
  };

  /** Gives bytes on the disk their name, and the name a place on the disk. */
  const place = async (temporary: string, file: string) => {
    await mkdir(path.dirname(file), { recursive: true });
    await rename(temporary, file);
    await syncFolder(path.dirname(file));
  };

  return {
    receive: async (organizationId, source, maxBytes): Promise<ReceivedBlob> => {
      await prepare();
      const temporary = path.join(incoming, randomUUID());
      const drop = () => rm(temporary, { force: true });
      const handle = await open(temporary, 'wx', 0o600);
      try {
        const written = await write(handle, source, maxBytes);
        await handle.sync();
        return {
          ...written,
          keep: () => place(temporary, mustFileOf(organizationId, written.hash)),
          drop,
        };
      } catch (error) {
        await drop();
        throw error;
      } finally {
        await handle.close();
      }
    },

    open: async (organizationId, hash, range) => {
      const file = fileOf(organizationId, hash);
      // Opened before anything is promised: a stream that fails at its first byte comes too late.
      const handle = file ? await open(file, 'r').catch(unlessMissing) : undefined;
      return handle ? handle.createReadStream(range) : undefined;
    },

    sizeOf: async (organizationId, hash) => {
      const file = fileOf(organizationId, hash);
      return file ? (await stat(file).catch(unlessMissing))?.size : undefined;
    },

    copy: async (from, to, hash) => {
      const source = fileOf(from, hash);
      if (!source || !(await stat(source).catch(unlessMissing))) return false;
      await prepare();
      const temporary = path.join(incoming, randomUUID());
      // Blobs never change, so that two names may share their bytes; not every file system has such names.
      await link(source, temporary).catch(() => copyFile(source, temporary));
      await place(temporary, mustFileOf(to, hash));
      // A name for the same file as before stays behind: renaming it to itself does nothing.
      await rm(temporary, { force: true });
      return true;
    },

    remove: async (organizationId, hash) => {
      const file = fileOf(organizationId, hash);
      if (file) await rm(file, { force: true });
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

const unlessMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
};

// A name is lost in a power cut unless its folder was written out, too; not every system lets folders be.
const syncFolder = async (folder: string) => {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
};
