import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/** Something about a backup that whoever made or brought it can do something about. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** One file of an archive. */
export interface ArchiveEntry {
  readonly name: string;
  readonly size: number;
  /** Its bytes, to be read to their end or not at all. */
  readonly content: AsyncIterable<Buffer>;
}

const BLOCK = 512;
const END = 'end.json';
// Text shrinks to a fifth already; more effort would make it slower, not much smaller.
const GZIP_LEVEL = 3;
const LARGEST = 8 ** 11 - 1;

const padding = (size: number) => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
const sumOf = (header: Buffer) =>
  header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);

/** The block that stands before an entry of a tar archive. */
const headerOf = (name: string, size: number): Buffer => {
  if (Buffer.byteLength(name) > 100 || size > LARGEST)
    throw new Error(`An archive has no place for ${name} of ${size} bytes`);
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

/** Writes an archive, entry by entry: a tar file, packed, whose last entry has a checksum of all others. */
export const createArchive = (file: string) => {
  const gzip = createGzip({ level: GZIP_LEVEL });
  const written = pipeline(gzip, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
  // Who writes next is told; until then nobody asks.
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
    if (length !== size) throw new BackupError(`${name} should have ${size} bytes, and has ${length}`);
    await write(padding(size));
    entries += 1;
  };
  const add = (name: string, content: Uint8Array) => addStream(name, content.byteLength, whole(content));

  return {
    addStream,
    add,
    /** Says that all is there. */
    finish: async (): Promise<void> => {
      await add(END, Buffer.from(JSON.stringify({ entries, sha256: hash.copy().digest('hex') })));
      gzip.end(Buffer.alloc(2 * BLOCK));
      await written;
    },
    /** Lets go of the file, whatever is in it. */
    discard: async (): Promise<void> => {
      gzip.destroy();
      await written.catch(() => {});
    },
  };
};

/** An archive that is being written. */
export type Archive = ReturnType<typeof createArchive>;

async function* whole(content: Uint8Array): AsyncGenerator<Uint8Array> {
  if (content.byteLength > 0) yield content;
}

/** The refusal of a file that is not what was written. */
export const damagedError = (why: string) => new BackupError(`The file is damaged or not complete: ${why}`);

// Wherever the bytes are wanted: in the archive's own parts, or in those that somebody else reads.
const asDamage = (error: NodeJS.ErrnoException): never => {
  throw error.code?.startsWith('Z_') ? damagedError(error.message) : error;
};

/** What JSON in an archive says. */
export const parseJson = async <T>(content: AsyncIterable<Buffer>): Promise<T> => {
  const text = (await buffer(content)).toString();
  try {
    return JSON.parse(text);
  } catch {
    throw damagedError('a part of it is not readable');
  }
};

/** Bytes of a stream, as many at a time as somebody wants. */
const createSource = (stream: AsyncIterable<Buffer>, hash: Hash) => {
  const chunks = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  const fill = async (): Promise<boolean> => {
    while (rest.length === 0) {
      const next = await chunks.next().catch(asDamage);
      if (next.done) return false;
      rest = next.value;
    }
    return true;
  };
  async function* take(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      if (!(await fill())) throw damagedError('it ends too early');
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
  if (sum !== sumOf(header) || !Number.isSafeInteger(size)) throw damagedError('an entry has no heading');
  return { name: text(0, 100), size: size! };
};

/** Reads the entries of an archive one after the other; what is not whole and unharmed ends with a BackupError. */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const packed = createReadStream(file);
  const unpacked = createGunzip();
  // The failure is met where the bytes are read.
  const flow = pipeline(packed, unpacked).catch(() => {});
  try {
    const hash = createHash('sha256');
    const source = createSource(unpacked, hash);
    for (let entries = 0; ; entries++) {
      const sha256 = hash.copy().digest('hex');
      const { name, size } = readHeader(await source.whole(BLOCK));
      if (name === END) {
        const end = await parseJson<{ sha256: string; entries: number }>(source.take(Math.min(size, BLOCK)));
        if (end.sha256 !== sha256 || end.entries !== entries) throw damagedError('the checksum is another');
        // The checksum of the packed bytes comes last of all.
        await source.drain();
        return;
      }
      const content = source.take(size);
      yield { name, size, content };
      for await (const _ of content);
      await source.whole(padding(size).length);
    }
  } finally {
    packed.destroy();
    unpacked.destroy();
    await flow;
  }
}
