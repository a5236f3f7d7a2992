import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from './errors/errors.ts';
import { errorBody } from './errors/render.ts';
import type { NewId } from './ids.ts';
import type { Log } from './log.ts';

const TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';
const KNOWN = new Map([
  ['HPE_HEADER_OVERFLOW', new ApiError(431, 'The headers of the request are too large')],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', new ApiError(413, 'The body is too large')],
  [TIMEOUT, new ApiError(408, 'The request was not received in time')],
]);
const MALFORMED = new ApiError(400, 'The HTTP request is malformed');

/** Answers malformed HTTP, for which there is only a socket and no request. */
export const handleClientErrors =
  (newRequestId: NewId, log: Log) =>
  ({ code = '' }: { code?: string }, socket: Socket & { _httpMessage?: { headersSent: boolean } }): void => {
    // The response was sent or has begun; close connections that the client leaves open.
    if (!socket.writable || socket._httpMessage?.headersSent) {
      if (code === TIMEOUT || socket.writable) socket.destroy();
      return;
    }
    const known = KNOWN.get(code) ?? MALFORMED;
    const id = newRequestId();
    log.debug({ reqId: id, status: known.status, internal: code }, known.message);
    const body = JSON.stringify(errorBody(known));
    socket.end(
      [
        `HTTP/1.1 ${known.status} ${STATUS_CODES[known.status]}`,
        'content-type: application/json; charset=utf-8',
        `content-length: ${Buffer.byteLength(body)}`,
        `x-request-id: ${id}`,
        'connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  };
