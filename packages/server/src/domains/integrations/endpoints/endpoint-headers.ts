import type { BrowserRequest } from '../../../kernel/contract/operation.ts';
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
const OUR_TOKEN = /^Bearer +lct_/i;

/** The headers of a request for a script, without session cookies and tokens of this server. */
export const requestHeadersForScript = (headers: BrowserRequest['headers']): Record<string, string> => {
  const forwarded: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || HOP_BY_HOP_HEADERS.has(name)) continue;
    forwarded[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  if (OUR_TOKEN.test(forwarded.authorization ?? '')) delete forwarded.authorization;
  if (forwarded.cookie !== undefined) {
    const cookies = forwarded.cookie.split(';').map((cookie) => cookie.trim());
    const scriptCookies = cookies.filter((cookie) => cookie !== '' && !OUR_COOKIE.test(cookie));
    if (scriptCookies.length > 0) forwarded.cookie = scriptCookies.join('; ');
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

const scopedCookie = (cookie: string, path: string, domain?: string): string | undefined => {
  const [pair, ...attributes] = cookie.split(';').map((part) => part.trim());
  if (!pair || OUR_COOKIE.test(pair)) return undefined;
  const others = attributes.filter((one) => !/^(?:path|domain)(?:=|$)/i.test(one));
  return [pair, ...others, `Path=${path}`, ...(domain === undefined ? [] : [`Domain=${domain}`])].join('; ');
};

/** The cookies of a script's response to a page of a site, for the requests that come to the script's endpoint later. */
export const endpointCookiesOf = (
  { headers }: ScriptResponse,
  endpoint: URL,
  siteUrl: string,
): readonly string[] => {
  const { hostname } = new URL(siteUrl);
  // A host may set cookies for its parent; those for other hosts are refused by browsers.
  const domain = hostname.endsWith(`.${endpoint.hostname}`) ? endpoint.hostname : undefined;
  return headers.flatMap(([name, value]) =>
    name.toLowerCase() === 'set-cookie' ? (scopedCookie(value, endpoint.pathname, domain) ?? []) : [],
  );
};

/** The headers of a script's response for browsers; its cookies are limited to the path of the integration. */
export const responseHeadersForBrowser = (
  { headers }: ScriptResponse,
  path: string,
): Record<string, string | string[]> => {
  const sent: Record<string, string | string[]> = {};
  const cookies: string[] = [];
  const policies = [SANDBOX];
  for (const [given, value] of headers) {
    const name = given.toLowerCase();
    if (name === 'set-cookie') {
      const cookie = scopedCookie(value, path);
      if (cookie) cookies.push(cookie);
    } else if (name === 'content-security-policy') policies.push(value);
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
