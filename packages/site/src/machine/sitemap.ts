import { escapeText } from '../html/html.ts';

/** A page or a part of a site that search engines may know. */
export interface SitemapEntry {
  readonly url: string;
  readonly updatedAt?: string;
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

const facts = ({ url, updatedAt }: SitemapEntry): string =>
  `<loc>${escapeText(url)}</loc>${updatedAt ? `<lastmod>${escapeText(updatedAt)}</lastmod>` : ''}`;

/** `sitemap.xml`: where the lists of pages are. */
export const renderSitemap = (parts: readonly SitemapEntry[]): string =>
  `${declaration}<sitemapindex ${namespace}>\n${parts.map((part) => `<sitemap>${facts(part)}</sitemap>\n`).join('')}</sitemapindex>\n`;

/** How much a page counts among others: less the deeper it stands. */
const priorityOf = (depth: number): string => (2 ** (-depth / 4)).toFixed(2);

/** `sitemap-pages.xml`: pages that may be indexed, with how deep each stands. */
export const renderSitemapPages = (pages: readonly (SitemapEntry & { readonly depth: number })[]): string =>
  `${declaration}<urlset ${namespace}>\n${pages.map((page) => `<url>${facts(page)}<priority>${priorityOf(page.depth)}</priority></url>\n`).join('')}</urlset>\n`;

/** `robots.txt`: the way to the sitemap, or that there is nothing for robots. */
export const renderRobots = (sitemap: string | undefined): string =>
  sitemap === undefined
    ? 'User-agent: *\nDisallow: /\n'
    : `User-agent: *\nAllow: /\n\nSitemap: ${sitemap.replace(/\s/g, '%20')}\n`;
