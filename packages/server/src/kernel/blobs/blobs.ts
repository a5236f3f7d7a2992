import type { Readable } from 'node:stream';

/** Bytes that came in whole and are not among the blobs yet: they are kept or dropped. */
export interface ReceivedBlob {
  /** SHA-256 in hexadecimal digits: what names the blob. */
  readonly hash: string;
  readonly size: number;
  /** The first bytes, enough to tell what they are. */
  readonly head: Buffer;
  /** Makes it a blob; one with the same bytes may be there already. */
  commit(): Promise<void>;
  discard(): Promise<void>;
}

/** A part of a blob, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Immutable bytes of organizations, named by their hash; nothing is shared between organizations. */
export interface Blobs {
  /** Takes bytes in without keeping them; more than allowed are refused with BlobTooLargeError, and leave nothing. */
  receive(organizationId: string, source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<ReceivedBlob>;
  /** The bytes of a blob or a part of them; undefined when there is none. */
  open(organizationId: string, hash: string, range?: ByteRange): Promise<Readable | undefined>;
  /** How many bytes a blob has; undefined when there is none. */
  sizeOf(organizationId: string, hash: string): Promise<number | undefined>;
  /** Gives another organization a blob of this one; false when there is none. */
  copy(from: string, to: string, hash: string): Promise<boolean>;
  /** Takes a blob away; one that is not there is no error. */
  remove(organizationId: string, hash: string): Promise<void>;
}

/** More bytes came than are allowed. */
export class BlobTooLargeError extends Error {
  override readonly name = 'BlobTooLargeError';
}

/** The store does not do what it is there for, for the moment or because of its settings. */
export class BlobStoreError extends Error {
  override readonly name: string = 'BlobStoreError';
}

/** As much of the beginning as telling types and sizes of pictures takes: cameras put previews before them. */
export const HEAD_BYTES = 256 * 1024;

/** Below the blobs of a data folder: where bytes wait until their hash is known. */
export const STAGING_FOLDER = '.incoming';

const HASH = /^[0-9a-f]{64}$/;
const ORGANIZATION = /^[A-Za-z0-9]+$/;

/** What a blob is called in whatever store; undefined for what can be the name of none. */
export const blobName = (organizationId: string, hash: string): string | undefined =>
  HASH.test(hash) && ORGANIZATION.test(organizationId)
    ? `${organizationId}/${hash.slice(0, 2)}/${hash}`
    : undefined;

/** What a blob is called, where it is known to be one. */
export const requireBlobName = (organizationId: string, hash: string): string => {
  const name = blobName(organizationId, hash);
  if (!name) throw new Error(`Not the name of a blob: ${organizationId}/${hash}`);
  return name;
};
