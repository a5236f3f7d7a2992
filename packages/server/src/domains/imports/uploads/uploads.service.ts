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
import { MAX_FONT_BYTES } from './uploads.contract.ts';
import {
  canEditSomeSpace,
  deletePending,
  deleteUploadsBefore,
  findUploads,
  insertUpload,
  setUploadBlob,
  sumUnusedUploads,
  type UploadRow,
} from './uploads.store.ts';

type Dependencies = Pick<
  Kernel,
  'db' | 'transaction' | 'mutex' | 'clock' | 'newId' | 'blobs' | 'signing' | 'links'
> & {
  readonly revisions: Pick<RevisionsService, 'storeBlobs'>;
};

const HOUR_MS = 60 * 60 * 1000;
// Blobs of unused uploads are garbage collected after a day.
const UNUSED_MS = 24 * HOUR_MS;
const EXPIRED_MS = 48 * HOUR_MS;
// Quotas per user: enough for two imports with the maximum number of files, and for twice the unpacked size of one.
const MAX_UNUSED = 100;
const MAX_UNUSED_BYTES = 512 * 1024 * 1024;
const SIGNING_PURPOSE = 'upload';

/** What a file is uploaded for. */
type UploadKind = 'import_file' | 'customization_font';

/** An upload whose file was received. */
export interface ReceivedUpload extends UploadRow {
  readonly blob: string;
}

/** Uploads of files to import, and of fonts. */
export const createUploadsService = (deps: Dependencies) => {
  const { db, transaction, mutex, clock, newId, blobs, signing, links, revisions } = deps;

  const findByToken = async (token: string): Promise<UploadRow> => {
    const value = signing.verify(SIGNING_PURPOSE, token);
    const [organizationId, id] = value?.split('.') ?? [];
    const upload = organizationId && id ? (await findUploads(db, organizationId, [id]))[0] : undefined;
    if (!upload || upload.created_at.getTime() + HOUR_MS < clock.now().getTime()) throw notFound('upload');
    return upload;
  };

  /** Received uploads of a user, in the order of their keys; undefined for any other key. */
  const findOwn = async (
    organizationId: string,
    userId: string,
    keys: readonly string[],
  ): Promise<readonly (ReceivedUpload | undefined)[]> => {
    if (keys.length === 0) return [];
    const found = new Map((await findUploads(db, organizationId, keys)).map((row) => [row.id, row]));
    return keys.map((key) => {
      const upload = found.get(key);
      return upload?.created_by === userId && upload.blob !== null
        ? { ...upload, blob: upload.blob }
        : undefined;
    });
  };

  return {
    /** Creates an upload: the URL to send the file to, and the key of the file. */
    create: async (
      caller: Caller,
      organization: OrganizationSubject,
      file: { name: string; size: number },
      kind: UploadKind = 'import_file',
    ): Promise<{ url: string; key: string }> => {
      if (kind === 'customization_font' && file.size > MAX_FONT_BYTES)
        throw invalid({ path: 'body.file.size', message: `must be at most ${MAX_FONT_BYTES} for a font` });
      const { userId } = caller.principal;
      const isAllowed =
        organizationPolicy.can.createContent(organization) ||
        (await canEditSomeSpace(db, organization.id, userId));
      if (!isAllowed) throw forbidden('You do not have permission to edit any space of this organization');
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
      // Serialized, so that concurrent requests cannot exceed the quota.
      await mutex(`uploads of ${userId}`, () =>
        transaction(async (tx) => {
          await deletePending(tx, upload);
          const unused = await sumUnusedUploads(tx, upload, {
            pending: new Date(now.getTime() - HOUR_MS),
            received: new Date(now.getTime() - UNUSED_MS),
          });
          requireQuota(unused, upload.size);
          await insertUpload(tx, upload);
        }),
      );
      return {
        key,
        url: links.fileUrl(`/storage/uploads/${signing.sign(SIGNING_PURPOSE, `${organization.id}.${key}`)}`),
      };
    },

    /** Receives the content of a file of the announced size; the same content can be sent again, other content cannot. */
    receive: async (token: string, { stream, length }: UploadRequest): Promise<void> => {
      const upload = await findByToken(token);
      const size = Number(upload.size);
      const tooLarge = () => new ApiError(413, `The file is larger than the announced ${size} bytes`);
      if (length !== undefined && length > size) throw tooLarge();
      try {
        const received = await blobs.receive(upload.organization_id, stream, size);
        if (received.size < size) {
          await received.discard();
          throw badRequest(`The file is smaller than the announced ${size} bytes`);
        }
        if (!(await setUploadBlob(db, upload, received.hash))) {
          await received.discard();
          throw conflict('Another file was already sent to this URL: create a new upload');
        }
        await revisions.storeBlobs(upload.organization_id, [received]);
      } catch (error) {
        if (error instanceof BlobTooLargeError) throw tooLarge();
        throw error;
      }
    },

    findOwn,

    /** Received uploads of a user, in the order of their keys; any other key is invalid. */
    find: async (
      organizationId: string,
      userId: string,
      keys: readonly string[],
    ): Promise<readonly ReceivedUpload[]> =>
      (await findOwn(organizationId, userId, keys)).map((upload, index) => {
        if (!upload)
          throw invalid({
            path: `body.source.files.${index}`,
            message: 'is not a file that you have uploaded',
          });
        return upload;
      }),

    /** The content of an upload, until it expires. */
    open: ({ organization_id, blob }: ReceivedUpload): Promise<Readable | undefined> =>
      blobs.open(organization_id, blob),

    /** Deletes expired uploads. */
    deleteExpired: () => deleteUploadsBefore(db, new Date(clock.now().getTime() - EXPIRED_MS)),
  };
};

const requireQuota = (unused: { readonly count: number; readonly bytes: number }, size: number): void => {
  const advice =
    'import them first, or wait until they expire (after one hour if nothing was sent, else after one day)';
  if (unused.count >= MAX_UNUSED)
    throw conflict(`You already have ${MAX_UNUSED} files that are not imported: ${advice}`);
  if (unused.bytes + size > MAX_UNUSED_BYTES)
    throw new ApiError(
      413,
      `With this file, you would have more than ${MAX_UNUSED_BYTES / 1024 / 1024} MB that are not imported: ${advice}`,
    );
};

/** Uploads of files to import. */
export type UploadsService = ReturnType<typeof createUploadsService>;
