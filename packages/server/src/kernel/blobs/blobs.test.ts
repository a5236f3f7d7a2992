import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createS3Blobs } from '../../adapters/s3/index.ts';
import { startS3Server } from '../../testing/s3-server.ts';
import { type Blobs, BlobTooLargeError, STAGING_FOLDER } from './blobs.ts';
import { createFolderBlobs } from './folder-blobs.ts';

const ORG = 'organization';
const MAX = 10 * 1024 * 1024;

async function* chunks(...parts: (Buffer | Error)[]): AsyncGenerator<Buffer> {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield part;
  }
}

/** A store to be looked at from the outside. */
interface Store {
  open(dataDir: string): Blobs;
  /** The names of all that it keeps. */
  names(dataDir: string): Promise<string[]>;
  close(): Promise<void>;
}

const filesBelow = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));

const inFolder = async (): Promise<Store> => ({
  open: createFolderBlobs,
  names: async (dataDir) =>
    (await filesBelow(path.join(dataDir, 'blobs'))).filter((name) => !name.startsWith(STAGING_FOLDER)),
  close: async () => {},
});

const inS3 = async (): Promise<Store> => {
  const server = await startS3Server();
  return {
    open: (dataDir) => createS3Blobs(dataDir, server.options),
    names: async () => (await server.keys()).map((key) => key.replace(/^blobs\//, '')),
    close: server.close,
  };
};

describe.each([
  ['a folder', inFolder],
  ['S3', inS3],
])('blobs in %s', (_, start) => {
  let dataDir: string;
  let store: Store;
  let blobs: Blobs;
  beforeEach(async () => {
    store = await start();
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'lectern-blobs-'));
    blobs = store.open(dataDir);
  });
  afterEach(async () => {
    await store.close();
    await rm(dataDir, { recursive: true });
  });

  const names = () => store.names(dataDir);
  const incoming = () => filesBelow(path.join(dataDir, 'blobs', STAGING_FOLDER));
  const put = async (content: Buffer, organization = ORG) => {
    const received = await blobs.receive(organization, chunks(content), MAX);
    await received.commit();
    return received.hash;
  };
  const read = async (hash: string, range?: { start: number; end: number }, organization = ORG) => {
    const stream = await blobs.open(organization, hash, range);
    return stream && buffer(stream);
  };

  test('are named by their content, and read completely or in part', async () => {
    const content = randomBytes(300_000);
    const received = await blobs.receive(
      ORG,
      chunks(content.subarray(0, 1000), content.subarray(1000, 1001), content.subarray(1001)),
      content.length,
    );
    const hash = createHash('sha256').update(content).digest('hex');
    expect([received.hash, received.size]).toEqual([hash, content.length]);
    expect(received.head.equals(content.subarray(0, received.head.length))).toBe(true);
    expect(received.head.length).toBe(256 * 1024);
    expect(await blobs.sizeOf(ORG, hash)).toBeUndefined();
    await received.commit();
    expect(await names()).toEqual([path.join(ORG, hash.slice(0, 2), hash)]);
    expect(await incoming()).toEqual([]);
    expect(await blobs.sizeOf(ORG, hash)).toBe(content.length);
    expect((await read(hash))?.equals(content)).toBe(true);
    expect((await read(hash, { start: 10, end: 19 }))?.equals(content.subarray(10, 20))).toBe(true);
  });

  test('with the same content are one file, also when stored concurrently', async () => {
    const content = randomBytes(100_000);
    const hashes = await Promise.all(Array.from({ length: 20 }, () => put(content)));
    expect(new Set(hashes).size).toBe(1);
    await put(content);
    expect(await names()).toHaveLength(1);
    expect((await read(hashes[0]!))?.equals(content)).toBe(true);
  });

  test('are all stored when there are many at the same time', async () => {
    const contents = Array.from({ length: 40 }, () => randomBytes(20_000));
    const hashes = await Promise.all(contents.map((content) => put(content)));
    for (const [index, hash] of hashes.entries())
      expect((await read(hash))?.equals(contents[index]!)).toBe(true);
    expect(await names()).toHaveLength(40);
  });

  test('that are interrupted, abandoned or too large leave nothing behind', async () => {
    const broken = blobs.receive(ORG, chunks(randomBytes(5000), new Error('the line is cut')), MAX);
    await expect(broken).rejects.toThrow('the line is cut');
    const large = blobs.receive(ORG, chunks(randomBytes(600), randomBytes(401)), 1000);
    await expect(large).rejects.toThrow(BlobTooLargeError);
    await (await blobs.receive(ORG, chunks(randomBytes(1000)), 1000)).discard();
    expect([...(await names()), ...(await incoming())]).toEqual([]);
  });

  test('of a killed process are removed when they are old', async () => {
    await put(randomBytes(10));
    const folder = path.join(dataDir, 'blobs', STAGING_FOLDER);
    for (const name of ['old', 'new']) await writeFile(path.join(folder, name), 'half');
    const past = new Date(Date.now() - 25 * 60 * 60 * 1000);
    await utimes(path.join(folder, 'old'), past, past);
    blobs = store.open(dataDir);
    await put(randomBytes(10));
    expect(await incoming()).toEqual(['new']);
  });

  test('belong to one organization, and are copied to another', async () => {
    const content = randomBytes(1000);
    const hash = await put(content);
    expect(await read(hash, undefined, 'another')).toBeUndefined();
    expect(await blobs.copy(ORG, 'another', hash)).toBe(true);
    expect(await blobs.copy(ORG, 'another', hash)).toBe(true);
    expect(await blobs.copy(ORG, 'another', hash.replace(/./, 'x'))).toBe(false);
    await blobs.remove(ORG, hash);
    await blobs.remove(ORG, hash);
    expect(await read(hash)).toBeUndefined();
    expect((await read(hash, undefined, 'another'))?.equals(content)).toBe(true);
    expect(await names()).toHaveLength(1);
  });

  test('with invalid names are not found', async () => {
    const secret = path.join(dataDir, 'secret');
    await writeFile(secret, 'secret');
    await put(randomBytes(10));
    for (const hash of ['../../secret', '..', '', 'A'.repeat(64), `${'0'.repeat(62)}/.`]) {
      expect(await blobs.open(ORG, hash)).toBeUndefined();
      expect(await blobs.sizeOf(ORG, hash)).toBeUndefined();
      await blobs.remove(ORG, hash);
    }
    expect(await blobs.sizeOf('..', '0'.repeat(64))).toBeUndefined();
    expect(await readFile(secret, 'utf8')).toBe('secret');
  });
});
