import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHighlighter, renderNotFound, renderPage, renderSearchPage, syntaxesOf } from './index.ts';
import {
  accessibilityViolations,
  CHROMIUM,
  openBrowser,
  openPage,
  overflowOf,
  serveSite,
  type ViewOptions,
} from './testing/browser.ts';
import { kitchenSink, sampleContext, sampleLayout, samplePage } from './testing/sample-site.ts';

const sink = kitchenSink();

describe.skipIf(!CHROMIUM)('pages in a browser', () => {
  let browser: Browser;
  let site: Awaited<ReturnType<typeof serveSite>>;

  beforeAll(async () => {
    const highlighter = await createHighlighter();
    await highlighter.load(syntaxesOf(sink.document));
    const context = { ...sampleContext, highlight: highlighter.highlight };
    const layout = sampleLayout({ announcement: { enabled: true, message: 'New', style: 'warning' } });
    const arabic = sampleLayout({}, { language: 'ar' });
    site = await serveSite(
      {
        '/kitchen-sink': renderPage(layout, samplePage(sink.document, context, { title: sink.title! })),
        '/arabic': renderPage(
          arabic,
          samplePage(sink.document, { ...context, language: 'ar' }, { title: 'كل شيء' }),
        ),
        '/search': renderSearchPage(layout, 'tabs', [
          { title: 'Tabs', href: '/kitchen-sink#tabs', excerpt: 'A tab' },
        ]),
        '/404': renderNotFound(layout, [{ title: 'Quick start', href: '/p1' }]),
      },
      layout.customization,
    );
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const open = (path: string, view: ViewOptions = {}) => openPage(browser, site.url + path, view);

  test.each([
    ['/kitchen-sink', 1440, 'light'],
    ['/kitchen-sink', 1440, 'dark'],
    ['/kitchen-sink', 390, 'light'],
    ['/arabic', 1440, 'light'],
    ['/search', 1440, 'light'],
    ['/404', 390, 'dark'],
  ] as const)(
    '%s at %i pixels in %s mode is accessible, has no overflow, and obeys the Content-Security-Policy',
    async (path, width, theme) => {
      const { page, errors } = await open(path, { width, theme });
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      expect(errors).toEqual([]);
      await page.close();
    },
  );

  test('text and code use the fonts of the site, and only the needed files are loaded', async () => {
    const { page } = await open('/kitchen-sink');
    await page.evaluate('document.fonts.ready.then(() => true)');
    const loaded = (await page.evaluate(
      `[...document.fonts].filter(({ status }) => status === 'loaded').map(({ family, unicodeRange }) => family + ' ' + unicodeRange)`,
    )) as string[];
    expect(loaded.some((face) => /^"?Inter"? U\+0-FF/.test(face))).toBe(true);
    expect(loaded.some((face) => /^"?IBM Plex Mono"? U\+0-FF/.test(face))).toBe(true);
    expect(loaded.some((face) => face.includes('U+1F00-1FFF'))).toBe(false);
    await page.close();
  });

  test('search opens by keyboard, arrow keys select results, and unsafe links are not shown', async () => {
    const { page } = await open('/kitchen-sink');
    await page.keyboard.press('Control+k');
    // At once: a pause between letters would start another search.
    await page.keyboard.insertText('tabs');
    const results = page.locator('.search-dialog [role=option]');
    await results.first().waitFor();
    expect(await results.count()).toBe(2);
    await page.keyboard.press('ArrowDown');
    expect(await results.nth(1).getAttribute('aria-selected')).toBe('true');
    const field = page.locator('.search-dialog input');
    expect(await field.getAttribute('aria-activedescendant')).toBe(await results.nth(1).getAttribute('id'));
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await page.locator('.search-dialog').isVisible()).toBe(false);
    await page.close();
  });

  test('the first Tab focuses the skip link', async () => {
    const { page } = await open('/kitchen-sink');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.className')).toBe('skip');
    await page.close();
  });

  test('the dark mode persists on the next page', async () => {
    const { page } = await open('/kitchen-sink');
    await page.click('[data-theme-choice=dark]');
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
    await page.goto(`${site.url}/search`);
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
    await page.close();
  });

  test('a URL fragment opens the tab and the expandable that contain its target', async () => {
    const { page } = await open('/kitchen-sink#words');
    expect(await page.locator('#words').isVisible()).toBe(true);
    await page.close();
  });

  test('an image opens enlarged and closes again', async () => {
    const { page } = await open('/kitchen-sink');
    await page.click('.image .zoom');
    await page.locator('.zoom-dialog img').waitFor({ state: 'visible' });
    await page.keyboard.press('Escape');
    expect(await page.locator('.zoom-dialog').isVisible()).toBe(false);
    await page.close();
  });

  test('tabs, expandables and the mobile navigation work without scripts', async () => {
    const { page } = await open('/kitchen-sink', { width: 390, script: false });
    await page.locator('.sidebar').waitFor({ state: 'hidden' });
    await page.click('.menu-button');
    await page.locator('.sidebar .nav').waitFor({ state: 'visible' });
    await page.click('.sidebar-close');
    await page.locator('.sidebar').waitFor({ state: 'hidden' });
    const tabs = page.locator('.tabs').first();
    await tabs.locator('label').nth(1).click();
    await tabs.locator('.panel').nth(1).waitFor({ state: 'visible' });
    await tabs.locator('.panel').nth(0).waitFor({ state: 'hidden' });
    await page.click('.unfold');
    await page.close();
  });
});
