import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { isInternalRequest } from './http.ts';
import type { InFlight } from './in-flight.ts';

// How long a client may send nothing before a shutdown stops waiting for the rest of its body.
const STALLED_MS = 5_000;
const CHECK_MS = 500;

/** Counts every request of a client from its headers to the start of its response; during a shutdown, cuts clients that stop sending. */
export const trackIncomingRequests = (http: FastifyInstance, inFlight: InFlight): void => {
  const incoming = new Set<IncomingMessage>();
  const releases = new WeakMap<IncomingMessage, () => void>();
  http.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (!isInternalRequest(raw)) {
      void inFlight.run(() => new Promise<void>((resolve) => releases.set(raw, resolve)));
      incoming.add(raw);
      // Also when the client disconnects before the response.
      reply.raw.once('close', () => {
        incoming.delete(raw);
        releases.get(raw)?.();
      });
    }
    done();
  });
  http.addHook('onSend', (request, _reply, payload, done) => {
    releases.get(request.raw)?.();
    done(null, payload);
  });
  let checking: NodeJS.Timeout | undefined;
  http.addHook('preClose', async () => {
    const seen = new WeakMap<IncomingMessage, { bytes: number; at: number }>();
    checking = setInterval(() => {
      for (const raw of incoming) if (isStalled(raw, seen)) raw.destroy();
    }, CHECK_MS).unref();
  });
  http.addHook('onClose', async () => clearInterval(checking));
};

const isStalled = (
  raw: IncomingMessage,
  seen: WeakMap<IncomingMessage, { bytes: number; at: number }>,
): boolean => {
  // Bytes that wait to be read are this server's delay.
  if (raw.complete || raw.readableLength > 0) return false;
  const last = seen.get(raw);
  const bytes = raw.socket.bytesRead;
  if (last?.bytes === bytes) return performance.now() - last.at > STALLED_MS;
  seen.set(raw, { bytes, at: performance.now() });
  return false;
};
