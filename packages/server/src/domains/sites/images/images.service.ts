import type { Caller } from '../../../kernel/auth/principal.ts';
import type { ReceivedBlob } from '../../../kernel/blobs/blobs.ts';
import { imageSizeOf } from '../../../kernel/blobs/image-size.ts';
import { mediaTypeOf } from '../../../kernel/blobs/media-type.ts';
import type { FileResponse } from '../../../kernel/contract/file-response.ts';
import { invalid, notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { RevisionsService } from '../../revisions/index.ts';
import { createSiteTransaction } from '../site-transaction.ts';
import type { SiteSubject } from '../sites.store.ts';
import { imagePath } from './image-urls.ts';
import { findImage, findImageBlobs, insertImage } from './images.store.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'events' | 'blobs' | 'clock' | 'links'> {
  readonly revisions: Pick<RevisionsService, 'storeBlobs'>;
}

// Formats that all browsers show as a favicon or an image, by their bytes.
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'image/vnd.microsoft.icon': 'ico',
};
// Formats whose size is not in the first bytes, or nowhere.
const WITHOUT_SIZE = ['image/svg+xml', 'image/vnd.microsoft.icon'];
// The URL names the hash, so its content never changes.
const YEAR_S = 365 * 24 * 60 * 60;

const imageTypeOf = ({ head, size }: ReceivedBlob): string | undefined => {
  const type = mediaTypeOf(head, size);
  const isWhole = WITHOUT_SIZE.includes(type) || imageSizeOf(type, head) !== undefined;
  return isWhole && Object.hasOwn(EXTENSIONS, type) ? type : undefined;
};

/** Service for the images of sites, stored as blobs of their organization. */
export const createImagesService = ({ db, blobs, clock, links, revisions, ...kernel }: Dependencies) => {
  const change = createSiteTransaction(kernel);
  return {
    receive: (site: SiteSubject, bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<ReceivedBlob> =>
      blobs.receive(site.organization_id, bytes, maxBytes),

    /** Adds an uploaded image to a site; its URL stays the same if the same image is uploaded again. */
    add: async (caller: Caller, site: SiteSubject, file: ReceivedBlob) => {
      const contentType = imageTypeOf(file);
      if (contentType === undefined) {
        await file.discard();
        throw invalid({ path: 'body.file', message: 'must be a PNG, JPEG, GIF, WebP, SVG or ICO image' });
      }
      const { hash, size } = file;
      const name = `${hash}.${EXTENSIONS[contentType]}`;
      await revisions.storeBlobs(site.organization_id, [file]);
      await change(caller, site, async (tx, record) => {
        const image = { hash, content_type: contentType, created_at: clock.now() };
        if (await insertImage(tx, site, image)) await record('site.image-uploaded', { name });
      });
      return { url: links.fileUrl(imagePath(site.id, name)), contentType, size };
    },

    download: async (siteId: string, name: string): Promise<FileResponse> => {
      const [, hash, extension] = /^([0-9a-f]{64})\.(\w+)$/.exec(name) ?? [];
      const image = hash === undefined ? undefined : await findImage(db, siteId, hash);
      if (!image || EXTENSIONS[image.content_type] !== extension) throw notFound('file');
      const { organization_id: organizationId, content_type: contentType } = image;
      const size = await blobs.sizeOf(organizationId, image.hash);
      if (size === undefined) throw notFound('file');
      return {
        name,
        contentType,
        size,
        hash: image.hash,
        maxAge: YEAR_S,
        open: (range) => blobs.open(organizationId, image.hash, range),
      };
    },

    /** The blobs of the images of all sites of an organization, which no snapshot refers to. */
    blobsOf: (organizationId: string) => findImageBlobs(db, organizationId),
  };
};

/** Service for the images of sites. */
export type ImagesService = ReturnType<typeof createImagesService>;
