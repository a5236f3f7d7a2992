import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { GitError, type GitRepository } from '../../../kernel/git.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { inBatches } from '../../../kernel/markdown/batches.ts';
import { ARCHIVE_LIMITS, ArchiveError, readZip } from '../../../kernel/zip.ts';
import type { CrawlerService } from '../crawler/crawler.service.ts';
import {
  type ImportContext,
  ImportError,
  type ImportFile,
  type ImportSource,
  type SourceContent,
  type SourceContext,
} from '../import-files.ts';
import type { ReceivedUpload, UploadsService } from '../uploads/uploads.service.ts';
import type { DocumentsService } from './documents.service.ts';
import { createFileStore, type FileStore } from './file-store.ts';

interface Dependencies extends Pick<Kernel, 'git'> {
  readonly uploads: UploadsService;
  readonly documents: DocumentsService;
  readonly crawler: CrawlerService;
}

type File = Pick<ImportFile, 'path' | 'bytes'>;

const ZIP = /\.zip$/i;
/** The bytes of a git repository that are in memory at the same time. */
const BATCH_BYTES = 16 * 1024 * 1024;

/** Reads import sources: websites, uploads, archives and git repositories. */
export const createSourcesService = ({ git, uploads, documents, crawler }: Dependencies) => {
  const readArchive = async (
    archive: string | Buffer,
    store: FileStore,
    { signal, progress }: ImportContext,
  ): Promise<void> => {
    for await (const file of readZip(archive)) {
      signal.throwIfAborted();
      await store.addStream(file.path, file.content, signal);
      progress({ stage: 'fetch', done: store.files.length, total: store.files.length });
      requireSize(store);
    }
  };

  const unpack = async (archive: string, store: FileStore, context: ImportContext): Promise<void> => {
    const first = store.files.length;
    try {
      await readArchive(archive, store, context);
      // Notion packs the parts of an export into another archive.
      if (store.files.slice(first).every(({ path: name }) => ZIP.test(name)))
        for (const part of store.takeFrom(first)) await readArchive(Buffer.from(part.bytes), store, context);
    } catch (error) {
      if (error instanceof ArchiveError) throw new ImportError(error.message);
      throw error;
    }
  };

  const receive = async (upload: ReceivedUpload, store: FileStore, context: SourceContext): Promise<void> => {
    const stream = await uploads.open(upload);
    if (!stream) throw new ImportError(`The upload ${upload.name} has expired: upload it again.`);
    if (!ZIP.test(upload.name)) {
      await store.addStream(path.basename(upload.name), stream, context.signal);
      return;
    }
    const archive = path.join(context.folder, 'archive.zip');
    await pipeline(stream, createWriteStream(archive), { signal: context.signal });
    await unpack(archive, store, context);
  };

  return {
    /** The files of an archive on disk. */
    unzip: async (archive: string, context: SourceContext): Promise<File[]> => {
      const store = await createFileStore(context.folder);
      await unpack(archive, store, context);
      return store.files;
    },

    /** The files of a git repository at a ref, and the paths that are not regular files. */
    checkOut: async (
      remote: { readonly url: string; readonly ref: string },
      { signal, progress, folder }: SourceContext,
    ): Promise<{ files: File[]; skipped: readonly string[] }> => {
      let repository: GitRepository | undefined;
      try {
        repository = await git.fetch(remote, signal);
        const { head } = repository;
        if (!head) throw new ImportError(`The repository has no ref ${remote.ref}.`);
        const { entries, skipped } = head;
        const store = await createFileStore(folder);
        for (const batch of inBatches(entries, ({ size }) => size, BATCH_BYTES)) {
          signal.throwIfAborted();
          const bytes = await repository.texts(batch.map(({ oid }) => oid));
          for (const entry of batch) await store.add(entry.path, bytes.get(entry.oid)!);
          progress({ stage: 'fetch', done: store.files.length, total: entries.length });
        }
        return { files: store.files, skipped };
      } catch (error) {
        throw error instanceof GitError ? new ImportError(error.message) : error;
      } finally {
        await repository?.close();
      }
    },

    /** Reads the source of an import as a Markdown repository. */
    read: async (
      organizationId: string,
      userId: string,
      source: ImportSource,
      context: SourceContext,
    ): Promise<SourceContent> => {
      if (source.type === 'website') return crawler.crawl(source.url, context);
      const store = await createFileStore(context.folder);
      for (const upload of await uploads.find(organizationId, userId, source.files)) {
        await receive(upload, store, context);
        requireSize(store);
      }
      requireDistinctPaths(store.files);
      return documents.toRepository(store.files, context);
    },
  };
};

const requireSize = (store: FileStore): void => {
  if (store.size() > ARCHIVE_LIMITS.totalBytes)
    throw new ImportError('The files are too large for one import: import them separately.');
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
