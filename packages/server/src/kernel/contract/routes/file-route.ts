import { type FileRedirect, type FileResponse, sendFile } from '../file-response.ts';
import { inputReader } from './input.ts';
import type { RouteKind } from './route-kind.ts';

/** Answers a file, with ranges and conditional requests. */
export const fileRoute: RouteKind = {
  handlerOf: (route) => {
    const inputOf = inputReader(route);
    return async (request, reply) => {
      const { caller, subject, ip: address } = request;
      const input = { ...inputOf(request), caller, subject, address };
      const result = await route.inFlightOf(request).run(() => route.handle(input));
      return sendFile(request, reply, result as FileResponse | FileRedirect);
    };
  },
};
