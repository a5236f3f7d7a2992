import { escapeHtml } from '../html/html.ts';

/** An entry of a sitemap. */
export interface SitemapEntry {
  readonly url: string;
  readonly updatedAt?: string;
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

const entryElements = ({ url, updatedAt }: SitemapEntry): string =>
  `<loc>${escapeHtml(url)}</loc>${updatedAt ? `<lastmod>${escapeHtml(updatedAt)}</lastmod>` : ''}`;

/** Renders `sitemap.xml`, the index of the sitemaps with pages. */
export const renderSitemap = (parts: readonly SitemapEntry[]): string =>
  `${declaration}<sitemapindex ${namespace}>\n${parts.map((part) => `<sitemap>${entryElements(part)}</sitemap>\n`).join('')}</sitemapindex>\n`;

/** The priority of a page, which decreases with its depth. */
const priorityOf = (depth: number): string => (2 ** (-depth / 4)).toFixed(2);

/** Renders `sitemap-pages.xml`, the pages that may be indexed. */
export const renderSitemapPages = (pages: readonly (SitemapEntry & { readonly depth: number })[]): string =>
  `${declaration}<urlset ${namespace}>\n${pages.map((page) => `<url>${entryElements(page)}<priority>${priorityOf(page.depth)}</priority></url>\n`).join('')}</urlset>\n`;

/** Renders `robots.txt`: no PDFs, which are made on request. Without a sitemap, it disallows everything. */
export const renderRobots = (sitemap: string | undefined): string =>
  sitemap === undefined
    ? 'User-agent: *\nDisallow: /\n'
    : `User-agent: *\nAllow: /\nDisallow: /*~gitbook/pdf\n\nSitemap: ${sitemap.replace(/\s/g, '%20')}\n`;
