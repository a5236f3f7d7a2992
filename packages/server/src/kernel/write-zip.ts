import type { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file to write into an archive. */
export interface ArchiveEntry {
  /** With slashes. */
  readonly path: string;
  readonly content: Readable;
}

/** A ZIP archive, written while it is read: the next file is requested once the one before has been sent. */
export const writeZip = (entries: AsyncIterable<ArchiveEntry>): Readable => {
  const zip = new ZipFile();
  const archive = zip.outputStream as PassThrough;
  const write = async () => {
    for await (const { path, content } of entries) {
      const stop = () => content.destroy();
      archive.once('close', stop);
      if (archive.destroyed) stop();
      zip.addReadStream(content, path, { mode: 0o100644 });
      await finished(content, { writable: false });
      archive.off('close', stop);
    }
    zip.end();
  };
  // An archive that was cut off is not a valid one, so that nobody takes it for the whole.
  write().catch((error: Error) => archive.destroy(error));
  return archive;
};
