import { createReadStream } from 'node:fs';
import path from 'node:path';
import { type Blobs, blobName, requireBlobName, STAGING_FOLDER } from '../../kernel/blobs/blobs.ts';
import { createFolderBlobs } from '../../kernel/blobs/folder-blobs.ts';
import { createStagingArea } from '../../kernel/blobs/staging.ts';
import type { Config } from '../../kernel/config.ts';
import { createS3Requests, S3Error, type S3Options } from './requests.ts';

const MISSING = [404];
const MESSAGES: Readonly<Record<number, string>> = {
  403: 'the access key is invalid or has no permission for the bucket',
  404: 'the bucket does not exist',
};
const PREFIX = 'blobs/';

/** Stores blobs as objects, `blobs/<organization>/<aa>/<hash>`. Uploads are staged on disk until their hash is known. */
export const createS3Blobs = (dataDir: string, options: S3Options): Blobs => {
  const staging = createStagingArea(path.join(dataDir, 'blobs', STAGING_FOLDER));
  const { send, sendForHead, copySource } = createS3Requests(options);
  const keyOf = (organizationId: string, hash: string): string | undefined => {
    const name = blobName(organizationId, hash);
    return name && PREFIX + name;
  };
  const sizeOf = async (key: string): Promise<number | undefined> => {
    const { status, headers } = await sendForHead({ method: 'HEAD', key, expected: MISSING });
    return status === 404 ? undefined : Number(headers['content-length']);
  };

  return {
    receive: async (organizationId, source, maxBytes) => {
      const { file, ...received } = await staging.receive(source, maxBytes);
      const { hash, size, discard } = received;
      const commit = async () => {
        const key = PREFIX + requireBlobName(organizationId, hash);
        // The store verifies the hash.
        if ((await sizeOf(key)) !== size)
          await sendForHead({
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
      const { status } = await sendForHead({ method: 'PUT', key, headers, expected: MISSING });
      // S3 may report a failed copy with status 200.
      if (status !== 404 && (await sizeOf(key)) === undefined)
        throw new S3Error(undefined, 'The S3 store failed to copy an object');
      return status !== 404;
    },

    remove: async (organizationId, hash) => {
      const key = keyOf(organizationId, hash);
      if (key) await sendForHead({ method: 'DELETE', key, expected: MISSING });
    },
  };
};

/** Checks the access to the bucket; the error message if that fails. */
export const examineS3 = async (options: S3Options): Promise<string | undefined> => {
  try {
    await createS3Requests(options).sendForHead({ method: 'HEAD' });
    return undefined;
  } catch (error) {
    if (!(error instanceof S3Error)) throw error;
    return MESSAGES[error.status ?? 0] ?? error.message;
  }
};

/** The blob store of an installation: S3 if configured, otherwise the data folder. */
export const openBlobs = ({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Blobs =>
  s3 ? createS3Blobs(dataDir, s3) : createFolderBlobs(dataDir);
