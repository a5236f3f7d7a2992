import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  accessibilityViolations,
  CHROMIUM,
  openBrowser,
  overflowOf,
} from '../../../../site/src/testing/browser.ts';
import { startServer, type TestServer } from '../../testing/server.ts';

/** Where pictures of the pages go, for whoever wants to look at them. */
const { PICTURES } = process.env;
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' };

describe.skipIf(!CHROMIUM)('people come in without a shell and without a mail server', () => {
  let server: TestServer;
  let browser: Browser;
  beforeAll(async () => {
    server = await startServer({ config: { host: 'localhost' }, ownDatabase: true });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server.close();
  });

  const openPage = async (options: BrowserContextOptions = {}): Promise<Page> => {
    const page = await (await browser.newContext(options)).newPage();
    const client = await page.context().newCDPSession(page);
    await client.send('WebAuthn.enable');
    await client.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return page;
  };
  const look = async (page: Page, name: string) => {
    if (PICTURES) await page.screenshot({ path: path.join(PICTURES, `${name}.png`), fullPage: true });
    expect(await overflowOf(page)).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
  };
  /** Calls the API as the console does, with the session of the page. */
  const call = async (page: Page, method: string, at: string, body?: object) => {
    const answer = await page.request.fetch(`${server.app.publicUrl()}/v1${at}`, {
      method,
      headers: { origin: server.app.publicUrl(), 'sec-fetch-site': 'same-origin' },
      ...(body && { data: body }),
    });
    return { status: answer.status(), body: await answer.json() };
  };

  test('from an empty server to a team', async () => {
    const url = server.app.publicUrl();
    const ada = await openPage();
    await ada.goto((await server.app.services.setup.findLink())!);
    await look(ada, 'setup');
    await ada.getByLabel('Name of the organization').fill('Example');
    await ada.getByLabel('Name of the first space').fill('Handbook');
    await ada.getByLabel('Your name').fill('Ada Lovelace');
    await ada.getByLabel('E-mail address').fill('ada@example.test');
    await ada.getByLabel('Password', { exact: true }).fill('password123');
    await ada.getByRole('button', { name: 'Set up', exact: true }).click();
    await ada.getByText('is too common').waitFor();
    await look(ada, 'setup-refused');
    await ada.getByLabel('Password', { exact: true }).fill('a green lamp by the sea');
    await ada.getByRole('button', { name: 'Set up', exact: true }).click();
    await ada.waitForURL(/\/app\/s\/\w+/);
    const organization = (await call(ada, 'GET', '/orgs')).body.items[0];
    expect(organization.title).toBe('Example');

    // Somebody who comes later with the same link.
    const late = await openPage(PHONE);
    await late.goto(`${url}/setup?token=lcf_${'A'.repeat(43)}`);
    await late.getByText('This link is not valid.').waitFor();
    await look(late, 'setup-invalid-phone');

    // Grace is invited by address, and joins with a passkey on her phone.
    const invited = await call(ada, 'POST', `/orgs/${organization.id}/invites`, {
      emails: ['grace@example.test'],
      role: 'edit',
    });
    expect(invited.body).toMatchObject({ mailed: false, links: [{ email: 'grace@example.test' }] });
    const grace = await openPage(PHONE);
    await grace.goto(invited.body.links[0].url);
    await grace.getByText('invites you').waitFor();
    await look(grace, 'invitation-phone');
    await grace.getByLabel('Your name').fill('Grace Hopper');
    await grace.getByRole('button', { name: 'Join with a passkey' }).click();
    await grace.waitForURL(`${url}/app/o/${organization.id}`);
    // The console would go to the sign-in page by itself.
    await grace.goto('about:blank');
    await grace.context().clearCookies();
    await grace.goto(`${url}/login`);
    await grace.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await grace.waitForURL(/\/app/);

    // Her phone is lost: an administrator gives her a link.
    const recovery = await call(
      ada,
      'POST',
      `/orgs/${organization.id}/members/${invited.body.users[0]}/recovery-link`,
    );
    expect(recovery.status).toBe(201);
    const laptop = await openPage();
    await laptop.goto(recovery.body.url);
    await look(laptop, 'recovery');
    await laptop.getByLabel('Password', { exact: true }).fill('seven boats in the harbour');
    await laptop.getByRole('button', { name: 'Continue', exact: true }).click();
    await laptop.waitForURL(/\/app/);
    await grace.goto(`${url}/account`);
    expect(grace.url()).toContain('/login');

    // A link for several people: a new person, and somebody who is signed in.
    const link = await call(ada, 'POST', `/orgs/${organization.id}/link-invites`, { role: 'comment' });
    const edsger = await openPage();
    await edsger.goto(link.body.urls.app);
    await look(edsger, 'invite-link');
    await edsger.getByLabel('Your name').fill('Edsger Dijkstra');
    await edsger.getByLabel('E-mail address').fill('edsger@example.test');
    await edsger.getByLabel('Password', { exact: true }).fill('seven boats in the harbour');
    await edsger.getByRole('button', { name: 'Join', exact: true }).click();
    await edsger.waitForURL(`${url}/app/o/${organization.id}`);
    await edsger.goto(link.body.urls.app);
    await edsger.getByText('You are signed in as').waitFor();
    await look(edsger, 'invite-link-signed-in');
    await call(ada, 'DELETE', `/orgs/${organization.id}/link-invites/${link.body.id}`).catch(() => undefined);
    await edsger.goto(link.body.urls.app);
    await edsger.getByText('was revoked').waitFor();
    await look(edsger, 'invite-link-revoked');

    // Passwords go: those who came with one are told what remains.
    await ada.goto(`${url}/account`);
    await ada.getByLabel('Passkey name').fill('Laptop');
    await ada.getByRole('button', { name: 'Add passkey' }).click();
    await ada.getByText('The passkey was added.').waitFor();
    const own = await call(ada, 'PATCH', `/orgs/${organization.id}`, { signInMethods: { password: false } });
    expect([own.status, own.body.error.message]).toEqual([
      409,
      expect.stringContaining('You are signed in with a password'),
    ]);
    await ada.getByRole('button', { name: 'Sign out', exact: true }).click();
    await ada.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await ada.waitForURL(/\/app/);
    const changed = await call(ada, 'PATCH', `/orgs/${organization.id}`, {
      signInMethods: { password: false },
    });
    expect(changed.status).toBe(200);
    await laptop.goto(`${url}/account`);
    await laptop.getByText('Example does not accept sign-in with a password.').waitFor();
    await look(laptop, 'method-refused');
  });
});
