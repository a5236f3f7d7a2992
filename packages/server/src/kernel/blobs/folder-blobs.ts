import { copyFile, link, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Blobs, blobName, requireBlobName, STAGING_FOLDER } from './blobs.ts';
import { createStagingArea } from './staging.ts';

/** Stores blobs as files, `blobs/<organization>/<aa>/<hash>`. A file gets its name only after its bytes are synced to disk. */
export const createFolderBlobs = (dataDir: string): Blobs => {
  const folder = path.join(dataDir, 'blobs');
  const staging = createStagingArea(path.join(folder, STAGING_FOLDER));

  const fileOf = (organizationId: string, hash: string): string | undefined => {
    const name = blobName(organizationId, hash);
    return name && path.join(folder, name);
  };
  const requireFileOf = (organizationId: string, hash: string): string =>
    path.join(folder, requireBlobName(organizationId, hash));

  /** Moves a file to its final path and syncs the folder. */
  const place = async (temporary: string, file: string) => {
    await mkdir(path.dirname(file), { recursive: true });
    await rename(temporary, file);
    await syncFolder(path.dirname(file));
  };

  return {
    receive: async (organizationId, source, maxBytes) => {
      const { file, ...received } = await staging.receive(source, maxBytes);
      return { ...received, commit: () => place(file, requireFileOf(organizationId, received.hash)) };
    },

    open: async (organizationId, hash, range) => {
      const file = fileOf(organizationId, hash);
      // Opened here, because an error of the stream would come after the response headers.
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
      const temporary = await staging.newFile();
      // Blobs are immutable, so a hard link suffices; some file systems have none.
      await link(source, temporary).catch(() => copyFile(source, temporary));
      await place(temporary, requireFileOf(to, hash));
      // Renaming a hard link to a link of the same file does nothing and leaves it.
      await rm(temporary, { force: true });
      return true;
    },

    remove: async (organizationId, hash) => {
      const file = fileOf(organizationId, hash);
      if (file) await rm(file, { force: true });
    },
  };
};

const unlessMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
};

// A power cut loses the file name unless its folder is synced, too. Not every system allows that.
const syncFolder = async (folder: string) => {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
};
