import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { InvalidImageError, RESIZABLE_TYPES, resizeImage } from '../../../kernel/blobs/thumbnail.ts';
import { invalid, notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { RevisionsService } from '../../revisions/index.ts';
import { findThumbnail, upsertThumbnail } from './thumbnails.store.ts';

const MB = 1024 * 1024;
// Resizing needs the whole image in memory.
const SOURCE_BYTES = 25 * MB;
const STALE_MS = 6 * 60 * 60 * 1000;

type Dependencies = Pick<Kernel, 'db' | 'blobs' | 'clock' | 'mutex'> & {
  readonly revisions: RevisionsService;
};

/** An image among the blobs. */
interface ImageBlob {
  readonly hash: string;
  readonly contentType: string;
  readonly size: number;
}

const refused = (message: string) => invalid({ path: 'query.width', message });

/** Makes thumbnails on the first request; garbage collection removes those that are not requested for a day. */
export const createThumbnailsService = ({ db, blobs, clock, mutex, revisions }: Dependencies) => {
  const find = async (organizationId: string, source: string, width: number) => {
    const found = await findThumbnail(db, organizationId, source, width);
    const size = found && (await blobs.sizeOf(organizationId, found.hash));
    if (size === undefined) return undefined;
    if (found!.touched_at.getTime() < clock.now().getTime() - STALE_MS)
      await revisions.touchBlobs(organizationId, [found!.hash]);
    return { hash: found!.hash, size };
  };

  const make = async (organizationId: string, source: string, width: number) => {
    const bytes = await blobs.open(organizationId, source);
    if (!bytes) throw notFound('file');
    const made = await resizeImage(await buffer(bytes), width).catch((error: unknown) => {
      if (error instanceof InvalidImageError)
        throw refused('is not supported for this image, which is invalid or has too many pixels');
      throw error;
    });
    const received = await blobs.receive(organizationId, Readable.from([made]), made.length);
    await revisions.storeBlobs(organizationId, [received]);
    const { hash, size } = received;
    await upsertThumbnail(db, { organization_id: organizationId, source, width, hash });
    return { hash, size };
  };

  return {
    /** Finds or makes the thumbnail of an image with at most this width. */
    findOrCreate: async (
      organizationId: string,
      { hash, contentType, size }: ImageBlob,
      width: number,
    ): Promise<{ hash: string; size: number }> => {
      if (!RESIZABLE_TYPES.has(contentType))
        throw refused('is only supported for PNG, JPEG, WebP, GIF and AVIF images');
      if (size > SOURCE_BYTES) throw refused('is only supported for images of up to 25 MB');
      const known = await find(organizationId, hash, width);
      // One at a time: limits memory, and concurrent requests for the same thumbnail find it made.
      return (
        known ??
        mutex('thumbnails', async () => {
          return (await find(organizationId, hash, width)) ?? (await make(organizationId, hash, width));
        })
      );
    },
  };
};

/** Makes thumbnails of images. */
export type ThumbnailsService = ReturnType<typeof createThumbnailsService>;
