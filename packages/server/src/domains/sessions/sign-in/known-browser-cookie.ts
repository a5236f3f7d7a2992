import type { BrowserRequest } from '../../../kernel/contract/operation.ts';
import { parseCookies, setCookie } from '../../../kernel/cookies.ts';

/** How long accounts know a browser after its last sign-in. */
export const KNOWN_BROWSER_MS = 400 * 24 * 60 * 60 * 1000;

const nameOf = (isSecure: boolean): string =>
  isSecure ? '__Host-lectern_known_browser' : 'lectern_known_browser';

/** The secret of a browser that signed in before. */
export const readKnownBrowser = ({ headers }: BrowserRequest, isSecure: boolean): string | undefined =>
  parseCookies(headers.cookie).get(nameOf(isSecure));

/** The cookie with the secret of a browser that signed in. It gives no access, and stays after signing out. */
export const knownBrowserCookie = (secret: string, isSecure: boolean): string =>
  setCookie({
    name: nameOf(isSecure),
    value: secret,
    path: '/',
    seconds: KNOWN_BROWSER_MS / 1000,
    isSecure,
    sameSite: 'Lax',
  });
