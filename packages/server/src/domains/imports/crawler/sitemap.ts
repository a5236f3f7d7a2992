/** The URLs in a sitemap; those of an index are sitemaps. */
export interface Sitemap {
  readonly isIndex: boolean;
  readonly urls: readonly string[];
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const textOf = (xml: string): string =>
  xml
    .replaceAll(/<!\[CDATA\[|\]\]>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name]!)
    .trim();

/** Parses a sitemap; undefined if the XML is not one. */
export const parseSitemap = (xml: string): Sitemap | undefined => {
  const root = /<(urlset|sitemapindex)[\s>]/.exec(xml)?.[1];
  if (!root) return undefined;
  const found = [...xml.matchAll(/<loc>([^<]*|\s*<!\[CDATA\[[^<\]]*\]\]>\s*)<\/loc>/g)];
  return { isIndex: root === 'sitemapindex', urls: found.map(([, text = '']) => textOf(text)) };
};
