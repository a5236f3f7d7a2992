import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from '../../../kernel/accepted-encoding.ts';
import type { PageResponse } from '../../../kernel/contract/operation.ts';
import { createPromiseCache } from '../../../kernel/promise-cache.ts';
import { etagIn, isImmutable } from './content-encoding.ts';

const MAX_CACHED_BYTES = 64 * 1024 * 1024;

/** The use of a compressed response: by one request, while a page is unchanged, or for ever. */
type Use = 'once' | 'cached' | 'immutable';

const LEVELS: Readonly<Record<Encoding, Readonly<Record<Use, number>>>> = {
  br: { once: 1, cached: 5, immutable: 11 },
  gzip: { once: 1, cached: 6, immutable: 9 },
};

// Both run in the thread pool and do not block the event loop.
const [brotliAsync, gzipAsync] = [promisify(brotliCompress), promisify(gzip)];

const compressContent = (content: string | Buffer, encoding: Encoding, use: Use): Promise<Buffer> => {
  const level = LEVELS[encoding][use];
  if (encoding === 'gzip') return gzipAsync(content, { level });
  return brotliAsync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
};

const encoded = (response: PageResponse, encoding: Encoding, content: Buffer): PageResponse => ({
  ...response,
  headers: { ...response.headers, 'content-encoding': encoding },
  content,
});

/** Makes the service that compresses responses. */
export const createCompressionService = () => {
  // By ETag: equal contents are compressed once, whatever their URLs.
  const cache = createPromiseCache<Buffer>({
    maxSize: MAX_CACHED_BYTES,
    sizeOf: ({ length }) => length + 256,
  });

  return {
    /** Compresses a response that has an ETag; the result is cached. */
    compress: async (response: PageResponse, etag: string, encoding: Encoding): Promise<PageResponse> => {
      const encodedEtag = etagIn(etag, encoding);
      const content = await cache.get(encodedEtag, () =>
        compressContent(response.content, encoding, isImmutable(response) ? 'immutable' : 'cached'),
      );
      const compressed = encoded(response, encoding, content);
      return { ...compressed, headers: { ...compressed.headers, etag: encodedEtag } };
    },

    /** Compresses a response that is sent only once. */
    compressOnce: async (response: PageResponse, encoding: Encoding): Promise<PageResponse> =>
      encoded(response, encoding, await compressContent(response.content, encoding, 'once')),
  };
};

/** Compression of responses. */
export type CompressionService = ReturnType<typeof createCompressionService>;
