import { Readable } from 'node:stream';
import type { FileRecord } from '@lectern/document';
import type { Static, TObject } from 'typebox';
import { BlobTooLargeError, type ReceivedBlob } from '../../../kernel/blobs/blobs.ts';
import { imageSizeOf } from '../../../kernel/blobs/image-size.ts';
import { mediaTypeOf } from '../../../kernel/blobs/media-type.ts';
import { THUMBNAIL_TYPE } from '../../../kernel/blobs/thumbnail.ts';
import type { FileResponse } from '../../../kernel/contract/file-response.ts';
import { EgressError } from '../../../kernel/egress.ts';
import { invalid, notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { RevisionsService } from '../../revisions/index.ts';
import type { SpacesService } from '../../spaces/index.ts';
import { type fileSource, MAX_INLINE_BYTES } from './files.contract.ts';
import type { ThumbnailsService } from './thumbnails.service.ts';

const MB = 1024 * 1024;
/** The most bytes of a file. */
export const MAX_FILE_BYTES = 100 * MB;
const FETCHED_AT_ONCE = 4;
const FETCH_MS = 60_000;
// Whoever asks waits for all of them.
const FETCH_ALL_MS = 120_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** What a snapshot says of the bytes of a file. */
export type FileBytes = Omit<FileRecord, 'name' | 'git'>;

/** A file to be taken in, and where in the body it was asked for. */
export interface RequestedFile {
  readonly path: string;
  readonly source: Static<TObject<typeof fileSource>>;
}

type Dependencies = Pick<Kernel, 'blobs' | 'egress' | 'signing' | 'clock'> & {
  readonly revisions: RevisionsService;
  readonly spaces: SpacesService;
  readonly thumbnails: ThumbnailsService;
};

/** What the address of a file stands for. */
interface Address {
  readonly spaceId: string;
  readonly hash: string;
  readonly contentType: string;
  /** The day on which it is no longer good, counted from 1970. */
  readonly until: number;
}

const signingPurpose = (name: string) => `file ${name}`;

/** The path under which a file is downloaded: the same for a whole day, so that browsers need not fetch twice. */
export const filePath = (
  { signing, clock }: Pick<Kernel, 'signing' | 'clock'>,
  spaceId: string,
  { name, hash, contentType }: FileRecord,
): string => {
  const until = Math.floor(clock.now().getTime() / DAY_MS) + 2;
  const value = Buffer.from(JSON.stringify([spaceId, hash, contentType, until])).toString('base64url');
  return `/files/${signing.sign(signingPurpose(name), value)}/${encodeURIComponent(name)}`;
};

const parseDownloadToken = (
  { signing }: Pick<Kernel, 'signing'>,
  seal: string,
  name: string,
): Address | undefined => {
  const value = signing.verify(signingPurpose(name), seal);
  if (value === undefined) return undefined;
  const [spaceId, hash, contentType, until] = JSON.parse(Buffer.from(value, 'base64url').toString());
  return { spaceId, hash, contentType, until };
};

const thumbnailOf = (name: string) => ({
  name: `${name.replace(/\.[^.]*$/, '')}.webp`,
  contentType: THUMBNAIL_TYPE,
});

/** Files: their bytes are taken in before anything refers to them, and given out to whoever was given their address. */
export const createFilesService = (deps: Dependencies) => {
  const { blobs, egress, clock, revisions, spaces, thumbnails } = deps;

  const inline = (base64: string, path: string): Buffer => {
    const bytes = Buffer.from(base64, 'base64');
    // What decoding would pass over is no base64.
    if (bytes.toString('base64') !== base64) throw invalid({ path, message: 'must be base64' });
    if (bytes.length > MAX_INLINE_BYTES)
      throw invalid({ path, message: 'must not stand for more than 1 MB: give a url instead' });
    return bytes;
  };

  const fetched = async (url: string, path: string, signal: AbortSignal): Promise<Readable> => {
    const { status, stream } = await egress.fetch(url, {
      maxBytes: MAX_FILE_BYTES,
      timeoutMs: FETCH_MS,
      signal,
    });
    if (status === 200) return stream;
    stream.destroy();
    throw invalid({ path, message: `The address answered with the status ${status}` });
  };

  const fetchOne = async (
    organizationId: string,
    { path, source }: RequestedFile,
    signal: AbortSignal,
  ): Promise<ReceivedBlob> => {
    const { url, base64, contentType } = source;
    if ((url === undefined) === (base64 === undefined))
      throw invalid({ path, message: 'must have either a url or base64' });
    if (base64 !== undefined) {
      if (contentType === undefined)
        throw invalid({ path: `${path}.contentType`, message: 'is required with base64' });
      const bytes = inline(base64, `${path}.base64`);
      return blobs.receive(organizationId, Readable.from([bytes]), MAX_INLINE_BYTES);
    }
    const at = `${path}.url`;
    try {
      return await blobs.receive(organizationId, await fetched(url!, at, signal), MAX_FILE_BYTES);
    } catch (error) {
      if (error instanceof EgressError) throw invalid({ path: at, message: error.message });
      if (error instanceof BlobTooLargeError)
        throw invalid({ path: at, message: 'must not have more than 100 MB' });
      if (signal.aborted) throw invalid({ path: at, message: 'The files did not all come in time' });
      throw error;
    }
  };

  const fetchAll = async (
    organizationId: string,
    requested: readonly RequestedFile[],
  ): Promise<readonly ReceivedBlob[]> => {
    const received: ReceivedBlob[] = [];
    const signal = AbortSignal.timeout(FETCH_ALL_MS);
    const waiting = requested.entries();
    let failure: { error: unknown } | undefined;
    const work = async () => {
      for (const [index, file] of waiting) {
        if (failure) return;
        received[index] = await fetchOne(organizationId, file, signal);
      }
    };
    const runWorker = () =>
      work().catch((error: unknown) => {
        failure ??= { error };
      });
    await Promise.all(Array.from({ length: FETCHED_AT_ONCE }, runWorker));
    if (!failure) return received;
    await Promise.all(received.map((one) => one?.discard()));
    throw failure.error;
  };

  /** Makes received bytes blobs; what a snapshot says of each. */
  const storeBlobs = async (
    organizationId: string,
    received: readonly ReceivedBlob[],
  ): Promise<FileBytes[]> => {
    await revisions.storeBlobs(organizationId, received);
    return received.map(({ hash, size, head }) => {
      const contentType = mediaTypeOf(head, size);
      const dimensions = imageSizeOf(contentType, head);
      return { contentType, size, hash, ...(dimensions && { dimensions }) };
    });
  };

  return {
    storeBlobs,

    /** Takes the bytes of a file in as they come, without keeping them. */
    receiveStream: (organizationId: string, bytes: AsyncIterable<Uint8Array>): Promise<ReceivedBlob> =>
      blobs.receive(organizationId, bytes, MAX_FILE_BYTES),

    /** Takes files in, all or none; what a snapshot says of their bytes, by where they were asked for. */
    receiveAll: async (
      organizationId: string,
      requested: readonly RequestedFile[],
    ): Promise<ReadonlyMap<string, FileBytes>> => {
      if (requested.length === 0) return new Map();
      const stored = await storeBlobs(organizationId, await fetchAll(organizationId, requested));
      return new Map(requested.map(({ path }, index) => [path, stored[index]!]));
    },

    /** The file that an address stands for, while the address is good and the space is there. */
    download: async (seal: string, name: string, width?: number): Promise<FileResponse> => {
      const address = parseDownloadToken(deps, seal, name);
      const left = (address?.until ?? 0) * DAY_MS - clock.now().getTime();
      const organizationId = address && left > 0 ? await spaces.organizationOf(address.spaceId) : undefined;
      if (!address || organizationId === undefined) throw notFound('file');
      const size = await blobs.sizeOf(organizationId, address.hash);
      if (size === undefined) throw notFound('file');
      const file = { name, size, hash: address.hash, contentType: address.contentType };
      const shown =
        width === undefined
          ? file
          : { ...thumbnailOf(name), ...(await thumbnails.of(organizationId, file, width)) };
      return {
        ...shown,
        maxAge: Math.floor(left / 1000),
        open: (range) => blobs.open(organizationId, shown.hash, range),
      };
    },
  };
};

/** Files. */
export type FilesService = ReturnType<typeof createFilesService>;
