import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  accessibilityViolations,
  CHROMIUM,
  openBrowser,
  openPage,
  overflowOf,
} from '../../../../../site/src/testing/browser.ts';
import { install, publish } from '../../../testing/published-integrations.ts';
import type { TestOrganization } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { callOrThrow, createSpaceWith, insertPage, publishSpaces } from '../../../testing/showcase.ts';

/** Folder for screenshots, if set. */
const { PICTURES } = process.env;

let org: TestOrganization;
withOrganization((fresh) => {
  ({ org } = fresh);
});

/** An integration that puts a script into pages. */
const injecting = (code: string) => `export default { fetch: async (request) => {
  const event = JSON.parse((await request.formData()).get('event'));
  return event.type === 'fetch_published_script'
    ? new Response(${JSON.stringify(code)}, { headers: { 'Content-Type': 'application/javascript', 'Cache-Control': 'max-age=600' } })
    : new Response('OK');
} }`;

const WITH_COOKIES = ['site:script:inject', 'site:script:cookies'];

/** A published site with an integration for each script. */
const siteWith = async (
  scripts: readonly { readonly code: string; readonly scopes?: readonly string[] }[],
  language = 'en',
) => {
  const space = await createSpaceWith(org, [
    insertPage('Welcome', 'Hello.'),
    insertPage('Second', 'More words.'),
  ]);
  await callOrThrow(org, 'PATCH', `/spaces/${space}`, { language });
  const site = await publishSpaces(org, [space]);
  for (const { code, scopes = ['site:script:inject'] } of scripts) {
    const name = await publish(org, { script: injecting(code), scopes, target: 'site' });
    const { at } = await install(org, name);
    await callOrThrow(org, 'POST', `${at}/sites`, { siteId: site.id });
  }
  return site;
};

