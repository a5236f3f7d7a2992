import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ContentRef, type Document, parsePage } from '@lectern/document';
import {
  type Customization,
  createSymbols,
  defaultCustomization,
  type NavigationItem,
  outlineOf,
  type PageModel,
  prepareNavigation,
  type RenderContext,
  readIconSet,
  renderDocument,
  type SiteLayout,
} from '../index.ts';
import { renderMath } from '../math.ts';
import { petsApi } from './pets-api.ts';

/** A page in the navigation of the sample site. */
const page = (id: string, title: string, more: Partial<NavigationItem> = {}): NavigationItem => ({
  id,
  type: 'document',
  title,
  href: `/${id}`,
  children: [],
  ...more,
});

/** The pages of the sample site. */
export const sampleNavigation: readonly NavigationItem[] = [
  page('kitchen-sink', 'Everything at once', { icon: 'rocket' }),
  page('p1', 'Quick start', { icon: 'bolt' }),
  {
    id: 'g1',
    type: 'group',
    title: 'Guides',
    children: [
      page('p2', 'Concepts', {
        children: [
          page('p3', 'Spaces'),
          page('p4', 'Change requests', { children: [page('p5', 'Merge rules')] }),
          page('p6', 'Sites'),
        ],
      }),
      page('p7', 'A page with quite a long title that has to break', { emoji: '1f4d8' }),
      { id: 'l1', type: 'link', title: 'Status', href: 'https://example.com', children: [] },
    ],
  },
  {
    id: 'g2',
    type: 'group',
    title: 'Reference',
    children: [page('p8', 'API', { icon: 'code' }), page('p9', 'Limits')],
  },
];

const flat = (items: readonly NavigationItem[]): readonly NavigationItem[] =>
  items.flatMap((item) => [item, ...flat(item.children)]);

/** The render context of the sample site. */
export const sampleContext: RenderContext = {
  language: 'en',
  hrefOf(ref: ContentRef) {
    if (ref.kind === 'url') return { href: ref.url, title: ref.url, isAddress: true };
    if (ref.kind === 'anchor' && ref.page === undefined)
      return { href: `#${ref.anchor}`, title: ref.anchor, isAddress: true };
    if (ref.kind !== 'page') return undefined;
    const found = flat(sampleNavigation).find(({ id }) => id === ref.page);
    return found && { href: found.href ?? '', title: found.title, icon: found.icon, emoji: found.emoji };
  },
  fileOf(ref) {
    if (ref.kind !== 'file') return undefined;
    if (ref.file === 'report') return { href: '/files/report.pdf', name: 'report-2026.pdf', size: 1_482_000 };
    return { href: `/files/${ref.file}.svg`, name: `${ref.file}.svg`, width: 1200, height: 600 };
  },
  tagOf: (ref) =>
    ref.kind === 'tag' ? { label: ref.tag, color: ref.tag === 'new' ? 'green' : 'blue' } : undefined,
  openapiOf: (ref) => (ref.kind === 'openapi' && ref.spec === 'pets' ? petsApi : undefined),
  embedOf: (url) => ({ title: 'An article somewhere else', description: url }),
  math: renderMath,
};

/** The Markdown of the page with all blocks. */
export const kitchenSinkSource = (): string =>
  readFileSync(join(import.meta.dirname, 'kitchen-sink.md'), 'utf8');

/** The page with all blocks. */
export const kitchenSink = () => parsePage(kitchenSinkSource());

const icons = readIconSet();

/** The customization of the sample site. */
const sampleCustomization: Customization = {
  ...defaultCustomization,
  feedback: { enabled: true },
  header: {
    preset: 'default',
    links: [
      { title: 'Guides', to: { kind: 'page', page: 'p1' }, links: [] },
      {
        title: 'Community',
        to: null,
        links: [
          { title: 'Forum', to: { kind: 'url', url: 'https://example.com/forum' } },
          { title: 'Source', to: { kind: 'url', url: 'https://example.com/source' } },
        ],
      },
      {
        title: 'Sign up',
        style: 'button-primary',
        to: { kind: 'url', url: 'https://example.com/up' },
        links: [],
      },
    ],
  },
  footer: {
    copyright: '© 2026 Lectern',
    groups: [
      { title: 'Product', links: [{ title: 'Quick start', to: { kind: 'page', page: 'p1' } }] },
      { title: 'More', links: [{ title: 'Status', to: { kind: 'url', url: 'https://example.com' } }] },
    ],
  },
  favicon: { emoji: '1f4d6' },
  socialAccounts: [
    { platform: 'github', handle: 'lectern', display: { header: true, footer: true } },
    { platform: 'mastodon', handle: '@lectern@example.social', display: { header: false, footer: true } },
  ],
};

/** The layout of the sample site. */
export const sampleLayout = (
  chosen: Partial<Customization> = {},
  {
    navigation = sampleNavigation,
    ...more
  }: Partial<Omit<SiteLayout, 'navigation'>> & { readonly navigation?: readonly NavigationItem[] } = {},
): SiteLayout => {
  const customization: Customization = { ...sampleCustomization, ...chosen };
  return {
    title: 'Lectern',
    home: '/',
    language: 'en',
    locale: more.language ?? 'en',
    customization,
    assets: {
      theme: '/assets/theme.css',
      customization: '/assets/customization.css',
      script: '/assets/site.js',
    },
    search: { page: '/search', endpoint: '/search.json' },
    sections: [
      { title: 'Documentation', href: '/', icon: 'book', isCurrent: true },
      { title: 'API', href: '/api', icon: 'code' },
      {
        title: 'Resources',
        children: [
          { title: 'Changelog', description: 'What is new', href: '/changelog' },
          { title: 'Help', description: 'When something does not work', href: '/help' },
        ],
      },
    ],
    variants: [
      { title: 'Version 2', href: '/', isCurrent: true },
      { title: 'Version 1', href: '/v1' },
    ],
    languages: [
      { title: 'English', href: '/', language: 'en', isCurrent: true },
      { title: 'Deutsch', href: '/de', language: 'de' },
      { title: 'العربية', href: '/ar', language: 'ar' },
    ],
    navigation: prepareNavigation(navigation, customization),
    symbolOf: createSymbols(icons, customization.styling.icons),
    hrefOf: sampleContext.hrefOf,
    ...more,
  };
};

/** A page of the sample site. */
export const samplePage = (
  document: Document,
  context: RenderContext,
  more: Partial<PageModel> & { readonly title: string },
): PageModel => ({
  id: 'kitchen-sink',
  body: renderDocument(document, context),
  outline: outlineOf(document, context),
  breadcrumbs: [{ title: 'Documentation', href: '/' }, { title: 'Guides' }],
  previous: { title: 'Quick start', href: '/p1' },
  next: { title: 'Concepts', href: '/p2' },
  updatedAt: '2026-03-02T10:00:00Z',
  feedback: { action: '/feedback' },
  files: {
    styles: ['/assets/api.css', '/assets/diagrams.css'],
    scripts: ['/assets/api.js', '/assets/diagrams.js'],
  },
  actions: {
    edit: 'https://example.com/edit',
    mcp: '/~gitbook/mcp',
    pdf: '/~gitbook/pdf?page=p1&only=yes',
    pdfOfAll: '/~gitbook/pdf',
  },
  metadata: {
    url: 'https://docs.example.com/kitchen-sink',
    isIndexed: true,
    markdown: '/kitchen-sink.md',
    rss: '/kitchen-sink/rss.xml',
    alternates: [{ href: 'https://docs.example.com/de/kitchen-sink', language: 'de' }],
  },
  ...more,
});
