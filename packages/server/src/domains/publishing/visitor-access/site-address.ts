import type { SiteHostName } from '../../../kernel/site-hosts.ts';
import { pathTo } from '../site/paths.ts';
import type { SiteKey, SiteRow } from '../site/site.store.ts';

/** Where visitors sign in: at an address of the owner's, or where an integration sends them to come back to a path. */
export type Login =
  | { readonly kind: 'address'; readonly href: string }
  | { readonly kind: 'integration'; readonly location: string };

// Identity providers are given it among other things, in one address.
const LONGEST_LOCATION = 2048;
// What lets somebody in is for this site alone.
const LETTING_IN = ['access_token', 'jwt_token', 'token'];

/** A path of the site with its query: what people come back to once they signed in. */
const locationOf = (rest: readonly string[], query: URLSearchParams): string => {
  const kept = new URLSearchParams([...query].filter(([name]) => !LETTING_IN.includes(name)));
  const location = `${pathTo(rest)}?${kept}`;
  return kept.size > 0 && location.length <= LONGEST_LOCATION ? location : pathTo(rest);
};

/** Where visitors sign in to come back to a path of the site; undefined where nobody can. */
export const loginOf = (
  { visitors }: SiteRow,
  rest: readonly string[],
  query = new URLSearchParams(),
): Login | undefined => {
  if (visitors?.backend === 'integration') return { kind: 'integration', location: locationOf(rest, query) };
  if (!visitors?.login || !URL.canParse(visitors.login)) return undefined;
  const url = new URL(visitors.login);
  // The path alone: owners' servers put `?jwt_token=` behind it.
  url.searchParams.set('location', pathTo(rest));
  return { kind: 'address', href: url.href };
};

/** By which way somebody comes to a site: by a host of ours, or by an address that a proxy of its owner's may have. */
export type Way = SiteHostName | { readonly kind: 'origin'; readonly origins: readonly string[] };

// A path has at most so many segments that could belong to the proxy.
const DEEPEST_PROXY = 8;

/** The way to the site whose owner's proxy has an address. */
export const wayByOrigin = (host: string, segments: readonly string[]): Way => {
  const paths = segments.slice(0, DEEPEST_PROXY).map((_, at) => segments.slice(0, at + 1));
  const origins = [host, ...paths.map((path) => [host, ...path].join('/'))];
  return { kind: 'origin', origins: origins.map((origin) => origin.toLowerCase()) };
};

/** How a site is asked for by a way; undefined where there can be none. */
export const keyOf = (way: Way, segments: readonly string[]): SiteKey | undefined => {
  if (way.kind === 'own') return { hostname: way.hostname };
  if (way.kind === 'proxied') return { proxied: way.site };
  if (way.kind === 'origin') return { origins: way.origins };
  const basename = segments[0]?.toLowerCase();
  return way.kind === 'organization' && basename !== undefined ? { name: way.name, basename } : undefined;
};

const proxyPath = ({ proxy_origin }: SiteRow): readonly string[] => (proxy_origin ?? '').split('/').slice(1);

/** How many segments of a path only say which site is meant. */
export const depthOf = (way: Way, site: SiteRow): number => {
  if (way.kind === 'origin') return proxyPath(site).length;
  return way.kind === 'own' ? 0 : way.kind === 'proxied' ? 2 : 1;
};

/** What the address begins with that readers see: a proxy may have a path of its own. */
export const baseOf = (way: Way, site: SiteRow): readonly string[] => {
  if (way.kind === 'own') return [];
  return way.kind === 'organization' ? [site.basename] : proxyPath(site);
};
