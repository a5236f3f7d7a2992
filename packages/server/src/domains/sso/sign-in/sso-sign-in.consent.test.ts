import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  agreeToSso,
  type BrowserClient,
  newBrowser,
  signedInBrowser,
} from '../../../testing/browser-client.ts';
import { createIdentityProvider } from '../../../testing/identity-provider.ts';
import { type MailServer, readMessage } from '../../../testing/mail-server.ts';
import { makeProvisioner, type ScimCall } from '../../../testing/provisioning.ts';
import { type Person, type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { withMail, withOrganization } from '../../../testing/set-up.ts';

describe('consent to single sign-on of an existing account', () => {
  const clock = testClock();
  const idp = createIdentityProvider();
  let smtp: MailServer;
  let server: TestServer;
  /** The organization of somebody who would like to be somebody else. */
  let evil: TestOrganization;
  let provider: { id: string; service: { acsURL: string; entityID: string } };
  let scim: ScimCall;
  let victim: Person;
  withMail((fresh) => {
    ({ server, smtp } = fresh);
  }, clock);
  beforeEach(async () => {
    evil = await server.organization('Evil');
    victim = await server.person();
    const { ssoURL, entityID, certificate } = idp;
    ({ provider, scim } = await makeProvisioner(server, evil, { ssoURL, entityID, certificate }));
  });

  const invite = (email: string, sso: boolean) =>
    evil.admin.call('POST', `/orgs/${evil.id}/invites`, { emails: [email], role: 'read', sso });
  const member = (id: string) => `/orgs/${evil.id}/members/${id}`;
  const agreement = () => `/account/organizations/${evil.id}/agreement`;
  /** All the way to the identity provider and back, to what stands at the end of it. */
  const come = async (nameID: string, browser = newBrowser(server)) => {
    const page = await browser.open(`/saml/${provider.id}/start`);
    const { id: inResponseTo } = idp.readRequest(page.location!);
    const SAMLResponse = idp.answer({ service: provider.service, now: clock.now(), nameID, inResponseTo });
    const elsewhere = { origin: 'https://idp.test', 'sec-fetch-site': 'cross-site' };
    const answer = await browser.send(
      `/saml/${provider.id}/acs`,
      { SAMLResponse, RelayState: '' },
      elsewhere,
    );
    const arrived = answer.status === 303 ? await browser.open(answer.location!) : answer;
    return { browser, arrived, link: answer.location };
  };
  const agree = async (browser: BrowserClient) =>
    browser.submit(await browser.open(agreement()), agreement());
  const apiStatus = async (browser: BrowserClient, path: string) =>
    (
      await fetch(`${server.url}/v1${path}`, {
        headers: { cookie: `lectern_session=${browser.cookies.get('lectern_session')}` },
      })
    ).status;

  test.each([
    ['invited with single sign-on', async () => void (await invite(victim.email, true))],
    [
      'invited and marked',
      async () => {
        await invite(victim.email, false);
        await evil.admin.call('POST', `${member(victim.id)}/sso`);
      },
    ],
  ])('is required for a sign-in when the account is %s', async (_, mark) => {
    await mark();
    expect((await evil.admin.call('GET', member(victim.id))).body.sso).toBe(true);
    const { browser, arrived, link } = await come(victim.email);
    expect(arrived.status).toBe(200);
    expect(arrived.text).toContain(
      '<strong>Evil</strong> asks to sign you in through <strong>Staff</strong>',
    );
    // Nor by sending the form that other links show.
    const token = new URL(link!, server.url).searchParams.get('token')!;
    expect((await browser.send('/login/link', { token })).status).toBe(403);
    expect(browser.cookies.has('lectern_session')).toBe(false);
  });

  test('is requested once where its owner is signed in', async () => {
    await invite(victim.email, true);
    const browser = await signedInBrowser(server, victim);
    const { arrived } = await come(victim.email, browser);
    expect([arrived.status, arrived.location]).toEqual([303, agreement()]);
    const page = await browser.open(arrived.location!);
    expect(page.text).toContain('<strong>Evil</strong> asks to sign you in through <strong>Staff</strong>');
    const agreed = await browser.submit(page, agreement());
    expect([agreed.status, agreed.location]).toEqual([303, `/login/organizations/${evil.id}?done=agreed`]);
    expect((await browser.open(agreed.location!)).text).toContain(
      'Single sign-on is enabled for your account.',
    );
    expect((await server.eventsOf(victim.id)).at(-1)).toMatchObject({
      organization: evil.id,
      action: 'member.sso-agreed',
      actor: victim.id,
    });
    const again = await come(victim.email);
    expect(again.arrived.status).toBe(303);
    expect(await apiStatus(again.browser, `/orgs/${evil.id}`)).toBe(200);
    // Where they agreed they are signed in as before, until they come through the provider there too.
    const before = { ...browser, cookies: new Map(browser.cookies) };
    expect(await apiStatus(before, '/user')).toBe(200);
    await come(victim.email, browser);
    expect([await apiStatus(before, '/user'), await apiStatus(browser, '/user')]).toEqual([401, 200]);
    expect(await apiStatus(again.browser, '/user')).toBe(200);
    // It ends with the membership.
    await evil.admin.call('DELETE', member(victim.id));
    await invite(victim.email, true);
    expect((await come(victim.email)).arrived.text).toContain('asks to sign you in');
  });

  test('is requested by e-mail in other browsers, with a link to the same page', async () => {
    await invite(victim.email, true);
    const { browser, arrived } = await come(victim.email);
    expect(arrived.text).toContain('to verify that you own it');
    smtp.accepted.splice(0);
    const sent = await browser.submit(arrived, '/login');
    expect([sent.status, sent.text.includes('Check your e-mail')]).toEqual([200, true]);
    const { rows } = await sql<{ target: string }>`select data ->> 'target' as target from pgboss.job
      where name = 'sessions.send-link' and data ->> 'email' = ${victim.email}`.execute(server.app.kernel.db);
    expect(rows).toEqual([{ target: agreement() }]);
    await server.app.services.signIn.sendLink(victim.email, rows[0]!.target);
    const letter = readMessage(smtp.accepted[0]!).body.replaceAll('=\r\n', '');
    const mailed = await browser.open(/(\/login\/link\?token=lcl_\w{43})/.exec(letter)![1]!);
    expect((await browser.submit(mailed, '/login/link')).location).toBe(agreement());
    expect((await agree(browser)).status).toBe(303);
    expect((await come(victim.email)).arrived.status).toBe(303);
  });

  test('is not offered if the account is not marked or is a member elsewhere', async () => {
    const browser = await signedInBrowser(server, victim);
    expect((await browser.open(agreement())).status).toBe(404);
    await invite(victim.email, false);
    expect((await browser.open(agreement())).status).toBe(404);
    await evil.admin.call('POST', `${member(victim.id)}/sso`);
    const { body } = await victim.call('POST', '/user/tokens', { label: 'Limited', scopes: ['user:write'] });
    await expect(agreeToSso(server, { ...victim, token: body.token }, evil.id)).rejects.toThrow('403');
    // The mark alone binds nobody.
    expect((await victim.call('POST', '/orgs', { title: 'Mine' })).status).toBe(201);
    const refused = await agree(browser);
    expect([refused.status, refused.text.includes('also a member of another organization')]).toEqual([
      409,
      true,
    ]);
    expect((await come(victim.email)).arrived.status).toBe(403);
  });

  test('is required before an organization can disable the account', async () => {
    await invite(victim.email, true);
    const browser = await signedInBrowser(server, victim);
    expect((await evil.admin.call('PATCH', `/orgs/${evil.id}`, { sso: true })).status).toBe(200);
    expect([await apiStatus(browser, '/user'), (await victim.call('GET', '/user')).status]).toEqual([
      200, 200,
    ]);
    expect((await signedInBrowser(server, victim)).cookies.has('lectern_session')).toBe(true);
    // Nor does the organization open for whoever has not agreed to the only way in.
    expect((await victim.call('GET', `/orgs/${evil.id}`)).status).toBe(404);
    expect((await agree(browser)).status).toBe(303);
    expect(await apiStatus(browser, '/user')).toBe(401);
    expect((await victim.call('GET', `/orgs/${evil.id}`)).status).toBe(200);
    expect(await apiStatus((await come(victim.email)).browser, `/orgs/${evil.id}`)).toBe(200);
  });

  test('is required before the account can be provisioned', async () => {
    await invite(victim.email, true);
    const refused = await scim('POST', '/Users', { userName: victim.email });
    expect([refused.status, refused.body.scimType]).toEqual([409, 'uniqueness']);
    expect(refused.body.detail).toMatch(/has to agree first/);
    await agree(await signedInBrowser(server, victim));
    const taken = await scim('POST', '/Users', { userName: victim.email, displayName: 'Reader' });
    expect(taken.body).toMatchObject({ id: victim.id, displayName: 'Reader', active: true });
  });

  test('protects address, name, tokens and sessions of an account that was provisioned before', async () => {
    await invite(victim.email, true);
    const browser = await signedInBrowser(server, victim);
    await agree(browser);
    await scim('POST', '/Users', { userName: victim.email });
    await server.app.kernel.db
      .updateTable('members')
      .set({ sso_agreed_at: null })
      .where('user_id', '=', victim.id)
      .execute();
    const { body: before } = await scim('GET', `/Users/${victim.id}`);
    const patch = (path: string, value: unknown) =>
      scim('PATCH', `/Users/${victim.id}`, { Operations: [{ op: 'replace', path, value }] });
    expect((await patch('userName', 'owned@evil.test')).body).toMatchObject({
      status: '400',
      scimType: 'mutability',
    });
    expect((await patch('displayName', 'Owned')).body.displayName).toBe(before.displayName);
    const works = async () => [await apiStatus(browser, '/user'), (await victim.call('GET', '/user')).status];
    expect((await patch('active', false)).body.active).toBe(false);
    expect(await works()).toEqual([200, 200]);
    expect((await victim.call('GET', `/orgs/${evil.id}`)).status).toBe(404);
    expect((await scim('DELETE', `/Users/${victim.id}`)).status).toBe(204);
    expect(await works()).toEqual([200, 200]);
  });

  test('is required for unverified accounts with a token or a session, and not for unused accounts', async () => {
    const unproved = await server.person(undefined, false);
    await invite(unproved.email, true);
    expect((await come(unproved.email)).arrived.text).toContain('asks to sign you in');
    const fresh = `${randomUUID()}@staff.test`;
    await invite(fresh, true);
    expect((await come(fresh)).arrived.status).toBe(303);
    const provisioned = `${randomUUID()}@staff.test`;
    await invite(provisioned, true);
    expect((await scim('POST', '/Users', { userName: provisioned })).status).toBe(201);
  });

  test('the confirmation page of an unsolicited sign-in names the organization and the provider', async () => {
    const email = `${randomUUID()}@staff.test`;
    const SAMLResponse = idp.answer({ service: provider.service, now: clock.now(), nameID: email });
    const browser = newBrowser(server);
    const answer = await browser.send(`/saml/${provider.id}/acs`, { SAMLResponse, RelayState: '' });
    const page = await browser.open(answer.location!);
    expect(page.text).toContain(
      `You are signing in as <strong>${email}</strong> to <strong>Evil</strong>, through <strong>Staff</strong>.`,
    );
  });
});

describe('without an SMTP server', () => {
  let server: TestServer;
  let org: TestOrganization;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  test('the page explains other ways to sign in', async () => {
    const idp = createIdentityProvider();
    const person = await server.person();
    const { ssoURL, entityID, certificate } = idp;
    const { provider } = await makeProvisioner(server, org, { ssoURL, entityID, certificate });
    await org.admin.call('POST', `/orgs/${org.id}/invites`, { emails: [person.email], sso: true });
    const SAMLResponse = idp.answer({ service: provider.service, nameID: person.email });
    const browser = newBrowser(server);
    const answer = await browser.send(`/saml/${provider.id}/acs`, { SAMLResponse, RelayState: '' });
    const page = await browser.open(answer.location!);
    expect(page.text).toContain(`npx lectern user sign-in --email ${person.email}`);
    expect(page.text).toContain('sign in another way to verify that you own it');
  });
});
