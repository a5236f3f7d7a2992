import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The content at a path: text with a type by its extension, bytes, or a full response. */
export type Shown =
  | string
  | Buffer
  | { status: number; headers?: Record<string, string>; body?: string | Buffer };

/** A local website. */
export interface Website {
  readonly url: string;
  /** Host and port, for LECTERN_EGRESS_ALLOW. */
  readonly host: string;
  /** The requested paths with their user agents. */
  readonly visits: { readonly path: string; readonly agent: string | undefined }[];
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  xml: 'application/xml',
  txt: 'text/plain',
  png: 'image/png',
  pdf: 'application/pdf',
};

const answerOf = (path: string, shown: Shown | undefined) => {
  if (shown === undefined) return { status: 404, headers: {}, body: 'nothing' };
  if (typeof shown === 'object' && !Buffer.isBuffer(shown)) return { headers: {}, body: '', ...shown };
  const type = TYPES[path.split('.').at(-1)!] ?? 'text/html; charset=utf-8';
  return { status: 200, headers: { 'content-type': type }, body: shown };
};

/** Starts a website with pages by path; functions are called for each request. */
export const startWebsite = async (
  pages: Readonly<Record<string, Shown>> | ((path: string, request: IncomingMessage) => Shown | undefined),
): Promise<Website> => {
  const visits: Website['visits'] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    visits.push({ path, agent: request.headers['user-agent'] });
    const { status, headers, body } = answerOf(
      path,
      typeof pages === 'function' ? pages(path, request) : pages[path],
    );
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}`,
    host,
    visits,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
