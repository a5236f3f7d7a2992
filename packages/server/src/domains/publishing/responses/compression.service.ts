import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { PageResponse } from '../../../kernel/contract/operation.ts';
import { type Encoding, etagIn, isForEver } from './content-encoding.ts';

const KEPT_BYTES = 64 * 1024 * 1024;

/** How much work packing is worth: for one reader, for all who come while a page is the same, and for ever. */
type Effort = 'once' | 'kept' | 'forEver';

const EFFORTS: Readonly<Record<Encoding, Readonly<Record<Effort, number>>>> = {
  br: { once: 1, kept: 5, forEver: 11 },
  gzip: { once: 1, kept: 6, forEver: 9 },
};

// Both work in other threads, so that others are answered meanwhile.
const [brotli, deflate] = [promisify(brotliCompress), promisify(gzip)];

const pack = (content: string | Buffer, encoding: Encoding, effort: Effort): Promise<Buffer> => {
  const level = EFFORTS[encoding][effort];
  if (encoding === 'gzip') return deflate(content, { level });
  return brotli(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
};

const inForm = (answer: PageResponse, encoding: Encoding, content: Buffer): PageResponse => ({
  ...answer,
  headers: { ...answer.headers, 'content-encoding': encoding },
  content,
});

/** Answers as they go over the wire, smaller than they are. */
export const createEncodingsService = () => {
  // By the names of contents: the same bytes are packed once, whoever asks for them and wherever they stand.
  const forms = new LRUCache<string, Buffer, readonly [PageResponse, Encoding]>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ length }) => length + 256,
    // Whoever waits for it gets it, also when there is no more room to keep it.
    ignoreFetchAbort: true,
    fetchMethod: (_name, _before, { context: [answer, encoding] }) =>
      pack(answer.content, encoding, isForEver(answer) ? 'forEver' : 'kept'),
  });

  return {
    /** An answer that has a name, packed when it is first asked for in this form. */
    kept: async (answer: PageResponse, etag: string, encoding: Encoding): Promise<PageResponse> => {
      const name = etagIn(etag, encoding);
      const content = await forms.forceFetch(name, { context: [answer, encoding] });
      const packed = inForm(answer, encoding, content);
      return { ...packed, headers: { ...packed.headers, etag: name } };
    },

    /** An answer that nobody gets again. */
    once: async (answer: PageResponse, encoding: Encoding): Promise<PageResponse> =>
      inForm(answer, encoding, await pack(answer.content, encoding, 'once')),
  };
};

/** Answers as they go over the wire. */
export type EncodingsService = ReturnType<typeof createEncodingsService>;
