import { INCOMPLETE } from '../rendering/page-data.ts';
import type { RouteResult } from '../routing/route-result.ts';
import { isIndexed, type Visit } from '../site/visit.ts';

// By then, data that is still loading is mostly available.
const REFRESH_SECONDS = 3;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The content of a response. */
export type RouteContent = Exclude<RouteResult, { kind: 'redirect' }>;

/** The HTTP headers of a response to a visitor. */
export const responseHeaders = (
  visit: Visit,
  result: RouteContent,
  query: URLSearchParams,
  contentSecurityPolicy: string,
): Record<string, string> => {
  const { site } = visit;
  const isOpen = site.visibility === 'public' || site.visibility === 'unlisted';
  const isPersonal = site.adaptiveSchema !== null || visit.member !== undefined;
  const [isUncached, isAsset] = [result.kind === 'uncached', result.kind === 'asset'];
  const isComplete = result.until !== INCOMPLETE;
  const cacheControl =
    isPersonal || isUncached || !isComplete
      ? 'private, no-store'
      : `${isOpen ? 'public' : 'private'}, no-cache`;
  // Prevents BREACH attacks: a response that repeats the query beside private content is not compressed.
  const isUncompressed = isUncached && (isPersonal || !isOpen);
  // A search or a question in the query is no page of its own.
  const isSearch = query.has('q') || query.has('ask');
  return {
    'content-type': result.contentType,
    'cache-control': isAsset
      ? `public, max-age=${YEAR_SECONDS}, immutable`
      : cacheControl + (isUncompressed ? ', no-transform' : ''),
    'content-security-policy': contentSecurityPolicy,
    ...(result.framePolicy !== undefined && { 'x-frame-options': 'SAMEORIGIN' }),
    // URLs of sites with share links contain the key.
    'referrer-policy': isOpen ? 'strict-origin-when-cross-origin' : 'no-referrer',
    vary: isAsset ? 'accept-encoding' : 'accept, accept-encoding, user-agent',
    ...(!isComplete && { refresh: String(REFRESH_SECONDS) }),
    ...((!isIndexed(visit) || result.isHiddenFromSearchEngines || isSearch) && {
      'x-robots-tag': 'noindex, nofollow',
    }),
  };
};
