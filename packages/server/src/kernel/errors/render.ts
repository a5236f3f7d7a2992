import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { BlobStoreError } from '../blobs/blobs.ts';
import { translateDatabaseError } from '../database/database-errors.ts';
import { ApiError } from './errors.ts';

/** The body of every error answer. */
export const errorBody = (error: ApiError) => ({
  error: { code: error.status, message: error.message, ...(error.details && { details: error.details }) },
});

const KNOWN_BY_CODE: Record<string, string> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty, but the content type says JSON',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The body must be sent as application/json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body does not have the announced length',
};

/** What a client is told about any failure; unknown ones become a 500 without detail. */
export const toApiError = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error;
  const { statusCode, code, message } = error as FastifyError;
  if (error instanceof SyntaxError && statusCode === 400)
    return new ApiError(400, 'The body is not valid JSON');
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new ApiError(statusCode, KNOWN_BY_CODE[code] ?? message);
  // After what the server says about the request itself: a client that hangs up resets a connection, too.
  if (error instanceof BlobStoreError)
    return new ApiError(503, 'Files cannot be reached right now', { internal: error.message, cause: error });
  const fromDatabase = translateDatabaseError(error);
  if (fromDatabase) return fromDatabase;
  return new ApiError(500, 'Internal server error', { cause: error });
};

/** Notes a failure in the log and in the headers of its answer, whatever the form of its body is. */
export const recordError = (
  known: ApiError,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  if (known.status >= 500) request.log.error({ err: error }, 'request failed');
  else request.log.debug({ status: known.status, internal: known.internal }, known.message);
  // Also what fails before any hook has run, such as a path that cannot be decoded.
  reply.header('x-request-id', request.id);
  if (known.retryAfter !== undefined) reply.header('retry-after', known.retryAfter);
  if (known.status === 401) reply.header('www-authenticate', 'Bearer');
};

/** The one place where an error becomes an answer. */
export const renderError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const known = toApiError(error);
  recordError(known, error, request, reply);
  return reply.code(known.status).type('application/json; charset=utf-8').send(errorBody(known));
};
