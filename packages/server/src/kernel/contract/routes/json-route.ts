import { setVisitorCaching } from '../site-tokens.ts';
import { uploadReader } from '../upload.ts';
import { validatorOf } from '../validation.ts';
import { inputReader } from './input.ts';
import type { RouteKind } from './route-kind.ts';
import { jsonSender } from './send.ts';

/** JSON in, or a form with a file; JSON out. */
export const jsonRoute: RouteKind = {
  handlerOf: (route) => {
    const { operation, handle, handleVisitor, inFlightOf } = route;
    const { form } = operation;
    const inputOf = inputReader(route);
    const checkFields = form && validatorOf('body', form.fields);
    const send = jsonSender(operation);
    return async (request, reply) => {
      const input = inputOf(request);
      const { visitor, caller, subject, headers, ip: address } = request;
      const inFlight = inFlightOf(request);
      if (visitor !== undefined) {
        const response = await inFlight.run(() => handleVisitor({ ...input, visitor }));
        setVisitorCaching(reply, response);
        return send(reply, response.body);
      }
      const upload = checkFields && uploadReader(request, { maxBytes: form.maxBytes, check: checkFields });
      const all = { ...input, caller, subject, upload, address, headers };
      return send(reply, await inFlight.run(() => handle(all)));
    };
  },
};
