import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  accessibilityViolations,
  CHROMIUM,
  openBrowser,
  openPage,
  overflowOf,
  type ViewOptions,
} from '../../../../site/src/testing/browser.ts';
import { startServer, type TestOrganization, type TestServer } from '../../testing/server.ts';
import { callOrThrow, publishShowcase, type Showcase } from '../../testing/showcase.ts';

const EVERYTHING = '/guides/everything-at-once';
// The browser logs 404 responses itself.
const NOT_FOUND = /status of 404/;

describe.skipIf(!CHROMIUM)('a site in a browser', () => {
  let server: TestServer;
  let org: TestOrganization;
  let browser: Browser;
  let site: Showcase;

  beforeAll(async () => {
    server = await startServer();
    org = await server.organization();
    site = await publishShowcase(org);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  const open = (path: string, view?: ViewOptions) => openPage(browser, site.url + path, view);

  const NOWHERE = '/guides/evrything';
  const PLACES = [EVERYTHING, '/~lectern/search?q=tabs', NOWHERE];
  const VIEWS = [
    { width: 1440, theme: 'light' },
    { width: 1440, theme: 'dark' },
    { width: 390, theme: 'light' },
    { width: 390, theme: 'dark' },
  ] as const;
  test.each(PLACES.flatMap((path) => VIEWS.map((view) => ({ path, ...view }))))(
    '$path at $width in $theme is accessible, fits, and obeys the content security policy',
    async ({ path, ...view }) => {
      const { page, errors } = await open(path, view);
      expect(await page.getAttribute('html', 'data-theme')).toBe(view.theme);
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      expect(errors.filter((one) => path !== NOWHERE || !NOT_FOUND.test(one))).toEqual([]);
      await page.close();
    },
  );

  test('readers use the navigation, the outline, the breadcrumbs, and the links to the next page', async () => {
    const { page, errors } = await open('');
    expect(await page.title()).toBe('Welcome | Orchard');
    await page.click('.nav >> text=Concepts');
    await page.waitForURL(`${site.url}/guides/concepts`);
    expect(await page.locator('.nav [aria-current="page"]').textContent()).toBe('Concepts');
    await page.click('.nav >> text=Grafting');
    await page.waitForURL(`${site.url}/guides/concepts/grafting`);
    expect(await page.locator('.breadcrumbs li').allInnerTexts()).toEqual(['Guides', 'Concepts']);
    await page.click('.breadcrumbs >> text=Concepts');
    await page.waitForURL(`${site.url}/guides/concepts`);
    await page.click('.page-foot a[rel="prev"]');
    await page.waitForURL(`${site.url}/quick-start`);
    expect(await page.locator('.outline a').allInnerTexts()).toEqual(['Plant', 'Water', 'Harvest']);
    await page.click('.outline >> text=Water');
    await page.waitForURL(`${site.url}/quick-start#water`);
    await page.click('.page-foot a[rel="next"]');
    await page.waitForURL(`${site.url}/guides/concepts`);
    await page.click('.brand');
    await page.waitForURL(site.url);
    await page.click('.prose >> text=quick start');
    await page.waitForURL(`${site.url}/quick-start`);
    expect(errors).toEqual([]);
    await page.close();
  });

  test('tabs switch, code is copied, images load and open in a lightbox', async () => {
    const { page, errors } = await open(EVERYTHING);
    const tabs = page.locator('.tabs').first();
    await tabs.locator('label').nth(1).click();
    await tabs.locator('.panel').nth(1).waitFor({ state: 'visible' });
    await tabs.locator('.panel').nth(0).waitFor({ state: 'hidden' });

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('figure', { hasText: 'npx lectern serve' }).locator('[data-copy]').click();
    const copied = () => page.evaluate('navigator.clipboard.readText()');
    expect(await copied()).toBe('npm install lectern && npx lectern serve --port 3000');
    await page.click('.page-actions summary');
    await page.click('[data-copy-page]');
    await expect.poll(copied).toMatch(/^# Everything at once\n/);

    const image = page.locator('.image .zoom').first();
    await image.scrollIntoViewIfNeeded();
    const width = () => page.evaluate("document.querySelector('.image .zoom img').naturalWidth");
    await expect.poll(width).toBeGreaterThan(0);
    await image.click();
    await page.locator('.zoom-dialog img').waitFor({ state: 'visible' });
    await page.keyboard.press('Escape');
    await page.locator('.zoom-dialog').waitFor({ state: 'hidden' });
    expect(errors).toEqual([]);
    await page.close();
  });

  test('an anchor scrolls to its heading, also by a previous id', async () => {
    const { page, errors } = await open(`${EVERYTHING}#Ste_ps.`);
    const top = () => page.evaluate("document.getElementById('steps').getBoundingClientRect().top");
    await expect.poll(top).toBeLessThan(300);
    expect(errors).toEqual([]);
    await page.close();
  });

  test('search works by keyboard alone', async () => {
    const { page, errors } = await open('');
    await page.keyboard.press('Control+k');
    await page.keyboard.insertText('persimmons');
    await page.locator('.search-dialog li', { hasText: 'Quick start' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/quick-start(#.*)?$/);
    await page.keyboard.press('/');
    // Inserted at once: a pause between letters would start another search.
    await page.keyboard.insertText('trees');
    await page.locator('.search-dialog [aria-selected=true]').waitFor();
    const second = page.locator('.search-dialog [role=option]').nth(1);
    const to = await second.getAttribute('href');
    await page.keyboard.press('ArrowDown');
    expect(await second.getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.href.endsWith(to!));
    await page.keyboard.press('Control+k');
    await page.keyboard.insertText('zebra');
    await page.locator('.search-note', { hasText: 'zebra' }).waitFor();
    expect(await page.locator('.search-dialog li').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.locator('.search-dialog').waitFor({ state: 'hidden' });
    expect(errors).toEqual([]);
    await page.close();
  });

  test('the dark theme is remembered across pages and sessions', async () => {
    const context = await browser.newContext();
    const { page } = await openPage(context, site.url);
    const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await ground();
    await page.click('[data-theme-choice=dark]');
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
    expect(await ground()).not.toBe(light);
    await page.click('.nav >> text=Concepts');
    await page.waitForURL(`${site.url}/guides/concepts`);
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
    await page.close();
    const { page: later } = await openPage(context, site.url);
    expect(await later.getAttribute('html', 'data-theme')).toBe('dark');
    await later.click('[data-theme-choice=light]');
    expect(await later.getAttribute('html', 'data-theme')).toBe('light');
    await context.close();
  });

  test('on a phone the navigation opens, navigates and closes', async () => {
    const { page, errors } = await open('', { width: 390 });
    await page.locator('.sidebar').waitFor({ state: 'hidden' });
    await page.click('.menu-button');
    await page.locator('.sidebar .nav').waitFor({ state: 'visible' });
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator('.sidebar').waitFor({ state: 'hidden' });
    await page.click('.menu-button');
    await page.click('.nav >> text=Concepts');
    await page.waitForURL(`${site.url}/guides/concepts`);
    await page.locator('.sidebar').waitFor({ state: 'hidden' });
    expect(errors).toEqual([]);
    await page.close();
  });

  test('a site works without JavaScript', async () => {
    const { page } = await open('', { script: false });
    await page.click('.nav >> text=Concepts');
    await page.waitForURL(`${site.url}/guides/concepts`);
    await page.click('.search-button');
    await page.fill('.search-form input', 'persimmons');
    await page.keyboard.press('Enter');
    await page.click('.search-page >> text=Quick start');
    await page.waitForURL(/\/quick-start/);
    expect(await page.locator('.needs-script:visible').count()).toBe(0);
    expect(await page.locator('.outline').isVisible()).toBe(true);
    await page.close();
    const { page: phone } = await open(EVERYTHING, { script: false, width: 390 });
    await phone.click('.menu-button');
    await phone.locator('.sidebar .nav').waitFor({ state: 'visible' });
    await phone.click('.sidebar-close');
    const tabs = phone.locator('.tabs').first();
    await tabs.locator('label').nth(1).click();
    await tabs.locator('.panel').nth(1).waitFor({ state: 'visible' });
    await phone.close();
  });

  test('a missing page suggests the intended page', async () => {
    const { page } = await open('/guides/grafting-trees');
    expect(await page.locator('.not-found h1').isVisible()).toBe(true);
    await page.click('.tile >> text=Grafting');
    await page.waitForURL(/\/guides\/concepts\/grafting/);
    await page.close();
  });

  test('the old URL of a renamed page redirects to it', async () => {
    const { pages } = await callOrThrow(org, 'GET', `/spaces/${site.space}/content/pages`);
    const id = pages.find(({ path }: { path: string }) => path === 'quick-start').id;
    const rename = (slug: string) =>
      callOrThrow(org, 'POST', `/spaces/${site.space}/content`, {
        changes: [{ operation: 'update_page', page: id, slug }],
      });
    await rename('first-steps');
    const { page, errors } = await open('/quick-start#water');
    expect(page.url()).toBe(`${site.url}/first-steps#water`);
    expect(await page.locator('h1').textContent()).toBe('Quick start');
    expect(errors).toEqual([]);
    await page.close();
    await rename('quick-start');
  });

  test('a button searches for its query', async () => {
    const markdown =
      '<button type="button" class="button primary" data-action="search" data-query="grafting">Find it</button>';
    await callOrThrow(org, 'POST', `/spaces/${site.space}/content`, {
      changes: [{ operation: 'insert_page', title: 'Finder', document: { markdown } }],
    });
    const { page, errors } = await open('/finder');
    await page.click('main [data-query="grafting"]');
    await page.locator('.search-dialog li a >> text=Grafting').first().waitFor();
    expect(await page.locator('.search-note').textContent()).toBe('');
    expect(errors).toEqual([]);
    await page.close();
  });
});
