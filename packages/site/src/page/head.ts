import { parseColor, printColor, readableOn } from '../customization/color.ts';
import { emojiOf } from '../document/data.ts';
import { type Child, escapeText, Html, h } from '../html/html.ts';
import { safeUrl } from '../html/url.ts';
import type { PageMetadata, PageModel, SiteFrame } from './model.ts';

/** What a head says of a page. */
export interface Head {
  readonly title: string;
  readonly description?: string;
  readonly metadata?: PageMetadata;
  readonly breadcrumbs?: readonly { readonly title: string; readonly href?: string }[];
  readonly updatedAt?: string;
  readonly blocks?: PageModel['blocks'];
}

/** Titles joined by a bar; what was said is not said again. */
export const joinTitles = (titles: readonly string[]): string =>
  [...new Set(titles.map((title) => title.trim()).filter((title) => title !== ''))].join(' | ');

/** Data for machines inside a page. Whatever it holds, it cannot end its element. */
export const dataElement = (value: unknown): Html =>
  new Html(
    `<script type="application/ld+json">${JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)}</script>`,
  );

/** A script by its address; one that is not the site's own lets the page be painted first. */
const scriptFile = (href: string, when = ''): Html =>
  new Html(`<script src="${escapeText(safeUrl(href) ?? '')}"${when}></script>`);

const meta = (name: string, content: string | undefined): Child => content && h('meta', { name, content });
const property = (name: string, content: string | undefined): Child =>
  content && h('meta', { property: name, content });

/** A picture for browsers' tabs, inside of the page. */
const drawnIcon = (content: string): Html => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${content}</svg>`;
  return new Html(`<link rel="icon" href="data:image/svg+xml,${escapeText(encodeURIComponent(svg))}">`);
};

/** The first letter of a site's title on its colour. */
const letterIcon = (title: string, color: string): Html => {
  const ground = printColor(parseColor(color) ?? [0.2, 0.4, 0.85]);
  const letter = escapeText(/[\p{L}\p{N}]/u.exec(title)?.[0]?.toUpperCase() ?? '');
  return drawnIcon(
    `<rect width="100" height="100" rx="22" fill="${ground}"/><text x="50" y="72" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="62" fill="${readableOn(ground)}">${letter}</text>`,
  );
};

function icons({ title, customization: { favicon, styling } }: SiteFrame): Child {
  const { icon, emoji } = favicon;
  if (icon)
    return [
      h('link', { rel: 'icon', href: icon.light, media: '(prefers-color-scheme: light)' }),
      h('link', { rel: 'icon', href: icon.dark, media: '(prefers-color-scheme: dark)' }),
    ];
  if (emoji) return drawnIcon(`<text y=".9em" font-size="90">${escapeText(emojiOf(emoji))}</text>`);
  // Without one, browsers would ask for a file that is not there.
  return letterIcon(title, styling.primaryColor.light);
}

/** What search engines are told of a page in their own words. */
function structured(
  frame: SiteFrame,
  { title, description, metadata, breadcrumbs, updatedAt }: Head,
  url: string,
): Child {
  const trail = (breadcrumbs ?? []).filter((one) => one.href !== undefined);
  const absolute = (href: string): string => (URL.canParse(href, url) ? new URL(href, url).href : href);
  return dataElement({
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'TechArticle',
        headline: title,
        ...(description ? { description } : {}),
        url,
        inLanguage: frame.language,
        ...(updatedAt ? { dateModified: updatedAt } : {}),
        ...(metadata?.image ? { image: metadata.image } : {}),
        isPartOf: { '@type': 'WebSite', name: frame.title, url: absolute(frame.home) },
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

/** The head of a page. */
export function renderHead(frame: SiteFrame, head: Head): Html {
  const { metadata } = head;
  const title = joinTitles([head.title, ...(metadata?.titles ?? []), frame.title]);
  const canonical = (metadata?.canonical ?? metadata?.url)?.replace(/(?<=[^/:])\/$/, '');
  const image = metadata?.image ?? frame.customization.socialPreview?.url;
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
    property('og:site_name', frame.title),
    property('og:url', canonical),
    property('og:locale', frame.language.replace('-', '_')),
    property('og:image', image),
    meta('twitter:card', image ? 'summary_large_image' : 'summary'),
    icons(frame),
    // Style sheets only say which font there is; it is fetched while they are.
    frame.assets.font !== undefined &&
      h('link', {
        rel: 'preload',
        href: frame.assets.font,
        as: 'font',
        type: 'font/woff2',
        crossorigin: true,
      }),
    h('link', { rel: 'stylesheet', href: frame.assets.theme }),
    h('link', { rel: 'stylesheet', href: frame.assets.customization }),
    head.blocks && h('link', { rel: 'stylesheet', href: head.blocks.theme }),
    // Before the page is painted: a reader who chose dark sees nothing light first.
    scriptFile(frame.assets.script),
    head.blocks?.script !== undefined && scriptFile(head.blocks.script, ' defer'),
    frame.scripts?.map((href) => scriptFile(href, ' defer')),
    metadata?.isIndexed && canonical && structured(frame, head, canonical),
  );
}
