import { Readable } from 'node:stream';
import { setVisitorCaching } from '../site-tokens.ts';
import { inputReader } from './input.ts';
import type { RouteKind } from './route-kind.ts';

const TYPE = 'text/event-stream';
// Proxies close connections that are silent for a minute.
const KEEP_ALIVE_MS = 25_000;

/** Server-sent events. Of an endless stream, a client that does not accept event streams gets the first event alone. */
export const eventsRoute: RouteKind = {
  handlerOf: (route) => {
    const inputOf = inputReader(route);
    return async (request, reply) => {
      const { caller, subject, visitor, ip: address } = request;
      const closed = new AbortController();
      const input = { ...inputOf(request), address, signal: closed.signal };
      const start = async (): Promise<AsyncIterable<unknown>> => {
        if (visitor === undefined)
          return (await route.handle({ ...input, caller, subject })) as AsyncIterable<unknown>;
        const response = await route.handleVisitor({ ...input, visitor });
        setVisitorCaching(reply, response);
        return response.body as AsyncIterable<unknown>;
      };
      const events = await route.inFlightOf(request).run(start);
      const isFollowed = route.operation.ends || request.headers.accept?.includes(TYPE) === true;
      const stream = new Readable({ read: () => {} });
      const keepAlive = setInterval(() => stream.push(':\n\n'), KEEP_ALIVE_MS);
      stream.once('close', () => {
        clearInterval(keepAlive);
        closed.abort();
      });
      const send = async () => {
        for await (const event of events) {
          stream.push(`data: ${JSON.stringify(event)}\n\n`);
          if (!isFollowed) break;
        }
        stream.push(null);
      };
      send().catch((error: Error) => stream.destroy(error));
      // Proxies must not wait for the end of the response.
      return reply.code(200).type(`${TYPE}; charset=utf-8`).header('x-accel-buffering', 'no').send(stream);
    };
  },
};
