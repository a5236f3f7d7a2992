import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BrowserClient, newBrowser, signedInBrowser } from '../../../testing/browser-client.ts';
import { createPasskeyAuthenticator } from '../../../testing/passkey-authenticator.ts';
import {
  type Person,
  startServer,
  type TestClock,
  type TestOrganization,
  type TestServer,
  testClock,
} from '../../../testing/server.ts';
import { INVITATION_MS } from '../invitations/invitations.service.ts';

const PASSWORD = 'a green lamp by the sea';
let count = 0;

describe('invitations without a mail server', () => {
  let server: TestServer;
  let org: TestOrganization;
  let email: string;
  const clock: TestClock = testClock();
  beforeAll(async () => {
    server = await startServer({ clock, config: { host: 'localhost', rateLimit: 100_000 } });
  });
  beforeEach(async () => {
    org = await server.organization();
    email = `new${count++}@elsewhere.test`;
    clock.advance(60_001);
  });
  afterAll(() => server.close());

  const pathOf = (url: string) => new URL(url).pathname + new URL(url).search;
  const tokenOf = (url: string) => new URL(url).searchParams.get('token')!;
  const statusOf = async (browser: BrowserClient, path: string) => {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return (await fetch(`${server.url}/v1${path}`, { headers: { cookie } })).status;
  };
  const invite = async (address = email, by: Person = org.admin, organizationId = org.id) => {
    const { body } = await by.call('POST', `/orgs/${organizationId}/invites`, {
      emails: [address],
      role: 'edit',
    });
    expect(body).toMatchObject({ invited: 1, mailed: false, links: [{ email: address }] });
    return { url: body.links[0].url as string, userId: body.users[0] as string };
  };
  const accept = (
    url: string,
    fields: Record<string, string> = {},
    browser = newBrowser(server),
    headers = {},
  ) =>
    browser.send(
      '/invitation',
      { token: tokenOf(url), displayName: 'Grace Hopper', password: PASSWORD, ...fields },
      headers,
    );
  const signIn = (address: string, browser = newBrowser(server)) =>
    browser.send('/login/password', { email: address, password: PASSWORD });
  const link = async (body: object = { role: 'edit' }) => {
    const { body: made } = await org.admin.call('POST', `/orgs/${org.id}/link-invites`, body);
    return { id: made.id as string, path: pathOf(made.urls.app) };
  };

  describe('by e-mail address', () => {
    test('the answer has the link, whose page says who invites to what, as whom, and lets a new person join', async () => {
      const { url, userId } = await invite();
      const browser = newBrowser(server);
      const page = await browser.open(pathOf(url));
      expect(page.status).toBe(200);
      for (const text of ['Test organization', 'invites you', 'an editor', email])
        expect(page.text).toContain(text);
      const done = await browser.submit(page, '/invitation', {
        displayName: 'Grace Hopper',
        password: PASSWORD,
      });
      expect([done.status, done.location]).toEqual([303, `/app/o/${org.id}`]);
      expect(await statusOf(browser, `/orgs/${org.id}`)).toBe(200);
      expect((await signIn(email)).status).toBe(303);
      const member = await org.admin.call('GET', `/orgs/${org.id}/members/${userId}`);
      expect(member.body).toMatchObject({ role: 'edit', user: { displayName: 'Grace Hopper' } });
      // Used up.
      const again = await newBrowser(server).open(pathOf(url));
      expect([again.status, again.text]).toEqual([409, expect.stringContaining('was accepted already')]);
      expect((await accept(url, { password: 'another lamp by the sea' })).status).toBe(409);
    });

    test('with a passkey', async () => {
      const { url } = await invite();
      const key = createPasskeyAuthenticator(server.app.publicUrl());
      const options = JSON.parse(
        (await newBrowser(server).send('/invitation/passkey/options', { token: tokenOf(url) })).text,
      );
      const browser = newBrowser(server);
      expect((await accept(url, { credential: key.create(options), password: '' }, browser)).status).toBe(
        303,
      );
      expect(await statusOf(browser, `/orgs/${org.id}`)).toBe(200);
    });

    test('expired, replaced, revoked and unknown links have a page', async () => {
      const { url, userId } = await invite();
      const renewed = await org.admin.call('POST', `/orgs/${org.id}/members/${userId}/invitation`, {});
      expect(renewed.body).toMatchObject({
        mailed: false,
        url: expect.stringContaining('/invitation?token=lci_'),
      });
      const replaced = await newBrowser(server).open(pathOf(url));
      expect([replaced.status, replaced.text]).toEqual([404, expect.stringContaining('was revoked')]);
      clock.advance(INVITATION_MS + 1);
      const expired = await newBrowser(server).open(pathOf(renewed.body.url));
      expect([expired.status, expired.text]).toEqual([404, expect.stringContaining('has expired')]);
      const { body } = await org.admin.call('POST', `/orgs/${org.id}/members/${userId}/invitation`, {
        delivery: 'link',
      });
      await org.admin.call('DELETE', `/orgs/${org.id}/members/${userId}`);
      expect((await newBrowser(server).open(pathOf(body.url))).status).toBe(404);
      expect((await accept(body.url)).status).toBe(404);
      const mailed = await org.admin.call('POST', `/orgs/${org.id}/members/${org.read.id}/invitation`, {
        delivery: 'email',
      });
      expect([mailed.status, mailed.body.error.details[0].path]).toEqual([400, 'body.delivery']);
      // Whoever uses the account already needs none.
      expect(
        (await org.admin.call('POST', `/orgs/${org.id}/members/${org.read.id}/invitation`, {})).status,
      ).toBe(409);
    });

    test('an existing user signs in to accept, and nobody else accepts for them', async () => {
      const person = await server.person();
      const { url } = await invite(person.email);
      const page = await newBrowser(server).open(pathOf(url));
      expect(page.text).toContain('Sign in as');
      expect(page.text).not.toContain('name="password"');
      expect((await accept(url)).status).toBe(409);
      const stranger = await signedInBrowser(server, org.read);
      const theirs = await stranger.open(pathOf(url));
      expect(theirs.text).not.toContain('Accept');
      const browser = await signedInBrowser(server, person);
      const own = await browser.open(pathOf(url));
      const done = await browser.submit(own, '/invitation/accept');
      expect([done.status, done.location]).toEqual([303, `/app/o/${org.id}`]);
    });

    test('takeover: an administrator who uses the link gets into no other organization', async () => {
      const victim = await server.organization();
      const { userId } = await invite(email, victim.admin, victim.id);
      // The administrator of another organization invites the same address and uses the link.
      const { url } = await invite();
      const attacker = newBrowser(server);
      expect((await accept(url, {}, attacker)).status).toBe(303);
      expect(await statusOf(attacker, `/orgs/${org.id}`)).toBe(200);
      expect(await statusOf(attacker, `/orgs/${victim.id}`)).toBe(404);
      const account = await attacker.open('/account');
      expect(account.text.match(/Leave /g)).toHaveLength(1);
      // Nor into one that adds the address later.
      const later = await server.organization();
      await later.admin.call('POST', `/orgs/${later.id}/invites`, { emails: [email] });
      expect(await statusOf(attacker, `/orgs/${later.id}`)).toBe(404);
      // Nor by the domain of the address.
      await later.admin.call('PATCH', `/orgs/${later.id}`, { emailDomains: ['elsewhere.test'] });
      const cookie = [...attacker.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const join = await fetch(`${server.url}/v1/orgs/${later.id}/join`, {
        method: 'POST',
        headers: { cookie, origin: server.url, 'sec-fetch-site': 'same-origin' },
      });
      expect(join.status).toBe(400);
      // The owner of the address gets the account: password, passkeys and sessions from before end.
      const owner = await signedInBrowser(server, { email });
      expect((await attacker.open('/account')).location).toContain('/login');
      expect((await signIn(email)).status).toBe(403);
      expect(await statusOf(owner, `/orgs/${victim.id}`)).toBe(200);
      const { items } = (await victim.admin.call('GET', `/orgs/${victim.id}/members?search=${email}`)).body;
      expect(items).toMatchObject([{ id: userId, disabled: false }]);
    });

    test('takeover: a password from before the address was changed does not come back with the invitation', async () => {
      const person = await server.person();
      const browser = await signedInBrowser(server, person);
      const seal = /name="seal" value="([^"]+)"/.exec((await browser.open('/account')).text)![1]!;
      await browser.send('/account/password', { seal, password: 'another lamp by the sea' });
      // As provisioning does when it gives the account another address.
      await server.app.kernel.db
        .updateTable('users')
        .set({ email, email_verified: false })
        .where('id', '=', person.id)
        .execute();
      const { url } = await invite();
      const key = createPasskeyAuthenticator(server.app.publicUrl());
      const options = JSON.parse(
        (await newBrowser(server).send('/invitation/passkey/options', { token: tokenOf(url) })).text,
      );
      expect((await accept(url, { credential: key.create(options) })).status).toBe(303);
      const old = await newBrowser(server).send('/login/password', {
        email,
        password: 'another lamp by the sea',
      });
      expect(old.status).toBe(403);
      expect((await browser.open('/account')).location).toContain('/login');
    });

    test('the second of two organizations does not take over the account of the first', async () => {
      const { url } = await invite();
      await accept(url);
      const other = await server.organization();
      const { body } = await other.admin.call('POST', `/orgs/${other.id}/invites`, { emails: [email] });
      expect((await accept(body.links[0].url, { password: 'another lamp by the sea' })).status).toBe(409);
      expect((await signIn(email)).status).toBe(303);
      // Everybody is told the same reason, and what helps.
      const path = `/orgs/${other.id}/members/${body.users[0]}`;
      const told = [
        (await newBrowser(server).open(pathOf(body.links[0].url))).text,
        (await other.admin.call('POST', `${path}/invitation`, { delivery: 'link' })).body.error.message,
        (await other.admin.call('PATCH', path, { disabled: false })).body.error.message,
      ];
      for (const text of told) expect(text).toContain('npx lectern user sign-in');
      // The link of the operator gives the account to the owner of the address, with access to both.
      const owner = await signedInBrowser(server, { email });
      expect(await statusOf(owner, `/orgs/${other.id}`)).toBe(200);
      expect((await signIn(email)).status).toBe(403);
    });

    test('an account that is limited to one organization cannot create another one', async () => {
      const { url } = await invite();
      const browser = newBrowser(server);
      await accept(url, {}, browser);
      const create = () =>
        fetch(`${server.url}/v1/orgs`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
            origin: server.url,
            'sec-fetch-site': 'same-origin',
          },
          body: JSON.stringify({ title: 'Another' }),
        });
      const refused = await create();
      expect([refused.status, await refused.text()]).toEqual([
        403,
        expect.stringContaining('limited to one organization'),
      ]);
    });

    test('an invitation of somebody who is no longer an administrator grants nothing', async () => {
      const inviter = await server.member(org.id, 'admin');
      const { url } = await invite(email, inviter);
      await org.admin.call('PATCH', `/orgs/${org.id}/members/${inviter.id}`, { role: 'read' });
      expect((await accept(url)).status).toBe(404);
    });

    test('an administrator recovers the account of whoever accepted the invitation', async () => {
      const { url, userId } = await invite();
      await accept(url);
      const recovery = await org.admin.call('POST', `/orgs/${org.id}/members/${userId}/recovery-link`);
      expect(recovery.status).toBe(201);
      const elsewhere = await server.organization();
      await elsewhere.admin.call('POST', `/orgs/${elsewhere.id}/invites`, { emails: [email] });
      expect((await org.admin.call('POST', `/orgs/${org.id}/members/${userId}/recovery-link`)).status).toBe(
        403,
      );
    });

    test('CSRF, brute force, fixation and clickjacking', async () => {
      const { url } = await invite();
      for (const headers of [
        { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
        { 'sec-fetch-site': 'same-site', origin: 'http://docs.localhost' },
      ])
        expect((await accept(url, {}, newBrowser(server), headers)).status).toBe(403);
      const page = await newBrowser(server).open(pathOf(url));
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(page.headers.get('referrer-policy')).toBe('strict-origin');
      const browser = newBrowser(server);
      browser.cookies.set('lectern_session', `lcs_${'A'.repeat(43)}`);
      expect((await accept(url, { password: 'short' }, browser)).status).toBe(400);
      expect((await accept(url, {}, browser)).status).toBe(303);
      expect(browser.cookies.get('lectern_session')).not.toContain('AAAA');
      const statuses: number[] = [];
      for (let i = 0; i < 62; i++)
        statuses.push((await newBrowser(server).open(`/invitation?token=lci_${i}`)).status);
      expect(statuses.at(-1)).toBe(429);
    });
  });

  describe('by link', () => {
    test('a signed-in user accepts on the page', async () => {
      const { path } = await link();
      const person = await server.person();
      const browser = await signedInBrowser(server, person);
      const page = await browser.open(path);
      expect(page.text).toContain('You are signed in as');
      // Not without the token of the form, nor from another site.
      expect((await browser.send(`${path}/accept`, {})).status).toBe(403);
      expect(
        (
          await browser.send(
            `${path}/accept`,
            {},
            { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
          )
        ).status,
      ).toBe(403);
      expect(await statusOf(browser, `/orgs/${org.id}`)).toBe(404);
      const done = await browser.submit(page, `${path}/accept`);
      expect([done.status, done.location]).toEqual([303, `/app/o/${org.id}`]);
      expect(await statusOf(browser, `/orgs/${org.id}`)).toBe(200);
    });

    test('a new person creates an account, which is of use in this organization only', async () => {
      const { path } = await link();
      const browser = newBrowser(server);
      const page = await browser.open(path);
      const fields = { displayName: 'Grace Hopper', email, password: PASSWORD };
      const done = await browser.submit(page, `${path}/register`, fields);
      expect([done.status, done.location]).toEqual([303, `/app/o/${org.id}`]);
      expect(await statusOf(browser, `/orgs/${org.id}`)).toBe(200);
      const other = await server.organization();
      await other.admin.call('POST', `/orgs/${other.id}/invites`, { emails: [email] });
      expect(await statusOf(browser, `/orgs/${other.id}`)).toBe(404);
      const another = await other.admin.call('POST', `/orgs/${other.id}/link-invites`, { role: 'admin' });
      const theirs = await browser.open(pathOf(another.body.urls.app));
      const refused = await browser.submit(theirs, `${pathOf(another.body.urls.app)}/accept`);
      expect([refused.status, refused.text]).toEqual([
        403,
        expect.stringContaining('Your e-mail address is not verified'),
      ]);
    });

    test('to a space, as its page says', async () => {
      const id = await org.space('Handbook');
      const { path } = await link({ level: 'comment', space: id });
      const browser = newBrowser(server);
      const page = await browser.open(path);
      expect(page.text).toContain('a commenter');
      const fields = { displayName: 'Grace Hopper', email, password: PASSWORD };
      expect((await browser.submit(page, `${path}/register`, fields)).location).toBe(`/app/s/${id}`);
      expect(await statusOf(browser, `/spaces/${id}`)).toBe(200);
    });

    test('takeover: an address with an account is not registered again, and the account is unchanged', async () => {
      const { path } = await link();
      for (const address of [org.read.email, org.read.email.toUpperCase()]) {
        const refused = await newBrowser(server).send(`${path}/register`, {
          displayName: 'Eve',
          email: address,
          password: PASSWORD,
        });
        expect([refused.status, refused.headers.getSetCookie()]).toEqual([409, []]);
        expect(refused.text).toContain('cannot be used for a new account');
      }
      expect((await signIn(org.read.email)).status).toBe(403);
      const { userId } = await invite();
      expect(
        (await newBrowser(server).send(`${path}/register`, { displayName: 'Eve', email, password: PASSWORD }))
          .status,
      ).toBe(409);
      expect(await server.app.services.passwords.has(userId)).toBe(false);
    });

    test('revoked and unknown links have a page, and reveal nothing about addresses', async () => {
      const { id, path } = await link();
      await org.admin.call('DELETE', `/orgs/${org.id}/link-invites/${id}`);
      const page = await newBrowser(server).open(path);
      expect([page.status, page.text]).toEqual([404, expect.stringContaining('was revoked')]);
      const never = await newBrowser(server).open(`/invites/${org.id}/nothing`);
      expect([never.status, never.text]).toEqual([page.status, page.text]);
      const fields = { displayName: 'Eve', password: PASSWORD };
      const known = await newBrowser(server).send(`${path}/register`, { ...fields, email: org.read.email });
      const unknown = await newBrowser(server).send(`${path}/register`, { ...fields, email });
      expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
      expect(known.status).toBe(404);
    });

    test('the rules of the organization are shown, and hold', async () => {
      const { path } = await link();
      await server.app.kernel.db
        .updateTable('organizations')
        .set({ disabled_sign_in_methods: ['password'] })
        .where('id', '=', org.id)
        .execute();
      const page = await newBrowser(server).open(path);
      expect(page.text).toContain('does not accept passwords');
      expect(page.text).not.toContain('name="password"');
      const refused = await newBrowser(server).send(`${path}/register`, {
        displayName: 'Grace',
        email,
        password: PASSWORD,
      });
      expect(refused.status).toBe(403);
    });
  });
});
