import net from 'node:net';
import { sendRequest } from '../testing/http-request.ts';
import type { TestServer } from '../testing/server.ts';

/** A request to send. */
export interface RequestToSend {
  readonly method: string;
  /** Path and query of the request line, with `/v1`. */
  readonly path: string;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, or as a form. */
  readonly body?: unknown;
  /** Sent unchanged instead of a body. */
  readonly text?: string;
  /** The part of the response that echoes the request, which is not checked against the reference. */
  readonly givenBack?: string | undefined;
}

/** A response that was checked against the contract. */
export interface CheckedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape; their schemas were checked before
  readonly body: any;
}

const parse = (text: string, contentType: string | null): unknown =>
  text === '' || !contentType?.includes('json') ? undefined : JSON.parse(text);

/** Sends a request and checks the response against the contract: schemas, request id, format of errors. */
export const send = async (server: TestServer, outgoing: RequestToSend): Promise<CheckedResponse> => {
  const form = outgoing.body instanceof FormData ? outgoing.body : undefined;
  const text =
    outgoing.text ?? (outgoing.body === undefined || form ? undefined : JSON.stringify(outgoing.body));
  const {
    status,
    headers,
    text: answer,
  } = await sendRequest(server.url + outgoing.path, {
    method: outgoing.method,
    headers: {
      ...(outgoing.token && { authorization: `Bearer ${outgoing.token}` }),
      ...(text !== undefined && { 'content-type': 'application/json' }),
      ...outgoing.headers,
    },
    body: text ?? form,
  });
  const body = parse(answer, headers.get('content-type'));
  const path = outgoing.path.split('?')[0]!;
  const problems = server.checker
    .check(outgoing.method, path, status, body)
    .filter(
      (problem) =>
        !outgoing.givenBack || !problem.includes(`breaks the reference schema: data${outgoing.givenBack}/`),
    );
  if (!headers.get('x-request-id')) problems.push('the answer has no x-request-id');
  if (problems.length > 0)
    throw new Error(
      `${outgoing.method} ${outgoing.path.slice(0, 300)}\n${problems.join('\n')}\n${answer.slice(0, 2000)}`,
    );
  return { status, headers, text: answer, body };
};

/** Writes bytes to the port of the server and reads until it closes the connection, for malformed HTTP. */
export const sendBytes = (server: TestServer, bytes: string | Buffer): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const socket = net.connect(Number(port), hostname, () => socket.write(bytes));
    let received = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      received += chunk;
    });
    // The server may reset the connection before all bytes are sent.
    socket.on('error', (error) => (received ? resolve(received) : reject(error)));
    socket.on('close', () => resolve(received));
  });

/** The bytes of a request with `Connection: close`. */
export const requestBytes = (
  requestLine: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): string =>
  [
    `${requestLine} HTTP/1.1`,
    'host: localhost',
    'connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body ? [`content-length: ${Buffer.byteLength(body)}`] : []),
    '',
    body,
  ].join('\r\n');
