import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestOrganization, type TestServer } from '../../server/src/testing/server.ts';
import { CHROMIUM, openBrowser } from '../../site/src/testing/browser.ts';
import { openSignedIn } from './signed-in.ts';
import { picture } from './writer.testing.ts';

describe.skipIf(!CHROMIUM)('API tokens', () => {
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

  test('are created with scopes and an expiry, copied, and revoked after a question', async () => {
    const { page, context, errors, unlisted } = await openSignedIn(browser, server, org.edit, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.goto('/app');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'API tokens' }).click();
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Pipeline');
    await page.getByRole('radio', { name: /^Chosen scopes/ }).check();
    const create = page.getByRole('button', { name: 'Create token' });
    expect(await create.isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: 'user:read' }).check();
    await page.getByRole('combobox', { name: 'Expiration' }).selectOption({ label: '7 days' });
    await picture(page, 'token-new');
    await create.click();
    await page.getByRole('button', { name: 'Copy: Token' }).click();
    await page.getByRole('button', { name: 'Token: copied' }).waitFor();
    const secret = await page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole('button', { name: 'Done' }).click();

    const program = server.withToken(secret);
    expect((await program('GET', '/user')).body.id).toBe(org.edit.id);
    expect((await program('GET', '/orgs')).status).toBe(403);
    const [token] = (await org.edit.call('GET', '/user/tokens')).body.items;
    expect(token.scopes).toEqual(['user:read']);
    const days = (Date.parse(token.expiresAt) - Date.now()) / 86_400_000;
    expect([days > 6.9, days < 7.1]).toEqual([true, true]);
    expect(await page.content()).not.toContain(secret);

    await page.getByText(/user:read · created/).waitFor();
    await picture(page, 'tokens');
    await page.getByRole('button', { name: 'Revoke Pipeline' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect((await program('GET', '/user')).status).toBe(200);
    await page.getByRole('button', { name: 'Revoke Pipeline' }).click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByText('Pipeline', { exact: true }).waitFor({ state: 'detached' });
    expect((await program('GET', '/user')).status).toBe(401);
    expect([errors, unlisted]).toEqual([[], []]);
    await context.close();
  });
});
