import type { Readable } from 'node:stream';
import type { Caller } from '../../../kernel/auth/principal.ts';
import { BlobTooLargeError } from '../../../kernel/blobs/blobs.ts';
import type { UploadRequest } from '../../../kernel/contract/operation.ts';
import { ApiError, badRequest, invalid, notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { RevisionsService } from '../../revisions/index.ts';
import {
  deleteUploadsBefore,
  findUploads,
  insertUpload,
  setUploadBlob,
  type UploadRow,
} from './uploads.store.ts';

type Dependencies = Pick<Kernel, 'db' | 'clock' | 'newId' | 'blobs' | 'seals' | 'links'> & {
  readonly revisions: Pick<RevisionsService, 'keepBlobs'>;
};

const HOUR_MS = 60 * 60 * 1000;
// What was sent is removed a day later unless something was made of it; nobody asks for it by name after that.
const FORGOTTEN_MS = 48 * HOUR_MS;
const SEAL = 'upload';

/** A file that was sent. */
export interface ReceivedUpload extends UploadRow {
  readonly blob: string;
}

/** Files that are sent before something is made of them. */
export const createUploadsService = (deps: Dependencies) => {
  const { db, clock, newId, blobs, seals, links, revisions } = deps;

  const announced = async (seal: string): Promise<UploadRow> => {
    const value = seals.read(SEAL, seal);
    const [organizationId, id] = value?.split('.') ?? [];
    const upload = organizationId && id ? (await findUploads(db, organizationId, [id]))[0] : undefined;
    if (!upload || upload.created_at.getTime() + HOUR_MS < clock.now().getTime()) throw notFound('upload');
    return upload;
  };

  return {
    /** An address to send a file to, and the key that names the file afterwards. */
    prepare: async (
      caller: Caller,
      organization: { readonly id: string },
      { name, size }: { name: string; size: number },
    ): Promise<{ url: string; key: string }> => {
      const key = newId();
      await insertUpload(db, {
        organizationId: organization.id,
        id: key,
        name,
        size: Math.ceil(size),
        createdBy: caller.principal.userId,
        createdAt: clock.now(),
      });
      return { key, url: links.bytes(`/storage/uploads/${seals.give(SEAL, `${organization.id}.${key}`)}`) };
    },

    /** Takes the bytes of a file in, no more than were announced. */
    receive: async (seal: string, { stream, length }: UploadRequest): Promise<void> => {
      const upload = await announced(seal);
      const most = Number(upload.size);
      const tooLarge = () => new ApiError(413, `More than the ${most} bytes that were announced`);
      if (length !== undefined && length > most) throw tooLarge();
      try {
        const received = await blobs.receive(upload.organization_id, stream, most);
        if (received.size < most) {
          await received.drop();
          throw badRequest(`Less than the ${most} bytes that were announced`);
        }
        await revisions.keepBlobs(upload.organization_id, [received]);
        await setUploadBlob(db, upload, received.hash);
      } catch (error) {
        if (error instanceof BlobTooLargeError) throw tooLarge();
        throw error;
      }
    },

    /** Files that somebody has sent, in the order in which they were asked for; others are none. */
    find: async (
      organizationId: string,
      userId: string,
      keys: readonly string[],
    ): Promise<readonly ReceivedUpload[]> => {
      const found = new Map((await findUploads(db, organizationId, keys)).map((row) => [row.id, row]));
      return keys.map((key, index) => {
        const upload = found.get(key);
        if (upload?.created_by !== userId || upload.blob === null)
          throw invalid({
            path: `body.source.files.${index}`,
            message: 'is not a file that you have uploaded',
          });
        return { ...upload, blob: upload.blob };
      });
    },

    /** The bytes of a file that was sent, while they are there. */
    open: ({ organization_id, blob }: ReceivedUpload): Promise<Readable | undefined> =>
      blobs.open(organization_id, blob),

    /** Forgets files that nobody can ask for any more. */
    forget: () => deleteUploadsBefore(db, new Date(clock.now().getTime() - FORGOTTEN_MS)),
  };
};

/** Files that are sent before something is made of them. */
export type UploadsService = ReturnType<typeof createUploadsService>;
