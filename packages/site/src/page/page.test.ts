import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../document/src/testing/deep.ts';
import {
  defaultCustomization,
  renderNotFound,
  renderPage,
  renderSearchPage,
  type SiteLayout,
} from '../index.ts';
import { languages } from '../language/messages.ts';
import { payload } from '../testing/payloads.ts';
import { unsafeMarkup } from '../testing/safety.ts';
import { kitchenSink, sampleContext, sampleLayout, samplePage } from '../testing/sample-site.ts';
import { accountUrl } from './social-accounts.ts';

const sink = kitchenSink();
const page = samplePage(sink.document, sampleContext, { title: sink.title! });

/** Elements that a page may contain besides those of a document. */
const own = ['meta', 'link', 'title', 'script', 'form', 'template'];

/** The scripts of a page: URLs, or types of inline ones. */
const scriptsOf = (html: string): readonly string[] =>
  [...html.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes!.trim());

describe('pages', () => {
  test('the head contains the metadata of the page', () => {
    const html = renderPage(sampleLayout(), {
      ...page,
      description: 'About "everything"',
      metadata: {
        ...page.metadata,
        titles: ['Documentation', 'Lectern'],
        url: 'https://docs.example.com/x/',
      },
    });
    expect(html).toContain('<title>Everything at once | Documentation | Lectern</title>');
    expect(html).toContain('<link rel="canonical" href="https://docs.example.com/x">');
    expect(html).toContain('<meta name="description" content="About &quot;everything&quot;">');
    expect(html).toContain(
      '<link rel="alternate" hreflang="de" href="https://docs.example.com/de/kitchen-sink">',
    );
    expect(html).toContain('<meta name="robots" content="index, follow">');
    const [, data] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)!;
    expect(JSON.parse(data!)['@graph'][0]).toMatchObject({
      headline: 'Everything at once',
      url: 'https://docs.example.com/x',
    });
  });

  test('a page that is not indexed has noindex and no structured data', () => {
    const html = renderPage(sampleLayout(), { ...page, metadata: { ...page.metadata, isIndexed: false } });
    expect(html).toContain('content="noindex, nofollow"');
    expect(html).not.toContain('ld+json');
    expect(renderNotFound(sampleLayout(), [])).toContain('noindex');
    expect(renderSearchPage(sampleLayout(), 'x', [])).toContain('noindex');
  });

  test('a site with scripts of integrations asks for consent where they use cookies', () => {
    const withScripts = (cookieScripts: readonly string[], language = 'en') =>
      renderPage(
        sampleLayout(
          { privacyPolicy: { url: 'https://acme.test/privacy' } },
          {
            language,
            integrations: { style: '/i.css', script: '/i.js', scripts: ['/a.js'], cookieScripts },
          },
        ),
        page,
      );
    const asking = withScripts(['https://x.test/b.js?a=1&b=2']);
    expect(scriptsOf(asking)).toEqual(
      expect.arrayContaining([
        'src="/i.js" data-scripts="[&quot;https://x.test/b.js?a=1&amp;b=2&quot;]" defer',
        'src="/a.js" defer',
      ]),
    );
    expect(asking).toMatch(/<aside class="consent" aria-label="Cookies" hidden>/);
    expect(asking).toMatch(/href="https:\/\/acme\.test\/privacy"[^>]*>Privacy policy</);
    expect(withScripts(['/b.js'], 'de')).toContain('Datenschutzerklärung');
    expect(withScripts([])).not.toMatch(/class="consent/);
    expect(renderPage(sampleLayout(), page)).not.toMatch(/class="consent|~assistant/);
  });

  test('the branch of the current page is open and the page is current', () => {
    const html = renderPage(sampleLayout(), { ...page, id: 'p5' });
    expect(html.match(/aria-current="page"/g)).toHaveLength(1);
    expect(html).toContain('<a href="/p5" aria-current="page">');
    expect(html.match(/<details open>/g)).toHaveLength(2);
  });

  test('the navigation differs between pages only in the current branch', () => {
    const { navigation } = sampleLayout();
    const closed = String(navigation.at(undefined));
    for (const [, id] of closed.matchAll(/href="\/([^"]+)"/g)) {
      const at = String(navigation.at(id));
      expect(at).toContain(`<a href="/${id}" aria-current="page">`);
      expect(at.replaceAll(' aria-current="page"', '').replaceAll('<details open>', '<details>')).toBe(
        closed,
      );
      expect(String(navigation.at(undefined))).toBe(closed);
    }
  });

  test('a tree of thousands of pages contains only the current branch', () => {
    const leaf = (id: string) => ({ id, type: 'document' as const, title: id, href: `/${id}`, children: [] });
    const navigation = Array.from({ length: 60 }, (_, at) => ({
      ...leaf(`a${at}`),
      children: Array.from({ length: 60 }, (_, inner) => leaf(`a${at}-${inner}`)),
    }));
    const html = renderPage(sampleLayout({}, { navigation }), { ...page, id: 'a7-3' });
    expect(html).toContain('href="/a7-59"');
    expect(html).not.toContain('href="/a8-1"');
  });

  test('a layout hides parts of the page', () => {
    const all = renderPage(sampleLayout(), { ...page, cover: { src: '/c.png' } });
    for (const part of [
      'class="outline"',
      'class="pagination"',
      'class="sidebar',
      'class="updated"',
      'class="cover',
    ])
      expect(all).toContain(part);
    const bare = renderPage(sampleLayout(), {
      ...page,
      cover: { src: '/c.png' },
      layout: {
        outline: false,
        pagination: false,
        tableOfContents: false,
        metadata: false,
        cover: false,
        title: false,
      },
    });
    for (const part of [
      'class="outline"',
      'class="pagination"',
      'class="sidebar',
      'class="updated"',
      'class="cover',
    ])
      expect(bare).not.toContain(part);
    expect(bare).toContain('<h1 class="sr-only">');
  });

  test('accounts on other platforms are linked in the header and the footer', () => {
    const html = renderPage(sampleLayout(), page);
    expect(html.match(/href="https:\/\/github\.com\/lectern"/g)).toHaveLength(2);
    expect(html.match(/href="https:\/\/example\.social\/@lectern"/g)).toHaveLength(1);
    const account = (platform: string, handle: string) => accountUrl({ platform, handle } as never);
    expect(account('slack', 'https://acme.slack.com/join')).toBe('https://acme.slack.com/join');
    expect(account('reddit', 'u/acme')).toBe('https://www.reddit.com/u/acme');
    for (const handle of ['javascript:alert(1)', 'a b', '"><script>'])
      expect(account('github', handle)).toBeUndefined();
    expect(account('nowhere', 'acme')).toBeUndefined();
  });

  test('every language has all texts with their placeholders, and its writing direction', () => {
    const placesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    for (const [language, messages] of Object.entries(languages)) {
      expect(Object.keys(messages)).toEqual(Object.keys(languages.en!));
      for (const [key, text] of Object.entries(messages)) {
        expect(text.trim(), `${language} ${key}`).not.toBe('');
        expect(placesOf(text), `${language} ${key}`).toEqual(placesOf(languages.en![key as never]));
      }
    }
    expect(renderPage(sampleLayout({}, { language: 'ar' }), page)).toContain('<html lang="ar" dir="rtl"');
    expect(renderPage(sampleLayout({}, { language: 'pt-br' }), page)).toContain(
      '<html lang="pt-br" dir="ltr"',
    );
    const beside = renderPage(sampleLayout({}, { language: 'en', locale: 'ru' }), page);
    expect(beside).toContain('<html lang="en"');
    expect(beside).toContain('На этой странице');
  });

  test('no text of a site or a page becomes executable', () => {
    fc.assert(
      fc.property(payload, (text) => {
        const link = { title: text, href: text };
        const to = { kind: 'url' as const, url: text };
        const item = {
          id: text,
          type: 'document' as const,
          title: text,
          href: text,
          icon: text,
          emoji: text,
          children: [],
        };
        const layout: SiteLayout = sampleLayout(
          {
            ...defaultCustomization,
            header: {
              preset: text as never,
              logo: { light: text, dark: `${text}x` },
              links: [
                { title: text, to, links: [{ title: text, to }] },
                { title: text, to, style: text as never, links: [] },
              ],
            },
            footer: {
              groups: [{ title: text, links: [{ title: text, to }] }],
              copyright: text,
              logo: { light: text, dark: text },
            },
            announcement: { enabled: true, message: text, style: text as never, link: { title: text, to } },
            favicon: { emoji: text },
            themes: { default: text as never, toggeable: true },
            feedback: { enabled: true },
            socialPreview: { url: text },
          },
          {
            title: text,
            home: text,
            language: text,
            locale: text,
            search: { page: text, endpoint: text },
            navigation: [item, { ...item, id: `${text}2`, type: 'group', children: [item] }],
            sections: [
              { ...link, icon: text, description: text },
              { title: text, children: [{ ...link, description: text }] },
            ],
            variants: [link, { ...link, isCurrent: true }],
            integrations: {
              style: '/assets/integrations.css',
              script: '/assets/integrations.js',
              scripts: [],
              cookieScripts: [text],
            },
            languages: [{ ...link, language: text }, link],
          },
        );
        const hostile = {
          ...page,
          body: '',
          title: text,
          description: text,
          icon: text,
          emoji: text,
          cover: { src: text, srcDark: text },
          breadcrumbs: [link],
          previous: link,
          next: link,
          children: [item],
          outline: [
            { id: text, title: text, level: 1 as const },
            { id: `${text}2`, title: text, level: 2 as const },
          ],
          updatedAt: text,
          actions: { edit: text, mcp: text },
          feedback: { action: text },
          metadata: {
            url: text,
            canonical: text,
            isIndexed: true,
            titles: [text],
            image: text,
            markdown: text,
            rss: text,
            alternates: [{ href: text, language: text }],
          },
        };
        for (const html of [
          renderPage(layout, hostile),
          renderNotFound(layout, [link]),
          renderSearchPage(layout, text, [{ ...link, place: text, excerpt: text }]),
        ]) {
          expect(
            unsafeMarkup(html.replace(/<link rel="icon" href="data:image\/svg\+xml,[^"<>]*">/, ''), own),
          ).toEqual([]);
          for (const script of scriptsOf(html).map((one) => one.replace(/ data-scripts="[^"]*"/, '')))
            expect([
              'src="/assets/integrations.js" defer',
              'src="/assets/site.js"',
              'src="/assets/api.js" defer',
              'src="/assets/diagrams.js" defer',
              'type="application/ld+json"',
            ]).toContain(script);
        }
      }),
      { numRuns: runs(300, 60) },
    );
  });
});
