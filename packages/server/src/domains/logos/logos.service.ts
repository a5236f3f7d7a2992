import type { Caller } from '../../kernel/auth/principal.ts';
import type { ReceivedBlob } from '../../kernel/blobs/blobs.ts';
import {
  hashOfWebImage,
  NOT_A_WEB_IMAGE,
  webImageName,
  webImageTypeOf,
} from '../../kernel/blobs/web-image.ts';
import type { FileResponse } from '../../kernel/contract/file-response.ts';
import { invalid, notFound } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { logoPath, type OrganizationSubject, uploadedLogoName } from '../organizations/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import { findLogo, findLogoBlobs, insertLogo, type LogoRow } from './logos.store.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'events' | 'blobs' | 'clock' | 'links'> {
  readonly revisions: Pick<RevisionsService, 'storeBlobs'>;
}

// The URL names the hash, so its content never changes.
const YEAR_S = 365 * 24 * 60 * 60;

/** Service for the logos of organizations, stored as their blobs. */
export const createLogosService = (deps: Dependencies) => {
  const { db, transaction, events, blobs, clock, links, revisions } = deps;

  const findByName = async (organizationId: string, name: string): Promise<LogoRow | undefined> => {
    const hash = hashOfWebImage(name);
    const logo = hash === undefined ? undefined : await findLogo(db, organizationId, hash);
    return logo && webImageName(logo.hash, logo.content_type) === name ? logo : undefined;
  };

  return {
    receive: ({ id }: OrganizationSubject, bytes: AsyncIterable<Uint8Array>, maxBytes: number) =>
      blobs.receive(id, bytes, maxBytes),

    /** Adds an uploaded logo; its URL stays the same if the same image is uploaded again. */
    add: async (caller: Caller, { id, title }: OrganizationSubject, file: ReceivedBlob) => {
      const contentType = webImageTypeOf(file);
      if (contentType === undefined) {
        await file.discard();
        throw invalid({ path: 'body.file', message: NOT_A_WEB_IMAGE });
      }
      const { hash, size } = file;
      const name = webImageName(hash, contentType);
      await revisions.storeBlobs(id, [file]);
      await transaction(async (tx) => {
        const logo = { organization_id: id, hash, content_type: contentType, created_at: clock.now() };
        if (await insertLogo(tx, logo))
          await events.record(tx, caller, {
            organizationId: id,
            action: 'organization.logo-uploaded',
            target: { type: 'organization', id, label: title },
            payload: { name },
          });
      });
      return { url: links.fileUrl(logoPath(id, name)), contentType, size };
    },

    download: async (organizationId: string, name: string): Promise<FileResponse> => {
      const logo = await findByName(organizationId, name);
      if (!logo) throw notFound('file');
      const size = await blobs.sizeOf(organizationId, logo.hash);
      if (size === undefined) throw notFound('file');
      return {
        name,
        contentType: logo.content_type,
        size,
        hash: logo.hash,
        maxAge: YEAR_S,
        open: (range) => blobs.open(organizationId, logo.hash, range),
      };
    },

    /** The blob of an uploaded logo by its URL, also of a previous public URL of the server; undefined for other logos. */
    blobAt: async (organizationId: string, url: string): Promise<string | undefined> => {
      const name = uploadedLogoName(organizationId, url);
      return name === undefined ? undefined : (await findByName(organizationId, name))?.hash;
    },

    /** The blobs of the logos of an organization, which no snapshot refers to. */
    blobsOf: (organizationId: string) => findLogoBlobs(db, organizationId),
  };
};

/** Service for the logos of organizations. */
export type LogosService = ReturnType<typeof createLogosService>;
