import { copyFile, link, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Blobs, blobName, STAGING_FOLDER, requireBlobName } from './blobs.ts';
import { createStagingArea } from './staging.ts';

/** Blobs as files, `blobs/<organization>/<aa>/<hash>`: a name is there only once its bytes are on the disk. */
export const createFolderBlobs = (dataDir: string): Blobs => {
  const folder = path.join(dataDir, 'blobs');
  const incoming = createStagingArea(path.join(folder, STAGING_FOLDER));

  const fileOf = (organizationId: string, hash: string): string | undefined => {
    const name = blobName(organizationId, hash);
    return name && path.join(folder, name);
  };
  const mustFileOf = (organizationId: string, hash: string): string =>
    path.join(folder, requireBlobName(organizationId, hash));

  /** Gives bytes on the disk their name, and the name a place on the disk. */
  const place = async (temporary: string, file: string) => {
    await mkdir(path.dirname(file), { recursive: true });
    await rename(temporary, file);
    await syncFolder(path.dirname(file));
  };

  return {
    receive: async (organizationId, source, maxBytes) => {
      const { file, ...received } = await incoming.receive(source, maxBytes);
      return { ...received, commit: () => place(file, mustFileOf(organizationId, received.hash)) };
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
      const temporary = await incoming.newFile();
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

const unlessMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
};

// A name is lost in a power cut unless its folder was written out, too; not every system lets folders be.
const syncFolder = async (folder: string) => {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
};
