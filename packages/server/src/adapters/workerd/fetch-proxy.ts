import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { EventChain } from '../../kernel/auth/chained-tokens.ts';
import type { Egress, EgressRequest } from '../../kernel/egress.ts';
import { fetchFailureMessage } from './fetch-failure.ts';
import { type FetchQuota, QuotaExceededError } from './fetch-quota.ts';
import type { LiveRuns } from './live-runs.ts';
import type { MemoryBudget } from './memory-budget.ts';

/** A request of a script to the API of this server, or to an endpoint of an integration. */
export interface ForwardedRequest {
  readonly method: Method;
  /** The URL without the base path of the API. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  /** The chain of the script, for requests to endpoints of integrations, which have no token. */
  readonly chain: EventChain | undefined;
}

/** The response of the API. */
export interface ForwardedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, number | string | readonly string[] | undefined>>;
  readonly body: Readable;
}

/** The API of this server; its public URL may not be reachable from this machine. */
export interface OwnApi {
  /** The base URL. */
  readonly address: () => string;
  readonly forward: (request: ForwardedRequest) => Promise<ForwardedResponse>;
}

/** Options of the proxy. */
export interface FetchProxyOptions {
  readonly egress: Egress;
  readonly api: OwnApi;
  readonly quota: FetchQuota;
  readonly runs: Pick<LiveRuns, 'chainOf'>;
  readonly bodies: MemoryBudget;
  readonly limits: { readonly timeoutMs: number; readonly maxBytes: number };
}

type Method = NonNullable<EgressRequest['method']>;

const METHODS: readonly string[] = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
] satisfies Method[];
// Hop-by-hop headers, and those that are wrong after decompression.
const DROPPED_HEADERS =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-length|(accept|content)-encoding|x-lectern-.*)$/;

const OWN_PATHS = ['/v1/', '/~integrations/'];

/** A rejected fetch; `fetch` in the script throws its message. */
class RejectedFetchError extends Error {}

/** The proxy for fetches of scripts: to the API of this server, or through the egress guard. */
export const createFetchProxy = ({
  egress,
  api,
  quota,
  runs,
  bodies,
  limits,
}: FetchProxyOptions): RequestListener => {
  const responseTo = async (request: IncomingMessage, signal: AbortSignal): Promise<ForwardedResponse> => {
    const method = request.method ?? '';
    if (!isMethod(method)) throw new RejectedFetchError(`The method ${method} is not supported.`);
    if (request.headers.upgrade) throw new RejectedFetchError('WebSockets are not supported.');
    const headers = forwardedHeaders(request);
    // The egress guard needs the whole body, since a redirect may send it again.
    const body = await bodies.read(request, limits.maxBytes, signal);
    if (!body) throw new RejectedFetchError(`The body is larger than ${limits.maxBytes} bytes.`);
    const own = toApiUrl(api.address(), request.url ?? '');
    if (own)
      return api.forward({
        method,
        url: own,
        headers,
        body: body.length > 0 ? body : undefined,
        chain: runs.chainOf(String(request.headers['x-lectern-script'])),
      });
    const {
      status,
      headers: given,
      stream,
    } = await egress.fetch(request.url ?? '', {
      method,
      headers,
      ...(body.length > 0 && { body }),
      // The fetch in the script follows redirects, so that each hop passes this proxy.
      redirect: 'manual',
      ...limits,
      signal,
    });
    const cookies = given.getSetCookie();
    return {
      status,
      headers: { ...Object.fromEntries(given), ...(cookies.length > 0 && { 'set-cookie': cookies }) },
      body: stream,
    };
  };

  return async (request, response) => {
    const aborted = new AbortController();
    response.once('close', () => aborted.abort());
    let release: (() => void) | undefined;
    try {
      release = await quota.acquire(String(request.headers['x-lectern-script']));
      const upstream = await responseTo(request, aborted.signal);
      response.writeHead(
        upstream.status,
        Object.entries(upstream.headers)
          .filter(([name]) => !DROPPED_HEADERS.test(name.toLowerCase()))
          .flatMap(([name, value]) => [value ?? []].flat().flatMap((one) => [name, String(one)])),
      );
      await pipeline(upstream.body, response);
    } catch (error) {
      reject(request, response, error);
    } finally {
      release?.();
    }
  };
};

const isMethod = (method: string): method is Method => METHODS.includes(method);

const forwardedHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || DROPPED_HEADERS.test(name) ? [] : [[name, [value].flat().join(', ')]],
    ),
  );

/** The URL of a request to the API or an integration, without the base path; undefined for other pages of the same host. */
const toApiUrl = (address: string, url: string): URL | undefined => {
  if (!URL.canParse(address) || !URL.canParse(url)) return undefined;
  const [own, requested] = [new URL(address), new URL(url)];
  const prefix = own.pathname.replace(/\/$/, '');
  const isOwn = OWN_PATHS.some((path) => requested.pathname.startsWith(prefix + path));
  if (requested.origin !== own.origin || !isOwn) return undefined;
  return new URL(requested.pathname.slice(prefix.length) + requested.search, own.origin);
};

const reject = (request: IncomingMessage, response: ServerResponse, error: unknown): void => {
  if (response.headersSent || response.destroyed) return void response.destroy();
  const isPublic = error instanceof RejectedFetchError || error instanceof QuotaExceededError;
  response.writeHead(502, { 'x-lectern-refused': '1', 'content-type': 'text/plain' });
  response.end(isPublic ? error.message : fetchFailureMessage(request.url ?? '', error));
  request.resume();
};
