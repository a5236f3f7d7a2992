import type { BrowserRequest } from '../../../kernel/contract/operation.ts';
import type { ScriptResponse } from '../../../kernel/scripts.ts';

/** What an address below those of an integration is about. */
export interface Level {
  readonly installationId?: string;
  readonly content?: { readonly kind: 'space' | 'site'; readonly id: string };
  /** What is left of the address. */
  readonly rest: string;
}

const INTEGRATION = /^integration(?<rest>\/.*)?$/s;
const INSTALLATION =
  /^installations\/(?<installation>[^/]+)(?:\/(?<kind>space|site)s\/(?<content>[^/]+))?(?<rest>\/.*)?$/s;

/** The level of an integration that an address names; undefined for none. */
export const levelOf = (endpoint: string): Level | undefined => {
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

// About the way to us, not about the request.
const OF_THE_WAY = new Set([
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

/** The headers of a request as a script is told them: nothing in them is a key to us. */
export const headersForScript = (headers: BrowserRequest['headers']): Record<string, string> => {
  const told: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || OF_THE_WAY.has(name)) continue;
    told[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  if (OUR_TOKEN.test(told.authorization ?? '')) delete told.authorization;
  if (told.cookie !== undefined) {
    const cookies = told.cookie.split(';').map((cookie) => cookie.trim());
    const theirs = cookies.filter((cookie) => cookie !== '' && !OUR_COOKIE.test(cookie));
    if (theirs.length > 0) told.cookie = theirs.join('; ');
    else delete told.cookie;
  }
  return told;
};

// A page of somebody's script is not one of ours: it has no origin, and so nothing of what people may do here.
const SANDBOX = 'sandbox allow-scripts allow-forms allow-popups allow-modals allow-downloads';
// They are made to be framed by sites and other renderers, which have other hosts, unless a script says otherwise.
const FRAMED = 'frame-ancestors *';
// Of what a script says, what is about its answer alone: much else would hold for the whole origin, which is ours, and
// browsers learn more of that kind every year.
const ABOUT_THE_ANSWER = new Set([
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
const ITS_OWN = /^(?:access-control|x)-/;
// Ours to say, or orders to a proxy in front of us, which may send files for them.
const NOT_ITS_OWN =
  /^x-(?:accel|lectern|forwarded|lighttpd|reproxy|real-ip$|request-id$|sendfile|content-type-options$)/;

const isForBrowsers = (name: string): boolean =>
  ABOUT_THE_ANSWER.has(name) || (ITS_OWN.test(name) && !NOT_ITS_OWN.test(name));

const ownCookie = (cookie: string, path: string): string | undefined => {
  const [pair, ...attributes] = cookie.split(';').map((part) => part.trim());
  if (!pair || OUR_COOKIE.test(pair)) return undefined;
  const kept = attributes.filter((one) => !/^(?:path|domain)(?:=|$)/i.test(one));
  return [pair, ...kept, `Path=${path}`].join('; ');
};

/** The headers of a script's answer as browsers are sent them; its cookies stay below its own address. */
export const headersForBrowser = (
  { headers }: ScriptResponse,
  path: string,
): Record<string, string | string[]> => {
  const sent: Record<string, string | string[]> = {};
  const cookies: string[] = [];
  const policies = [SANDBOX];
  for (const [given, value] of headers) {
    const name = given.toLowerCase();
    if (name === 'set-cookie') {
      const cookie = ownCookie(value, path);
      if (cookie) cookies.push(cookie);
    } else if (name === 'content-security-policy') policies.push(value);
    else if (isForBrowsers(name)) sent[name] = value;
  }
  if (!('x-frame-options' in sent)) policies.push(FRAMED);
  return {
    'cross-origin-resource-policy': 'cross-origin',
    ...sent,
    ...(cookies.length > 0 && { 'set-cookie': cookies }),
    'content-security-policy': policies,
    'x-content-type-options': 'nosniff',
  };
};
