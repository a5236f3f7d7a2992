import type { BrowserRequest } from '../../../kernel/contract/operation.ts';
import { parseCookies, setCookie } from '../../../kernel/cookies.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { SiteHostName } from '../../../kernel/site-hosts.ts';
import { GITBOOK_PREFIX, sitePath } from '../site/page-urls.ts';
import { formatPath, parsePath, type RequestPath } from '../site/paths.ts';
import type { Visit } from '../site/visit.ts';
import type { AdmissionResult, AdmissionService } from './admission.service.ts';
import type { SignInResult, SignInService } from './sign-in.service.ts';
import { hasSignIn, type SignInTarget, signInTargetOf } from './sign-in-target.ts';
import type { RequestedSite, SiteLookupService } from './site-lookup.service.ts';
import { CLAIMS_COOKIE, claimsInQuery, claimsToStore, readUnsignedClaims } from './visitor-claims.ts';
import {
  previewCookie,
  sessionSeconds,
  visitorCookie,
  visitorSession,
  visitorTokenOf,
  withoutCredentials,
} from './visitor-session.ts';

/** A visitor who has signed in, with a verified token. */
export interface SignedInVisitor {
  readonly token: string;
  readonly expiresAt: Date | undefined;
}

/** A redirect within the site that sets or clears cookies. */
interface CookieRedirect {
  readonly kind: 'redirect';
  readonly location: string;
  readonly status: 307;
  readonly cookies: readonly string[];
}

/** The result of admitting a browser: admitted, a response to send first, or a request to sign in. */
export type BrowserAdmissionResult =
  | {
      readonly kind: 'admitted';
      readonly visit: Visit;
      readonly rest: readonly string[];
      readonly visitor?: SignedInVisitor | undefined;
    }
  | CookieRedirect
  | SignInResult
  | {
      readonly kind: 'sign-in-required';
      readonly target: SignInTarget | undefined;
      /** Whether the visitor sent an invalid token with this request. */
      readonly isTokenRejected: boolean;
      readonly requested: RequestedSite;
    };

/** The credentials in the query, the headers and the cookies of a request. */
interface BrowserCredentials {
  readonly query: URLSearchParams;
  readonly cookies: ReadonlyMap<string, string>;
  readonly token: ReturnType<typeof visitorTokenOf>;
  readonly queryClaims: ReturnType<typeof claimsInQuery>;
}

interface Dependencies extends Pick<Kernel, 'clock'> {
  readonly siteLookup: Pick<SiteLookupService, 'findByAddress'>;
  readonly admission: Pick<AdmissionService, 'admit'>;
  readonly signIn: Pick<SignInService, 'redirect' | 'signOutUrl'>;
}

const PREVIEW_SECONDS = 60 * 60;
// Browsers drop longer cookies.
const MAX_COOKIE_LENGTH = 3_800;

const isStorable = (value: string): boolean => encodeURIComponent(value).length <= MAX_COOKIE_LENGTH;

const visitorOf = (
  { admission, expiresAt }: Extract<AdmissionResult, { kind: 'admitted' }>,
  token: BrowserCredentials['token'],
): SignedInVisitor | undefined =>
  token && admission.kind === 'visitor' ? { token: token.token, expiresAt } : undefined;

/** A `Set-Cookie` header for a site; 0 seconds delete the cookie, undefined makes it a session cookie. */
const siteCookie = ({ base, url }: RequestedSite, name: string, value: string, seconds?: number): string =>
  setCookie({
    name,
    value,
    path: formatPath(base),
    ...(seconds !== undefined && { seconds }),
    isSecure: url.startsWith('https:'),
  });

const redirectWithCookies = (location: string, cookies: readonly string[]): CookieRedirect => ({
  kind: 'redirect',
  location,
  status: 307,
  cookies,
});

