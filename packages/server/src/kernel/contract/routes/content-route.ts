import { dispositionOf } from '../file-response.ts';
import type { Content } from '../operation.ts';
import { inputReader } from './input.ts';
import type { RouteKind } from './route-kind.ts';

/** Answers text or bytes with a content type. */
export const contentRoute: RouteKind = {
  handlerOf: (route) => {
    const inputOf = inputReader(route);
    const status = Number(Object.keys(route.operation.responses)[0]);
    return async (request, reply) => {
      const { caller, subject, ip: address } = request;
      const input = { ...inputOf(request), caller, subject, address };
      const result = await route.inFlightOf(request).run(() => route.handle(input));
      const { contentType, name, content } = result as Content;
      if (name !== undefined)
        reply.headers({
          'content-disposition': dispositionOf(name, contentType),
          'cache-control': 'private, no-store',
        });
      return reply.code(status).type(contentType).send(content);
    };
  },
};
