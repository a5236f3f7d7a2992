import type { BrowserRequest, PageResponse } from '../../../kernel/contract/operation.ts';
import { parseCookies, setCookie } from '../../../kernel/cookies.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { SiteHostName } from '../../../kernel/site-hosts.ts';
import { OWN, ownPath, type Visit } from '../rendering/layout.ts';
import { plain, redirectTo } from '../responses/plain-responses.ts';
import { type AskedPath, pathTo, readPath } from '../site/paths.ts';
import type { Arrival, Beginning, VisitsService } from './admission.service.ts';
import type { DoorsService } from './sign-in.service.ts';
import { type Login, loginOf } from './site-address.ts';
import { CLAIMS_COOKIE, claimsInQuery, keptClaims, unsignedClaims } from './unsigned-claims.ts';
import {
  previewCookie,
  sessionSeconds,
  tokenBrought,
  visitorCookie,
  visitorSession,
  withoutIdentity,
} from './visitor-session.ts';

/** How somebody comes in, or does not. */
export type Entrance =
  | { readonly kind: 'inside'; readonly visit: Visit; readonly rest: readonly string[] }
  /** What has to be answered first, such as a cookie. */
  | { readonly kind: 'answer'; readonly answer: PageResponse }
  /** Only visitors that somebody vouches for come in; `isRefused` where what they brought is not to be believed. */
  | {
      readonly kind: 'door';
      readonly login: Login | undefined;
      readonly isRefused: boolean;
      readonly arrival: Arrival;
    };

/** What somebody brings along. */
interface Bag {
  readonly query: URLSearchParams;
  readonly cookies: ReadonlyMap<string, string>;
  readonly brought: ReturnType<typeof tokenBrought>;
  /** What is said in the address. */
  readonly said: ReturnType<typeof claimsInQuery>;
}

const PREVIEW_SECONDS = 60 * 60;
// More than this and its name are not kept by browsers.
const LONGEST_COOKIE = 3_800;

/** A cookie of a site; 0 seconds take it away, none end with the browser. */
const cookieOf = ({ base, url }: Arrival, name: string, value: string, seconds?: number): string =>
  setCookie({
    name,
    value,
    path: pathTo(base),
    ...(seconds !== undefined && { seconds }),
    isSecure: url.startsWith('https:'),
  });

const signOut = (arrival: Arrival): PageResponse => {
  const path = pathTo(arrival.base);
  return redirectTo(path, {
    'set-cookie': [visitorCookie, previewCookie].map((name) => cookieOf(arrival, name(path), '', 0)),
  });
};

// A site that nobody is to know of without a key, or without anybody who signs visitors in, has no door.
const hasDoor = (site: Arrival['state']['site']): boolean =>
  site.published &&
  site.visibility !== 'share-link' &&
  (site.visibility !== 'visitor-auth' || loginOf(site, []) !== undefined);

