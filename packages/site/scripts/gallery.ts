// Takes screenshots of sample pages and of real documentation: npx tsx packages/site/scripts/gallery.ts <folder>
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePage } from '@lectern/document';
import {
  createHighlighter,
  defaultCustomization,
  renderDocument,
  renderNotFound,
  renderPage,
  renderSearchPage,
  syntaxesOf,
} from '../src/index.ts';
import { CHROMIUM, openBrowser, serveSite } from '../src/testing/browser.ts';
import { kitchenSink, sampleContext, sampleLayout, samplePage } from '../src/testing/sample-site.ts';

const folder = process.argv[2] ?? 'gallery';
mkdirSync(folder, { recursive: true });
if (!CHROMIUM) throw new Error('Chromium is not installed. Set CHROMIUM_PATH.');

const highlighter = await createHighlighter();
const context = { ...sampleContext, highlight: highlighter.highlight };
const sink = kitchenSink();
await highlighter.load(syntaxesOf(sink.document));

const pages: Record<string, string> = {
  '/kitchen-sink': renderPage(
    sampleLayout(),
    samplePage(sink.document, context, {
      title: sink.title!,
      description: String(sink.properties.description),
      icon: 'rocket',
    }),
  ),
  '/search': renderSearchPage(sampleLayout(), 'tabs', [
    {
      title: 'Tabs',
      href: '/kitchen-sink#tabs',
      place: 'Documentation',
      excerpt: 'A tab may hold anything: paragraphs, lists and code.',
    },
    { title: 'Quick start', href: '/p1', excerpt: 'From nothing to a site in five minutes.' },
  ]),
  '/404': renderNotFound(sampleLayout(), [
    { title: 'Quick start', href: '/p1' },
    { title: 'Concepts', href: '/p2' },
  ]),
};

const customizations = {
  bold: {
    styling: {
      ...defaultCustomization.styling,
      theme: 'bold',
      primaryColor: { light: '#0F766E', dark: '#2DD4BF' },
      corners: 'circular',
    },
  },
  none: {
    header: { preset: 'none', links: [] },
    styling: {
      ...defaultCustomization.styling,
      theme: 'muted',
      tint: { color: { light: '#FDF6E3', dark: '#1A1712' } },
      sidebar: { background: 'filled', list: 'line' },
    },
    announcement: { enabled: true, message: 'A new version is here.', style: 'info' },
  },
} as const;
const arabic = renderPage(
  sampleLayout({}, { language: 'ar' }),
  samplePage(
    sink.document,
    { ...context, language: 'ar' },
    { title: 'كل شيء دفعة واحدة', description: 'وصف الصفحة' },
  ),
);
pages['/arabic'] = arabic;

const corpora = process.env.LECTERN_CORPORA ?? join(import.meta.dirname, '../../../../shared/corpora');
const real = existsSync(corpora)
  ? (readdirSync(corpora, { recursive: true }) as string[]).filter((name) =>
      /beefree.*(?:convert|methods-and-events|^beefree-sdk-docs.README)\.md$|schema-creation\.md$/.test(name),
    )
  : [];
for (const name of real) {
  const parsed = parsePage(readFileSync(join(corpora, name), 'utf8'));
  await highlighter.load(syntaxesOf(parsed.document));
  const body = renderDocument(parsed.document, context);
  pages[`/${name.replaceAll('/', '-').replace('.md', '')}`] = renderPage(
    sampleLayout(),
    samplePage(parsed.document, context, {
      title: parsed.title ?? name,
      description: parsed.properties.description as string | undefined,
      body,
    }),
  );
}

const takeScreenshot = async (
  name: string,
  path: string,
  size: { width: number; height: number },
  theme: 'light' | 'dark',
  look = {},
) => {
  const layout = sampleLayout(look);
  const own =
    Object.keys(look).length > 0
      ? {
          [path]: renderPage(
            layout,
            samplePage(sink.document, context, { title: sink.title!, description: 'With other settings.' }),
          ),
        }
      : {};
  const site = await serveSite({ ...pages, ...own }, layout.customization);
  const browser = await openBrowser();
  const view = await browser.newPage({ viewport: size });
  await view.addInitScript(`localStorage.setItem('theme', '${theme}')`);
  await view.goto(site.url + path);
  await view.evaluate(
    '(async () => { for (const image of document.images) { image.loading = "eager"; await image.decode().catch(() => 0); } })()',
  );
  await view.screenshot({ path: join(folder, `${name}.png`), fullPage: !name.endsWith('-top') });
  await browser.close();
  await site.close();
  console.log(name);
};

const only = process.argv[3];
const wanted = [
  ['light', '/kitchen-sink', { width: 1440, height: 900 }, 'light'],
  ['dark', '/kitchen-sink', { width: 1440, height: 900 }, 'dark'],
  ['phone', '/kitchen-sink', { width: 390, height: 844 }, 'light'],
  ['wide-top', '/kitchen-sink', { width: 1600, height: 1000 }, 'light'],
  ['arabic-top', '/arabic', { width: 1440, height: 900 }, 'light'],
  ['bold-top', '/kitchen-sink', { width: 1440, height: 900 }, 'light', customizations.bold],
  ['none-top', '/kitchen-sink', { width: 1440, height: 900 }, 'light', customizations.none],
  ['search-top', '/search', { width: 1280, height: 800 }, 'light'],
  ['404-top', '/404', { width: 1280, height: 800 }, 'dark'],
  ...real.map(
    (name, at) =>
      [
        `real-${at}`,
        `/${name.replaceAll('/', '-').replace('.md', '')}`,
        { width: 1440, height: 900 },
        'light',
      ] as const,
  ),
] as const;
for (const [name, path, size, theme, look] of wanted)
  if (!only || name.startsWith(only)) await takeScreenshot(name, path, size, theme, look);
