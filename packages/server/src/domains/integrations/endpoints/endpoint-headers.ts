import { CHAIN_HEADER } from '../../../kernel/auth/chained-tokens.ts';
import type { BrowserRequest } from '../../../kernel/contract/operation.ts';
import { parseCookies } from '../../../kernel/cookies.ts';
import type { ScriptResponse } from '../../../kernel/integration-scripts.ts';

/** The parsed path of an endpoint: an integration, an installation, or a space or site of it. */
export interface EndpointPath {
  readonly installationId?: string;
  readonly content?: { readonly kind: 'space' | 'site'; readonly id: string };
  /** The rest of the path, which the script routes. */
  readonly rest: string;
}

const INTEGRATION = /^integration(?<rest>\/.*)?$/s;
const INSTALLATION =
  /^installations\/(?<installation>[^/]+)(?:\/(?<kind>space|site)s\/(?<content>[^/]+))?(?<rest>\/.*)?$/s;

/** Parses the path of an endpoint; undefined if it is invalid. */
export const parseEndpointPath = (endpoint: string): EndpointPath | undefined => {
  const general = INTEGRATION.exec(endpoint);
  if (general) return { rest: general.groups!.rest ?? '' };
  const { installation, kind, content, rest = '' } = INSTALLATION.exec(endpoint)?.groups ?? {};
  if (installation === undefined) return undefined;
  return {
    installationId: installation,
    ...(kind && { content: { kind: kind as 'space' | 'site', id: content! } }),
    rest,
  };
};

// Hop-by-hop headers, and headers that the proxy replaces.
const HOP_BY_HOP_HEADERS = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const OUR_COOKIE = /^(?:__Host-|__Secure-)?lectern/i;
// Browsers refuse this prefix with a path; cookies get another one on their way, and theirs back in requests.
const HOST_PREFIX = /^__Host-/;
const PATH_PREFIX = /^__Secure-Host-/;
const OUR_TOKEN = /^Bearer +lct_/i;

/** The headers of a request for a script, without session cookies and tokens of this server. */
export const requestHeadersForScript = (headers: BrowserRequest['headers']): Record<string, string> => {
  const forwarded: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || HOP_BY_HOP_HEADERS.has(name)) continue;
    forwarded[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  delete forwarded[CHAIN_HEADER];
  if (OUR_TOKEN.test(forwarded.authorization ?? '')) delete forwarded.authorization;
  if (forwarded.cookie !== undefined) {
    const cookies = forwarded.cookie.split(';').map((cookie) => cookie.trim());
    const scriptCookies = cookies.filter((cookie) => cookie !== '' && !OUR_COOKIE.test(cookie));
    if (scriptCookies.length > 0)
      forwarded.cookie = scriptCookies.map((cookie) => cookie.replace(PATH_PREFIX, '__Host-')).join('; ');
    else delete forwarded.cookie;
  }
  return forwarded;
};

// Pages of scripts run in an opaque origin, so they cannot act with the session of a user.
const SANDBOX = 'sandbox allow-scripts allow-forms allow-popups allow-modals allow-downloads';
// Sites and other renderers embed these pages from other hosts.
const ALLOW_FRAMING = 'frame-ancestors *';
// An allow-list, because other headers may affect the whole origin, which is ours.
const RESPONSE_HEADERS = new Set([
  'accept-ranges',
  'age',
  'allow',
  'cache-control',
  'content-disposition',
  'content-language',
  'content-location',
  'content-range',
  'content-type',
  'cross-origin-embedder-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'etag',
  'expires',
  'last-modified',
  'link',
  'location',
  'pragma',
  'referrer-policy',
  'retry-after',
  'vary',
  'www-authenticate',
]);
const CUSTOM_HEADER = /^(?:access-control|x)-/;
// Headers of this server, or commands to a reverse proxy, such as to send a file.
const RESERVED_HEADER =
  /^x-(?:accel|lectern|forwarded|lighttpd|reproxy|real-ip$|request-id$|sendfile|content-type-options$)/;

const isAllowedResponseHeader = (name: string): boolean =>
  RESPONSE_HEADERS.has(name) || (CUSTOM_HEADER.test(name) && !RESERVED_HEADER.test(name));

const scopedCookie = (cookie: string, path: string): string | undefined => {
  const [pair, ...attributes] = cookie.split(';').map((part) => part.trim());
  if (!pair || OUR_COOKIE.test(pair)) return undefined;
  const others = attributes.filter((one) => !/^(?:path|domain)(?:=|$)/i.test(one));
  return [pair.replace(HOST_PREFIX, '__Secure-Host-'), ...others, `Path=${path}`].join('; ');
};

/** The cookies of a script's response, limited to the path of the integration. */
export const cookiesOfResponse = ({ headers }: ScriptResponse, path: string): string[] =>
  headers.flatMap(([name, value]) =>
    name.toLowerCase() === 'set-cookie' ? (scopedCookie(value, path) ?? []) : [],
  );

/** Deletes the cookies of an integration that a browser sent. */
export const expiredCookies = (header: string | undefined, path: string): string[] =>
  [...parseCookies(header).keys()]
    .filter((name) => !OUR_COOKIE.test(name))
    .map((name) => `${name}=; Path=${path}; Max-Age=0${/^__Secure-/i.test(name) ? '; Secure' : ''}`);

/** The headers of a script's response for browsers; its cookies are limited to the path of the integration. */
export const responseHeadersForBrowser = (
  response: ScriptResponse,
  path: string,
): Record<string, string | string[]> => {
  const sent: Record<string, string | string[]> = {};
  const policies = [SANDBOX];
  const cookies = cookiesOfResponse(response, path);
  for (const [given, value] of response.headers) {
    const name = given.toLowerCase();
    if (name === 'content-security-policy') policies.push(value);
    else if (isAllowedResponseHeader(name)) sent[name] = value;
  }
  if (!('x-frame-options' in sent)) policies.push(ALLOW_FRAMING);
  return {
    'cross-origin-resource-policy': 'cross-origin',
    ...sent,
    ...(cookies.length > 0 && { 'set-cookie': cookies }),
    'content-security-policy': policies,
    'x-content-type-options': 'nosniff',
  };
};
