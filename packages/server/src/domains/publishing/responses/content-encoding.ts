import type { PageResponse } from '../../../kernel/contract/operation.ts';

/** Content encodings, the preferred first. */
const ENCODINGS = ['br', 'gzip'] as const;

/** A content encoding. */
export type Encoding = (typeof ENCODINGS)[number];

// Shorter responses fit into one packet anyway.
const MIN_LENGTH = 1024;
// Compression for a single request has to be worth the work.
const MIN_LENGTH_ONCE = 8 * 1024;

const TEXT = /^(?:text\/|application\/(?:json|xml|rss\+xml)\b)/;

/** The content encoding that an `Accept-Encoding` header prefers; undefined if it accepts none. */
export const acceptedEncoding = (header = ''): Encoding | undefined => {
  const weights = new Map(
    header.split(',').map((each) => {
      const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const;
    }),
  );
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const [best] = ENCODINGS.filter((encoding) => weightOf(encoding) > 0).sort(
    (one, other) => weightOf(other) - weightOf(one),
  );
  return best;
};

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
