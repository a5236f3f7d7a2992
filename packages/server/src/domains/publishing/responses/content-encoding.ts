import { acceptedEncoding, type Encoding } from '../../../kernel/accepted-encoding.ts';
import type { PageResponse } from '../../../kernel/contract/operation.ts';

// Shorter responses fit into one packet anyway.
const MIN_LENGTH = 1024;
// Compression for a single request has to be worth the work.
const MIN_LENGTH_ONCE = 8 * 1024;

const TEXT = /^(?:text\/|application\/(?:json|xml|rss\+xml)\b)/;

const headerOf = ({ headers }: PageResponse, name: string): string => String(headers[name] ?? '');

/** The content encoding of a response to a client; undefined if it is sent uncompressed. */
export const encodingFor = (
  response: PageResponse,
  isCached: boolean,
  acceptEncoding: string | undefined,
): Encoding | undefined =>
  acceptEncoding !== undefined &&
  response.content.length >= (isCached ? MIN_LENGTH : MIN_LENGTH_ONCE) &&
  TEXT.test(headerOf(response, 'content-type')) &&
  !headerOf(response, 'cache-control').includes('no-transform')
    ? acceptedEncoding(acceptEncoding)
    : undefined;

/** Whether a response never changes under its URL, so that the best compression is worth its time. */
export const isImmutable = (response: PageResponse): boolean =>
  headerOf(response, 'cache-control').includes('immutable');

/** The ETag of a response in a content encoding. */
export const etagIn = (etag: string, encoding: Encoding | undefined): string =>
  encoding ? `${etag.slice(0, -1)}-${encoding}"` : etag;
