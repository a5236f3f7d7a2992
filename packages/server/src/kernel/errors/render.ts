import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { BlobStoreError } from '../blobs/blobs.ts';
import { translateDatabaseError } from '../database/database-errors.ts';
import { ApiError } from './errors.ts';
import { blobStoreUnavailable, translateFileSystemError } from './file-system-errors.ts';

/** The body of every error response. */
export const errorBody = (error: ApiError) => ({
  error: { code: error.status, message: error.message, ...(error.details && { details: error.details }) },
});

const KNOWN_BY_CODE: Record<string, string> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty although the content type is JSON',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The body must be sent as application/json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body does not have the length of its Content-Length header',
};

/** Maps any error to an ApiError; unknown ones become a 500 without details. */
export const toApiError = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error;
  const { statusCode, code, message } = error as FastifyError;
  if (error instanceof SyntaxError && statusCode === 400)
    return new ApiError(400, 'The body is not valid JSON');
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new ApiError(statusCode, KNOWN_BY_CODE[code] ?? message);
  // After the check for client errors: a client that disconnects causes ECONNRESET, too.
  if (error instanceof BlobStoreError) return blobStoreUnavailable(error);
  return (
    translateFileSystemError(error) ??
    translateDatabaseError(error) ??
    new ApiError(500, 'Internal server error', { cause: error })
  );
};

/** Logs an error and sets the headers of its response, for any format of the body. */
export const recordError = (
  known: ApiError,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  if (known.status >= 500 && !known.isLoggedElsewhere) request.log.error({ err: error }, 'request failed');
  else request.log.debug({ status: known.status, internal: known.internal }, known.message);
  // Set here for errors before any hook has run, such as an invalid path.
  reply.header('x-request-id', request.id);
  if (known.retryAfter !== undefined) reply.header('retry-after', known.retryAfter);
  if (known.status === 401 && !reply.hasHeader('www-authenticate'))
    reply.header('www-authenticate', 'Bearer');
};

/** Sends an error as JSON. */
export const renderError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const known = toApiError(error);
  recordError(known, error, request, reply);
  return reply.code(known.status).type('application/json; charset=utf-8').send(errorBody(known));
};
