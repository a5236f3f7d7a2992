import { acceptBytes } from '../../body-parsers.ts';
import { ApiError } from '../../errors/errors.ts';
import type { RelayResponse, UploadRequest } from '../operation.ts';
import type { RouteKind } from './route-kind.ts';
import { sendPage } from './send.ts';
import { bodyStreamOf } from './upload-route.ts';

/** Passes a request on unchanged, with its body read into memory. */
export const relayRoute: RouteKind = {
  parseBody: acceptBytes,
  handlerOf:
    ({ operation, handle, inFlightOf }) =>
    async (request, reply) => {
      const { params, ip: address, host, originalUrl: url, headers } = request;
      const body = await readAll(bodyStreamOf(request).stream, operation.bodyLimit!);
      const relayed = await inFlightOf(request).run(() =>
        handle({ params, request: { host, url, headers, body, address } }),
      );
      return sendPage(reply, relayed as RelayResponse);
    },
};

const readAll = async (stream: UploadRequest['stream'], maxBytes: number): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > maxBytes) throw new ApiError(413, `The body is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
