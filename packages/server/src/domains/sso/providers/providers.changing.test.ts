import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type BrowserClient, newBrowser } from '../../../testing/browser-client.ts';
import { type AddedProvider, createIdentityProvider } from '../../../testing/identity-provider.ts';
import { somebodyWaits } from '../../../testing/lock-waits.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withProvider } from '../../../testing/set-up.ts';
import { samlProviders } from './providers.store.ts';

describe('an identity provider that is set up anew', () => {
  const idp = createIdentityProvider();
  const other = createIdentityProvider();
  let server: TestServer;
  let org: TestOrganization;
  let provider: AddedProvider;
  withProvider(idp, (fresh) => {
    ({ server, org, provider } = fresh);
  });

  const someone = () => `${randomUUID()}@staff.test`;
  const change = async (wish: object) =>
    (await org.admin.call('PATCH', `/orgs/${org.id}/saml/${provider.id}`, wish)).status;
  const bring = (browser: BrowserClient) =>
    browser.send(`/saml/${provider.id}/acs`, {
      SAMLResponse: idp.answer({ service: provider.service, nameID: someone() }),
      RelayState: '',
    });
  /** Somebody who has been let in, and has only to say yes. */
  const onTheWay = async () => {
    const browser = newBrowser(server);
    const { location } = await bring(browser);
    const page = await browser.open(location!);
    expect(page.status).toBe(200);
    return { browser, sayYes: () => browser.submit(page, '/login/link') };
  };
  const arrived = async () => {
    const { browser, sayYes } = await onTheWay();
    expect((await sayYes()).status).toBe(303);
    return browser;
  };
  const apiStatus = async ({ cookies }: BrowserClient) =>
    (
      await fetch(`${server.url}/v1/user`, {
        headers: { cookie: `lectern_session=${cookies.get('lectern_session')}` },
      })
    ).status;

  test.each([
    ['certificate', () => ({ certificate: other.certificate })],
    ['name', () => ({ entityID: 'https://other.test/' })],
  ])('with another %s turns back who is on the way, and keeps who has come', async (_what, wish) => {
    const inside = await arrived();
    const { browser, sayYes } = await onTheWay();
    expect(await change(wish())).toBe(200);
    expect((await sayYes()).status).toBe(404);
    expect(browser.cookies.has('lectern_session')).toBe(false);
    expect(await apiStatus(inside)).toBe(200);
  });

  test('with another label turns back nobody', async () => {
    const { sayYes } = await onTheWay();
    expect(await change({ label: 'Others' })).toBe(200);
    expect((await sayYes()).status).toBe(303);
  });

  test('so that nobody can come from it signs out all who came', async () => {
    const inside = await arrived();
    const { browser, sayYes } = await onTheWay();
    expect(await change({ certificate: '' })).toBe(200);
    expect((await sayYes()).status).toBe(404);
    expect(browser.cookies.has('lectern_session')).toBe(false);
    expect(await apiStatus(inside)).toBe(401);
  });

  test('while an answer is read does not let anybody in by it', async () => {
    const coming = await server.app.kernel.transaction(async (tx) => {
      const before = (await samlProviders.lock(tx, org.id, provider.id))!;
      const waiting = { answer: bring(newBrowser(server)) };
      await somebodyWaits(server);
      await samlProviders.update(tx, before, { certificate: other.certificate });
      return waiting;
    });
    const { status, text } = await coming.answer;
    expect([status, text]).toEqual([403, expect.stringContaining('was set up anew meanwhile')]);
  });
});
