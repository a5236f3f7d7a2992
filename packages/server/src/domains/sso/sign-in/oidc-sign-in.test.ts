import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  agreeToSso,
  type BrowserClient,
  newBrowser,
  signedInBrowser,
  signInLinkFor,
} from '../../../testing/browser-client.ts';
import { type IssuedIdentity, type OpenIdIssuer, startIssuer } from '../../../testing/openid-issuer.ts';
import { type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

describe('OpenID Connect sign-in', () => {
  const clock = testClock();
  let server: TestServer;
  let org: TestOrganization;
  let issuer: OpenIdIssuer;
  let provider: { id: string; service: { redirectURL: string; startURL: string } };
  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
    },
    { clock, config: { egressAllow: '127.0.0.1' } },
  );
  beforeAll(async () => {
    issuer = await startIssuer();
  });
  afterAll(() => issuer.close());
  beforeEach(async () => {
    const { url, clientId, clientSecret } = issuer;
    const input = { label: 'Staff', issuer: url, clientId, clientSecret, defaultRole: 'edit' };
    provider = (await org.admin.call('POST', `/orgs/${org.id}/oidc`, input)).body;
  });

  const someone = () => `${randomUUID()}@staff.test`;
  const start = async (browser: BrowserClient, query: Record<string, string> = {}) => {
    const page = await browser.open(`/oidc/${provider.id}/start?${new URLSearchParams(query)}`);
    return { page, asked: issuer.readRequest(page.location!) };
  };
  const bring = (browser: BrowserClient, answer: Record<string, string>) =>
    browser.open(`/oidc/${provider.id}/callback?${new URLSearchParams(answer)}`, {
      'sec-fetch-site': 'cross-site',
    });
  /** All the way from this server to the identity provider and back. */
  const come = async (
    saying: IssuedIdentity,
    query: Record<string, string> = {},
    browser = newBrowser(server),
  ) => {
    const { asked } = await start(browser, query);
    const accepted = await bring(browser, issuer.letIn(asked, { now: clock.now(), ...saying }));
    if (accepted.status !== 303) return { browser, accepted };
    return { browser, accepted, arrived: await browser.open(accepted.location!) };
  };
  const memberOf = async (email: string) =>
    (await org.admin.call('GET', `/orgs/${org.id}/members?search=${encodeURIComponent(email)}`)).body
      .items[0];
  const apiStatus = async (browser: BrowserClient, path: string, method = 'GET') =>
    (
      await fetch(`${server.url}/v1${path}`, {
        method,
        headers: {
          cookie: `lectern_session=${browser.cookies.get('lectern_session')}`,
          'sec-fetch-site': 'same-origin',
        },
      })
    ).status;

  test('only allowed e-mail domains can sign in', async () => {
    await org.admin.call('PATCH', `/orgs/${org.id}/oidc/${provider.id}`, { domains: ['staff.test'] });
    expect((await come({ email: someone() })).arrived?.status).toBe(303);
    for (const email of [`${randomUUID()}@evil.test`, `${randomUUID()}@sub.staff.test`]) {
      const { accepted } = await come({ email });
      expect([accepted.status, accepted.text]).toEqual([
        403,
        expect.stringContaining('is not allowed for this identity provider'),
      ]);
      expect(await memberOf(email)).toBeUndefined();
    }
  });

  test('a new user gets an account and a membership', async () => {
    const team = (await org.admin.call('PUT', `/orgs/${org.id}/teams`, { title: 'Writers' })).body;
    await org.admin.call('PATCH', `/orgs/${org.id}/oidc/${provider.id}`, { defaultTeam: team.id });
    const email = someone();
    const { browser, arrived } = await come(
      { email: email.toUpperCase(), claims: { name: ' Ada\n Lovelace ' } },
      { to: '/account?done=profile' },
    );
    expect([arrived!.status, arrived!.location]).toEqual([303, '/account?done=profile']);
    const account = await browser.open('/account');
    expect(account.text).toContain(email);
    expect(account.text).toContain('Single sign-on');
    const member = await memberOf(email);
    expect(member).toMatchObject({
      role: 'edit',
      sso: true,
      teams: 1,
      user: { displayName: 'Ada Lovelace', email },
    });
    expect(await apiStatus(browser, `/orgs/${org.id}`)).toBe(200);
    expect((await server.eventsOf(member.id)).at(-1)).toMatchObject({
      organization: org.id,
      action: 'member.joined',
      payload: { by: 'sso', provider: provider.id, role: 'edit' },
    });
    const again = await come({ email, claims: { name: 'Other Name' } });
    expect(again.arrived!.status).toBe(303);
    // The same browser has one session.
    const before = { ...browser, cookies: new Map(browser.cookies) };
    await come({ email }, {}, browser);
    expect([await apiStatus(before, '/user'), await apiStatus(browser, '/user')]).toEqual([401, 200]);
    expect((await memberOf(email)).user.displayName).toBe('Ada Lovelace');
  });

  test('the authorization request has client id, scope, and unpredictable values', async () => {
    const browser = newBrowser(server);
    const { page, asked } = await start(browser, { login_hint: 'ada@staff.test' });
    expect(page.status).toBe(303);
    expect(page.location).toMatch(new RegExp(`^${issuer.url}/authorize\\?tenant=1&`));
    expect(asked).toMatchObject({
      client_id: issuer.clientId,
      redirect_uri: provider.service.redirectURL,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      login_hint: 'ada@staff.test',
      state: expect.stringMatching(/^\w{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(page.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^lectern_browser=\w{43}; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax$/),
    ]);
    const { asked: other } = await start(browser);
    for (const name of ['state', 'nonce', 'code_challenge']) expect(other[name]).not.toBe(asked[name]);
  });

  test('missing claims are requested from the userinfo endpoint', async () => {
    const email = someone();
    const userinfo = { sub: 'ada', email, email_verified: true, name: 'Ada' };
    const { arrived } = await come({ claims: { sub: 'ada' }, userinfo });
    expect(arrived!.status).toBe(303);
    expect((await memberOf(email)).user.displayName).toBe('Ada');
    // Somebody else's description is not theirs.
    const other = await come({ claims: { sub: 'eve' }, userinfo });
    expect(other.accepted.status).toBe(403);
  });

  test.each([{ email_verified: 'true' }, { xms_edov: true }, { xms_edov: '1' }])(
    'a verified address is recognized in every known form: %j',
    async (said) => {
      const email = someone();
      const { arrived } = await come({ claims: { sub: 'ada', email, email_verified: undefined, ...said } });
      expect(arrived!.status).toBe(303);
    },
  );

  test('the discovery document is fetched once, and the keys again after rotation', async () => {
    const fresh = await startIssuer();
    const { url, clientId, clientSecret } = fresh;
    const input = { issuer: url, clientId, clientSecret };
    await org.admin.call('PATCH', `/orgs/${org.id}/oidc/${provider.id}`, input);
    const once = async () => {
      const browser = newBrowser(server);
      const page = await browser.open(`/oidc/${provider.id}/start`);
      const asked = fresh.readRequest(page.location!);
      return (await bring(browser, fresh.letIn(asked, { email: someone(), now: clock.now() }))).status;
    };
    expect([await once(), await once(), await once()]).toEqual([303, 303, 303]);
    const count = (path: string) => fresh.visits.filter((visit) => visit === path).length;
    expect([count('/.well-known/openid-configuration'), count('/jwks')]).toEqual([1, 1]);
    await fresh.rotate();
    // Whoever makes names of keys up does not make the server ask each time.
    expect([await once(), count('/jwks')]).toEqual([403, 1]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    expect([await once(), count('/jwks')]).toEqual([303, 2]);
    vi.useRealTimers();
    await fresh.close();
  });

  test('a sign-in started by the provider is restarted here and requires confirmation', async () => {
    const browser = newBrowser(server);
    const target = `${server.url}/account?done=ended`;
    const query = new URLSearchParams({ iss: issuer.url, target_link_uri: target });
    const sent = { 'sec-fetch-site': 'cross-site' };
    const begun = await browser.open(`/oidc/${provider.id}/start?${query}`, sent);
    const asked = issuer.readRequest(begun.location!);
    const email = someone();
    const accepted = await bring(browser, issuer.letIn(asked, { email, now: clock.now() }));
    const link = await browser.open(accepted.location!);
    expect([link.text.includes(email), browser.cookies.has('lectern_session')]).toEqual([true, false]);
    expect((await browser.submit(link, '/login/link')).location).toBe('/account?done=ended');
    const other = await browser.open(`/oidc/${provider.id}/start?iss=https://other.test`);
    expect([other.status, other.location]).toEqual([403, undefined]);
  });

  test('a provider that is deleted or does not respond leads to an error page', async () => {
    const fresh = await startIssuer();
    const input = { issuer: fresh.url, clientSecret: 'anew' };
    await org.admin.call('PATCH', `/orgs/${org.id}/oidc/${provider.id}`, input);
    const browser = newBrowser(server);
    const asked = fresh.readRequest((await browser.open(`/oidc/${provider.id}/start`)).location!);
    await fresh.close();
    const brought = await bring(browser, fresh.letIn(asked, { email: someone() }));
    expect([brought.status, brought.text]).toEqual([403, expect.stringContaining('You are not signed in')]);
    await org.admin.call('DELETE', `/orgs/${org.id}/oidc/${provider.id}`);
    const gone = await browser.open(`/oidc/${provider.id}/start`);
    expect([gone.status, gone.text]).toEqual([404, expect.stringContaining('Back to sign in')]);
  });

  test('a rejected user sees the reason', async () => {
    const browser = newBrowser(server);
    const { asked } = await start(browser);
    const denied = await bring(browser, {
      error: 'access_denied',
      error_description: '<b>no</b>',
      state: asked.state!,
      iss: issuer.url,
    });
    expect([denied.status, denied.text]).toEqual([403, expect.stringContaining('denied the sign-in')]);
    expect(denied.text).not.toContain('<b>');
    expect(browser.cookies.has('lectern_session')).toBe(false);
  });

  test('deleting a provider signs out its users and rejects pending sign-ins', async () => {
    const email = someone();
    const { browser } = await come({ email });
    const underWay = newBrowser(server);
    const { asked } = await start(underWay);
    const accepted = await bring(underWay, issuer.letIn(asked, { email: someone(), now: clock.now() }));
    const later = await start(newBrowser(server));
    await org.admin.call('DELETE', `/orgs/${org.id}/oidc/${provider.id}`);
    expect(await apiStatus(browser, '/user')).toBe(401);
    expect((await underWay.open(accepted.location!)).status).toBe(404);
    const late = await bring(newBrowser(server), issuer.letIn(later.asked, { email: someone() }));
    expect(late.status).toBe(404);
    expect((await memberOf(email)).sso).toBe(true);
  });

  test('an existing account requires the mark of an administrator and the consent of its owner', async () => {
    const stranger = await server.person();
    for (const { email } of [stranger, org.read]) {
      const { accepted } = await come({ email });
      expect([accepted.status, accepted.text]).toEqual([
        403,
        expect.stringContaining('An account with your e-mail address'),
      ]);
    }
    await org.admin.call('POST', `/orgs/${org.id}/members/${org.read.id}/sso`);
    expect((await come({ email: org.read.email })).arrived!.text).toContain('asks to sign you in');
    await agreeToSso(server, org.read, org.id);
    expect((await come({ email: org.read.email })).arrived!.status).toBe(303);
  });

  test('its users cannot join other organizations by their e-mail domain', async () => {
    const elsewhere = await server.organization('Elsewhere');
    await elsewhere.admin.call('PATCH', `/orgs/${elsewhere.id}`, { emailDomains: ['staff.test'] });
    const { browser } = await come({ email: someone() });
    expect(await apiStatus(browser, `/orgs/${elsewhere.id}/join`, 'POST')).toBe(400);
    expect(await apiStatus(browser, `/orgs/${elsewhere.id}`)).toBe(404);
  });

  test('members sign in only through it when single sign-on is required', async () => {
    const email = someone();
    await come({ email });
    const byLink = await signedInBrowser(server, { email });
    // Whoever has proved the address agrees before the provider speaks for them again.
    const agreement = `/account/organizations/${org.id}/agreement`;
    await byLink.submit(await byLink.open(agreement), agreement);
    const { browser } = await come({ email });
    await org.admin.call('PATCH', `/orgs/${org.id}`, { sso: true });
    expect(await apiStatus(byLink, '/user')).toBe(401);
    expect(await apiStatus(browser, `/orgs/${org.id}`)).toBe(200);
    expect((await org.read.call('GET', `/orgs/${org.id}`)).status).toBe(404);
    const other = newBrowser(server);
    const refused = await other.submit(await other.open(await signInLinkFor(server, email)), '/login/link');
    expect([refused.status, other.cookies.size]).toEqual([403, 0]);
    expect((await come({ email })).arrived!.status).toBe(303);
  });

  test('signing out ends the local session', async () => {
    const { browser } = await come({ email: someone() });
    await browser.submit(await browser.open('/account'), '/logout');
    expect(browser.cookies.has('lectern_session')).toBe(false);
  });
});
