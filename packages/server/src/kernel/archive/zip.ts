import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl';

/** How much an archive may hold. */
export interface ArchiveLimits {
  readonly entries: number;
  /** All that is in it, unpacked. */
  readonly totalBytes: number;
  readonly entryBytes: number;
  /** How much larger something may become; small things are not asked. */
  readonly ratio: number;
}

/** Limits that documentation stays below and that a process bears. */
export const ARCHIVE_LIMITS: ArchiveLimits = {
  entries: 20_000,
  totalBytes: 256 * 1024 * 1024,
  entryBytes: 100 * 1024 * 1024,
  ratio: 200,
};

const SMALL = 1024 * 1024;
const FILE_TYPE = 0o170000;
const SYMLINK = 0o120000;
const REGULAR = 0o100000;

/** Why an archive is refused, in a sentence for whoever brought it. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

/** A file in an archive. */
interface ArchivedFile {
  readonly path: string;
  readonly bytes: Buffer;
}

/**
 * The files of a ZIP archive, on the disk or in memory, one after the other. yauzl reads the list at its end and holds
 * every entry against it while it unpacks; what the list says is judged as a whole before anything is unpacked.
 */
export async function* readZip(
  source: string | Buffer,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): AsyncGenerator<ArchivedFile> {
  const zip = await readable(openZip(source));
  try {
    const entries = await readable(listEntries(zip, limits));
    checkEntries(entries, limits);
    let left = limits.totalBytes;
    for (const entry of entries) {
      if (entry.fileName.endsWith('/')) continue;
      const bytes = await readable(unpack(zip, entry, left));
      left -= bytes.length;
      yield { path: entry.fileName, bytes };
    }
  } finally {
    zip.close();
  }
}

/** Holds an archive that something else will read against the limits, unpacking all of it for nothing but its size. */
export const checkZip = async (source: Buffer, limits: ArchiveLimits = ARCHIVE_LIMITS): Promise<void> => {
  for await (const _ of readZip(source, limits));
};

const openZip = (source: string | Buffer): Promise<ZipFile> => {
  // Names are taken as they stand: what would be mended could become another name than the one that was checked.
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true };
  return typeof source === 'string' ? openPromise(source, options) : fromBufferPromise(source, options);
};

const listEntries = async (zip: ZipFile, limits: ArchiveLimits): Promise<Entry[]> => {
  const tooMany = () => new ArchiveError(`The archive holds more than ${limits.entries} files.`);
  if (zip.entryCount > limits.entries) throw tooMany();
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    // The number that was told need not be the true one.
    if (entries.push(entry) > limits.entries) throw tooMany();
  }
  return entries;
};

const checkEntries = (entries: readonly Entry[], limits: ArchiveLimits): void => {
  const names = new Set<string>();
  let total = 0;
  for (const entry of entries) {
    const { fileName, uncompressedSize } = entry;
    const refuse = (why: string) =>
      new ArchiveError(`The archive is refused: ${JSON.stringify(fileName)} ${why}.`);
    // Absolute paths and those that lead out of the archive were refused when it was read.
    if (fileName.includes('\0')) throw refuse('has a name that no file can have');
    if (entry.isEncrypted()) throw refuse('is encrypted');
    const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
    const isFolder = fileName.endsWith('/');
    if (type === SYMLINK) throw refuse('is a symbolic link');
    if (!isFolder && type !== 0 && type !== REGULAR) throw refuse('is no ordinary file');
    if (!isFolder && !entry.canDecodeFileData()) throw refuse('is packed in a way that is not known here');
    // Where names differ only in their case, one would stand for the other on many machines.
    const name = fileName.normalize('NFC').toLowerCase();
    if (names.has(name)) throw refuse('is in it twice');
    names.add(name);
    if (uncompressedSize > limits.entryBytes) throw refuse(`has more than ${megabytes(limits.entryBytes)}`);
    if (uncompressedSize > SMALL && uncompressedSize > limits.ratio * entry.compressedSize)
      throw refuse(`unpacks to more than ${limits.ratio} times its size`);
    total += uncompressedSize;
    if (total > limits.totalBytes) throw tooLarge(limits.totalBytes);
  }
};

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;

const tooLarge = (bytes: number) =>
  new ArchiveError(`The archive is refused: it unpacks to more than ${megabytes(bytes)}.`);

const unpack = async (zip: ZipFile, entry: Entry, mostBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  // Parts of an archive may overlap: what counts is what comes out, not what was told.
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    size += (chunk as Buffer).length;
    if (size > mostBytes) throw tooLarge(ARCHIVE_LIMITS.totalBytes);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
};

/** What the library says of an archive that it cannot read, as a refusal. */
const readable = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (/^E[A-Z]+$/.test(code ?? '')) throw error;
    throw new ArchiveError(`The archive is refused: ${message}.`, { cause: error });
  }
};
