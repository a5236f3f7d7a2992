import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { GitError, type GitRepository } from '../../../kernel/git.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { ARCHIVE_LIMITS, ArchiveError, readZip } from '../../../kernel/zip.ts';
import type { CrawlerService } from '../crawler/crawler.service.ts';
import {
  type ImportContext,
  ImportError,
  type ImportFile,
  type ImportSource,
  type SourceContent,
} from '../import-files.ts';
import type { ReceivedUpload, UploadsService } from '../uploads/uploads.service.ts';
import type { DocumentsService } from './documents.service.ts';

interface Dependencies extends Pick<Kernel, 'git'> {
  readonly uploads: UploadsService;
  readonly documents: DocumentsService;
  readonly crawler: CrawlerService;
}

type File = Pick<ImportFile, 'path' | 'bytes'>;

const ZIP = /\.zip$/i;

/** Reads import sources: websites, uploads, archives and git repositories. */
export const createSourcesService = ({ git, uploads, documents, crawler }: Dependencies) => {
  /** The files of an archive on disk. */
  const unzip = async (archive: string, { signal, progress }: ImportContext): Promise<File[]> => {
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

  /** The files of a git repository at a ref, and the paths that are not regular files. */
  const checkOut = async (
    remote: { readonly url: string; readonly ref: string },
    { signal, progress }: ImportContext,
  ): Promise<{ files: File[]; skipped: readonly string[] }> => {
    let repository: GitRepository | undefined;
    try {
      repository = await git.fetch(remote, signal);
      const { head } = repository;
      if (!head) throw new ImportError(`The repository has no ref ${remote.ref}.`);
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

  const filesOf = async (upload: ReceivedUpload, context: ImportContext): Promise<File[]> => {
    const stream = await uploads.open(upload);
    if (!stream) throw new ImportError(`The upload ${upload.name} has expired: upload it again.`);
    if (!ZIP.test(upload.name)) return [{ path: path.basename(upload.name), bytes: await buffer(stream) }];
    const folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-import-'));
    try {
      const archive = path.join(folder, 'archive.zip');
      await pipeline(stream, createWriteStream(archive), { signal: context.signal });
      return await unzip(archive, context);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

  return {
    unzip,
    checkOut,

    /** Reads the source of an import as a Markdown repository. */
    read: async (
      organizationId: string,
      userId: string,
      source: ImportSource,
      context: ImportContext,
    ): Promise<SourceContent> => {
      if (source.type === 'website') return crawler.crawl(source.url, context);
      const files: File[] = [];
      for (const upload of await uploads.find(organizationId, userId, source.files)) {
        files.push(...(await filesOf(upload, context)));
        if (files.reduce((sum, { bytes }) => sum + bytes.length, 0) > ARCHIVE_LIMITS.totalBytes)
          throw new ImportError('The files are too large for one import: import them separately.');
      }
      requireDistinctPaths(files);
      return documents.toRepository(files, context);
    },
  };
};

const requireDistinctPaths = (files: readonly File[]): void => {
  const paths = new Set<string>();
  for (const { path: name } of files) {
    if (paths.has(name)) throw new ImportError(`Two files are named ${name}: import them separately.`);
    paths.add(name);
  }
};

/** Reads import sources. */
export type SourcesService = ReturnType<typeof createSourcesService>;
