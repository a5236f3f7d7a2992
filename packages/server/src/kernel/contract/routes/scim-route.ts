import { acceptScimJson, setResourceHeaders } from '../scim.ts';
import { inputReader } from './input.ts';
import type { RouteKind } from './route-kind.ts';
import { jsonSender } from './send.ts';

/** SCIM requests of identity providers, with versions as ETags. */
export const scimRoute: RouteKind = {
  parseBody: acceptScimJson,
  handlerOf: (route) => {
    const inputOf = inputReader(route);
    const send = jsonSender(route.operation);
    return async (request, reply) => {
      const { caller, provider } = request;
      const input = { ...inputOf(request), caller, provider, ifMatch: request.headers['if-match'] };
      const result = await route.inFlightOf(request).run(() => route.handle(input));
      return setResourceHeaders(request, reply, result) ? reply.code(304).send() : send(reply, result);
    };
  },
};
