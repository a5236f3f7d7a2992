import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BlobStoreError } from '../../kernel/blobs/blobs.ts';
import { freePort } from '../../testing/program.ts';
import { startS3Server } from '../../testing/s3-server.ts';
import { createS3Blobs, examineS3 } from './index.ts';
import { type S3Options, s3Url } from './requests.ts';

const ORG = 'organization';

describe('an S3 store', () => {
  let server: Awaited<ReturnType<typeof startS3Server>>;
  let options: S3Options;
  let dataDir: string;
  beforeAll(async () => {
    server = await startS3Server();
    ({ options } = server);
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'lectern-s3-data-'));
  });
  afterAll(async () => {
    await server.close();
    await rm(dataDir, { recursive: true });
  });

  test('is checked at startup', async () => {
    expect(await examineS3(options)).toBeUndefined();
    expect(await examineS3({ ...options, bucket: 'other' })).toBe('the bucket does not exist');
    expect(await examineS3({ ...options, secretAccessKey: 'wrong' })).toContain('access key is invalid');
    const nobody = `http://127.0.0.1:${await freePort()}`;
    expect(await examineS3({ ...options, endpoint: nobody })).toContain('ECONNREFUSED');
  });

  test('reports denied requests instead of missing objects', async () => {
    const blobs = createS3Blobs(dataDir, { ...options, secretAccessKey: 'wrong' });
    await expect(blobs.sizeOf(ORG, '0'.repeat(64))).rejects.toThrow(BlobStoreError);
    await expect(blobs.open(ORG, '0'.repeat(64))).rejects.toThrow(BlobStoreError);
    const received = await blobs.receive(ORG, Readable.from([randomBytes(10)]), 10);
    await expect(received.commit()).rejects.toThrow(BlobStoreError);
  });

  test('is retried when it is busy', async () => {
    const asked: string[] = [];
    const busy = http.createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      request.resume();
      if (asked.length < 3) response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
      else response.writeHead(200, { 'content-length': '7' }).end();
    });
    await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
    const { port } = busy.address() as AddressInfo;
    try {
      const at = { ...options, endpoint: `http://127.0.0.1:${port}/base` };
      const hash = 'a'.repeat(64);
      const size = await createS3Blobs(dataDir, at).sizeOf(ORG, hash);
      expect(size).toBe(7);
      expect(asked).toEqual(Array(3).fill(`HEAD /base/lectern/blobs/${ORG}/aa/${hash}`));
    } finally {
      busy.close();
    }
  });

  test.each([
    [true, 'k', 'https://s3.test:9000/base/lectern/k'],
    [true, undefined, 'https://s3.test:9000/base/lectern'],
    [false, 'k', 'https://lectern.s3.test:9000/base/k'],
    [false, undefined, 'https://lectern.s3.test:9000/base/'],
  ])('addresses its bucket in the path (%s) or in the host', (pathStyle, key, url) => {
    expect(s3Url({ endpoint: 'https://s3.test:9000/base', bucket: 'lectern', pathStyle }, key)).toBe(url);
  });
});
