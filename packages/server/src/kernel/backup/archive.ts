import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/** An expected failure of a backup or restore; the message is shown to the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** One file of an archive. */
export interface ArchiveEntry {
  readonly name: string;
  readonly size: number;
  /** Its bytes; read them to the end or not at all. */
  readonly content: AsyncIterable<Buffer>;
}

const BLOCK = 512;
const END = 'end.json';
// Compresses text to a fifth; higher levels are slower and not much smaller.
const GZIP_LEVEL = 3;
const LARGEST = 8 ** 11 - 1;

const padding = (size: number) => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
const sumOf = (header: Buffer) =>
  header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);

/** The header block of a tar entry. */
const headerOf = (name: string, size: number): Buffer => {
  if (Buffer.byteLength(name) > 100 || size > LARGEST)
    throw new Error(`${name} (${size} bytes) does not fit into a tar header`);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, digits: number) =>
    header.write(`${value.toString(8).padStart(digits, '0')}\0`, at);
  header.write(name, 0);
  octal(0o600, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(size, 124, 11);
  octal(0, 136, 11);
  header.write('0', 156);
  header.write('ustar\x0000', 257, 'latin1');
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148);
  return header;
};

/** Writes a gzipped tar file entry by entry; its last entry is a checksum of all others. */
export const createArchive = (file: string) => {
  const gzip = createGzip({ level: GZIP_LEVEL });
  const written = pipeline(gzip, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
  // A failure is reported by the next write.
  const broken = new AbortController();
  written.catch(() => broken.abort());
  const hash = createHash('sha256');
  let entries = 0;

  const write = async (chunk: Uint8Array) => {
    hash.update(chunk);
    if (!gzip.writable) await written;
    if (!gzip.write(chunk)) await once(gzip, 'drain', { signal: broken.signal }).catch(() => written);
  };
  const addStream = async (name: string, size: number, chunks: AsyncIterable<Uint8Array>) => {
    await write(headerOf(name, size));
    let length = 0;
    for await (const chunk of chunks) {
      length += chunk.byteLength;
      await write(chunk);
    }
    if (length !== size) throw new BackupError(`${name} should have ${size} bytes but has ${length}`);
    await write(padding(size));
    entries += 1;
  };
  const add = (name: string, content: Uint8Array) =>
    addStream(name, content.byteLength, singleChunk(content));

  return {
    addStream,
    add,
    /** Writes the checksum and closes the file. */
    finish: async (): Promise<void> => {
      await add(END, Buffer.from(JSON.stringify({ entries, sha256: hash.copy().digest('hex') })));
      gzip.end(Buffer.alloc(2 * BLOCK));
      await written;
    },
    /** Closes the file without completing it. */
    discard: async (): Promise<void> => {
      gzip.destroy();
      await written.catch(() => {});
    },
  };
};

/** An archive that is being written. */
export type Archive = ReturnType<typeof createArchive>;

async function* singleChunk(content: Uint8Array): AsyncGenerator<Uint8Array> {
  if (content.byteLength > 0) yield content;
}

/** The error for a file that was damaged or truncated. */
export const damagedError = (why: string) =>
  new BackupError(`The backup file is damaged or incomplete: ${why}`);

// Reports errors of decompression wherever the bytes are read.
const throwDamaged = (error: NodeJS.ErrnoException): never => {
  throw error.code?.startsWith('Z_') ? damagedError(error.message) : error;
};

/** Parses a JSON entry of an archive. */
export const parseJson = async <T>(content: AsyncIterable<Buffer>): Promise<T> => {
  const text = (await buffer(content)).toString();
  try {
    return JSON.parse(text);
  } catch {
    throw damagedError('it contains invalid JSON');
  }
};

/** Reads a stream in pieces of given sizes. */
const createSource = (stream: AsyncIterable<Buffer>, hash: Hash) => {
  const chunks = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  const fill = async (): Promise<boolean> => {
    while (rest.length === 0) {
      const next = await chunks.next().catch(throwDamaged);
      if (next.done) return false;
      rest = next.value;
    }
    return true;
  };
  async function* take(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      if (!(await fill())) throw damagedError('it is truncated');
      const part = rest.subarray(0, left);
      rest = rest.subarray(part.length);
      left -= part.length;
      hash.update(part);
      yield part;
    }
  }
  const drain = async () => {
    while (await fill()) rest = rest.subarray(rest.length);
  };
  return { take, drain, whole: async (size: number) => buffer(take(size)) };
};

const readHeader = (header: Buffer): { name: string; size: number } => {
  const text = (from: number, to: number) => header.toString('utf8', from, to).split('\0')[0]!;
  const [sum, size] = [text(148, 156), text(124, 136)].map((digits) => Number.parseInt(digits, 8));
  if (sum !== sumOf(header) || !Number.isSafeInteger(size))
    throw damagedError('an entry has an invalid header');
  return { name: text(0, 100), size: size! };
};

/** Reads the entries of an archive in order; throws a BackupError if it is damaged or truncated. */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const compressed = createReadStream(file);
  const gunzip = createGunzip();
  // A failure is reported where the bytes are read.
  const flow = pipeline(compressed, gunzip).catch(() => {});
  try {
    const hash = createHash('sha256');
    const source = createSource(gunzip, hash);
    for (let entries = 0; ; entries++) {
      const sha256 = hash.copy().digest('hex');
      const { name, size } = readHeader(await source.whole(BLOCK));
      if (name === END) {
        const end = await parseJson<{ sha256: string; entries: number }>(source.take(Math.min(size, BLOCK)));
        if (end.sha256 !== sha256 || end.entries !== entries)
          throw damagedError('its checksum does not match');
        // The gzip checksum follows at the very end.
        await source.drain();
        return;
      }
      const content = source.take(size);
      yield { name, size, content };
      for await (const _ of content);
      await source.whole(padding(size).length);
    }
  } finally {
    compressed.destroy();
    gunzip.destroy();
    await flow;
  }
}
