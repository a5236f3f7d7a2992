import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, badRequest } from './errors/errors.ts';

// Parameter values may be quoted, and may contain semicolons then.
const PARAMETERS = /;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g;

const charsetOf = (contentType: string): string | undefined => {
  for (const [, name, quoted, plain] of contentType.matchAll(PARAMETERS))
    if (name!.toLowerCase() === 'charset') return (quoted ?? plain!).toLowerCase();
  return undefined;
};

// Compressed bodies and other charsets would be decoded as garbage.
const unsupportedMediaOf = (headers: IncomingHttpHeaders): ApiError | undefined => {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    return new ApiError(415, 'The body must be sent without a content encoding');
  const charset = headers['content-type']?.includes(';') ? charsetOf(headers['content-type']) : undefined;
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')
    return new ApiError(415, 'The body must be sent in UTF-8');
  return undefined;
};

type Done = (error: Error | null, body?: unknown) => void;

// Rejects invalid UTF-8, which decoding would silently replace.
const addTextParser = (
  app: FastifyInstance,
  contentType: string,
  parse: (request: FastifyRequest, text: string, done: Done) => void,
): void =>
  void app.addContentTypeParser(contentType, { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const refusal = unsupportedMediaOf(request.headers);
    if (refusal) return done(refusal);
    // Many clients send the content type also without a body.
    if (body.length === 0) return done(null, undefined);
    if (!isUtf8(body)) return done(badRequest('The body is not valid UTF-8'));
    parse(request, body.toString(), done);
  });

/** Accepts JSON bodies of a content type of their own. */
export const acceptJsonAs = (app: FastifyInstance, contentType: string): void => {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  addTextParser(app, contentType, (request, text, done) => void parseJson(request, text, done));
};

/** Accepts JSON bodies only. */
export const acceptJson = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  acceptJsonAs(app, 'application/json');
};

/** Accepts URL-encoded forms; of repeated fields, the last counts. */
export const acceptForms = (app: FastifyInstance): void =>
  addTextParser(app, 'application/x-www-form-urlencoded', (_request, text, done) =>
    done(null, Object.fromEntries(new URLSearchParams(text))),
  );

/** Accepts bodies of any type as a stream, without a size limit. */
export const acceptBytes = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, bytes, done) => done(null, bytes));
};
