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
import { DAY_MS, parseDownloadToken } from './download-urls.ts';
import { type fileSource, MAX_FILE_BYTES, MAX_INLINE_BYTES } from './files.contract.ts';
import type { ThumbnailsService } from './thumbnails.service.ts';

const FETCHED_AT_ONCE = 4;
const FETCH_MS = 60_000;
// The client waits for all files of a request.
const FETCH_ALL_MS = 120_000;

/** The fields of a file record that describe its bytes. */
export type FileBytes = Omit<FileRecord, 'name' | 'git'>;

/** A file to fetch or decode, with its place in the request body. */
export interface RequestedFile {
  readonly path: string;
  readonly source: Static<TObject<typeof fileSource>>;
}

type Dependencies = Pick<Kernel, 'blobs' | 'egress' | 'signing' | 'clock'> & {
  readonly revisions: RevisionsService;
  readonly spaces: SpacesService;
  readonly thumbnails: ThumbnailsService;
};

const thumbnailOf = (name: string) => ({
  name: `${name.replace(/\.[^.]*$/, '')}.webp`,
  contentType: THUMBNAIL_TYPE,
});

/** Receives the bytes of files before a revision refers to them, and serves downloads by signed URL. */
export const createFilesService = (deps: Dependencies) => {
  const { blobs, egress, clock, revisions, spaces, thumbnails } = deps;

  const inline = (base64: string, path: string): Buffer => {
    const bytes = Buffer.from(base64, 'base64');
    // Node ignores invalid characters when it decodes.
    if (bytes.toString('base64') !== base64) throw invalid({ path, message: 'must be valid base64' });
    if (bytes.length > MAX_INLINE_BYTES)
      throw invalid({ path, message: 'must not decode to more than 1 MB: send a url instead' });
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
    throw invalid({ path, message: `responded with status ${status}` });
  };

  const fetchOne = async (
    organizationId: string,
    { path, source }: RequestedFile,
    signal: AbortSignal,
  ): Promise<ReceivedBlob> => {
    const { url, base64, contentType } = source;
    if ((url === undefined) === (base64 === undefined))
      throw invalid({ path, message: 'must have either url or base64' });
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
      if (error instanceof EgressError) throw invalid({ path: at, message: error.problem });
      if (error instanceof BlobTooLargeError)
        throw invalid({ path: at, message: 'must not be larger than 100 MB' });
      if (signal.aborted) throw invalid({ path: at, message: 'could not be fetched in time' });
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

  /** Stores received bytes as blobs; returns the record fields of each. */
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

    /** Receives the bytes of a file as a stream; they are stored only by `storeBlobs`. */
    receiveStream: (organizationId: string, bytes: AsyncIterable<Uint8Array>): Promise<ReceivedBlob> =>
      blobs.receive(organizationId, bytes, MAX_FILE_BYTES),

    /** Receives and stores files, all or none; returns their record fields by place in the request body. */
    receiveAll: async (
      organizationId: string,
      requested: readonly RequestedFile[],
    ): Promise<ReadonlyMap<string, FileBytes>> => {
      if (requested.length === 0) return new Map();
      const stored = await storeBlobs(organizationId, await fetchAll(organizationId, requested));
      return new Map(requested.map(({ path }, index) => [path, stored[index]!]));
    },

    /** The file of a download URL that has not expired and whose space exists. */
    download: async (token: string, name: string, width?: number): Promise<FileResponse> => {
      const target = parseDownloadToken(deps, token, name);
      const left = (target?.until ?? 0) * DAY_MS - clock.now().getTime();
      const organizationId = target && left > 0 ? await spaces.organizationOf(target.spaceId) : undefined;
      if (!target || organizationId === undefined) throw notFound('file');
      const size = await blobs.sizeOf(organizationId, target.hash);
      if (size === undefined) throw notFound('file');
      const file = { name, size, hash: target.hash, contentType: target.contentType };
      const shown =
        width === undefined
          ? file
          : { ...thumbnailOf(name), ...(await thumbnails.findOrCreate(organizationId, file, width)) };
      return {
        ...shown,
        maxAge: Math.floor(left / 1000),
        open: (range) => blobs.open(organizationId, shown.hash, range),
      };
    },
  };
};

/** Receives and serves the bytes of files. */
export type FilesService = ReturnType<typeof createFilesService>;
