import { Readable } from 'node:stream';
import type { ReceivedBlob } from '../../../kernel/blobs/blobs.ts';
import { imageSizeOf } from '../../../kernel/blobs/image-size.ts';
import { mediaTypeOf } from '../../../kernel/blobs/media-type.ts';
import type { FileResponse } from '../../../kernel/contract/file-response.ts';
import { invalid, notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { RevisionsService } from '../../revisions/index.ts';
import type { IntegrationRow } from '../integrations.store.ts';
import { findAssetOwner } from './assets.store.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'blobs'> {
  readonly revisions: Pick<RevisionsService, 'storeBlobs'>;
}

/** A file of a manifest: a script or an image. */
interface UploadedAsset {
  readonly path: string;
  readonly bytes: Buffer;
}

const ICON_BYTES = 250 * 1024;
const PREVIEW_BYTES = 1024 * 1024;
const DAY_S = 24 * 60 * 60;
// Formats by their bytes: some integrations name a JPEG `.png`.
const PICTURES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
// Enough to tell the formats apart.
const SIGNATURE_BYTES = 64;

const parseImage = (path: string, base64: string, maxBytes: number): UploadedAsset => {
  const bytes = Buffer.from(base64, 'base64');
  const invalidImage = (message: string) => invalid({ path, message });
  if (bytes.length > maxBytes) throw invalidImage(`must not be larger than ${maxBytes / 1024} KB`);
  const type = mediaTypeOf(bytes, bytes.length);
  if (!PICTURES.has(type) || !imageSizeOf(type, bytes))
    throw invalidImage('must be a PNG, JPEG, GIF or WebP image in base64');
  return { path, bytes };
};

/** Scripts and images of integrations, stored as blobs of their owner. */
export const createAssetsService = ({ db, blobs, revisions }: Dependencies) => ({
  /** Validates the images of a manifest; returns its files. */
  parseAssets: (manifest: {
    script: string;
    icon?: string;
    previewImages?: readonly string[];
  }): readonly UploadedAsset[] => [
    { path: 'body.script', bytes: Buffer.from(manifest.script) },
    ...(manifest.previewImages ?? []).map((image, index) =>
      parseImage(`body.previewImages.${index}`, image, PREVIEW_BYTES),
    ),
    ...(manifest.icon === undefined ? [] : [parseImage('body.icon', manifest.icon, ICON_BYTES)]),
  ],

  /** Stores files; returns their hashes by path in the manifest. */
  storeAssets: async (
    organizationId: string,
    assets: readonly UploadedAsset[],
  ): Promise<ReadonlyMap<string, string>> => {
    const received: ReceivedBlob[] = [];
    try {
      for (const { bytes } of assets)
        received.push(await blobs.receive(organizationId, Readable.from([bytes]), bytes.length));
    } catch (error) {
      await Promise.all(received.map((one) => one.discard()));
      throw error;
    }
    await revisions.storeBlobs(organizationId, received);
    return new Map(assets.map(({ path }, index) => [path, received[index]!.hash]));
  },

  /** The text of a script. */
  readScript: async ({ organization_id, script, name }: IntegrationRow): Promise<string> => {
    const stream = await blobs.open(organization_id, script);
    if (!stream) throw new Error(`The script of ${name} is missing`);
    return Buffer.concat(await stream.toArray()).toString();
  },

  /** An image of an integration. */
  download: async (name: string, file: string): Promise<FileResponse> => {
    const hash = /^([0-9a-f]{64})\.png$/.exec(file)?.[1];
    const owner = hash && (await findAssetOwner(db, name, hash));
    const size = owner ? await blobs.sizeOf(owner, hash) : undefined;
    const start = owner && (await blobs.open(owner, hash, { start: 0, end: SIGNATURE_BYTES - 1 }));
    if (!owner || !start || size === undefined) throw notFound('file');
    return {
      name: file,
      contentType: mediaTypeOf(Buffer.concat(await start.toArray()), size),
      size,
      hash,
      maxAge: DAY_S,
      open: (range) => blobs.open(owner, hash, range),
    };
  },
});

/** Service for the files of integrations. */
export type AssetsService = ReturnType<typeof createAssetsService>;
