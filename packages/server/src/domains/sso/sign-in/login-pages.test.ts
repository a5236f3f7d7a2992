import { beforeEach, describe, expect, test } from 'vitest';
import { newBrowser } from '../../../testing/browser-client.ts';
import { createIdentityProvider } from '../../../testing/identity-provider.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

describe('the login page with several organizations', () => {
  const idp = createIdentityProvider();
  let server: TestServer;
  let org: TestOrganization;
  let provider: { id: string };
  let hostname: string;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });
  beforeEach(async () => {
    // There is another one, whatever ran before.
    await server.organization('Other');
    const { body } = await org.admin.call('POST', `/orgs/${org.id}/saml`, {
      label: 'Staff',
      ssoURL: idp.ssoURL,
      entityID: idp.entityID,
      certificate: idp.certificate,
    });
    provider = body;
    hostname = `staff-${org.id.slice(-12).toLowerCase()}`;
    await org.admin.call('PATCH', `/orgs/${org.id}`, { hostname });
  });

  const links = (text: string) => [...text.matchAll(/href="([^"]*\/start[^"]*)"/g)].map(([, href]) => href);

  test('asks for the organization, works without scripts, and redirects to the requested page', async () => {
    const browser = newBrowser(server);
    const page = await browser.open('/login?to=/account?done=profile');
    expect(page.text).toContain('<form method="get" action="/login/organizations"');
    // Nobody reads there which organizations have identity providers.
    expect(page.text).not.toContain('Staff');
    for (const name of [hostname, hostname.toUpperCase(), org.id]) {
      const query = new URLSearchParams({ to: '/account?done=profile', organization: ` ${name} ` });
      const found = await browser.open(`/login/organizations?${query}`);
      expect([found.status, found.location]).toEqual([
        303,
        `/login/organizations/${name}?to=%2Faccount%3Fdone%3Dprofile`,
      ]);
      const choice = await browser.open(found.location!);
      expect(links(choice.text)).toEqual([
        `${server.url}/saml/${provider.id}/start?to=%2Faccount%3Fdone%3Dprofile`,
      ]);
    }
  });

  test('responds identically for unknown organizations and those without identity providers', async () => {
    const other = await server.organization('Without');
    const page = async (name: string) => {
      const { status, text } = await newBrowser(server).open(`/login/organizations/${name}?to=//evil.test`);
      return { status, text: text.replaceAll(name, '…') };
    };
    const [missing, without] = [await page('nowhere'), await page(other.id)];
    expect(missing).toEqual(without);
    expect(missing.status).toBe(200);
    expect(missing.text).toContain('“…” does not use single sign-on');
    expect(missing.text).not.toContain('evil.test');
  });

  test('accepts empty and hostile organization names safely', async () => {
    const browser = newBrowser(server);
    expect((await browser.open('/login/organizations')).location).toBe('/login?to=%2Fapp');
    const hostile = '<script>"\'/..//evil.test?x#y';
    const { location } = await browser.open(
      `/login/organizations?${new URLSearchParams({ organization: hostile })}`,
    );
    expect(location).toMatch(/^\/login\/organizations\/%3Cscript/);
    const page = await browser.open(location!);
    expect([page.status, page.text.includes('<script')]).toEqual([200, false]);
  });

  test('shows an error page for a deleted provider', async () => {
    const page = await newBrowser(server).open('/saml/gone/start');
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.text).toContain('SAML provider not found.');
    const program = await newBrowser(server).open('/saml/gone/start', { accept: 'application/json' });
    expect(JSON.parse(program.text).error.code).toBe(404);
  });
});
