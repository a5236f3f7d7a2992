import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestOrganization, type TestServer } from '../../server/src/testing/server.ts';
import { CHROMIUM, openBrowser } from '../../site/src/testing/browser.ts';
import { openSignedIn } from './signed-in.ts';
import { picture } from './writer.testing.ts';

describe.skipIf(!CHROMIUM)('somebody without an organization', () => {
  let server: TestServer;
  let org: TestOrganization;
  let browser: Browser;
  const domain = `d${randomUUID().slice(0, 13)}.test`;

  beforeAll(async () => {
    server = await startServer();
    org = await server.organization('Open Company');
    await org.admin.call('PATCH', `/orgs/${org.id}`, { emailDomains: [domain], defaultRole: 'read' });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  const openAs = async (email: string) => {
    const window = await openSignedIn(browser, server, await server.person(email));
    await window.page.goto('/app');
    await window.page.getByRole('heading', { name: 'Organizations', level: 1 }).waitFor();
    return window;
  };

  test('joins the one that accepts the e-mail domain', async () => {
    const { page, context, errors, unlisted } = await openAs(`joe@${domain}`);
    await picture(page, 'organizations');
    await page.getByRole('button', { name: 'Join Open Company' }).click();
    await page.waitForURL(`**/app/o/${org.id}`);
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Open Company' }).waitFor();
    await page.getByRole('button', { name: 'Search' }).waitFor();
    // It is not offered again.
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Join or create an organization' }).click();
    await page.getByText(/^No organization accepts addresses of/).waitFor();
    expect([errors, unlisted]).toEqual([[], []]);
    await context.close();
  });

  test('creates one, after a name that the server refuses', async () => {
    const { page, context, errors, unlisted } = await openAs(`ada@x${domain}`);
    expect(await page.getByRole('button', { name: 'Search' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByText(/belong to no organization yet/).waitFor();
    await page.getByRole('textbox', { name: 'Name of the organization' }).fill('A');
    await page.keyboard.press('Enter');
    await page.locator('[data-invalid]').first().waitFor();
    await page.getByRole('textbox', { name: 'Name of the organization' }).fill('Analytical Engines');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Analytical Engines' }).waitFor();
    expect([errors, unlisted]).toEqual([[], []]);
    await context.close();
  });
});
