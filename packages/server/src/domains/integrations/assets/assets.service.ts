import { Readable } from 'node:stream';
import type { ReceivedBlob } from '../../../kernel/blobs/blobs.ts';
import { imageSizeOf } from '../../../kernel/blobs/image-size.ts';
import { mediaTypeOf } from '../../../kernel/blobs/media-type.ts';
import type { FileResponse } from '../../../kernel/contract/file-response.ts';
import { invalid, notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { RevisionsService } from '../../revisions/index.ts';
import type { IntegrationRow } from '../integrations.store.ts';
import { findAssets } from './assets.store.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'blobs'> {
  readonly revisions: Pick<RevisionsService, 'storeBlobs'>;
}

/** Something to be kept, with how much of it is allowed. */
interface Wanted {
  readonly path: string;
  readonly bytes: Buffer;
}

const ICON_BYTES = 250 * 1024;
const PREVIEW_BYTES = 1024 * 1024;
const DAY_S = 24 * 60 * 60;
const PNG = 'image/png';

const picture = (path: string, base64: string, most: number): Wanted => {
  const bytes = Buffer.from(base64, 'base64');
  const refuse = (message: string) => invalid({ path, message });
  if (bytes.length > most) throw refuse(`must not have more than ${most / 1024} KB`);
  if (mediaTypeOf(bytes, bytes.length) !== PNG || !imageSizeOf(PNG, bytes))
    throw refuse('must be a PNG picture in base64');
  return { path, bytes };
};

/** The script and the pictures of integrations, as blobs of their owner. */
export const createAssetsService = ({ db, blobs, revisions }: Dependencies) => ({
  /** Refuses pictures that are none; what is to be kept. */
  check: (wish: { script: string; icon?: string; previewImages?: readonly string[] }): readonly Wanted[] => [
    { path: 'body.script', bytes: Buffer.from(wish.script) },
    ...(wish.previewImages ?? []).map((image, index) =>
      picture(`body.previewImages.${index}`, image, PREVIEW_BYTES),
    ),
    ...(wish.icon === undefined ? [] : [picture('body.icon', wish.icon, ICON_BYTES)]),
  ],

  /** Keeps them; what names each, by where it stood. */
  keep: async (organizationId: string, wanted: readonly Wanted[]): Promise<ReadonlyMap<string, string>> => {
    const received: ReceivedBlob[] = [];
    try {
      for (const { bytes } of wanted)
        received.push(await blobs.receive(organizationId, Readable.from([bytes]), bytes.length));
    } catch (error) {
      await Promise.all(received.map((one) => one.discard()));
      throw error;
    }
    await revisions.storeBlobs(organizationId, received);
    return new Map(wanted.map(({ path }, index) => [path, received[index]!.hash]));
  },

  /** The text of a script. */
  script: async ({ organization_id, script, name }: IntegrationRow): Promise<string> => {
    const stream = await blobs.open(organization_id, script);
    if (!stream) throw new Error(`The script of ${name} is gone`);
    return Buffer.concat(await stream.toArray()).toString();
  },

  /** A picture of an integration, for whoever has its address. */
  download: async (name: string, file: string): Promise<FileResponse> => {
    const hash = /^([0-9a-f]{64})\.png$/.exec(file)?.[1];
    const owner = hash && (await findAssets(db, name, hash));
    const size = owner ? await blobs.sizeOf(owner, hash) : undefined;
    if (!owner || size === undefined) throw notFound('file');
    return {
      name: file,
      contentType: PNG,
      size,
      hash,
      maxAge: DAY_S,
      open: (range) => blobs.open(owner, hash, range),
    };
  },
});

/** The script and the pictures of integrations. */
export type AssetsService = ReturnType<typeof createAssetsService>;
