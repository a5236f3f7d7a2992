import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  accessibilityViolations,
  CHROMIUM,
  openBrowser,
  openPage,
} from '../../../../site/src/testing/browser.ts';
import { startServer, type TestOrganization, type TestServer } from '../../testing/server.ts';
import { callOrThrow, createSpaceWith, insertPage, publishSpaces } from '../../testing/showcase.ts';

describe.skipIf(!CHROMIUM)('visitors of a site in a browser', () => {
  let server: TestServer;
  let org: TestOrganization;
  let browser: Browser;
  let space: string;

  beforeAll(async () => {
    server = await startServer();
    org = await server.organization();
    space = await createSpaceWith(org, [
      insertPage('Welcome', 'Hello **reader**.'),
      insertPage('Quick start', 'Dig a hole, [then rest](./welcome).', { ref: 'start' }),
    ]);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  /** The status of a URL in a new browser. */
  const statusAt = async (url: string): Promise<number> => {
    const page = await browser.newPage();
    const answer = await page.goto(url);
    await page.close();
    return answer!.status();
  };

  test('a share link works on every page until it is revoked', async () => {
    const site = await publishSpaces(org, [space], { visibility: 'share-link' });
    const links = `/orgs/${org.id}/sites/${site.id}/share-links`;
    const link = await callOrThrow(org, 'POST', links, { name: 'Press' });
    expect(await statusAt(site.url)).toBe(404);
    const { page, errors } = await openPage(browser, link.urls.published);
    await page.click('.nav >> text=Quick start');
    await page.waitForURL(`${link.urls.published}quick-start`);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('reader');
    await page.locator('.search-dialog li', { hasText: 'Welcome' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.href.startsWith(link.urls.published.replace(/\/$/, '')));
    expect(await page.locator('h1').textContent()).toBe('Welcome');
    expect(errors).toEqual([]);
    await callOrThrow(org, 'PATCH', `${links}/${link.id}`, { active: false });
    expect((await page.reload())!.status()).toBe(404);
    await page.close();
  });

  test('visitors sign in, return to the requested page, and stay signed in', async () => {
    const site = await publishSpaces(org, [space], { visibility: 'visitor-auth' });
    const auth = `/orgs/${org.id}/sites/${site.id}/publishing/auth`;
    let { privateKey } = await callOrThrow(org, 'GET', auth);
    const asked: (string | null)[] = [];
    const login = createServer(async (request, response) => {
      const wanted = new URL(request.url!, 'http://login').searchParams.get('location');
      asked.push(wanted);
      const token = await new SignJWT({ name: 'Ada' })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('2h')
        .sign(new TextEncoder().encode(privateKey));
      response.writeHead(302, { location: `${site.url}${wanted}?jwt_token=${token}` }).end();
    });
    await new Promise<void>((resolve) => login.listen(0, '127.0.0.1', resolve));
    try {
      expect(await statusAt(`${site.url}/quick-start`)).toBe(404);
      const { port } = login.address() as AddressInfo;
      await callOrThrow(org, 'PATCH', auth, {
        backend: 'custom',
        fallbackURL: `http://127.0.0.1:${port}/login`,
      });
      const { page, errors } = await openPage(browser, `${site.url}/quick-start`);
      expect(page.url()).toBe(`${site.url}/quick-start`);
      expect(await page.locator('h1').textContent()).toBe('Quick start');
      await page.click('.prose >> text=then rest');
      await page.waitForURL(site.url);
      await page.reload();
      expect(asked).toEqual(['/quick-start']);
      expect(errors).toEqual([]);
      // A new key requires everybody to sign in again.
      ({ privateKey } = await callOrThrow(org, 'POST', `${auth}/regenerate`));
      await page.reload();
      expect(asked).toEqual(['/quick-start', '/']);
      expect(await page.locator('h1').textContent()).toBe('Welcome');
      await page.close();
    } finally {
      login.closeAllConnections();
      login.close();
    }
  });

  test('switching version and language stays on the page; right-to-left languages are laid out so', async () => {
    const old = await createSpaceWith(
      org,
      [insertPage('Welcome', 'Once.'), insertPage('Quick start', 'Dig deeper.')],
      {
        title: 'Version 1',
      },
    );
    const arabic = await createSpaceWith(
      org,
      [insertPage('أهلا', 'مرحبا بالقارئ.'), insertPage('البداية', 'احفر حفرة.', { slug: 'quick-start' })],
      { title: 'العربية', language: 'ar' },
    );
    const site = await publishSpaces(org, [space, old, arabic]);
    const { page, errors } = await openPage(browser, `${site.url}/quick-start`);
    const others = page.locator('link[rel="alternate"][hreflang]');
    expect(await others.count()).toBe(2);
    expect(await others.nth(1).getAttribute('hreflang')).toBe('ar');
    const arabicUrl = await others.nth(1).getAttribute('href');
    await page.click('.switch-version summary');
    await page.click('.switch-version >> text=Version 1');
    await page.waitForURL(`${site.url}/version-1/quick-start**`);
    expect(await page.locator('.prose').textContent()).toBe('Dig deeper.');
    await page.click('.switch-language summary');
    await page.click('.switch-language a[hreflang="ar"]');
    await page.waitForURL((url) => url.pathname.endsWith('/quick-start') && !url.href.includes('version-1'));
    expect(await page.locator('h1').textContent()).toBe('البداية');
    expect(page.url().split('?')[0]).toBe(arabicUrl);
    expect(await page.getAttribute('html', 'dir')).toBe('rtl');
    expect(await page.getAttribute('html', 'lang')).toBe('ar');
    const sidebar = (await page.locator('.sidebar').boundingBox())!;
    const main = (await page.locator('.main').boundingBox())!;
    expect(sidebar.x).toBeGreaterThan(main.x);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(errors).toEqual([]);
    await page.close();
  });

  test('readers switch sections', async () => {
    const reference = await createSpaceWith(org, [
      insertPage('Tools', 'A spade.'),
      insertPage('Spade', 'For digging.'),
    ]);
    const site = await publishSpaces(org, [space]);
    await callOrThrow(org, 'POST', `/orgs/${org.id}/sites/${site.id}/sections`, {
      spaceId: reference,
      title: 'Reference',
    });
    const { page, errors } = await openPage(browser, site.url);
    await page.click('.sections >> text=Reference');
    await page.waitForURL(`${site.url}/reference`);
    expect(await page.locator('.section-link[aria-current]').textContent()).toBe('Reference');
    await page.click('.nav >> text=Spade');
    await page.waitForURL(`${site.url}/reference/spade`);
    expect(await page.title()).toBe('Spade | Reference | Orchard');
    expect(errors).toEqual([]);
    await page.close();
  });
});
