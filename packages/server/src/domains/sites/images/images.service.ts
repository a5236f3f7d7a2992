import type { Caller } from '../../../kernel/auth/principal.ts';
import type { ReceivedBlob } from '../../../kernel/blobs/blobs.ts';
import {
  hashOfWebImage,
  NOT_A_WEB_IMAGE,
  webImageName,
  webImageTypeOf,
} from '../../../kernel/blobs/web-image.ts';
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

// The URL names the hash, so its content never changes.
const YEAR_S = 365 * 24 * 60 * 60;

/** Service for the images of sites, stored as blobs of their organization. */
export const createImagesService = ({ db, blobs, clock, links, revisions, ...kernel }: Dependencies) => {
  const change = createSiteTransaction(kernel);
  return {
    receive: (site: SiteSubject, bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<ReceivedBlob> =>
      blobs.receive(site.organization_id, bytes, maxBytes),

    /** Adds an uploaded image to a site; its URL stays the same if the same image is uploaded again. */
    add: async (caller: Caller, site: SiteSubject, file: ReceivedBlob) => {
      const contentType = webImageTypeOf(file);
      if (contentType === undefined) {
        await file.discard();
        throw invalid({ path: 'body.file', message: NOT_A_WEB_IMAGE });
      }
      const { hash, size } = file;
      const name = webImageName(hash, contentType);
      await revisions.storeBlobs(site.organization_id, [file]);
      await change(caller, site, async (tx, record) => {
        const image = { hash, content_type: contentType, created_at: clock.now() };
        if (await insertImage(tx, site, image)) await record('site.image-uploaded', { name });
      });
      return { url: links.fileUrl(imagePath(site.id, name)), contentType, size };
    },

    download: async (siteId: string, name: string): Promise<FileResponse> => {
      const hash = hashOfWebImage(name);
      const image = hash === undefined ? undefined : await findImage(db, siteId, hash);
      if (!image || webImageName(image.hash, image.content_type) !== name) throw notFound('file');
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