describe.skipIf(!CHROMIUM)('scripts of integrations, in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  const picture = async (page: Page, name: string) =>
    PICTURES && page.screenshot({ path: path.join(PICTURES, `${name}.png`) });
  // The policy of the pages forbids functions that wait inside them.
  const until = (page: Page, condition: string) =>
    expect.poll(() => page.evaluate(condition), { timeout: 240_000 }).toBe(true);
  const banner = (page: Page) => page.locator('.consent');
  const consentIn = async (context: BrowserContext) =>
    (await context.cookies()).find(({ name }) => name === '__gitbook_cookie_granted')?.value;

  test('find `window.GitBook` when they start, and hear when the page has loaded and ends', async () => {
    const site = await siteWith([
      {
        code: `
          window.kinds = Object.fromEntries(Object.entries(window.GitBook).map(([name, value]) => [name, typeof value]));
          window.heard = [];
          const removed = () => window.heard.push('removed');
          window.GitBook.addEventListener('load', () => window.heard.push('load'));
          window.GitBook.addEventListener('load', removed);
          window.GitBook.removeEventListener('load', removed);
          window.GitBook.addEventListener('load', () => { throw new Error('a listener that fails'); });
          window.GitBook.addEventListener('unload', () => localStorage.setItem('unloaded', 'yes'));
          window.GitBook.addEventListener('unknown', () => {});
          window.GitBook.registerTool({ name: 'lookup', execute: async () => ({ output: {} }) });
          window.privacy = [window.GitBook.isCookiesTrackingDisabled(), window.GitBook.isGlobalPrivacyControlEnabled()];
          window.addEventListener('load', () => { window.started = true; }, false);`,
      },
    ]);
    const { page, errors } = await openPage(browser, site.url);
    await until(page, 'window.heard?.length > 0 && window.started === true');
    expect(await page.evaluate('window.kinds')).toEqual(
      Object.fromEntries(
        [
          'addEventListener',
          'removeEventListener',
          'registerAssistant',
          'registerTool',
          'registerCookieBanner',
          'isCookiesTrackingDisabled',
          'isGlobalPrivacyControlEnabled',
        ].map((name) => [name, 'function']),
      ),
    );
    expect(await page.evaluate('[window.heard, window.privacy]')).toEqual([['load'], [undefined, false]]);
    expect(await page.evaluate('[...new Set(window.heard)]')).toEqual(['load']);
    // Nobody is asked about cookies that no script sets.
    expect(await banner(page).count()).toBe(0);
    expect(errors).toEqual(['Uncaught Error: a listener that fails']);
    await page.goto(`${site.url}/second`);
    expect(await page.evaluate(`localStorage.getItem('unloaded')`)).toBe('yes');
    await page.close();
  });

  test('that use cookies wait for consent, which readers give, refuse and withdraw', async () => {
    const site = await siteWith([
      { code: 'window.always = true;' },
      {
        code: `window.tracked = window.GitBook.isCookiesTrackingDisabled();
          window.addEventListener('load', () => { window.started = true; });`,
        scopes: WITH_COOKIES,
      },
    ]);
    await callOrThrow(org, 'PUT', `/orgs/${org.id}/sites/${site.id}/customization`, {
      ...(await callOrThrow(org, 'GET', `/orgs/${org.id}/sites/${site.id}/customization`)),
      privacyPolicy: { url: 'https://acme.test/privacy' },
    });
    const context = await browser.newContext({ viewport: { width: 390, height: 800 } });
    const loaded = new Set<string>();
    context.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith('/script.js')) loaded.add(pathname);
    });
    const { page, errors } = await openPage(context, site.url);
    await banner(page).waitFor();
    expect(await page.evaluate('[window.always, window.tracked]')).toEqual([true, undefined]);
    // Not even requested: only the script without cookies is.
    expect(loaded.size).toBe(1);
    expect(await banner(page).getByRole('link').getAttribute('href')).toBe('https://acme.test/privacy');
    expect(await overflowOf(page)).toBe(0);
    for (const theme of ['light', 'dark']) {
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
      expect(await accessibilityViolations(page)).toEqual([]);
      await picture(page, `consent-${theme}`);
    }
    // Refused: nothing has to start again.
    await banner(page).getByRole('button', { name: 'Reject' }).click();
    expect([await consentIn(context), await banner(page).isVisible()]).toEqual(['no', false]);
    await page.goto(`${site.url}/second`);
    await until(page, 'document.readyState === "complete"');
    expect([await banner(page).isVisible(), await page.evaluate('window.tracked')]).toEqual([
      false,
      undefined,
    ]);
    expect(loaded.size).toBe(1);
    // Asked again by the reader.
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('button', { name: 'Cookie settings' }).click();
    const accept = banner(page).getByRole('button', { name: 'Accept' });
    expect(await page.evaluate('document.activeElement.dataset.consent')).toBe('yes');
    await accept.press('Enter');
    await until(page, 'window.started === true');
    expect(loaded.size).toBe(2);
    expect([await consentIn(context), await page.evaluate('window.tracked')]).toEqual(['yes', false]);
    expect(await banner(page).isVisible()).toBe(false);
    // Withdrawn.
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('button', { name: 'Cookie settings' }).click();
    await banner(page).getByRole('button', { name: 'Reject' }).click();
    await until(page, 'document.readyState === "complete" && window.tracked === undefined');
    expect([await consentIn(context), errors]).toEqual(['no', []]);
    await context.close();
  });

  test('may ask for consent with a banner of their own, also where they use cookies', async () => {
    const site = await siteWith(
      [
        {
          code: `window.addEventListener('load', () => {
            window.GitBook.registerCookieBanner(({ onApprove, onReject }) => { Object.assign(window, { onApprove, onReject }); });
          }, false);`,
          scopes: WITH_COOKIES,
        },
        { code: 'window.tracked = true;', scopes: WITH_COOKIES },
      ],
      'de',
    );
    const context = await browser.newContext();
    const { page, errors } = await openPage(context, site.url);
    await until(page, 'window.onApprove !== undefined');
    expect([await banner(page).isVisible(), await page.evaluate('window.tracked')]).toEqual([
      false,
      undefined,
    ]);
    expect(await banner(page).getByText('Zustimmen').count()).toBe(1);
    await page.evaluate('onApprove()');
    await until(page, 'window.tracked === true && window.onApprove !== undefined');
    expect(await consentIn(context)).toBe('yes');
    // The same choice again does not load the page again.
    await page.evaluate('window.same = true; onApprove()');
    await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
    expect([await page.evaluate('window.same'), errors]).toEqual([true, []]);
    await context.close();
  });

  test('register assistants beside the search, which get the query', async () => {
    const site = await siteWith([
      {
        code: `
          window.asked = [];
          window.remove = window.GitBook.registerAssistant({ label: 'Robot', icon: 'sparkle', open: (query) => window.asked.push(query ?? null) });
          window.removeOther = window.GitBook.registerAssistant({ label: 'Ask Bot', icon: 'robot', open: () => {} });
          window.removeThird = window.GitBook.registerAssistant({ label: 'Oracle', open: () => {} });
          window.GitBook.addEventListener('toString', () => {});
          window.removeUnnamed = window.GitBook.registerAssistant({ open: () => {} });
          window.GitBook.registerAssistant({ label: 'Silent', icon: 'sparkle', ui: false, open: () => {} });`,
      },
    ]);
    const { page, errors } = await openPage(browser, site.url);
    const icons = page.locator('.header .assistant-icon');
    const drawn = await icons.evaluateAll((all) => all.map(({ outerHTML }) => outerHTML));
    expect([
      new Set(drawn).size,
      drawn.length,
      drawn.filter((one) => one.includes('data-letter="O"')).length,
    ]).toEqual([4, 4, 1]);
    const names = await page
      .locator('.assistant-button')
      .evaluateAll((all) => all.map((one) => one.ariaLabel));
    const inOrder = ['Ask Robot', 'Ask Bot', 'Ask Oracle', 'Ask Assistant'];
    expect(names).toEqual([...inOrder, ...inOrder]);
    const button = page.locator('.header').getByRole('button', { name: 'Ask Robot' });
    await button.click();
    await page.locator('.header [data-search-open]').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').fill('how to begin');
    await picture(page, 'assistant');
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Ask Robot' }).click();
    expect(await page.evaluate('window.asked')).toEqual([null, 'how to begin']);
    expect(await dialog.isVisible()).toBe(false);
    expect(await page.getByText('Silent').count()).toBe(0);
    await page.evaluate(
      'window.remove(); window.removeOther(); window.removeThird(); window.removeUnnamed()',
    );
    expect(await page.locator('.assistant-button').count()).toBe(0);
    // A value of the cookie that is no choice.
    await page.evaluate("document.cookie = '__gitbook_cookie_granted=toString; path=/'");
    expect(await page.evaluate('window.GitBook.isCookiesTrackingDisabled()')).toBeUndefined();
    expect(errors).toEqual([]);
    await page.close();
  });
});
