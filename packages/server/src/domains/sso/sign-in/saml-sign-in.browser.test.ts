import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { CHROMIUM, openBrowser } from '../../../../../site/src/testing/browser.ts';
import { newBrowser, signInLinkFor } from '../../../testing/browser-client.ts';
import { startServer, type TestOrganization, type TestServer } from '../../../testing/server.ts';
import { SIMPLESAMLPHP, startSimplesamlphp } from '../../../testing/simplesamlphp.ts';

const FORMATS = {
  email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  unspecified: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
};
const ADA = { mail: 'ada@staff.test', givenName: 'Ada', sn: 'Lovelace', eduPersonAffiliation: 'staff' };

describe.skipIf(!CHROMIUM || !SIMPLESAMLPHP)('sign-in through SimpleSAMLphp in a real browser', () => {
  let server: TestServer;
  let org: TestOrganization;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    server = await startServer();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server.close();
  });
  beforeEach(async () => {
    org = await server.organization();
    context = await browser.newContext();
    page = await context.newPage();
    return () => context.close();
  });

  /** Each side is told of the other by what that says of itself. */
  const connect = async (email: string, format: string) => {
    const team = await org.admin.call('PUT', `/orgs/${org.id}/teams`, { title: 'Writers' });
    const input = { label: 'Staff', defaultRole: 'edit', defaultTeam: team.body.id };
    const { body } = await org.admin.call('POST', `/orgs/${org.id}/saml`, input);
    const { text } = await newBrowser(server).open(new URL(body.service.entityID).pathname);
    // It names people by what the service is known to want, as far as it knows how.
    const metadata = format === FORMATS.transient ? text : text.replace(FORMATS.email, format);
    const attributes = { ...ADA, mail: email };
    const idp = await startSimplesamlphp(metadata, [{ name: 'ada', password: 'secret', attributes }], format);
    onTestFinished(idp.close);
    const [, key] = /<ds:X509Certificate>([^<]+)</.exec(idp.metadata)!;
    const updated = await org.admin.call('PATCH', `/orgs/${org.id}/saml/${body.id}`, {
      entityID: /entityID="([^"]+)"/.exec(idp.metadata)![1],
      ssoURL: /<md:SingleSignOnService [^>]*Location="([^"]+)"/.exec(idp.metadata)![1],
      certificate: `-----BEGIN CERTIFICATE-----\n${key}\n-----END CERTIFICATE-----`,
    });
    expect(updated.body.status).toBe('active');
    return { idp, id: body.id, service: body.service };
  };
  const signInThere = async () => {
    await page.locator('input[name=username]').fill('ada');
    await page.locator('input[name=password]').fill('secret');
    await page.locator('button[type=submit], input[type=submit], #submit_button').first().click();
  };
  const expectMember = async (email: string) => {
    expect(await page.content()).toContain(email);
    const { items } = (await org.admin.call('GET', `/orgs/${org.id}/members?search=${email}`)).body;
    expect(items).toMatchObject([
      { role: 'edit', sso: true, teams: 1, user: { displayName: 'Ada Lovelace' } },
    ]);
  };

  test.each(['email', 'unspecified'] as const)(
    'leads to the provider and back to the console, with the NameID format %s, and out again',
    async (format) => {
      const email = `${format}@staff.test`;
      const { idp } = await connect(email, FORMATS[format]);
      await page.goto(`${server.url}/login/organizations/${org.id}`);
      await page.getByRole('link', { name: 'Continue with Staff' }).click();
      expect(page.url()).toContain(idp.url);
      await signInThere();
      await page.waitForURL(`${server.url}/app**`);
      await page.goto(`${server.url}/account`);
      await expectMember(email);
      await page.getByRole('button', { name: 'Sign out', exact: true }).click();
      expect(new URL(page.url()).pathname).toBe('/login');
      await page.goto(`${server.url}/account`);
      expect(new URL(page.url()).pathname).toBe('/login');
    },
  );

  test('started by the provider succeeds after confirmation', async () => {
    const email = 'from-there@staff.test';
    const { idp, service } = await connect(email, FORMATS.email);
    const query = new URLSearchParams({ spentityid: service.entityID, RelayState: '/account?done=ended' });
    await page.goto(`${idp.ssoURL}?${query}`);
    await signInThere();
    await page.waitForURL(`${server.url}/login/link?**`);
    expect(await page.content()).toContain(email);
    expect((await context.cookies(server.url)).map(({ name }) => name)).not.toContain('lectern_session');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${server.url}/account?done=ended`);
    await expectMember(email);
  });

  test.each([
    ['email', 'The sign-in works', 'Ada Lovelace, tested@staff.test can sign in through Staff.'],
    ['transient', 'The sign-in does not work yet', 'must identify the user by an e-mail address'],
  ] as const)('is tested by an administrator with the NameID format %s', async (format, heading, text) => {
    const { id } = await connect('tested@staff.test', FORMATS[format]);
    await page.goto(server.url + (await signInLinkFor(server, org.admin.email)));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${server.url}/app**`);
    await page.goto(`${server.url}/login/organizations/${org.id}/saml/${id}/test`);
    await signInThere();
    await page.getByRole('heading', { name: heading }).waitFor();
    await page.getByText(text).waitFor();
    // Long identifiers wrap on a phone.
    await page.setViewportSize({ width: 390, height: 844 });
    const table = "document.querySelector('.console-table')";
    expect(await page.evaluate(`${table}.scrollWidth > ${table}.clientWidth`)).toBe(false);
    const { items } = (await org.admin.call('GET', `/orgs/${org.id}/members?search=tested@staff.test`)).body;
    expect(items).toEqual([]);
    await page.goto(`${server.url}/account`);
    expect(await page.content()).toContain(org.admin.email);
  });

  test('shows an error if the NameID is not an e-mail address', async () => {
    await connect('nobody@staff.test', FORMATS.transient);
    await page.goto(`${server.url}/login/organizations/${org.id}`);
    await page.getByRole('link', { name: 'Continue with Staff' }).click();
    await signInThere();
    await page.getByRole('heading', { name: 'You are not signed in' }).waitFor();
    expect(await page.content()).toContain('must identify the user by an e-mail address');
  });
});
