import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CHROMIUM,
  openBrowser,
  overflowOf,
  violationsInLightAndDark,
} from '../../../../../site/src/testing/browser.ts';
import { signInLinkFor } from '../../../testing/browser-client.ts';
import { startOpenIdProvider } from '../../../testing/openid-provider.ts';
import { startServer, type TestOrganization, type TestServer } from '../../../testing/server.ts';

/** Expects that a page is accessible in light and dark, and fits a phone. */
const expectGoodPage = async (page: Page) => {
  expect(await violationsInLightAndDark(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 900 });
};

describe.skipIf(!CHROMIUM)('sign-in through a real OpenID Connect provider in a real browser', () => {
  let server: TestServer;
  let org: TestOrganization;
  let browser: Browser;
  let idp: Awaited<ReturnType<typeof startOpenIdProvider>>;
  let providerId: string;
  beforeAll(async () => {
    server = await startServer({ config: { egressAllow: '127.0.0.2' } });
    org = await server.organization();
    browser = await openBrowser();
    const team = await org.admin.call('PUT', `/orgs/${org.id}/teams`, { title: 'Writers' });
    const { body } = await org.admin.call('POST', `/orgs/${org.id}/oidc`, {
      label: 'Staff',
      defaultRole: 'edit',
      defaultTeam: team.body.id,
    });
    providerId = body.id;
    idp = await startOpenIdProvider(body.service);
    const { url: issuer, clientId, clientSecret } = idp;
    const input = { issuer, clientId, clientSecret };
    const updated = await org.admin.call('PATCH', `/orgs/${org.id}/oidc/${body.id}`, input);
    expect(updated.body.status).toBe('active');
  });
  afterAll(async () => {
    await browser?.close();
    await idp?.close();
    await server.close();
  });

  test('leads from the login page to the console, as a member, and out again', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${server.url}/login`);
    await page.getByRole('link', { name: 'Continue with Staff' }).click();
    expect(page.url()).toContain(`${idp.url}/interaction/`);
    await page.locator('input[name=login]').fill('ada@staff.test');
    await page.locator('input[name=password]').fill('anything');
    await page.locator('[type=submit]').click();
    await page.locator('[type=submit]').click();
    await page.waitForURL(`${server.url}/app**`);
    await page.goto(`${server.url}/account`);
    expect(await page.content()).toContain('ada@staff.test');
    const { items } = (await org.admin.call('GET', `/orgs/${org.id}/members?search=ada@staff.test`)).body;
    expect(items).toMatchObject([
      { role: 'edit', sso: true, teams: 1, user: { displayName: 'Ada Lovelace' } },
    ]);
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    expect(new URL(page.url()).pathname).toBe('/login');
    await page.goto(`${server.url}/account`);
    expect(new URL(page.url()).pathname).toBe('/login');
    // Who is still known over there comes back without a word.
    await page.getByRole('link', { name: 'Continue with Staff' }).click();
    await page.waitForURL(`${server.url}/account`);
    await context.close();
  });

  test('is tested by an administrator, who stays signed in', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(server.url + (await signInLinkFor(server, org.admin.email)));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${server.url}/app**`);
    await page.goto(`${server.url}/login/organizations/${org.id}/oidc/${providerId}/test`);
    await page.locator('input[name=login]').fill('grace@staff.test');
    await page.locator('input[name=password]').fill('anything');
    await page.locator('[type=submit]').click();
    await page.locator('[type=submit]').click();
    await page.getByRole('heading', { name: 'The sign-in works' }).waitFor();
    await page.getByText('Ada Lovelace, grace@staff.test can sign in through Staff.').waitFor();
    await expectGoodPage(page);
    const { items } = (await org.admin.call('GET', `/orgs/${org.id}/members?search=grace@staff.test`)).body;
    expect(items).toEqual([]);
    await page.goto(`${server.url}/account`);
    expect(await page.content()).toContain(org.admin.email);

    // A wrong secret is told, in a page that long values do not widen.
    const at = `/orgs/${org.id}/oidc/${providerId}`;
    await org.admin.call('PATCH', at, { clientSecret: 'wrong' });
    await page.goto(`${server.url}/login/organizations/${org.id}/oidc/${providerId}/test`);
    await page.getByRole('heading', { name: 'The sign-in does not work' }).waitFor();
    await expectGoodPage(page);
    await org.admin.call('PATCH', at, { clientSecret: idp.clientSecret });
    await context.close();
  });

  test('leads back to the login page when the user cancels', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${server.url}/login`);
    await page.getByRole('link', { name: 'Continue with Staff' }).click();
    await page.getByRole('link', { name: /cancel/i }).click();
    expect(await page.getByRole('heading').first().textContent()).toBe('You are not signed in');
    await page.getByRole('link', { name: 'Back to sign in' }).click();
    expect(new URL(page.url()).pathname).toBe('/login');
    await context.close();
  });
});
