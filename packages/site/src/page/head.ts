import { parseColor, printColor, readableOn } from '../customization/color.ts';
import { emojiOf } from '../document/data.ts';
import { type Child, escapeHtml, Html, h } from '../html/html.ts';
import { scriptElement } from '../html/script-element.ts';
import { svgFavicon } from '../html/svg-favicon.ts';
import type { PageMetadata, PageModel, SiteLayout } from './model.ts';

/** The model of the `head` element. */
export interface Head {
  readonly title: string;
  readonly description?: string;
  readonly metadata?: PageMetadata;
  readonly breadcrumbs?: readonly { readonly title: string; readonly href?: string }[];
  readonly updatedAt?: string;
  readonly files?: PageModel['files'];
}

/** Joins titles with a bar, without duplicates. */
export const joinTitles = (titles: readonly string[]): string =>
  [...new Set(titles.map((title) => title.trim()).filter((title) => title !== ''))].join(' | ');

/** A JSON-LD element; its content is escaped so that it cannot end the element. */
export const jsonLd = (value: unknown): Html =>
  new Html(
    `<script type="application/ld+json">${JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)}</script>`,
  );

/** The scripts of integrations, after the object that they use. */
const integrationScripts = ({ integrations }: SiteLayout): Child =>
  integrations && [
    scriptElement(
      integrations.script,
      ` data-scripts="${escapeHtml(JSON.stringify(integrations.cookieScripts))}" defer`,
    ),
    integrations.scripts.map((href) => scriptElement(href, ' defer')),
  ];

const meta = (name: string, content: string | undefined): Child => content && h('meta', { name, content });
const property = (name: string, content: string | undefined): Child =>
  content && h('meta', { property: name, content });

const svgIcon = (content: string): Html =>
  svgFavicon(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${content}</svg>`);

/** A favicon with the first letter of the site title. */
const letterIcon = (title: string, color: string): Html => {
  const ground = printColor(parseColor(color) ?? [0.2, 0.4, 0.85]);
  const letter = escapeHtml(/[\p{L}\p{N}]/u.exec(title)?.[0]?.toUpperCase() ?? '');
  return svgIcon(
    `<rect width="100" height="100" rx="22" fill="${ground}"/><text x="50" y="72" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="62" fill="${readableOn(ground)}">${letter}</text>`,
  );
};

function icons({ title, customization: { favicon, styling } }: SiteLayout): Child {
  const { icon, emoji } = favicon;
  if (icon)
    return [
      h('link', { rel: 'icon', href: icon.light, media: '(prefers-color-scheme: light)' }),
      h('link', { rel: 'icon', href: icon.dark, media: '(prefers-color-scheme: dark)' }),
    ];
  if (emoji) return svgIcon(`<text y=".9em" font-size="90">${escapeHtml(emojiOf(emoji))}</text>`);
  // Without a favicon, browsers request /favicon.ico.
  return letterIcon(title, styling.primaryColor.light);
}

/** The structured data of a page for search engines. */
function structuredData(
  site: SiteLayout,
  { title, description, metadata, breadcrumbs, updatedAt }: Head,
  url: string,
): Child {
  const trail = (breadcrumbs ?? []).filter((one) => one.href !== undefined);
  const absolute = (href: string): string => (URL.canParse(href, url) ? new URL(href, url).href : href);
  return jsonLd({
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'TechArticle',
        headline: title,
        ...(description ? { description } : {}),
        url,
        inLanguage: site.language,
        ...(updatedAt ? { dateModified: updatedAt } : {}),
        ...(metadata?.image ? { image: metadata.image } : {}),
        isPartOf: { '@type': 'WebSite', name: site.title, url: absolute(site.home) },
      },
      ...(trail.length > 0
        ? [
            {
              '@type': 'BreadcrumbList',
              itemListElement: [...trail, { title, href: url }].map((one, at) => ({
                '@type': 'ListItem',
                position: at + 1,
                name: one.title,
                item: absolute(one.href!),
              })),
            },
          ]
        : []),
    ],
  });
}

/** Renders the `head` element. */
export function renderHead(site: SiteLayout, head: Head): Html {
  const { metadata } = head;
  const title = joinTitles([head.title, ...(metadata?.titles ?? []), site.title]);
  const canonical = (metadata?.canonical ?? metadata?.url)?.replace(/(?<=[^/:])\/$/, '');
  const image = metadata?.image ?? site.customization.socialPreview?.url;
  return h(
    'head',
    null,
    h('meta', { charset: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('title', null, title),
    meta('description', head.description),
    meta('robots', metadata?.isIndexed ? 'index, follow' : 'noindex, nofollow'),
    meta('generator', 'Lectern'),
    canonical && h('link', { rel: 'canonical', href: canonical }),
    metadata?.alternates?.map(({ href, language }) =>
      h('link', { rel: 'alternate', hreflang: language, href }),
    ),
    metadata?.markdown && h('link', { rel: 'alternate', type: 'text/markdown', href: metadata.markdown }),
    metadata?.rss && h('link', { rel: 'alternate', type: 'application/rss+xml', href: metadata.rss }),
    property('og:type', metadata && 'article'),
    property('og:title', head.title),
    property('og:description', head.description),
    property('og:site_name', site.title),
    property('og:url', canonical),
    property('og:locale', site.language.replace('-', '_')),
    property('og:image', image),
    meta('twitter:card', image ? 'summary_large_image' : 'summary'),
    icons(site),
    // Otherwise browsers request the font only after the style sheets.
    site.assets.font !== undefined &&
      h('link', {
        rel: 'preload',
        href: site.assets.font,
        as: 'font',
        type: 'font/woff2',
        crossorigin: true,
      }),
    h('link', { rel: 'stylesheet', href: site.assets.theme }),
    h('link', { rel: 'stylesheet', href: site.assets.customization }),
    site.integrations && h('link', { rel: 'stylesheet', href: site.integrations.style }),
    head.files?.styles.map((href) => h('link', { rel: 'stylesheet', href })),
    // Not deferred: sets the dark mode before the first paint.
    scriptElement(site.assets.script),
    head.files?.scripts.map((href) => scriptElement(href, ' defer')),
    integrationScripts(site),
    metadata?.isIndexed && canonical && structuredData(site, head, canonical),
  );
}
