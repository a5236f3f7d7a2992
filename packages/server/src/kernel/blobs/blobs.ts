import type { Readable } from 'node:stream';

/** Received bytes that are not stored as a blob yet: commit or discard them. */
export interface ReceivedBlob {
  /** SHA-256 in hexadecimal: the name of the blob. */
  readonly hash: string;
  readonly size: number;
  /** The first bytes, enough to detect the media type. */
  readonly head: Buffer;
  /** Stores the blob; it may exist already. */
  commit(): Promise<void>;
  discard(): Promise<void>;
}

/** A part of a blob; `end` is inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A store of immutable blobs, named by their hash and separate for each organization. */
export interface Blobs {
  /** Receives bytes without storing them as a blob. Rejects with BlobTooLargeError above `maxBytes`. */
  receive(organizationId: string, source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<ReceivedBlob>;
  /** Opens a blob or a part of it; undefined if it does not exist. */
  open(organizationId: string, hash: string, range?: ByteRange): Promise<Readable | undefined>;
  /** The size of a blob in bytes; undefined if it does not exist. */
  sizeOf(organizationId: string, hash: string): Promise<number | undefined>;
  /** Copies a blob to another organization; false if it does not exist. */
  copy(from: string, to: string, hash: string): Promise<boolean>;
  /** Removes a blob, if it exists. */
  remove(organizationId: string, hash: string): Promise<void>;
}

/** The bytes exceed the size limit. */
export class BlobTooLargeError extends Error {
  override readonly name = 'BlobTooLargeError';
}

/** The blob store is unavailable or misconfigured. */
export class BlobStoreError extends Error {
  override readonly name: string = 'BlobStoreError';
}

/** Size of `head`: cameras put previews before the image size. */
export const HEAD_BYTES = 256 * 1024;

/** Subfolder for uploads whose hash is not known yet. */
export const STAGING_FOLDER = '.incoming';

const HASH = /^[0-9a-f]{64}$/;
const ORGANIZATION = /^[A-Za-z0-9]+$/;

/** The path of a blob in a store; undefined for an invalid hash or organization. */
export const blobName = (organizationId: string, hash: string): string | undefined =>
  HASH.test(hash) && ORGANIZATION.test(organizationId)
    ? `${organizationId}/${hash.slice(0, 2)}/${hash}`
    : undefined;

/** The path of a blob in a store; throws for an invalid hash or organization. */
export const requireBlobName = (organizationId: string, hash: string): string => {
  const name = blobName(organizationId, hash);
  if (!name) throw new Error(`Invalid blob name: ${organizationId}/${hash}`);
  return name;
};
