import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
// @ts-expect-error: it brings no types along
import S3rverUntyped from '@20minutes/s3rver';
import type { S3Options } from '../adapters/s3/requests.ts';

interface S3rver {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}
const S3rver = S3rverUntyped as new (options: object) => S3rver;

const BUCKET = 'lectern';

/** Starts a local S3 server that checks signatures, with one empty bucket. */
export const startS3Server = async () => {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'lectern-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET }],
  });
  const { port } = await server.run();
  const options: S3Options = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: BUCKET,
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    pathStyle: true,
  };
  return {
    options,
    /** The keys of all objects. */
    keys: async (): Promise<string[]> =>
      (await readdir(path.join(directory, BUCKET), { recursive: true }))
        .filter((name) => name.endsWith('._S3rver_object'))
        .map((name) => name.slice(0, -'._S3rver_object'.length))
        .sort(),
    close: async () => {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
};
