import { isCrossSite } from '../../../kernel/auth/same-origin.ts';
import type { BrowserRequest } from '../../../kernel/contract/operation.ts';
import { parseCookies, setCookie } from '../../../kernel/cookies.ts';

// Nothing is ever found there; it only tells paths from addresses.
const HERE = 'http://here.invalid';

/** Where people go who came for nothing in particular. */
export const HOME = '/account';

/** Where somebody agrees that the identity providers of an organization sign them in. */
export const consentPath = (organizationId: string): string =>
  `${HOME}/organizations/${organizationId}/agreement`;

/** A path of this server, whatever was given: nobody is led elsewhere. */
export const safeReturnPath = (wanted: unknown): string => {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || !URL.canParse(wanted, HERE)) return HOME;
  const url = new URL(wanted, HERE);
  const path = url.pathname + url.search + url.hash;
  // A path that begins with two slashes would be read as a host.
  return url.origin === HERE && !path.startsWith('//') ? path : HOME;
};

/** An identity provider that people may come from. */
export interface LoginOption {
  readonly id: string;
  readonly label: string;
  readonly startURL: string;
}

/** Identity providers as links, which lead on to where somebody wanted to go. */
export const toLoginLinks = (logins: readonly LoginOption[], target: string) =>
  logins.map(({ label, startURL }) => ({ label, href: `${startURL}?to=${encodeURIComponent(target)}` }));

/** The letter that a link comes in has this subject. */
export const SUBJECT = 'Sign in to Lectern';

const BROWSER_SECONDS = 15 * 60;

const browserCookieName = (isSecure: boolean): string =>
  isSecure ? '__Host-lectern_browser' : 'lectern_browser';

const CROSS_SITE_PREFIX = 'sent.';

/** What a browser holds in which somebody began to sign in, and whether a page of another site sent it to do so. */
export const readBrowserCookie = (
  { headers }: BrowserRequest,
  isSecure: boolean,
): { readonly secret: string; readonly startedCrossSite: boolean } | undefined => {
  const value = parseCookies(headers.cookie).get(browserCookieName(isSecure));
  if (value === undefined) return undefined;
  const startedCrossSite = value.startsWith(CROSS_SITE_PREFIX);
  return { secret: startedCrossSite ? value.slice(CROSS_SITE_PREFIX.length) : value, startedCrossSite };
};

// Browsers say where a navigation began; over plain http they do so only by the page that it began on, of this server alone.
const isCrossSiteNavigation = (request: BrowserRequest): boolean => {
  const { referer, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return isCrossSite(request);
  return referer === undefined || !URL.canParse(referer) || new URL(referer).host !== request.host;
};

/** The cookie that it holds it in. */
export const browserCookie = (secret: string, request: BrowserRequest, isSecure: boolean): string =>
  setCookie({
    name: browserCookieName(isSecure),
    value: isCrossSiteNavigation(request) ? CROSS_SITE_PREFIX + secret : secret,
    path: '/',
    seconds: BROWSER_SECONDS,
    isSecure,
    sameSite: 'Lax',
  });
