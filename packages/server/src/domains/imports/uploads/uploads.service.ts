import type { Readable } from 'node:stream';
import type { Caller } from '../../../kernel/auth/principal.ts';
import { BlobTooLargeError } from '../../../kernel/blobs/blobs.ts';
import type { UploadRequest } from '../../../kernel/contract/operation.ts';
import {
  ApiError,
  badRequest,
  conflict,
  forbidden,
  invalid,
  notFound,
} from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { type OrganizationSubject, organizationPolicy } from '../../organizations/index.ts';
import type { RevisionsService } from '../../revisions/index.ts';
import {
  changesSomething,
  deleteAnnounced,
  deleteUploadsBefore,
  findUploads,
  insertUpload,
  setUploadBlob,
  sumOpenUploads,
  type UploadRow,
} from './uploads.store.ts';

type Dependencies = Pick<
  Kernel,
  'db' | 'transaction' | 'mutex' | 'clock' | 'newId' | 'blobs' | 'signing' | 'links'
> & {
  readonly revisions: Pick<RevisionsService, 'storeBlobs'>;
};

const HOUR_MS = 60 * 60 * 1000;
// What was sent is removed a day later unless something was made of it; nobody asks for it by name after that.
const SENT_MS = 24 * HOUR_MS;
const FORGOTTEN_MS = 48 * HOUR_MS;
// What one person may have open at once: enough for two imports of the most files, and for twice what one may unpack to.
const MOST_OPEN = 100;
const MOST_OPEN_BYTES = 512 * 1024 * 1024;
const SEAL = 'upload';

/** A file that was sent. */
export interface ReceivedUpload extends UploadRow {
  readonly blob: string;
}

/** Files that are sent before something is made of them. */
export const createUploadsService = (deps: Dependencies) => {
  const { db, transaction, mutex, clock, newId, blobs, signing, links, revisions } = deps;

  const announced = async (seal: string): Promise<UploadRow> => {
    const value = signing.verify(SEAL, seal);
    const [organizationId, id] = value?.split('.') ?? [];
    const upload = organizationId && id ? (await findUploads(db, organizationId, [id]))[0] : undefined;
    if (!upload || upload.created_at.getTime() + HOUR_MS < clock.now().getTime()) throw notFound('upload');
    return upload;
  };

  return {
    /** An address to send a file to, and the key that names the file afterwards. */
    prepare: async (
      caller: Caller,
      organization: OrganizationSubject,
      file: { name: string; size: number },
    ): Promise<{ url: string; key: string }> => {
      const { userId } = caller.principal;
      const isAllowed =
        organizationPolicy.can.createContent(organization) ||
        (await changesSomething(db, organization.id, userId));
      if (!isAllowed) throw forbidden('There is nothing in this organization that you may import into');
      const key = newId();
      const now = clock.now();
      const upload = {
        organizationId: organization.id,
        id: key,
        name: file.name,
        size: Math.ceil(file.size),
        createdBy: userId,
        createdAt: now,
      };
      // In turn, so that nobody gets more by asking many times at once.
      await mutex(`uploads of ${userId}`, () =>
        transaction(async (tx) => {
          await deleteAnnounced(tx, upload);
          const open = await sumOpenUploads(tx, upload, {
            announced: new Date(now.getTime() - HOUR_MS),
            sent: new Date(now.getTime() - SENT_MS),
          });
          requireRoom(open, upload.size);
          await insertUpload(tx, upload);
        }),
      );
      return {
        key,
        url: links.fileUrl(`/storage/uploads/${signing.sign(SEAL, `${organization.id}.${key}`)}`),
      };
    },

    /** Takes the bytes of a file in, no more than were announced, and once: they can be sent again, others cannot. */
    receive: async (seal: string, { stream, length }: UploadRequest): Promise<void> => {
      const upload = await announced(seal);
      const most = Number(upload.size);
      const tooLarge = () => new ApiError(413, `More than the ${most} bytes that were announced`);
      if (length !== undefined && length > most) throw tooLarge();
      try {
        const received = await blobs.receive(upload.organization_id, stream, most);
        if (received.size < most) {
          await received.discard();
          throw badRequest(`Less than the ${most} bytes that were announced`);
        }
        if (!(await setUploadBlob(db, upload, received.hash))) {
          await received.discard();
          throw conflict('Another file was sent to this address before: ask for a new one');
        }
        await revisions.storeBlobs(upload.organization_id, [received]);
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

const requireRoom = (open: { readonly count: number; readonly bytes: number }, size: number): void => {
  const until =
    'import them first, or wait: what is not sent is forgotten after an hour, the rest after a day';
  if (open.count >= MOST_OPEN) throw conflict(`${MOST_OPEN} files of yours are waiting already: ${until}`);
  if (open.bytes + size > MOST_OPEN_BYTES)
    throw new ApiError(
      413,
      `With this file, more than ${MOST_OPEN_BYTES / 1024 / 1024} MB of yours would be waiting: ${until}`,
    );
};

/** Files that are sent before something is made of them. */
export type UploadsService = ReturnType<typeof createUploadsService>;
