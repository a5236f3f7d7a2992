import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange } from '../blobs/blobs.ts';
import { ApiError, notFound } from '../errors/errors.ts';

/** A file as a response; `sendFile` handles ranges, conditional requests and headers. */
export interface FileResponse {
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  /** The hash of the bytes; becomes the ETag. */
  readonly hash: string;
  /** How long clients may cache it, in seconds; 0 if the content of the URL can change. */
  readonly maxAge: number;
  readonly open: (range?: ByteRange) => Promise<Readable | undefined>;
}

/** A redirect to another URL of the file. */
export interface FileRedirect {
  readonly location: string;
}

// Types that are safe to display inline. SVG may contain scripts; the sandbox in the CSP blocks them.
const INLINE =
  /^(image\/(png|jpeg|gif|webp|avif|bmp|vnd\.microsoft\.icon|svg\+xml)|(audio|video)\/[\w.+-]+|text\/plain)$/;

/** The Content-Disposition of a file: shown in the browser if its type is safe, else saved. */
export const dispositionOf = (name: string, contentType: string): string => {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const kind = INLINE.test(contentType) ? 'inline' : 'attachment';
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
};

const headersOf = ({ name, contentType, hash, maxAge }: FileResponse) => ({
  'content-type': contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType,
  'content-disposition': dispositionOf(name, contentType),
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  // Published sites on other origins embed these files.
  'cross-origin-resource-policy': 'cross-origin',
  // Browsers load a font for another origin only with this.
  ...(contentType.startsWith('font/') && { 'access-control-allow-origin': '*' }),
  'cache-control': maxAge > 0 ? `private, max-age=${maxAge}, immutable` : 'private, no-cache',
  'accept-ranges': 'bytes',
  etag: `"${hash}"`,
});

const matchesEtag = (header: string, etag: string): boolean =>
  header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag);

/** The range of a Range header; undefined for the whole file, null if it is out of bounds. */
export const rangeOf = (header: string | undefined, size: number): ByteRange | undefined | null => {
  // Multiple ranges may be answered with the whole file.
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === undefined || (from === '' && to === '')) return undefined;
  const last = size - 1;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? last : Math.min(Number(to), last);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  return start > last ? null : { start, end };
};

/** Sends a file, a range of it, or 304. */
export const sendFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileResponse | FileRedirect,
): Promise<FastifyReply> => {
  if ('location' in file)
    return reply.headers({ location: file.location, 'cache-control': 'no-store' }).code(307).send();
  const headers = headersOf(file);
  const { range: wanted, 'if-none-match': known, 'if-range': condition } = request.headers;
  if (known !== undefined && matchesEtag(known, headers.etag)) return reply.headers(headers).code(304).send();
  const applies = condition === undefined || condition === headers.etag;
  const range = request.method === 'GET' && applies ? rangeOf(wanted, file.size) : undefined;
  if (range === null) {
    reply.header('content-range', `bytes */${file.size}`);
    throw new ApiError(416, `The range is outside of the file, which has ${file.size} bytes`);
  }
  // HEAD reads nothing; with an empty stream, Fastify leaves Content-Length unchanged.
  const content = request.method === 'HEAD' ? Readable.from([]) : await file.open(range);
  if (!content) throw notFound('file');
  if (range) reply.header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  return reply
    .headers({ ...headers, 'content-length': range ? range.end - range.start + 1 : file.size })
    .code(range ? 206 : 200)
    .send(content);
};
