import { isCrossSite } from '../../../kernel/auth/same-origin.ts';
import type { BrowserRequest } from '../../../kernel/contract/operation.ts';
import { parseCookies, setCookie } from '../../../kernel/cookies.ts';

const BROWSER_SECONDS = 15 * 60;

const browserCookieName = (isSecure: boolean): string =>
  isSecure ? '__Host-lectern_browser' : 'lectern_browser';

const CROSS_SITE_PREFIX = 'sent.';

/** Reads the browser's secret of a started sign-in, and whether another site started it. */
export const readBrowserCookie = (
  { headers }: BrowserRequest,
  isSecure: boolean,
): { readonly secret: string; readonly startedCrossSite: boolean } | undefined => {
  const value = parseCookies(headers.cookie).get(browserCookieName(isSecure));
  if (value === undefined) return undefined;
  const startedCrossSite = value.startsWith(CROSS_SITE_PREFIX);
  return { secret: startedCrossSite ? value.slice(CROSS_SITE_PREFIX.length) : value, startedCrossSite };
};

// Sec-Fetch-Site is sent over https only; over plain http the referrer tells the same.
const isCrossSiteNavigation = (request: BrowserRequest): boolean => {
  const { referer, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return isCrossSite(request);
  return referer === undefined || !URL.canParse(referer) || new URL(referer).host !== request.host;
};

/** The cookie with the browser's secret of a started sign-in. */
export const browserCookie = (secret: string, request: BrowserRequest, isSecure: boolean): string =>
  setCookie({
    name: browserCookieName(isSecure),
    value: isCrossSiteNavigation(request) ? CROSS_SITE_PREFIX + secret : secret,
    path: '/',
    seconds: BROWSER_SECONDS,
    isSecure,
    sameSite: 'Lax',
  });
