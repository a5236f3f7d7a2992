import type { Links } from './links.ts';

/** The host and path of a site. */
export interface SiteHost {
  /** The subdomain of its organization. */
  readonly subdomain: string;
  readonly basename: string;
  readonly hostname: string | null;
  /** Host and path of a reverse proxy of the customer, without the scheme. */
  readonly proxy_origin: string | null;
}

/** A section or a variant in the structure of a site. */
export interface SitePart {
  readonly path: string;
  readonly isDefault: boolean;
}

/** The position of a space in a site; a site may have no sections. */
export interface SitePlace {
  readonly section?: SitePart | undefined;
  readonly variant?: SitePart | undefined;
}

/**
 * The path of a space below the root of its site: empty for the default variant of the default section; the section for
 * the default variant of another section; section and variant for every other variant.
 */
export const pathInSite = ({ section, variant }: SitePlace): string[] => {
  const hasVariant = variant !== undefined && !variant.isDefault;
  return [
    ...(section && (hasVariant || !section.isDefault) ? [section.path] : []),
    ...(hasVariant ? [variant.path] : []),
  ];
};

/** The root URL of a site: of the customer's proxy, its custom hostname or the shared domain, in this order. */
const rootOf = (links: Links, site: SiteHost): string => {
  if (site.proxy_origin) return `https://${site.proxy_origin}`;
  if (site.hostname) return links.customSiteOrigin(site.hostname);
  return `${links.sharedSitesOrigin(site.subdomain)}/${encodeURIComponent(site.basename)}`;
};

/** The URL of a path in a site; with the key of a share link, if given. */
export const publishedUrl = (
  links: Links,
  site: SiteHost,
  address: readonly string[] = [],
  shareKey?: string,
): string => {
  const path = [...(shareKey === undefined ? [] : [shareKey]), ...address];
  return `${[rootOf(links, site), ...path.map(encodeURIComponent)].join('/')}/`;
};
