import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A received request. */
export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: events are of many shapes, which tests look into
  readonly event: any;
}

/** Responds to a request; the default is 200. */
export type Responder = (response: ServerResponse, received: ReceivedRequest) => void;

/** A local receiver of webhooks. */
export interface Receiver {
  readonly url: string;
  readonly received: ReceivedRequest[];
  /** Sets the responder for further requests. */
  respondBy(reaction: Responder): void;
  close(): Promise<void>;
}

const take: Responder = (response) => response.writeHead(200).end('Thanks');

/** Responds with a status, headers and body. */
export const respondWith =
  (status: number, headers: Record<string, string> = {}, body = ''): Responder =>
  (response) =>
    response.writeHead(status, headers).end(body);

/** Starts a receiver. */
export const startReceiver = async (): Promise<Receiver> => {
  const received: ReceivedRequest[] = [];
  let reaction = take;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { url: path = '', headers } = request;
    const one = { path, headers, body, event: JSON.parse(body) };
    received.push(one);
    reaction(response, one);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    respondBy: (other) => {
      reaction = other;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

/** Whether a request is signed with a secret, computed as documented for receivers. */
export const isSigned = ({ headers, body }: ReceivedRequest, secret: string): boolean => {
  const signature = String(headers['x-lectern-signature']);
  const [time, ...signatures] = signature.split(',');
  const expected = createHmac('sha256', secret)
    .update(`${time!.slice('t='.length)}.${body}`)
    .digest('hex');
  return headers['x-gitbook-signature'] === signature && signatures.includes(`v1=${expected}`);
};
