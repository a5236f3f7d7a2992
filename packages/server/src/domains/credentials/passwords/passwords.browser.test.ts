import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  accessibilityViolations,
  CHROMIUM,
  openBrowser,
  overflowOf,
} from '../../../../../site/src/testing/browser.ts';
import { signInLinkFor } from '../../../testing/browser-client.ts';
import { startServer, type TestOrganization, type TestServer } from '../../../testing/server.ts';

/** Where pictures of the pages go, for whoever wants to look at them. */
const { PICTURES } = process.env;

const PASSWORD = 'a lamp beside the window';

describe.skipIf(!CHROMIUM)('a password in a real browser, without scripts', () => {
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
    await server.close();
  });

  const picture = async (page: Page, name: string) => {
    if (PICTURES) await page.screenshot({ path: path.join(PICTURES, `${name}.png`), fullPage: true });
    expect(await overflowOf(page)).toBe(0);
  };

  test('is set once after signing in with a link, and signs in from then on', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(server.url + (await signInLinkFor(server, org.read.email)));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.goto(`${server.url}/account`);
    await picture(page, 'password-account-none');
    await page.getByLabel('New password').fill('password1234');
    await page.getByRole('button', { name: 'Set password' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('The password is too common');
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Set password' }).click();
    expect(await page.getByRole('status').textContent()).toContain('Your password was saved.');
    await picture(page, 'password-account-set');
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();

    await page.goto(`${server.url}/account`);
    await picture(page, 'password-login');
    await page.getByLabel('E-mail address').fill(org.read.email);
    await page.getByLabel('Password').fill('a lamp beside the wall');
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await page.getByRole('alert').textContent()).toBe('The e-mail address or the password is wrong.');
    await picture(page, 'password-login-wrong');
    // The address is still there.
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(org.read.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(page.url()).toBe(`${server.url}/account`);
    await context.close();
  });

  test.each(['light', 'dark'] as const)('is asked for accessibly, on a phone, %s', async (colorScheme) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme });
    const page = await context.newPage();
    await page.goto(`${server.url}/login`);
    await picture(page, `password-login-phone-${colorScheme}`);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.goto(server.url + (await signInLinkFor(server, org.edit.email)));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.goto(`${server.url}/account`);
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByRole('button', { name: /(Set|Change) password/ }).click();
    await page.getByText('Remove password').first().click();
    await picture(page, `password-account-phone-${colorScheme}`);
    expect(await accessibilityViolations(page)).toEqual([]);
    await context.close();
  });
});
