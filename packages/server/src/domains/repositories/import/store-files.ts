import { createHash } from 'node:crypto';
import { type FileRecord, nameOfFile, type RepositoryProblem } from '@lectern/document';
import { imageErrorOf } from '../../../kernel/blobs/image-errors.ts';
import { imageSizeOf } from '../../../kernel/blobs/image-size.ts';
import { mediaTypeOf, refineMediaType } from '../../../kernel/blobs/media-type.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { RevisionsService } from '../../revisions/index.ts';
import type { Watching } from '../concurrency.ts';
import type { RepositoryInput } from './import.service.ts';

type Dependencies = Pick<Kernel, 'blobs'> & { readonly revisions: RevisionsService };

const LARGEST_FILE = 100 * 1024 * 1024;
const FILES_AT_ONCE = 50;

const oidOfBlob = async (size: number, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => {
  const hash = createHash('sha1').update(`blob ${size}\0`);
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
};

/** Taking in the files of repositories that are no text. */
export const createReceivingService = ({ blobs, revisions }: Dependencies) => {
  /** Takes in the bytes of files, some at a time, and says what is wrong with pictures. */
  const receive = async (
    organizationId: string,
    paths: readonly string[],
    input: RepositoryInput,
    { signal, progress }: Watching,
    total: number,
    oids: Map<string, string>,
  ): Promise<{ bytes: Map<string, Omit<FileRecord, 'name' | 'git'>>; problems: RepositoryProblem[] }> => {
    const problems: RepositoryProblem[] = [];
    const bytes = new Map<string, Omit<FileRecord, 'name' | 'git'>>();
    for (let from = 0; from < paths.length; from += FILES_AT_ONCE) {
      const some = paths.slice(from, from + FILES_AT_ONCE);
      const received = [];
      try {
        for (const path of some) {
          signal?.throwIfAborted();
          received.push(await blobs.receive(organizationId, input.open(path), LARGEST_FILE));
        }
      } catch (error) {
        await Promise.all(received.map((one) => one.discard()));
        throw error;
      }
      await revisions.storeBlobs(organizationId, received);
      for (const [at, one] of received.entries()) {
        const { hash, size, head } = one;
        const path = some[at]!;
        const contentType = refineMediaType(mediaTypeOf(head, size), nameOfFile(path));
        const dimensions = imageSizeOf(contentType, head);
        const message = await imageErrorOf(blobs, organizationId, one, contentType, path);
        if (message !== undefined) problems.push({ path, message });
        if (oids.get(path) === undefined && !input.oidOf)
          oids.set(path, await oidOfBlob(size, (await blobs.open(organizationId, hash)) ?? []));
        bytes.set(path, { contentType, size, hash, ...(dimensions && { dimensions }) });
      }
      progress?.(bytes.size, total);
    }
    return { bytes, problems };
  };

  return { receive };
};
