import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { acceptBytes } from '../../body-parsers.ts';
import type { UploadRequest } from '../operation.ts';
import type { RouteKind } from './route-kind.ts';
import { jsonSender } from './send.ts';

/** Takes a body of bytes as a stream; answers JSON. */
export const uploadRoute: RouteKind = {
  parseBody: acceptBytes,
  handlerOf: ({ operation, handle, inFlightOf }) => {
    const send = jsonSender(operation);
    return async (request, reply) => {
      const { params, caller, subject, ip: address } = request;
      const upload = bodyStreamOf(request);
      const result = await inFlightOf(request).run(() =>
        handle({ params, caller, subject, upload, address }),
      );
      return send(reply, result);
    };
  },
};

/** The body of a request as a stream. */
export const bodyStreamOf = ({ body, headers }: FastifyRequest): UploadRequest => ({
  stream: (body as UploadRequest['stream'] | undefined) ?? Readable.from([]),
  length: headers['content-length'] === undefined ? undefined : Number(headers['content-length']),
});
