import type { Links } from './links.ts';

/** How a site is reached. */
export interface SiteHost {
  /** The name of its organization below the domain of all sites. */
  readonly subdomain: string;
  readonly basename: string;
  readonly hostname: string | null;
  /** Host and path of a proxy of its owner's, without the scheme. */
  readonly proxy_origin: string | null;
}

/** A section or a variant in the structure of a site. */
export interface SitePart {
  readonly path: string;
  readonly isDefault: boolean;
}

/** Where a space stands in a site; a flat site has no sections. */
export interface SitePlace {
  readonly section?: SitePart | undefined;
  readonly variant?: SitePart | undefined;
}

/**
 * The path of a place below the root of its site: nothing for the default variant of the default section, the section
 * alone for that of another one, and both for every other variant, also in the default section.
 */
export const pathInSite = ({ section, variant }: SitePlace): string[] => {
  const shown = variant !== undefined && !variant.isDefault;
  return [
    ...(section && (shown || !section.isDefault) ? [section.path] : []),
    ...(shown ? [variant.path] : []),
  ];
};

/** The address of the root of a site: its owner's proxy comes before its own hostname, and that before the shared one. */
const rootOf = (links: Links, site: SiteHost): string => {
  if (site.proxy_origin) return `https://${site.proxy_origin}`;
  if (site.hostname) return links.customSiteOrigin(site.hostname);
  return `${links.sharedSitesOrigin(site.subdomain)}/${encodeURIComponent(site.basename)}`;
};

/** Where visitors find an address inside a site; those of a share link carry its key. */
export const publishedUrl = (
  links: Links,
  site: SiteHost,
  address: readonly string[] = [],
  shareKey?: string,
): string => {
  const path = [...(shareKey === undefined ? [] : [shareKey]), ...address];
  return `${[rootOf(links, site), ...path.map(encodeURIComponent)].join('/')}/`;
};
