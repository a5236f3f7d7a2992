import type { SiteHostName } from '../../../kernel/site-hosts.ts';
import type { SiteKey, SiteRow } from '../site/site.store.ts';

/** Address of a site: one of the server's hosts for sites, or possible origins of its owner's proxy. */
export type SiteAddress = SiteHostName | { readonly kind: 'origin'; readonly origins: readonly string[] };

// The most path segments that can belong to the origin of a proxy.
const MAX_PROXY_DEPTH = 8;

/** The address of a site behind its owner's proxy. */
export const proxyAddress = (host: string, segments: readonly string[]): SiteAddress => {
  const paths = segments.slice(0, MAX_PROXY_DEPTH).map((_, at) => segments.slice(0, at + 1));
  const origins = [host, ...paths.map((path) => [host, ...path].join('/'))];
  return { kind: 'origin', origins: origins.map((origin) => origin.toLowerCase()) };
};

/** The key to look up the site at an address; undefined if there can be none. */
export const siteKeyOf = (address: SiteAddress, segments: readonly string[]): SiteKey | undefined => {
  if (address.kind === 'own') return { hostname: address.hostname };
  if (address.kind === 'proxied') return { proxied: address.site };
  if (address.kind === 'origin') return { origins: address.origins };
  const basename = segments[0]?.toLowerCase();
  return address.kind === 'organization' && basename !== undefined
    ? { name: address.name, basename }
    : undefined;
};

const proxyPath = ({ proxy_origin }: SiteRow): readonly string[] => (proxy_origin ?? '').split('/').slice(1);

/** The number of path segments that identify the site. */
export const siteDepth = (address: SiteAddress, site: SiteRow): number => {
  if (address.kind === 'origin') return proxyPath(site).length;
  return address.kind === 'own' ? 0 : address.kind === 'proxied' ? 2 : 1;
};

/** The path segments before the site's own paths, as readers see them: a proxy may have a path of its own. */
export const siteBase = (address: SiteAddress, site: SiteRow): readonly string[] => {
  if (address.kind === 'own') return [];
  return address.kind === 'organization' ? [site.basename] : proxyPath(site);
};
