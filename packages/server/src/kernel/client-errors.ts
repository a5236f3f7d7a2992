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
  [TIMEOUT, new ApiError(408, 'The request did not arrive in time')],
]);
const MALFORMED = new ApiError(400, 'This is not a valid HTTP request');

/** Answers what did not become a request: there is only a socket to write to. */
export const handleClientErrors =
  (newRequestId: NewId, log: Log) =>
  ({ code = '' }: { code?: string }, socket: Socket & { _httpMessage?: { headersSent: boolean } }): void => {
    // Answered already, or in the middle of it; whoever does not hang up does not keep the connection for ever.
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
