import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestOrganization, type TestServer } from '../../server/src/testing/server.ts';
import { CHROMIUM, openBrowser } from '../../site/src/testing/browser.ts';
import { expectGoodScreen } from './expect-screen.ts';
import { openSignedIn } from './signed-in.ts';

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><circle cx="2" cy="2" r="2" fill="#2457d6"/></svg>';

const upload = async (page: Page, name: string, content: string) => {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload: Logo' }).click();
  const mimeType = 'application/octet-stream';
  await (await chooser).setFiles({ name, mimeType, buffer: Buffer.from(content) });
};

describe.skipIf(!CHROMIUM)('the logo of an organization in a browser', () => {
  let server: TestServer;
  let org: TestOrganization;
  let browser: Browser;
  beforeAll(async () => {
    server = await startServer();
    org = await server.organization();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  test('Ada uploads it, and sees it beside the name', async () => {
    const { page, errors, unlisted } = await openSignedIn(browser, server, org.admin);
    await page.goto(`/app/o/${org.id}/~/settings/general`);
    await upload(page, 'notes.txt', 'Not a logo');
    await page.getByText('must be a PNG, JPEG, GIF, WebP, SVG or ICO image').waitFor();
    await upload(page, 'logo.svg', LOGO);
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Logo' }).inputValue())
      .toMatch(/\/organization-logos\//);
    await page.getByRole('button', { name: 'Save' }).first().click();
    await expect
      .poll(async () => (await org.admin.call('GET', `/orgs/${org.id}`)).body.urls.logo)
      .toMatch(/\.svg$/);
    await expectGoodScreen(page, 'organization-logo');
    await page.goto(`/app/o/${org.id}`);
    const logo = page.locator('img[src*="/organization-logos/"]').first();
    await logo.waitFor();
    await expect
      .poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    // The refused upload is an error of the network for the browser.
    expect(errors.filter((error) => !error.includes('400'))).toEqual([]);
    expect(unlisted).toEqual([]);
  });
});
