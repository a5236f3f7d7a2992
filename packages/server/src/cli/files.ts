import path from 'node:path';
import type { Config } from '../kernel/config.ts';

/** The location of the file storage, and the error if it is not usable. */
export const examineFiles = async ({
  s3,
  dataDir,
}: Config): Promise<{ readonly where: string; readonly problem?: string | undefined }> => {
  if (!s3) return { where: path.join(dataDir, 'blobs') };
  const { examineS3 } = await import('../adapters/s3/index.ts');
  return {
    where: `the bucket ${s3.bucket} at ${new URL(s3.endpoint).host}`,
    problem: await examineS3(s3),
  };
};
