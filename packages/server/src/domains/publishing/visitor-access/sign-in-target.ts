import { formatPath } from '../site/paths.ts';
import type { SiteRow } from '../site/site.store.ts';

/** Where visitors sign in: at the owner's URL, or at an integration, which sends them back to a location. */
export type SignInTarget =
  | { readonly kind: 'url'; readonly href: string }
  | { readonly kind: 'integration'; readonly location: string };

// Integrations pass the location on to identity providers, as one parameter of a URL.
const MAX_LOCATION_LENGTH = 2048;
// Credentials for this site must not be passed on.
const CREDENTIAL_PARAMETERS = ['access_token', 'jwt_token', 'token'];

/** The path and query that visitors return to after signing in. */
const locationOf = (rest: readonly string[], query: URLSearchParams): string => {
  const passedOn = new URLSearchParams([...query].filter(([name]) => !CREDENTIAL_PARAMETERS.includes(name)));
  const location = `${formatPath(rest)}?${passedOn}`;
  return passedOn.size > 0 && location.length <= MAX_LOCATION_LENGTH ? location : formatPath(rest);
};

/** Where visitors sign in to return to a path of the site; undefined if they cannot. */
export const signInTargetOf = (
  { visitorAuth }: SiteRow,
  rest: readonly string[],
  query = new URLSearchParams(),
): SignInTarget | undefined => {
  if (visitorAuth?.backend === 'integration')
    return { kind: 'integration', location: locationOf(rest, query) };
  if (!visitorAuth?.fallbackUrl || !URL.canParse(visitorAuth.fallbackUrl)) return undefined;
  const url = new URL(visitorAuth.fallbackUrl);
  // Without the query: owners' servers append `?jwt_token=` to it.
  url.searchParams.set('location', formatPath(rest));
  return { kind: 'url', href: url.href };
};

/** Whether a site has sign-in URLs: they must not reveal a site that is hidden from strangers. */
export const hasSignIn = (site: SiteRow): boolean =>
  site.published &&
  site.visibility !== 'share-link' &&
  (site.visibility !== 'visitor-auth' || signInTargetOf(site, []) !== undefined);