/** How readers come to a site: what they bring along, what of it is kept, and where they sign in and out. */
export const createEnteringService = ({
  visits,
  doors,
  clock,
}: Pick<Kernel, 'clock'> & { readonly visits: VisitsService; readonly doors: DoorsService }) => {
  // A path of the site itself, whatever was given: nobody is led elsewhere.
  const signIn = async (arrival: Arrival, query: URLSearchParams): Promise<PageResponse> => {
    const location = readPath(query.get('location') ?? '/');
    const login = loginOf(arrival.state.site, location?.segments ?? [], location?.query);
    return login ? doors.answer(arrival, login) : redirectTo(pathTo(arrival.base));
  };

  const atTheDoor = async (
    arrival: Arrival,
    query: URLSearchParams,
    cookies: ReadonlyMap<string, string>,
  ): Promise<PageResponse | undefined> => {
    const [own, auth, way, ...more] = arrival.rest;
    if (own !== OWN || auth !== 'auth' || more.length > 0) return undefined;
    const isOpen = hasDoor(arrival.state.site);
    // Who previews a site knows of it, and comes out again.
    if (way === 'logout' && (isOpen || cookies.has(previewCookie(pathTo(arrival.base)))))
      return signOut(arrival);
    return way === 'login' && isOpen ? signIn(arrival, query) : undefined;
  };

  /** A member who was given an address to look at the site; it becomes a cookie. */
  const asMember = async (arrival: Arrival, { query, cookies }: Bag): Promise<Entrance | undefined> => {
    const given = query.get('token');
    if (!given && cookies.size === 0) return undefined;
    const name = previewCookie(pathTo(arrival.base));
    for (const preview of [given, cookies.get(name)]) {
      if (!preview) continue;
      const begun = await visits.enter(arrival, { preview });
      if (begun?.kind !== 'inside' || begun.visit.member === undefined) continue;
      if (preview !== given) return begun;
      return {
        kind: 'answer',
        answer: redirectTo(withoutIdentity(ownPath(begun.visit, ...begun.rest), query, ['token']), {
          'set-cookie': cookieOf(arrival, name, preview, PREVIEW_SECONDS),
        }),
      };
    }
    return undefined;
  };

  /** What is said of the visitor in the address is kept elsewhere, and the address is asked for without it. */
  const kept = (
    arrival: Arrival,
    { visit, rest, admission, until }: Extract<Beginning, { kind: 'inside' }>,
    { query, cookies, brought, said }: Bag,
  ): PageResponse => {
    const basePath = pathTo(arrival.base);
    const claims =
      said && visit.site.adaptiveSchema !== null ? JSON.stringify(keptClaims(cookies, said)) : '';
    const isSigned = brought?.from === 'query' && admission.kind === 'visitor';
    if (isSigned && encodeURIComponent(visitorSession(basePath, brought.token)).length > LONGEST_COOKIE)
      return plain(400, 'jwt_token is too long: browsers keep tokens of some 3,700 characters.\n');
    return redirectTo(withoutIdentity(ownPath(visit, ...rest), query, ['jwt_token']), {
      'set-cookie': [
        ...(isSigned
          ? [
              cookieOf(
                arrival,
                visitorCookie(basePath),
                visitorSession(basePath, brought.token),
                sessionSeconds(until, clock.now()),
              ),
            ]
          : []),
        ...(claims !== '' && encodeURIComponent(claims).length <= LONGEST_COOKIE
          ? [cookieOf(arrival, CLAIMS_COOKIE, claims)]
          : []),
      ],
    });
  };

  return {
    /** Who asks a site for something; undefined where nobody is to know that there is one. */
    enter: async (
      host: SiteHostName,
      { segments, query }: AskedPath,
      { cookie, authorization }: BrowserRequest['headers'],
    ): Promise<Entrance | undefined> => {
      const arrival = await visits.arrive(host, segments);
      if (!arrival) return undefined;
      const cookies = parseCookies(cookie);
      const answer = await atTheDoor(arrival, query, cookies);
      if (answer) return { kind: 'answer', answer };
      const path = pathTo([...arrival.base, ...arrival.rest]);
      const brought = tokenBrought(query, authorization, cookies, path);
      const bag = { query, cookies, brought, said: claimsInQuery(query) };
      const member = await asMember(arrival, bag);
      if (member) return member;
      const unsigned = unsignedClaims(cookies, bag.said);
      const begun = await visits.enter(arrival, { token: brought?.token, unsigned, query });
      if (begun?.kind === 'inside')
        return bag.said === undefined && !query.has('jwt_token')
          ? begun
          : { kind: 'answer', answer: kept(arrival, begun, bag) };
      const { site } = arrival.state;
      if (!site.published || site.visibility !== 'visitor-auth') return undefined;
      const isRefused = brought?.from === 'header' || brought?.from === 'query';
      return { kind: 'door', login: begun?.login, isRefused, arrival };
    },
  };
};

/** How readers come in. */
export type EnteringService = ReturnType<typeof createEnteringService>;
