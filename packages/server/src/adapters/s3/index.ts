import { createReadStream } from 'node:fs';
import path from 'node:path';
import { type Blobs, blobName, requireBlobName, STAGING_FOLDER } from '../../kernel/blobs/blobs.ts';
import { createFolderBlobs } from '../../kernel/blobs/folder-blobs.ts';
import { createStagingArea } from '../../kernel/blobs/staging.ts';
import type { Config } from '../../kernel/config.ts';
import { createS3Requests, S3Error, type S3Options } from './requests.ts';

const MISSING = [404];
const REFUSALS: Readonly<Record<number, string>> = {
  403: 'it refuses the key, or the key may not use the bucket',
  404: 'it has no such bucket',
};
const PREFIX = 'blobs/';

/** Blobs as objects, `blobs/<organization>/<aa>/<hash>`: received on the disk, for only their hash says their name. */
export const createS3Blobs = (dataDir: string, options: S3Options): Blobs => {
  const incoming = createStagingArea(path.join(dataDir, 'blobs', STAGING_FOLDER));
  const { send, ask, copySource } = createS3Requests(options);
  const keyOf = (organizationId: string, hash: string): string | undefined => {
    const name = blobName(organizationId, hash);
    return name && PREFIX + name;
  };
  const sizeOf = async (key: string): Promise<number | undefined> => {
    const { status, headers } = await ask({ method: 'HEAD', key, expected: MISSING });
    return status === 404 ? undefined : Number(headers['content-length']);
  };

  return {
    receive: async (organizationId, source, maxBytes) => {
      const { file, ...received } = await incoming.receive(source, maxBytes);
      const { hash, size, discard } = received;
      const commit = async () => {
        const key = PREFIX + requireBlobName(organizationId, hash);
        // The store checks the hash, so that what lies there under a name is what the name says.
        if ((await sizeOf(key)) !== size)
          await ask({
            method: 'PUT',
            key,
            headers: { 'content-length': String(size), 'x-amz-content-sha256': hash },
            body: () => createReadStream(file),
          });
        await discard();
      };
      return { ...received, commit };
    },

    open: async (organizationId, hash, range) => {
      const key = keyOf(organizationId, hash);
      if (!key) return undefined;
      const headers = range && { range: `bytes=${range.start}-${range.end}` };
      const { status, body } = await send({
        method: 'GET',
        key,
        expected: MISSING,
        ...(headers && { headers }),
      });
      if (status !== 404) return body;
      body.resume();
      return undefined;
    },

    sizeOf: async (organizationId, hash) => {
      const key = keyOf(organizationId, hash);
      return key ? sizeOf(key) : undefined;
    },

    copy: async (from, to, hash) => {
      const source = keyOf(from, hash);
      if (!source) return false;
      const key = PREFIX + requireBlobName(to, hash);
      const headers = { 'x-amz-copy-source': copySource(source) };
      const { status } = await ask({ method: 'PUT', key, headers, expected: MISSING });
      // A copy that fails on its way is answered like one that does not.
      if (status !== 404 && (await sizeOf(key)) === undefined) throw new S3Error(undefined, 'A copy failed');
      return status !== 404;
    },

    remove: async (organizationId, hash) => {
      const key = keyOf(organizationId, hash);
      if (key) await ask({ method: 'DELETE', key, expected: MISSING });
    },
  };
};

/** What is wrong with a store; undefined when it answers and lets us in. */
export const examineS3 = async (options: S3Options): Promise<string | undefined> => {
  try {
    await createS3Requests(options).ask({ method: 'HEAD' });
    return undefined;
  } catch (error) {
    if (!(error instanceof S3Error)) throw error;
    return REFUSALS[error.status ?? 0] ?? error.message;
  }
};

/** The blobs of an installation: in its data folder, or where its settings say. */
export const openBlobs = ({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Blobs =>
  s3 ? createS3Blobs(dataDir, s3) : createFolderBlobs(dataDir);
