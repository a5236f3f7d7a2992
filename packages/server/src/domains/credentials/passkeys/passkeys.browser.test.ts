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

describe.skipIf(!CHROMIUM)('a passkey in a real browser', () => {
  let server: TestServer;
  let org: TestOrganization;
  let browser: Browser;
  let url: string;
  beforeAll(async () => {
    server = await startServer({ config: { host: 'localhost' } });
    org = await server.organization();
    browser = await openBrowser();
    url = server.app.publicUrl();
  });
  afterAll(async () => {
    await browser?.close();
    await server.close();
  });

  /** Gives the browser of a page an authenticator that knows its user. */
  const addAuthenticator = async (page: Page) => {
    const client = await page.context().newCDPSession(page);
    await client.send('WebAuthn.enable');
    const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return {
      credentials: async () =>
        (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
      setVerified: (isUserVerified: boolean) =>
        client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    };
  };
  const picture = async (page: Page, name: string) => {
    if (PICTURES) await page.screenshot({ path: path.join(PICTURES, `${name}.png`), fullPage: true });
    expect(await overflowOf(page)).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
  };

  test('is added, renamed, signs in without an address, and is removed', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(String(error)));
    const authenticator = await addAuthenticator(page);
    await page.goto(url + (await signInLinkFor(server, org.read.email)));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.goto(`${url}/account`);
    await page.getByLabel('Passkey name').fill('Laptop');
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByText('The passkey was added.').waitFor();
    await picture(page, 'passkey-account');
    expect(await authenticator.credentials()).toMatchObject([
      { rpId: 'localhost', isResidentCredential: true, userName: org.read.email },
    ]);
    await page.getByLabel('Name of passkey Laptop').fill('Office laptop');
    await page.getByRole('button', { name: 'Rename passkey Laptop' }).click();
    await page.getByText('The passkey was renamed.').waitFor();

    // The device does not create a second one.
    await page.getByLabel('Passkey name').fill('Again');
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByText('This device already has a passkey for your account.').waitFor();

    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.goto(`${url}/account`);
    await picture(page, 'passkey-login');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL(`${url}/account`);
    expect(await page.getByRole('cell', { name: 'Passkey', exact: true }).count()).toBe(1);

    await page.getByRole('button', { name: 'Remove passkey Office laptop' }).click();
    await page.getByText('The passkey was removed.').waitFor();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('The passkey could not be verified').waitFor();
    // The browser reports the refusal of the page that was asked for last, and nothing else.
    expect(problems.filter((problem) => !problem.includes('status of 400'))).toEqual([]);
    await context.close();
  });

  test('does not sign in when the device does not know its user', async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    const page = await context.newPage();
    const authenticator = await addAuthenticator(page);
    await page.goto(url + (await signInLinkFor(server, org.edit.email)));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.goto(`${url}/account`);
    await page.getByLabel('Passkey name').fill('Phone');
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByText('The passkey was added.').waitFor();
    await picture(page, 'passkey-account-phone');
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await authenticator.setVerified(false);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('No passkey was used.').waitFor();
    await picture(page, 'passkey-login-phone');
    await context.close();
  });
});
