import { type FileRecord, nameOfFile, type RepositoryProblem } from '@lectern/document';
import { imageErrorOf } from '../../../kernel/blobs/image-errors.ts';
import { imageSizeOf } from '../../../kernel/blobs/image-size.ts';
import { mediaTypeOf, refineMediaType } from '../../../kernel/blobs/media-type.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { RevisionsService } from '../../revisions/index.ts';
import type { ProgressOptions } from '../concurrency.ts';
import { gitObjectIdOfStream } from '../git-object-id.ts';
import type { RepositoryInput } from './repository-input.ts';

type Dependencies = Pick<Kernel, 'blobs'> & { readonly revisions: RevisionsService };

/** A stored file, without its name. */
type StoredFile = Omit<FileRecord, 'name' | 'git'>;

/** Options of storing files; missing object ids are computed and added to `oids`. */
interface StorageOptions extends ProgressOptions {
  readonly total: number;
  readonly oids: Map<string, string>;
}

const MAX_FILE_BYTES = 100 * 1024 * 1024;
const BATCH_SIZE = 50;

/** Stores the files of repositories that are not text. */
export const createFileStorage = ({ blobs, revisions }: Dependencies) => {
  const receiveBatch = async (
    organizationId: string,
    paths: readonly string[],
    input: RepositoryInput,
    signal: AbortSignal | undefined,
  ) => {
    const received = [];
    try {
      for (const path of paths) {
        signal?.throwIfAborted();
        received.push(await blobs.receive(organizationId, input.open(path), MAX_FILE_BYTES));
      }
    } catch (error) {
      await Promise.all(received.map((blob) => blob.discard()));
      throw error;
    }
    await revisions.storeBlobs(organizationId, received);
    return received;
  };

  /** Stores files in batches, and reports invalid images. */
  const storeFiles = async (
    organizationId: string,
    paths: readonly string[],
    input: RepositoryInput,
    { signal, progress, total, oids }: StorageOptions,
  ): Promise<{ stored: Map<string, StoredFile>; problems: RepositoryProblem[] }> => {
    const problems: RepositoryProblem[] = [];
    const stored = new Map<string, StoredFile>();
    for (let from = 0; from < paths.length; from += BATCH_SIZE) {
      const batch = paths.slice(from, from + BATCH_SIZE);
      const received = await receiveBatch(organizationId, batch, input, signal);
      for (const [at, blob] of received.entries()) {
        const { hash, size, head } = blob;
        const path = batch[at]!;
        const contentType = refineMediaType(mediaTypeOf(head, size), nameOfFile(path));
        const dimensions = imageSizeOf(contentType, head);
        const message = await imageErrorOf(blobs, organizationId, blob, contentType, path);
        if (message !== undefined) problems.push({ path, message });
        if (oids.get(path) === undefined && !input.oidOf)
          oids.set(path, await gitObjectIdOfStream(size, (await blobs.open(organizationId, hash)) ?? []));
        stored.set(path, { contentType, size, hash, ...(dimensions && { dimensions }) });
      }
      progress?.(stored.size, total);
    }
    return { stored, problems };
  };

  return storeFiles;
};
