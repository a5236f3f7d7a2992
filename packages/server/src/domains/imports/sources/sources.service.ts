import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { ARCHIVE_LIMITS, ArchiveError, readZip } from '../../../kernel/archive/zip.ts';
import { GitError, type GitRepository } from '../../../kernel/git.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { WebsitesService } from '../crawler/crawler.service.ts';
import type { ImportSource } from '../imports.store.ts';
import type { ReceivedUpload, UploadsService } from '../uploads/uploads.service.ts';
import type { DocumentsService } from './documents.service.ts';
import { type Course, type Gathered, type GatheredFile, ImportError } from './import-files.ts';

interface Dependencies extends Pick<Kernel, 'git'> {
  readonly uploads: UploadsService;
  readonly documents: DocumentsService;
  readonly websites: WebsitesService;
}

type File = Pick<GatheredFile, 'path' | 'bytes'>;

const ZIP = /\.zip$/i;

/** Makes a repository of what somebody brought along, wherever it is. */
export const createGatheringService = ({ git, uploads, documents, websites }: Dependencies) => {
  /** The files of an archive on the disk. */
  const unpack = async (archive: string, { signal, progress }: Course): Promise<File[]> => {
    const files: File[] = [];
    try {
      for await (const file of readZip(archive)) {
        signal.throwIfAborted();
        files.push(file);
        progress({ stage: 'fetch', done: files.length, total: files.length });
      }
    } catch (error) {
      if (error instanceof ArchiveError) throw new ImportError(error.message);
      throw error;
    }
    return files;
  };

  /** The files at a ref of a repository elsewhere, and what of it is no file. */
  const checkOut = async (
    remote: { readonly url: string; readonly ref: string },
    { signal, progress }: Course,
  ): Promise<{ files: File[]; skipped: readonly string[] }> => {
    let repository: GitRepository | undefined;
    try {
      repository = await git.fetch(remote, signal);
      const { head } = repository;
      if (!head) throw new ImportError(`The repository has no ${remote.ref}.`);
      const { entries, skipped } = head;
      const bytes = await repository.texts(entries.map(({ oid }) => oid));
      progress({ stage: 'fetch', done: entries.length, total: entries.length });
      return { files: entries.map(({ path: at, oid }) => ({ path: at, bytes: bytes.get(oid)! })), skipped };
    } catch (error) {
      throw error instanceof GitError ? new ImportError(error.message) : error;
    } finally {
      await repository?.close();
    }
  };

  const filesOf = async (upload: ReceivedUpload, course: Course): Promise<File[]> => {
    const stream = await uploads.open(upload);
    if (!stream) throw new ImportError(`${upload.name} is no longer there: it has to be uploaded again.`);
    if (!ZIP.test(upload.name)) return [{ path: path.basename(upload.name), bytes: await buffer(stream) }];
    const folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-import-'));
    try {
      const archive = path.join(folder, 'archive.zip');
      await pipeline(stream, createWriteStream(archive), { signal: course.signal });
      return await unpack(archive, course);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

  return {
    unpack,
    checkOut,

    /** Reads a source as a repository, and says what was not understood. */
    gather: async (
      organizationId: string,
      userId: string,
      source: ImportSource,
      course: Course,
    ): Promise<Gathered> => {
      if (source.type === 'website') return websites.gather(source.url, course);
      const files: File[] = [];
      for (const upload of await uploads.find(organizationId, userId, source.files)) {
        files.push(...(await filesOf(upload, course)));
        if (files.reduce((sum, { bytes }) => sum + bytes.length, 0) > ARCHIVE_LIMITS.totalBytes)
          throw new ImportError('These files are too much for one import: import them one after the other.');
      }
      return documents.toRepository(distinct(files), course);
    },
  };
};

/** Several files of one name stand beside each other in one import only if they came in one archive. */
const distinct = (files: readonly File[]): File[] => {
  const names = new Set<string>();
  for (const { path: name } of files) {
    if (names.has(name))
      throw new ImportError(`Two files are called ${name}: import them one after the other.`);
    names.add(name);
  }
  return [...files];
};

/** Makes a repository of what somebody brought along. */
export type GatheringService = ReturnType<typeof createGatheringService>;
