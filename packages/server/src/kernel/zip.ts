import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl';

/** Limits of an archive. */
export interface ArchiveLimits {
  readonly entries: number;
  /** The total unpacked size. */
  readonly totalBytes: number;
  readonly entryBytes: number;
  /** The maximum compression ratio of an entry over 1 MB. */
  readonly ratio: number;
}

/** Default limits: above any documentation, and within the memory of a process. */
export const ARCHIVE_LIMITS: ArchiveLimits = {
  entries: 200_000,
  totalBytes: 256 * 1024 * 1024,
  entryBytes: 100 * 1024 * 1024,
  ratio: 200,
};

const SMALL = 1024 * 1024;
const FILE_TYPE = 0o170000;
const SYMLINK = 0o120000;
const REGULAR = 0o100000;

/** An archive was rejected; the message is shown to the user. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

/** A file in an archive; its content is unpacked while it is read. */
interface ArchivedFile {
  readonly path: string;
  readonly content: AsyncIterable<Buffer>;
}

/**
 * Reads the files of a ZIP archive, on disk or in memory. The central directory is checked before anything is unpacked,
 * and yauzl checks every entry against it.
 */
export async function* readZip(
  source: string | Buffer,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): AsyncGenerator<ArchivedFile> {
  const zip = await withArchiveErrors(openZip(source));
  try {
    const entries = await withArchiveErrors(listEntries(zip, limits));
    checkEntries(entries, limits);
    const unpack = createUnpacking(zip, limits.totalBytes);
    for (const entry of entries)
      if (!entry.fileName.endsWith('/')) yield { path: entry.fileName, content: unpack(entry) };
  } finally {
    zip.close();
  }
}

/** Checks an archive that another library will read: unpacks all of it, and discards the result. */
export const checkZip = async (source: Buffer, limits: ArchiveLimits = ARCHIVE_LIMITS): Promise<void> => {
  for await (const { content } of readZip(source, limits)) for await (const _ of content);
};

const openZip = (source: string | Buffer): Promise<ZipFile> => {
  // Names are not normalized after they were checked.
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true };
  return typeof source === 'string' ? openPromise(source, options) : fromBufferPromise(source, options);
};

const listEntries = async (zip: ZipFile, limits: ArchiveLimits): Promise<Entry[]> => {
  const tooMany = () => new ArchiveError(`The archive contains more than ${limits.entries} files.`);
  if (zip.entryCount > limits.entries) throw tooMany();
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    // The declared number may be wrong.
    if (entries.push(entry) > limits.entries) throw tooMany();
  }
  return entries;
};

const checkEntries = (entries: readonly Entry[], limits: ArchiveLimits): void => {
  const names = new Set<string>();
  let total = 0;
  for (const entry of entries) {
    const { fileName, uncompressedSize } = entry;
    const reject = (why: string) =>
      new ArchiveError(`The archive was rejected: ${JSON.stringify(fileName)} ${why}.`);
    // yauzl rejects absolute paths and paths that lead out of the archive.
    if (fileName.includes('\0')) throw reject('has an invalid name');
    if (entry.isEncrypted()) throw reject('is encrypted');
    const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
    const isFolder = fileName.endsWith('/');
    if (type === SYMLINK) throw reject('is a symbolic link');
    if (!isFolder && type !== 0 && type !== REGULAR) throw reject('is not a regular file');
    if (!isFolder && !entry.canDecodeFileData()) throw reject('uses an unsupported compression method');
    // Names that differ only in case are one file on many systems.
    const name = fileName.normalize('NFC').toLowerCase();
    if (names.has(name)) throw reject('occurs twice');
    names.add(name);
    if (uncompressedSize > limits.entryBytes) throw reject(`is larger than ${megabytes(limits.entryBytes)}`);
    if (uncompressedSize > SMALL && uncompressedSize > limits.ratio * entry.compressedSize)
      throw reject(`unpacks to more than ${limits.ratio} times its size`);
    total += uncompressedSize;
    if (total > limits.totalBytes) throw tooLarge(limits.totalBytes);
  }
};

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;

const tooLarge = (bytes: number) =>
  new ArchiveError(`The archive was rejected: it unpacks to more than ${megabytes(bytes)}.`);

/** Unpacks entries, up to a total size: entries may overlap, so that the actual size counts, not the declared one. */
const createUnpacking = (zip: ZipFile, maxBytes: number) => {
  let left = maxBytes;
  return async function* (entry: Entry): AsyncGenerator<Buffer> {
    const stream = await withArchiveErrors(zip.openReadStreamPromise(entry));
    const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    try {
      for (;;) {
        const { done, value } = await withArchiveErrors(chunks.next());
        if (done) return;
        left -= value.length;
        if (left < 0) throw tooLarge(maxBytes);
        yield value;
      }
    } finally {
      stream.destroy();
    }
  };
};

/** Turns errors of yauzl into ArchiveErrors. */
const withArchiveErrors = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (/^E[A-Z]+$/.test(code ?? '')) throw error;
    throw new ArchiveError(`The archive was rejected: ${message}.`, { cause: error });
  }
};
