import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  agreeToSso,
  type BrowserClient,
  newBrowser,
  signedInBrowser,
  signInLinkFor,
  tokenCreatedIn,
} from '../../../testing/browser-client.ts';
import { createIdentityProvider, type SamlResponseOptions } from '../../../testing/identity-provider.ts';
import { type Person, type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

describe('SAML sign-in', () => {
  const clock = testClock();
  const idp = createIdentityProvider();
  let server: TestServer;
  let org: TestOrganization;
  let provider: { id: string; service: SamlResponseOptions['service'] & { startURL: string } };
  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
    },
    { clock },
  );

  const addProvider = async (organization: TestOrganization, more = {}) => {
    const { ssoURL, entityID, certificate } = idp;
    const settings = { label: 'Staff', ssoURL, entityID, certificate, ...more };
    return (await organization.admin.call('POST', `/orgs/${organization.id}/saml`, settings)).body;
  };
  beforeEach(async () => {
    provider = await addProvider(org, { defaultRole: 'edit' });
  });

  const someone = () => `${randomUUID()}@staff.test`;
  const answer = (input: Partial<SamlResponseOptions> & { nameID: string }) =>
    idp.answer({ service: provider.service, now: clock.now(), ...input });
  const post = (browser: BrowserClient, SAMLResponse: string, RelayState = '') =>
    browser.send(
      `/saml/${provider.id}/acs`,
      { SAMLResponse, RelayState },
      { origin: 'https://idp.test', 'sec-fetch-site': 'cross-site' },
    );
  const start = async (browser: BrowserClient, to = '') => {
    const page = await browser.open(`/saml/${provider.id}/start${to && `?to=${encodeURIComponent(to)}`}`);
    return { page, ...idp.readRequest(page.location!) };
  };
  /** All the way from this server to the identity provider and back. */
  const come = async (nameID: string, more: Partial<SamlResponseOptions> = {}, to = '') => {
    const browser = newBrowser(server);
    const { id: inResponseTo } = await start(browser, to);
    const accepted = await post(browser, answer({ nameID, inResponseTo, ...more }));
    if (accepted.status !== 303) return { browser, accepted };
    return { browser, accepted, arrived: await browser.open(accepted.location!) };
  };
  const memberOf = async (email: string) =>
    (await org.admin.call('GET', `/orgs/${org.id}/members?search=${encodeURIComponent(email)}`)).body
      .items[0];
  const apiStatus = async (browser: BrowserClient, path: string) =>
    (
      await fetch(`${server.url}/v1${path}`, {
        headers: { cookie: `lectern_session=${browser.cookies.get('lectern_session')}` },
      })
    ).status;

  test('a new user gets an account and a membership', async () => {
    const team = (await org.admin.call('PUT', `/orgs/${org.id}/teams`, { title: 'Writers' })).body;
    await org.admin.call('PATCH', `/orgs/${org.id}/saml/${provider.id}`, { defaultTeam: team.id });
    const email = someone();
    const { browser, arrived } = await come(
      email.toUpperCase(),
      { attributes: { first_name: ' Ada ', last_name: 'Lovelace\n', email: 'other@people.test' } },
      '/account?done=profile',
    );
    expect([arrived!.status, arrived!.location]).toEqual([303, '/account?done=profile']);
    expect((await browser.open('/account')).text).toContain(email);
    expect(await memberOf(email)).toMatchObject({
      role: 'edit',
      sso: true,
      teams: 1,
      user: { displayName: 'Ada Lovelace', email },
    });
    expect(await apiStatus(browser, `/orgs/${org.id}`)).toBe(200);
    const { id } = await memberOf(email);
    expect((await server.eventsOf(id)).at(-1)).toMatchObject({
      organization: org.id,
      action: 'member.joined',
      payload: { by: 'sso', provider: provider.id, role: 'edit' },
    });
    // The next time they are known.
    const again = await come(email, { attributes: { first_name: 'Other', last_name: 'Name' } });
    expect(again.arrived!.status).toBe(303);
    expect((await memberOf(email)).user.displayName).toBe('Ada Lovelace');
  });

  test('the request names the service and the requested format', async () => {
    const browser = newBrowser(server);
    const { page, xml, relayState } = await start(browser, '/account');
    expect(page.status).toBe(303);
    expect(page.location).toMatch(/^https:\/\/idp\.test\/sso\?tenant=1&SAMLRequest=/);
    expect(xml).toContain(`AssertionConsumerServiceURL="${provider.service.acsURL}"`);
    expect(xml).toContain(`Destination="${idp.ssoURL}"`);
    expect(xml).toContain(`>${provider.service.entityID}</saml:Issuer>`);
    expect(relayState).toBe('/account');
    expect(page.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^lectern_browser=\w{43}; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax$/),
    ]);
  });

  test('a sign-in started by the provider requires confirmation', async () => {
    const browser = newBrowser(server);
    const email = someone();
    const accepted = await post(browser, answer({ nameID: email }), '/account?done=ended');
    const page = await browser.open(accepted.location!);
    expect(page.status).toBe(200);
    expect(page.text).toContain(email);
    expect(browser.cookies.size).toBe(0);
    const done = await browser.submit(page, '/login/link');
    expect([done.status, done.location]).toEqual([303, '/account?done=ended']);
    expect(browser.cookies.has('lectern_session')).toBe(true);
  });

  test.each(['https://evil.test/', '//evil.test/x', '/\\evil.test', 'javascript:alert(1)'])(
    'no RelayState redirects to %s',
    async (relayState) => {
      const browser = newBrowser(server);
      const accepted = await post(browser, answer({ nameID: someone() }), relayState);
      const done = await browser.submit(await browser.open(accepted.location!), '/login/link');
      expect(done.location).toBe('/app');
      const { browser: other, arrived } = await come(someone(), {}, relayState);
      expect([arrived!.location, other.cookies.has('lectern_session')]).toEqual(['/app', true]);
    },
  );

  test.each(['cross-site', 'same-site'])(
    'a sign-in started by a page of another site (%s) requires confirmation',
    async (site) => {
      const browser = newBrowser(server);
      const page = await browser.open(`/saml/${provider.id}/start`, { 'sec-fetch-site': site });
      const { id: inResponseTo } = idp.readRequest(page.location!);
      const email = someone();
      const { location } = await post(browser, answer({ nameID: email, inResponseTo }));
      const link = await browser.open(location!);
      expect([link.status, browser.cookies.has('lectern_session')]).toEqual([200, false]);
      expect((await browser.submit(link, '/login/link')).status).toBe(303);
      expect((await browser.open('/account')).text).toContain(email);
    },
  );

  test('a user who is signed in to another account is asked for confirmation', async () => {
    const browser = await signedInBrowser(server, org.read);
    const { id: inResponseTo } = await start(browser);
    const { location } = await post(browser, answer({ nameID: someone(), inResponseTo }));
    const link = await browser.open(location!);
    expect(link.text).toContain('This will sign out <strong>');
    expect(await apiStatus(browser, '/user')).toBe(200);
    expect((await org.read.call('GET', '/user/sessions')).body.count).toBe(1);
    await browser.submit(link, '/login/link');
    expect((await org.read.call('GET', '/user/sessions')).body.count).toBe(0);
  });

  test('a response to a request of another browser requires confirmation', async () => {
    const attacker = newBrowser(server);
    const { id: inResponseTo } = await start(attacker);
    const accepted = await post(attacker, answer({ nameID: someone(), inResponseTo }));
    // The victim is led to the attacker's link, with a browser that began to sign in as well.
    const victim = newBrowser(server);
    await start(victim);
    const page = await victim.open(accepted.location!);
    expect(page.status).toBe(200);
    expect(victim.cookies.has('lectern_session')).toBe(false);
  });

  test('a response is accepted once, and never for an unknown request', async () => {
    const email = someone();
    const browser = newBrowser(server);
    const { id: inResponseTo } = await start(browser);
    const response = answer({ nameID: email, inResponseTo });
    expect((await post(browser, response)).status).toBe(303);
    expect((await post(browser, response)).status).toBe(403);
    // The same question is not answered twice, not even in other words.
    expect((await post(browser, answer({ nameID: email, inResponseTo }))).status).toBe(403);
    expect((await post(browser, answer({ nameID: email, inResponseTo: '_made-up' }))).status).toBe(403);
    const unasked = answer({ nameID: someone() });
    const answers = await Promise.all([1, 2, 3].map(() => post(newBrowser(server), unasked)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 403, 403]);
  });

  test('a response is accepted within ten minutes, and only from the requested provider', async () => {
    const browser = newBrowser(server);
    const late = await start(browser);
    clock.advance(10 * 60_000 + 1);
    expect((await post(browser, answer({ nameID: someone(), inResponseTo: late.id }))).status).toBe(403);
    const { id: inResponseTo } = await start(browser);
    const other = await addProvider(org);
    const response = idp.answer({
      nameID: someone(),
      inResponseTo,
      service: other.service,
      now: clock.now(),
    });
    const sent = await browser.send(`/saml/${other.id}/acs`, { SAMLResponse: response });
    expect(sent.status).toBe(403);
  });

  test('pending and deleted providers sign nobody in', async () => {
    const response = answer({ nameID: someone() });
    await org.admin.call('PATCH', `/orgs/${org.id}/saml/${provider.id}`, { ssoURL: undefined, entityID: '' });
    const browser = newBrowser(server);
    expect((await browser.open(`/saml/${provider.id}/start`)).status).toBe(404);
    expect((await post(browser, response)).status).toBe(404);
  });

  test('deleting a provider signs out its users and rejects pending sign-ins', async () => {
    const email = someone();
    const { browser } = await come(email);
    const underWay = newBrowser(server);
    const accepted = await post(underWay, answer({ nameID: someone() }));
    await org.admin.call('DELETE', `/orgs/${org.id}/saml/${provider.id}`);
    expect(await apiStatus(browser, '/user')).toBe(401);
    expect((await underWay.open(accepted.location!)).status).toBe(404);
    expect((await memberOf(email)).sso).toBe(true);
  });

  describe('an existing account', () => {
    const refused = async (person: Pick<Person, 'email'>) => {
      const { accepted } = await come(person.email);
      expect(accepted.status).toBe(403);
      return accepted.text;
    };

    test('requires the mark of an administrator and the consent of its owner', async () => {
      const stranger = await server.person();
      expect(await refused(stranger)).toContain('An account with your e-mail address already exists');
      expect(await refused(org.read)).toContain('An account with your e-mail address');
      expect((await org.admin.call('POST', `/orgs/${org.id}/members/${org.read.id}/sso`)).status).toBe(200);
      await agreeToSso(server, org.read, org.id);
      const { arrived } = await come(org.read.email);
      expect(arrived!.status).toBe(303);
      expect(await memberOf(org.read.email)).toMatchObject({ role: 'read', sso: true });
    });

    test('invited with single sign-on signs in with the role of the invitation', async () => {
      const email = someone();
      await org.admin.call('POST', `/orgs/${org.id}/invites`, { emails: [email], role: 'review', sso: true });
      expect((await come(email)).arrived!.status).toBe(303);
      expect(await memberOf(email)).toMatchObject({ role: 'review', sso: true });
    });

    test('of another organization cannot be taken over by marking or inviting it', async () => {
      const elsewhere = await server.organization('Elsewhere');
      const victim = elsewhere.admin;
      const invited = await org.admin.call('POST', `/orgs/${org.id}/invites`, {
        emails: [victim.email],
        role: 'admin',
        sso: true,
      });
      expect(invited.body.failedSSOEmails).toEqual([victim.email]);
      const marked = await org.admin.call('POST', `/orgs/${org.id}/members/${victim.id}/sso`);
      expect(marked.status).toBe(409);
      await refused(victim);
    });

    test('created by single sign-on cannot join other organizations', async () => {
      const email = someone();
      const { browser } = await come(email);
      const elsewhere = await server.organization('Elsewhere');
      const { body } = await elsewhere.admin.call('POST', `/orgs/${elsewhere.id}/invites`, {
        emails: [email],
        role: 'read',
      });
      // It is invited, and what it was invited to stays closed until its owner has shown the address to be theirs.
      expect(body).toMatchObject({ users: [expect.any(String)], invited: 1 });
      const space = await elsewhere.space('Secret');
      const shared = await elsewhere.admin.call('POST', `/spaces/${space}/permissions`, {
        role: 'read',
        users: [email],
      });
      expect([shared.status, await apiStatus(browser, `/spaces/${space}`)]).toEqual([204, 404]);
      const call = (method: string, path: string, sent = {}) =>
        fetch(`${server.url}/v1${path}`, {
          method,
          headers: {
            cookie: `lectern_session=${browser.cookies.get('lectern_session')}`,
            'sec-fetch-site': 'same-origin',
            'content-type': 'application/json',
          },
          body: JSON.stringify(sent),
        });
      expect((await call('POST', '/orgs', { title: 'Mine' })).status).toBe(403);
      const link = await elsewhere.admin.call('POST', `/orgs/${elsewhere.id}/link-invites`, { role: 'read' });
      const accept = await call('POST', `/orgs/${elsewhere.id}/invites/${link.body.id}`);
      expect(accept.status).toBe(403);
      expect(await apiStatus(browser, `/orgs/${elsewhere.id}`)).toBe(404);
    });

    test('that leaves the organization keeps nothing that its provider could have created', async () => {
      const email = someone();
      const { browser } = await come(email);
      const token = await tokenCreatedIn(server, browser);
      expect((await server.withToken(token)('GET', '/user')).status).toBe(200);
      const { id } = await memberOf(email);
      await org.admin.call('DELETE', `/orgs/${org.id}/members/${id}`);
      expect((await server.withToken(token)('GET', '/user')).status).toBe(401);
      expect(await apiStatus(browser, '/user')).toBe(401);
      // And does not come back by itself.
      expect((await come(email)).accepted.status).toBe(403);
    });
  });

  describe('with required single sign-on', () => {
    const enforce = (sso: boolean) => org.admin.call('PATCH', `/orgs/${org.id}`, { sso });
    const sees = async (person: Person) => (await person.call('GET', `/orgs/${org.id}`)).status;

    test('tokens and sessions of members who do not use it are rejected, except those of administrators', async () => {
      const space = await org.space('Handbook');
      const reader = await signedInBrowser(server, org.read);
      const admin = await signedInBrowser(server, org.admin);
      await enforce(true);
      expect([await sees(org.read), await sees(org.create), await sees(org.guest)]).toEqual([404, 404, 404]);
      expect((await org.create.call('GET', `/spaces/${space}`)).status).toBe(404);
      expect(await apiStatus(reader, `/orgs/${org.id}`)).toBe(404);
      expect([await sees(org.admin), await apiStatus(admin, `/orgs/${org.id}`)]).toEqual([200, 200]);
      expect(await memberOf(org.read.email)).toMatchObject({ disabled: true, sso: false });
      // Who is marked and agrees comes back, who becomes an administrator as well, and who ceases to be one does not stay.
      await org.admin.call('POST', `/orgs/${org.id}/members/${org.read.id}/sso`);
      expect(await sees(org.read)).toBe(404);
      await agreeToSso(server, org.read, org.id);
      await org.admin.call('PATCH', `/orgs/${org.id}/members/${org.create.id}`, { role: 'admin' });
      expect([await sees(org.read), await sees(org.create)]).toEqual([200, 200]);
      await org.admin.call('PATCH', `/orgs/${org.id}/members/${org.create.id}`, { role: 'create' });
      expect(await sees(org.create)).toBe(404);
      await enforce(false);
      expect([await sees(org.create), await sees(org.guest)]).toEqual([200, 200]);
      expect(await memberOf(org.create.email)).toMatchObject({ disabled: false });
    });

    test('members who were disabled for another reason stay disabled when it is turned off', async () => {
      await server.disable(org.read);
      await enforce(true);
      await enforce(false);
      expect([await sees(org.read), await sees(org.create)]).toEqual([404, 200]);
    });

    test('its members sign in only through it, and their tokens stay valid', async () => {
      const email = someone();
      await come(email);
      const byLink = await signedInBrowser(server, { email });
      // Whoever has proved the address agrees before the provider speaks for them again.
      const agreement = `/account/organizations/${org.id}/agreement`;
      await byLink.submit(await byLink.open(agreement), agreement);
      const { browser } = await come(email);
      const token = await tokenCreatedIn(server, browser);
      expect(await apiStatus(byLink, `/orgs/${org.id}`)).toBe(200);
      await enforce(true);
      expect(await apiStatus(byLink, '/user')).toBe(401);
      expect(await apiStatus(browser, `/orgs/${org.id}`)).toBe(200);
      expect((await server.withToken(token)('GET', `/orgs/${org.id}`)).status).toBe(200);
      const other = newBrowser(server);
      const refused = await other.submit(await other.open(await signInLinkFor(server, email)), '/login/link');
      expect([refused.status, other.cookies.size]).toEqual([403, 0]);
      expect((await come(email)).arrived!.status).toBe(303);
    });

    test.each(['read', 'admin'])('members join only through the provider, also as %s', async (role) => {
      await org.admin.call('PATCH', `/orgs/${org.id}`, {
        emailDomains: ['people.test'],
        defaultRole: role,
      });
      const link = await org.admin.call('POST', `/orgs/${org.id}/link-invites`, { role });
      const space = await org.space('Handbook');
      await enforce(true);
      const invite = (more: object) =>
        org.admin.call('POST', `/orgs/${org.id}/invites`, { emails: [someone()], role, ...more });
      expect([(await invite({})).status, (await invite({ sso: true })).status]).toEqual([409, 200]);
      const stranger = await server.person();
      const grant = { users: [stranger.email], role: 'read' };
      for (const refused of [
        await stranger.call('POST', `/orgs/${org.id}/join`),
        await stranger.call('POST', `/orgs/${org.id}/invites/${link.body.id}`),
        await org.admin.call('POST', `/spaces/${space}/permissions`, grant),
      ])
        expect(refused.body.error.message).toContain('requires single sign-on');
      expect([await sees(stranger), await memberOf(stranger.email)]).toEqual([404, undefined]);
    });
  });
});
