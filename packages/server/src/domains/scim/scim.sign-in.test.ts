import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type BrowserClient, newBrowser, signInLinkFor } from '../../testing/browser-client.ts';
import { createIdentityProvider } from '../../testing/identity-provider.ts';
import { callerOf, makeProvisioner } from '../../testing/provisioning.ts';
import { type TestOrganization, type TestServer, testClock } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

describe('a provisioned user who signs in', () => {
  const clock = testClock();
  const idp = createIdentityProvider();
  let server: TestServer;
  let org: TestOrganization;
  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
    },
    { clock },
  );

  test('is the same member, and loses access at once when the provider disables them', async () => {
    const { provider, scim } = await makeProvisioner(server, org, {
      ssoURL: idp.ssoURL,
      entityID: idp.entityID,
      certificate: idp.certificate,
    });
    const email = `${randomUUID()}@staff.test`;
    const { body: user } = await scim('POST', '/Users', { userName: email, displayName: 'Ada' });
    const come = async (browser: BrowserClient) => {
      const page = await browser.open(`/saml/${provider.id}/start`);
      const { id: inResponseTo } = idp.readRequest(page.location!);
      const answer = idp.answer({ service: provider.service, now: clock.now(), nameID: email, inResponseTo });
      const accepted = await browser.send(
        `/saml/${provider.id}/acs`,
        { SAMLResponse: answer, RelayState: '' },
        { origin: 'https://idp.test', 'sec-fetch-site': 'cross-site' },
      );
      if (accepted.status === 303) await browser.open(accepted.location!);
      return accepted.status;
    };
    const whoIs = async (browser: BrowserClient) => {
      const response = await fetch(`${server.url}/v1/user`, {
        headers: { cookie: `lectern_session=${browser.cookies.get('lectern_session')}` },
      });
      return response.ok ? ((await response.json()) as { id: string }).id : response.status;
    };
    const browser = newBrowser(server);
    expect(await come(browser)).toBe(303);
    expect(await whoIs(browser)).toBe(user.id);
    const { body: members } = await org.admin.call(
      'GET',
      `/orgs/${org.id}/members?search=${encodeURIComponent(email)}`,
    );
    expect(members).toMatchObject({ count: 1, items: [{ id: user.id, sso: true, role: 'edit' }] });
    const person = await callerOf(server, user.id);
    expect((await person('GET', `/orgs/${org.id}`)).status).toBe(200);

    const active = (value: unknown) => ({ Operations: [{ op: 'Replace', path: 'active', value }] });
    expect((await scim('PATCH', `/Users/${user.id}`, active('False'))).body.active).toBe(false);
    expect(await whoIs(browser)).toBe(401);
    expect((await person('GET', '/user')).status).toBe(401);
    expect(await come(newBrowser(server))).toBe(403);

    expect((await scim('PATCH', `/Users/${user.id}`, active('True'))).body.active).toBe(true);
    expect((await person('GET', `/orgs/${org.id}`)).status).toBe(200);
    const again = newBrowser(server);
    expect(await come(again)).toBe(303);
    expect(await whoIs(again)).toBe(user.id);
    // The session that was ended stays so.
    expect(await whoIs(browser)).toBe(401);

    expect((await scim('DELETE', `/Users/${user.id}`)).status).toBe(204);
    expect([await whoIs(again), (await person('GET', '/user')).status]).toEqual([401, 401]);
    // Who says that they are there again is believed, as long as the account is nobody else's.
    expect(await come(newBrowser(server))).toBe(303);
  });

  test('has no access to the organization by a link while disabled, and to nothing after consent', async () => {
    const { scim } = await makeProvisioner(server, org);
    const email = `${randomUUID()}@staff.test`;
    const { body: user } = await scim('POST', '/Users', { userName: email });
    const turn = (value: boolean) =>
      scim('PATCH', `/Users/${user.id}`, { Operations: [{ op: 'replace', path: 'active', value }] });
    const open = async () => {
      const browser = newBrowser(server);
      return {
        browser,
        answer: await browser.submit(await browser.open(await signInLinkFor(server, email)), '/login/link'),
      };
    };
    await turn(false);
    const { browser, answer } = await open();
    expect(answer.status).toBe(303);
    const account = await browser.open('/account');
    expect(account.text).toContain('No access');
    const agreement = `/account/organizations/${org.id}/agreement`;
    expect((await browser.submit(await browser.open(agreement), agreement)).status).toBe(303);
    const refused = await open();
    expect([refused.answer.status, refused.browser.cookies.size]).toEqual([403, 0]);
    expect(refused.answer.text).toContain('is disabled');
    await turn(true);
    expect((await open()).answer.status).toBe(303);
  });

  test('signs in with the new address after a change', async () => {
    const { provider, scim } = await makeProvisioner(server, org, {
      ssoURL: idp.ssoURL,
      entityID: idp.entityID,
      certificate: idp.certificate,
    });
    const [before, after] = [`${randomUUID()}@staff.test`, `${randomUUID()}@staff.test`];
    const { body: user } = await scim('POST', '/Users', { userName: before });
    await scim('PATCH', `/Users/${user.id}`, {
      Operations: [{ op: 'Replace', path: 'userName', value: after }],
    });
    const status = async (nameID: string) =>
      (
        await newBrowser(server).send(
          `/saml/${provider.id}/acs`,
          {
            SAMLResponse: idp.answer({ service: provider.service, now: clock.now(), nameID }),
            RelayState: '',
          },
          { origin: 'https://idp.test', 'sec-fetch-site': 'cross-site' },
        )
      ).status;
    expect(await status(after)).toBe(303);
    const { body } = await org.admin.call('GET', `/orgs/${org.id}/members?search=${after}`);
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([user.id]);
  });
});
