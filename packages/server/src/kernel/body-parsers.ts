import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, badRequest } from './errors/errors.ts';

// A parameter's value may be quoted, and quotes may hold what looks like another parameter.
const PARAMETERS = /;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g;

const charsetOf = (contentType: string): string | undefined => {
  for (const [, name, quoted, plain] of contentType.matchAll(PARAMETERS))
    if (name!.toLowerCase() === 'charset') return (quoted ?? plain!).toLowerCase();
  return undefined;
};

// What is packed or in another script of bytes would be read as something that was never meant.
const refusalOf = (headers: IncomingHttpHeaders): ApiError | undefined => {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    return new ApiError(415, 'The body must be sent as it is, without a content encoding');
  const charset = headers['content-type']?.includes(';') ? charsetOf(headers['content-type']) : undefined;
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')
    return new ApiError(415, 'The body must be sent in UTF-8');
  return undefined;
};

type Done = (error: Error | null, body?: unknown) => void;

// What is no UTF-8 is refused: decoding it would change what was sent without a word.
const takeText = (
  app: FastifyInstance,
  contentType: string,
  parse: (request: FastifyRequest, text: string, done: Done) => void,
): void =>
  void app.addContentTypeParser(contentType, { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const refusal = refusalOf(request.headers);
    if (refusal) return done(refusal);
    // Many clients name the type also when they send nothing.
    if (body.length === 0) return done(null, undefined);
    if (!isUtf8(body)) return done(badRequest('The body is not valid UTF-8'));
    parse(request, body.toString(), done);
  });

/** JSON as well that is called something of its own. */
export const acceptJsonAs = (app: FastifyInstance, contentType: string): void => {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  takeText(app, contentType, (request, text, done) => void parseJson(request, text, done));
};

/** Bodies are JSON or nothing. */
export const acceptJson = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  acceptJsonAs(app, 'application/json');
};

/** Forms as well, each field once. */
export const acceptForms = (app: FastifyInstance): void =>
  takeText(app, 'application/x-www-form-urlencoded', (_request, text, done) =>
    done(null, Object.fromEntries(new URLSearchParams(text))),
  );

/** Bytes of any kind, as they come: whoever takes them counts them. */
export const acceptBytes = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, bytes, done) => done(null, bytes));
};
