import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange } from '../blobs/blobs.ts';
import { ApiError, notFound } from '../errors/errors.ts';

/** An answer that is a file: HTTP's part of it (ranges, conditions, headers) is done here, once. */
export interface FileResponse {
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  /** What names these very bytes. */
  readonly hash: string;
  /** For how long whoever got it may keep it, in seconds; 0 for what may be another thing the next time. */
  readonly maxAge: number;
  readonly open: (range?: ByteRange) => Promise<Readable | undefined>;
}

/** Where to ask instead: the same way, so that whoever asked need not know. */
export interface FileRedirect {
  readonly location: string;
}

// What browsers show without running anything in it. An SVG may hold scripts, which the sandbox keeps from running.
const SHOWN =
  /^(image\/(png|jpeg|gif|webp|avif|bmp|vnd\.microsoft\.icon|svg\+xml)|(audio|video)\/[\w.+-]+|text\/plain)$/;

const dispositionOf = (name: string, contentType: string): string => {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const kind = SHOWN.test(contentType) ? 'inline' : 'attachment';
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
};

const headersOf = ({ name, contentType, hash, maxAge }: FileResponse) => ({
  'content-type': contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType,
  'content-disposition': dispositionOf(name, contentType),
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  // Sites of other origins show these files, too.
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': maxAge > 0 ? `private, max-age=${maxAge}, immutable` : 'private, no-cache',
  'accept-ranges': 'bytes',
  etag: `"${hash}"`,
});

const names = (header: string, etag: string): boolean =>
  header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag);

/** The part that a request asks for; undefined for all of it, null for one that is not there. */
export const rangeOf = (header: string | undefined, size: number): ByteRange | undefined | null => {
  // Several parts at once may be answered with the whole, and nobody asks for them.
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === undefined || (from === '' && to === '')) return undefined;
  const last = size - 1;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? last : Math.min(Number(to), last);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  return start > last ? null : { start, end };
};

/** Sends a file, or the part of it that was asked for, or that the client has it already. */
export const sendFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileResponse | FileRedirect,
): Promise<FastifyReply> => {
  if ('location' in file)
    return reply.headers({ location: file.location, 'cache-control': 'no-store' }).code(307).send();
  const headers = headersOf(file);
  const { range: wanted, 'if-none-match': known, 'if-range': condition } = request.headers;
  if (known !== undefined && names(known, headers.etag)) return reply.headers(headers).code(304).send();
  const applies = condition === undefined || condition === headers.etag;
  const range = request.method === 'GET' && applies ? rangeOf(wanted, file.size) : undefined;
  if (range === null) {
    reply.header('content-range', `bytes */${file.size}`);
    throw new ApiError(416, `The file has ${file.size} bytes`);
  }
  // Nothing is read for a HEAD; a stream, however empty, leaves the length as it is told.
  const content = request.method === 'HEAD' ? Readable.from([]) : await file.open(range);
  if (!content) throw notFound('file');
  if (range) reply.header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  return reply
    .headers({ ...headers, 'content-length': range ? range.end - range.start + 1 : file.size })
    .code(range ? 206 : 200)
    .send(content);
};
