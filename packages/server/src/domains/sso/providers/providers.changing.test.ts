import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type BrowserClient, newBrowser } from '../../../testing/browser-client.ts';
import { type AddedProvider, createIdentityProvider } from '../../../testing/identity-provider.ts';
import { waitForBlockedQuery } from '../../../testing/lock-waits.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withProvider } from '../../../testing/set-up.ts';
import { type SamlProviderRow, samlProviders } from './providers.store.ts';

describe('changing an identity provider', () => {
  const idp = createIdentityProvider();
  const other = createIdentityProvider();
  let server: TestServer;
  let org: TestOrganization;
  let provider: AddedProvider;
  withProvider(idp, (fresh) => {
    ({ server, org, provider } = fresh);
  });

  const someone = () => `${randomUUID()}@staff.test`;
  const change = async (input: object) =>
    (await org.admin.call('PATCH', `/orgs/${org.id}/saml/${provider.id}`, input)).status;
  const bring = (browser: BrowserClient, nameID = someone()) =>
    browser.send(`/saml/${provider.id}/acs`, {
      SAMLResponse: idp.answer({ service: provider.service, nameID }),
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
  ])('with another %s rejects pending sign-ins and keeps sessions', async (_what, input) => {
    const inside = await arrived();
    const { browser, sayYes } = await onTheWay();
    expect(await change(input())).toBe(200);
    expect((await sayYes()).status).toBe(404);
    expect(browser.cookies.has('lectern_session')).toBe(false);
    expect(await apiStatus(inside)).toBe(200);
  });

  test('with another label rejects no pending sign-ins', async () => {
    const { sayYes } = await onTheWay();
    expect(await change({ label: 'Others' })).toBe(200);
    expect((await sayYes()).status).toBe(303);
  });

  test('to be incomplete signs out all its users', async () => {
    const inside = await arrived();
    const { browser, sayYes } = await onTheWay();
    expect(await change({ certificate: '' })).toBe(200);
    expect((await sayYes()).status).toBe(404);
    expect(browser.cookies.has('lectern_session')).toBe(false);
    expect(await apiStatus(inside)).toBe(401);
  });

  describe('while a response is being verified', () => {
    /** Changes the provider after somebody's answer was read, and before they are let in. */
    const changeMeanwhile = async (input: Partial<SamlProviderRow>, nameID = someone()) => {
      const coming = await server.app.kernel.transaction(async (tx) => {
        const before = (await samlProviders.lock(tx, org.id, provider.id))!;
        const waiting = { answer: bring(newBrowser(server), nameID) };
        await waitForBlockedQuery(server);
        await samlProviders.update(tx, before, input);
        return waiting;
      });
      return coming.answer;
    };

    test('rejects the sign-in', async () => {
      const { status, text } = await changeMeanwhile({ certificate: other.certificate });
      expect([status, text]).toEqual([403, expect.stringContaining('was changed during the sign-in')]);
    });

    test('gives new members the new default role', async () => {
      await change({ defaultRole: 'admin' });
      const email = someone();
      expect((await changeMeanwhile({ default_role: 'comment' }, email)).status).toBe(303);
      const { body } = await org.admin.call('GET', `/orgs/${org.id}/members?search=${email}`);
      expect(body.items).toMatchObject([{ role: 'comment' }]);
    });

    test('does not block on an unrelated lock of the row', async () => {
      const { status } = await server.app.kernel.transaction(async (tx) => {
        const row = tx.selectFrom('saml_providers').select('id').where('id', '=', provider.id);
        await row.forNoKeyUpdate().execute();
        return bring(newBrowser(server));
      });
      expect(status).toBe(303);
    });
  });
});
