import { EgressError } from './egress-error.ts';

/** One request of a chain of redirects. */
export interface Hop {
  url: URL;
  method: string;
  headers: Headers;
  body: string | Uint8Array | undefined;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
// A Host or framing header from a caller could address another site on a shared server, or split requests.
const CONNECTION_HEADERS =
  'connection content-length expect host keep-alive proxy-authorization proxy-connection te trailer transfer-encoding upgrade';
const CROSS_ORIGIN_HEADERS = new Set(['accept', 'accept-language', 'content-type', 'user-agent']);
const BODY_HEADERS = new Set(['content-encoding', 'content-language', 'content-location', 'content-type']);

/** Parses a URL that may be fetched: http or https, without credentials. */
export function parseUrl(input: string | URL, base?: URL): URL {
  if (!URL.canParse(String(input), base?.href)) throw new EgressError('BAD_URL');
  const url = new URL(input, base);
  const plain = /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!plain) throw new EgressError('BAD_URL');
  return url;
}

/** The first request, without connection headers. */
export function firstHop(
  url: string | URL,
  request: { method?: string; headers?: Record<string, string>; body?: string | Uint8Array },
): Hop {
  const headers = new Headers(request.headers);
  for (const name of CONNECTION_HEADERS.split(' ')) headers.delete(name);
  if (!headers.has('user-agent')) headers.set('user-agent', 'Lectern');
  return { url: parseUrl(url), method: request.method ?? 'GET', headers, body: request.body };
}

/** The request that a redirect leads to; undefined for a final response. */
export function redirectedHop(hop: Hop, status: number, location: string | null): Hop | undefined {
  if (!REDIRECTS.has(status) || location === null) return undefined;
  const url = parseUrl(location, hop.url);
  if (hop.url.protocol === 'https:' && url.protocol === 'http:') throw new EgressError('BAD_URL');
  const sameOrigin = url.origin === hop.url.origin;
  const headers = [...hop.headers].filter(([name]) => sameOrigin || CROSS_ORIGIN_HEADERS.has(name));
  const becomesGet = status === 303 ? hop.method !== 'HEAD' : status < 303 && hop.method === 'POST';
  if (!becomesGet) return { ...hop, url, headers: new Headers(headers) };
  const withoutBody = new Headers(headers.filter(([name]) => !BODY_HEADERS.has(name)));
  return { url, method: 'GET', headers: withoutBody, body: undefined };
}