/** Makes the service that admits browsers: it reads their credentials, stores them in cookies, and signs visitors in and out. */
export const createBrowserAdmissionService = ({ siteLookup, admission, signIn, clock }: Dependencies) => {
  const startSignIn = async (
    requested: RequestedSite,
    query: URLSearchParams,
  ): Promise<BrowserAdmissionResult> => {
    // Only a path of the site itself, so that nobody is redirected elsewhere.
    const location = parsePath(query.get('location') ?? '/');
    const target = signInTargetOf(requested.state.site, location?.segments ?? [], location?.query);
    return target ? signIn.redirect(requested, target) : redirectWithCookies(formatPath(requested.base), []);
  };

  /** Deletes the cookies of a visitor, and sends them where the integration signs them out. */
  const signOut = async (
    requested: RequestedSite,
    cookies: ReadonlyMap<string, string>,
  ): Promise<CookieRedirect> => {
    const path = formatPath(requested.base);
    const isVisitor = cookies.has(visitorCookie(path));
    return redirectWithCookies(
      (isVisitor && (await signIn.signOutUrl(requested))) || path,
      [visitorCookie, previewCookie].map((name) => siteCookie(requested, name(path), '', 0)),
    );
  };

  /** Handles the sign-in and sign-out URLs of a site. */
  const handleAuthUrl = async (
    requested: RequestedSite,
    query: URLSearchParams,
    cookies: ReadonlyMap<string, string>,
  ): Promise<BrowserAdmissionResult | undefined> => {
    const [prefix, auth, action, ...more] = requested.rest;
    if (prefix !== GITBOOK_PREFIX || auth !== 'auth' || more.length > 0) return undefined;
    const isAvailable = hasSignIn(requested.state.site);
    // Members who preview a site can leave the preview in any case.
    if (action === 'logout' && (isAvailable || cookies.has(previewCookie(formatPath(requested.base)))))
      return signOut(requested, cookies);
    return action === 'login' && isAvailable ? startSignIn(requested, query) : undefined;
  };

  /** Admits a member with a preview token; one in the query is moved to a cookie. */
  const admitPreview = async (
    requested: RequestedSite,
    { query, cookies }: BrowserCredentials,
  ): Promise<BrowserAdmissionResult | undefined> => {
    const queryToken = query.get('token');
    if (!queryToken && cookies.size === 0) return undefined;
    const cookie = previewCookie(formatPath(requested.base));
    for (const preview of [queryToken, cookies.get(cookie)]) {
      if (!preview) continue;
      const result = await admission.admit(requested, { preview });
      if (result?.kind !== 'admitted' || result.visit.member === undefined) continue;
      if (preview !== queryToken) return result;
      return redirectWithCookies(
        withoutCredentials(sitePath(result.visit, ...result.rest), query, ['token']),
        [siteCookie(requested, cookie, preview, PREVIEW_SECONDS)],
      );
    }
    return undefined;
  };

  /** Moves credentials from the query to cookies and redirects to the URL without them. */
  const storeCredentials = (
    requested: RequestedSite,
    { visit, rest, admission: admitted, expiresAt }: Extract<AdmissionResult, { kind: 'admitted' }>,
    { query, cookies, token, queryClaims }: BrowserCredentials,
  ): BrowserAdmissionResult => {
    const basePath = formatPath(requested.base);
    const claims =
      queryClaims && visit.site.adaptiveSchema !== null
        ? JSON.stringify(claimsToStore(cookies, queryClaims))
        : '';
    const session =
      token?.from === 'query' && admitted.kind === 'visitor'
        ? visitorSession(basePath, token.token)
        : undefined;
    if (session !== undefined && !isStorable(session))
      return {
        kind: 'error',
        status: 400,
        message: 'jwt_token is too long: browsers store tokens of up to 3,700 characters.',
      };
    return redirectWithCookies(withoutCredentials(sitePath(visit, ...rest), query, ['jwt_token']), [
      ...(session === undefined
        ? []
        : [siteCookie(requested, visitorCookie(basePath), session, sessionSeconds(expiresAt, clock.now()))]),
      ...(claims !== '' && isStorable(claims) ? [siteCookie(requested, CLAIMS_COOKIE, claims)] : []),
    ]);
  };

  return {
    /** Admits the sender of a request; undefined if they must not learn that there is a site. */
    admit: async (
      host: SiteHostName,
      { segments, query }: RequestPath,
      { cookie, authorization }: BrowserRequest['headers'],
    ): Promise<BrowserAdmissionResult | undefined> => {
      const requested = await siteLookup.findByAddress(host, segments);
      if (!requested) return undefined;
      const cookies = parseCookies(cookie);
      const authResult = await handleAuthUrl(requested, query, cookies);
      if (authResult) return authResult;
      const path = formatPath([...requested.base, ...requested.rest]);
      const token = visitorTokenOf(query, authorization, cookies, path);
      const credentials = { query, cookies, token, queryClaims: claimsInQuery(query) };
      const previewed = await admitPreview(requested, credentials);
      if (previewed) return previewed;
      const unsigned = readUnsignedClaims(cookies, credentials.queryClaims);
      const result = await admission.admit(requested, { token: token?.token, unsigned, query });
      if (result?.kind === 'admitted')
        return credentials.queryClaims === undefined && !query.has('jwt_token')
          ? { ...result, visitor: visitorOf(result, token) }
          : storeCredentials(requested, result, credentials);
      const { site } = requested.state;
      if (!site.published || site.visibility !== 'visitor-auth') return undefined;
      const isTokenRejected = token?.from === 'header' || token?.from === 'query';
      return { kind: 'sign-in-required', target: result?.target, isTokenRejected, requested };
    },
  };
};

/** Admission of browsers. */
export type BrowserAdmissionService = ReturnType<typeof createBrowserAdmissionService>;
