import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  accessibilityViolations,
  CHROMIUM,
  openBrowser,
  overflowOf,
} from '../../../../site/src/testing/browser.ts';
import { signInLinkFor } from '../../testing/browser-client.ts';
import { createIdentityProvider } from '../../testing/identity-provider.ts';
import { makeProvisioner } from '../../testing/provisioning.ts';
import { startServer, type TestOrganization, type TestServer } from '../../testing/server.ts';

/** Where pictures of the pages go, for whoever wants to look at them. */
const { PICTURES } = process.env;

describe.skipIf(!CHROMIUM)('the account in a real browser', () => {
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
  };
  const expectFit = async (page: Page, name: string) => {
    await picture(page, name);
    expect(await overflowOf(page)).toBe(0);
  };

  const frameOf = (page: Page, id: string) =>
    page.evaluate(`getComputedStyle(document.getElementById('${id}')).borderTopColor`);

  test('is opened by a sign-in link, works without scripts, and is closed by signing out', async () => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 1200, height: 900 },
    });
    const page = await context.newPage();
    await page.goto(`${server.url}/account`);
    expect(new URL(page.url()).pathname).toBe('/login');
    await picture(page, 'login');
    await page.goto(server.url + (await signInLinkFor(server, org.read.email)));
    await picture(page, 'link');
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(page.url()).toBe(`${server.url}/app`);
    await page.goto(`${server.url}/account`);
    await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
    await page.getByRole('form', { name: 'Profile' }).getByRole('button', { name: 'Save' }).click();
    expect(await page.getByRole('status').textContent()).toBe('Your name was saved.');
    await picture(page, 'account');
    expect((await org.read.call('GET', '/user')).body.displayName).toBe('Ada Lovelace');
    await page.getByLabel('Someone mentions you: by e-mail').uncheck();
    await page
      .getByRole('form', { name: 'Notification settings' })
      .getByRole('button', { name: 'Save' })
      .click();
    const { kinds } = (await org.read.call('GET', '/user/notification-settings')).body;
    expect(kinds.mention).toEqual({ app: true, email: false });
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    expect(new URL(page.url()).pathname).toBe('/login');
    expect(await context.cookies()).toEqual([]);
    await context.close();
  });

  test.each([
    ['light', 1200],
    ['dark', 1200],
    ['light', 380],
    ['dark', 380],
  ] as const)('has accessible pages: %s, %i wide', async (colorScheme, width) => {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    for (const [name, address] of [
      ['login', '/login'],
      ['link', await signInLinkFor(server, org.admin.email)],
    ] as const) {
      await page.goto(server.url + address);
      expect(await accessibilityViolations(page)).toEqual([]);
      await expectFit(page, `${name}-${colorScheme}-${width}`);
    }
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.goto(`${server.url}/account`);
    expect(await accessibilityViolations(page)).toEqual([]);
    await expectFit(page, `account-${colorScheme}-${width}`);
    // What cannot be changed has no frame to write in.
    expect([await frameOf(page, 'displayName'), await frameOf(page, 'email')]).toEqual([
      expect.stringMatching(/^rgb\(/),
      'rgba(0, 0, 0, 0)',
    ]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('cannot be changed by pages of other hosts', async () => {
    const evil = await serve((request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        request.url === '/fetch'
          ? `<script>fetch('${server.url}/v1/user',{credentials:'include'}).then(r=>r.text(),()=>'blocked').then(t=>document.title=t||'empty')</script>`
          : `<form method="post" action="${server.url}/account/sessions/end"><button>Win</button></form>`,
      );
    });
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(server.url + (await signInLinkFor(server, org.edit.email)));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.goto(`${evil.url}/`);
    await page.getByRole('button', { name: 'Win' }).click();
    await page.goto(`${evil.url}/fetch`);
    await page.waitForFunction('document.title !== ""');
    expect(await page.title()).toBe('blocked');
    await page.goto(`${server.url}/account`);
    expect(new URL(page.url()).pathname).toBe('/account');
    await context.close();
    evil.server.close();
  });

  test.each(['light', 'dark'] as const)(
    'has pages that fit in %s colours and at any width',
    async (colorScheme) => {
      const staying = await server.person();
      await org.admin.call('POST', `/orgs/${org.id}/invites`, { emails: [staying.email], role: 'read' });
      for (const width of [390, 1200]) {
        const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
        const page = await context.newPage();
        const shows = (name: string) => expectFit(page, `${name}-${colorScheme}-${width}`);
        await page.goto(server.url + (await signInLinkFor(server, staying.email)));
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.goto(`${server.url}/account`);
        await shows('account');
        await page.getByRole('link', { name: /^Leave / }).click();
        expect(new URL(page.url()).pathname).toBe(`/account/organizations/${org.id}/leave`);
        await shows('leave');
        expect(await accessibilityViolations(page)).toEqual([]);
        await page.getByRole('link', { name: 'Cancel' }).click();
        expect(new URL(page.url()).pathname).toBe('/account');
        await page.goto(`${server.url}/login`);
        await shows('login-signed-in');
        await page.goto(`${server.url}/login/link?token=lcl_none`);
        await shows('unusable');
        await context.clearCookies();
        await page.goto(`${server.url}/login?done=left`);
        await shows('left');
        expect(await page.getByRole('status').textContent()).toContain('You left the organization');
        const scim = await makeProvisioner(server, org);
        const email = `claimed-${colorScheme}-${width}@corp.test`;
        await scim.scim('POST', '/Users', { userName: email });
        await page.goto(server.url + (await signInLinkFor(server, email)));
        await shows('claimed');
        expect(await accessibilityViolations(page)).toEqual([]);
        await context.close();
      }
    },
  );

  test.each([
    ['of the page', 'var(--font)'],
    ['wide', "'DejaVu Sans', Verdana"],
    ['of equal letters', "'DejaVu Sans Mono', monospace"],
    ['narrow', "'Liberation Sans Narrow', 'Arial Narrow'"],
  ])('shows the actions of a table row, with a font %s', async (name, font) => {
    const somebody = await personWithALot();
    // Styles that no page brings along itself.
    const context = await browser.newContext({ bypassCSP: true });
    const page = await context.newPage();
    await page.goto(server.url + (await signInLinkFor(server, somebody.email)));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.goto(`${server.url}/account`);
    await server.app.kernel.db
      .updateTable('sessions')
      .set({ address: '2001:0db8:85a3:1234:5678:8a2e:0370:7334' })
      .where('user_id', '=', somebody.id)
      .execute();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.reload();
      await page.addStyleTag({ content: `body, body :not(code) { font-family: ${font} !important }` });
      for (const width of [320, 360, 768, 900, 1000, 1280, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        await expectFit(page, `tables-${name.replaceAll(' ', '-')}-${colorScheme}-${width}`);
        expect([width, await page.evaluate(OUT_OF_VIEW)]).toEqual([width, []]);
      }
    }
    expect(await page.getByRole('button', { name: /^End session / }).count()).toBe(1);
    expect(await page.getByRole('link', { name: /^Leave / }).count()).toBe(1);
    expect(await accessibilityViolations(page)).toEqual([]);
    await context.close();
  });

  /** Somebody in an organization with a long name that asks for agreement, and long names everywhere. */
  const personWithALot = async () => {
    const somebody = await server.person();
    const title = 'The Organization of Organizations, International, of 1865';
    const { id, admin } = await server.organization(title);
    await admin.call('POST', `/orgs/${id}/invites`, { emails: [somebody.email], role: 'read', sso: true });
    await server.app.kernel.db
      .updateTable('members')
      .set({ disabled: true })
      .where('user_id', '=', somebody.id)
      .execute();
    return somebody;
  };

  test('is opened by an identity provider on another host, which leads back to the requested page', async () => {
    const idp = createIdentityProvider();
    let service = { acsURL: '', entityID: '', startURL: '' };
    const host = await serve((request, response) => {
      response.setHeader('content-type', 'text/html');
      if (request.url === '/lure')
        return void response.end(`<script>location = '${service.startURL}'</script>`);
      // Browsers ask for an icon as well.
      if (!request.url?.startsWith('/sso')) return void response.writeHead(404).end();
      const { id } = idp.readRequest(`http://idp.localhost${request.url}`);
      const answer = idp.answer({ nameID: 'grace@staff.test', service, inResponseTo: id });
      response.end(
        `<form method="post" action="${service.acsURL}"><input type="hidden" name="SAMLResponse" value="${answer}"><button>I am Grace</button></form>`,
      );
    });
    const { body } = await org.admin.call('POST', `/orgs/${org.id}/saml`, {
      label: 'Staff',
      ssoURL: `${host.url}/sso`,
      entityID: idp.entityID,
      certificate: idp.certificate,
      defaultRole: 'read',
    });
    service = body.service;
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${server.url}/login/organizations/${org.id}`);
    await picture(page, 'login-organization');
    await page.getByRole('link', { name: 'Continue with Staff' }).click();
    expect(new URL(page.url()).host).toBe(new URL(host.url).host);
    await page.getByRole('button', { name: 'I am Grace' }).click();
    // The browser asked for it itself: nothing more is to be said.
    expect(new URL(page.url()).pathname).toMatch(/^\/app/);
    await page.goto(`${server.url}/account`);
    expect(await page.getByLabel('E-mail address').inputValue()).toBe('grace@staff.test');
    await context.close();
    // A page of another site makes nobody of somebody: they see whom they would sign in as, also where they are nobody yet.
    const nobody = await (await browser.newContext()).newPage();
    await nobody.goto(`${host.url}/lure`);
    await nobody.getByRole('button', { name: 'I am Grace' }).click();
    expect(new URL(nobody.url()).pathname).toBe('/login/link');
    expect(await nobody.getByRole('main').textContent()).toMatch(/as grace@staff\.test/);
    await nobody.context().close();
    const lured = await (await browser.newContext()).newPage();
    const before = await server.person();
    const sessions = async () => (await before.call('GET', '/user/sessions')).body.count;
    await lured.goto(server.url + (await signInLinkFor(server, before.email)));
    await lured.getByRole('button', { name: 'Sign in' }).click();
    await lured.goto(`${host.url}/lure`);
    await lured.getByRole('button', { name: 'I am Grace' }).click();
    await picture(lured, 'login-instead');
    expect(await lured.getByRole('main').textContent()).toMatch(/as grace@staff\.test.*sign out/s);
    expect(await sessions()).toBe(1);
    await lured.getByRole('button', { name: 'Sign in' }).click();
    await lured.waitForURL(`${server.url}/app**`);
    expect(await sessions()).toBe(0);
    await lured.context().close();
    host.server.close();
  });
});

/** Says what of the tables of a page lies outside of them or of the window, and which of them are wider than their boxes. */
const OUT_OF_VIEW = `[...document.querySelectorAll('.console-table')].flatMap((box) => {
  const { left, right } = box.getBoundingClientRect();
  const lost = [...box.querySelectorAll('a, button, input:not([type=hidden]), time, .pill')].filter((one) => {
    const seen = one.getBoundingClientRect();
    return seen.width === 0 || seen.left < Math.max(0, left) || seen.right > Math.min(innerWidth, right);
  });
  const over = box.scrollWidth - box.clientWidth;
  return [...(over > 0 ? [box.ariaLabel + ' by ' + over] : []), ...lost.map((one) => one.ariaLabel ?? one.textContent)];
})`;

/** A page of another host on this machine. */
const serve = async (
  answer: NonNullable<Parameters<typeof createServer>[1]>,
): Promise<{ url: string; server: Server }> => {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://elsewhere.localhost:${(server.address() as AddressInfo).port}` };
};
