import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { agreeToSso, newBrowser, signedInBrowser } from '../../../testing/browser-client.ts';
import { addProviderTo, createIdentityProvider } from '../../../testing/identity-provider.ts';
import { createPasskeyAuthenticator } from '../../../testing/passkey-authenticator.ts';
import {
  type Person,
  startServer,
  type TestClock,
  type TestOrganization,
  type TestServer,
  testClock,
} from '../../../testing/server.ts';
import { RECOVERY_MS } from './recovery.service.ts';

const PASSWORD = 'a green lamp by the sea';

describe('recovery links', () => {
  let server: TestServer;
  let org: TestOrganization;
  const clock: TestClock = testClock();
  beforeAll(async () => {
    server = await startServer({ clock, config: { host: 'localhost', rateLimit: 100_000 } });
  });
  beforeEach(async () => {
    org = await server.organization();
    for (const person of [org.read, org.edit, org.comment]) await open(person);
    clock.advance(60_001);
  });
  afterAll(() => server.close());

  /** Opens the organization, as the console does. */
  const open = (person: Person, organizationId = org.id) =>
    person.call('POST', `/orgs/${organizationId}/ping`);
  const create = (person: Person, by: Person = org.admin, organizationId = org.id) =>
    by.call('POST', `/orgs/${organizationId}/members/${person.id}/recovery-link`);
  const pathOf = async (person: Person): Promise<string> => {
    const { status, body } = await create(person);
    expect([status, body.object]).toEqual([201, 'recovery-link']);
    return new URL(body.url).pathname + new URL(body.url).search;
  };
  const tokenOf = async (person: Person) =>
    new URLSearchParams((await pathOf(person)).split('?')[1]).get('token')!;
  const recover = (token: string, password = PASSWORD, headers = {}, browser = newBrowser(server)) =>
    browser.send('/login/recovery', { token, password }, headers);
  const signIn = (email: string, password = PASSWORD) =>
    newBrowser(server).send('/login/password', { email, password });
  const actionsOf = async () =>
    (await org.admin.call('GET', `/orgs/${org.id}/audit-events?limit=10`)).body.items.map(
      (event: { action: string }) => event.action,
    );

  test('a member sets a new password with the link, once, and is signed in; other sessions end', async () => {
    const other = await signedInBrowser(server, org.read);
    const path = await pathOf(org.read);
    const browser = newBrowser(server);
    const page = await browser.open(path);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining(org.read.email)]);
    // Opening it again, as mail scanners do, does not use it up.
    expect((await newBrowser(server).open(path)).status).toBe(200);
    const done = await browser.submit(page, '/login/recovery', { password: PASSWORD });
    expect([done.status, done.location]).toEqual([303, '/app']);
    expect((await browser.open('/account')).status).toBe(200);
    expect((await other.open('/account')).location).toContain('/login');
    expect((await signIn(org.read.email)).status).toBe(303);
    expect(await actionsOf()).toEqual(
      expect.arrayContaining(['member.recovery-link-created', 'member.recovered', 'member.password-set']),
    );
    // Replay.
    const again = await browser.submit(page, '/login/recovery', { password: 'another lamp by the sea' });
    expect([again.status, again.text]).toEqual([404, expect.stringContaining('invalid or has expired')]);
    expect((await signIn(org.read.email)).status).toBe(303);
  });

  test('API tokens remain valid, unless the member wants them revoked', async () => {
    const isAccepted = async () => (await org.read.call('GET', '/user')).status === 200;
    const path = await pathOf(org.read);
    expect((await newBrowser(server).open(path)).text).toContain('Also revoke the API token of this account');
    const token = new URLSearchParams(path.split('?')[1]).get('token')!;
    expect((await recover(token)).status).toBe(303);
    expect(await isAccepted()).toBe(true);
    const other = await tokenOf(org.read);
    const done = await newBrowser(server).send('/login/recovery', {
      token: other,
      password: PASSWORD,
      revokeTokens: 'on',
    });
    expect([done.status, await isAccepted()]).toEqual([303, false]);
    const { body } = await org.admin.call(
      'GET',
      `/orgs/${org.id}/audit-events?action=member.recovered&details=true`,
    );
    expect(body.items[0].payload).toMatchObject({ tokensRevoked: true });
  });

  test('a weak password does not use the link up, and the page says why', async () => {
    const token = await tokenOf(org.read);
    const refused = await recover(token, 'password123');
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('too common')]);
    expect((await recover(token)).status).toBe(303);
  });

  test('a passkey can be set instead, for this user and this link only', async () => {
    const origin = server.app.publicUrl();
    const key = createPasskeyAuthenticator(origin);
    const optionsFor = async (token: string) =>
      JSON.parse((await newBrowser(server).send('/login/recovery/passkey/options', { token })).text);
    const token = await tokenOf(org.read);
    const another = await tokenOf(org.edit);
    const credential = key.create(await optionsFor(token));
    const forged = await newBrowser(server).send('/login/recovery', { token: another, credential });
    expect(forged.status).toBe(400);
    const browser = newBrowser(server);
    expect((await browser.send('/login/recovery', { token, credential })).status).toBe(303);
    expect((await browser.open('/account')).text).toContain(org.read.email);
    expect((await newBrowser(server).send('/login/recovery/passkey/options', { token })).status).toBe(404);
  });

  test('a link expires, and a newer one replaces it', async () => {
    const first = await tokenOf(org.read);
    const second = await tokenOf(org.read);
    expect((await recover(first)).status).toBe(404);
    clock.advance(RECOVERY_MS + 1);
    expect((await recover(second)).status).toBe(404);
  });

  test('two people with the link at once: one sets the password', async () => {
    const token = await tokenOf(org.read);
    const answers = await Promise.all([recover(token), recover(token, 'another lamp by the sea')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404]);
  });

  test('only for members all of whose organizations the administrator administers', async () => {
    const elsewhere = await server.organization();
    await elsewhere.admin.call('POST', `/orgs/${elsewhere.id}/invites`, { emails: [org.read.email] });
    const refused = await create(org.read);
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      expect.stringContaining('belongs to an organization that you do not administer'),
    ]);
    // Nobody of another organization, nobody who is no administrator, and nobody for themselves.
    expect((await create(elsewhere.read)).status).toBe(404);
    expect((await create(org.comment, elsewhere.admin)).status).toBe(404);
    expect((await create(org.comment, org.create)).status).toBe(403);
    expect((await create(org.admin)).status).toBe(409);
    // An administrator of both may.
    await elsewhere.admin.call('POST', `/orgs/${elsewhere.id}/invites`, {
      emails: [{ email: org.admin.email, role: 'admin' }],
    });
    expect((await create(org.read)).status).toBe(201);
  });

  test('the conditions hold when the link is used', async () => {
    const token = await tokenOf(org.read);
    const elsewhere = await server.organization();
    await elsewhere.admin.call('POST', `/orgs/${elsewhere.id}/invites`, { emails: [org.read.email] });
    expect((await recover(token)).status).toBe(404);
    const removed = await tokenOf(org.edit);
    await org.admin.call('DELETE', `/orgs/${org.id}/members/${org.edit.id}`);
    expect((await recover(removed)).status).toBe(404);
  });

  test('never for whoever set up the server, for users of single sign-on, or with limited tokens', async () => {
    const { db } = server.app.kernel;
    await db
      .insertInto('instance_settings')
      .values({ key: 'server-administrator', value: org.read.id })
      .execute();
    expect((await create(org.read)).status).toBe(403);
    await db.deleteFrom('instance_settings').where('key', '=', 'server-administrator').execute();
    await addProviderTo(org, createIdentityProvider());
    await org.admin.call('POST', `/orgs/${org.id}/members/${org.edit.id}/sso`);
    await agreeToSso(server, org.edit, org.id);
    expect((await create(org.edit)).status).toBe(409);
    const { body } = await org.admin.call('POST', '/user/tokens', {
      label: 'Limited',
      scopes: ['organization:write'],
    });
    const limited = await fetch(`${server.url}/v1/orgs/${org.id}/members/${org.read.id}/recovery-link`, {
      method: 'POST',
      headers: { authorization: `Bearer ${body.token}` },
    });
    expect(limited.status).toBe(403);
  });

  test('takeover: not for somebody whom others added, and who has never opened the organization', async () => {
    const stranger = await server.person();
    await org.admin.call('POST', `/orgs/${org.id}/invites`, { emails: [stranger.email] });
    const refused = await create(stranger);
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      'This member has never opened the organization',
    ]);
  });

  test('takeover: nobody adds a passkey unnoticed, and lost devices do not sign in any more', async () => {
    const key = createPasskeyAuthenticator(server.app.publicUrl());
    const optionsFor = async (token: string) =>
      JSON.parse((await newBrowser(server).send('/login/recovery/passkey/options', { token })).text);
    const first = await tokenOf(org.read);
    await newBrowser(server).send('/login/recovery', {
      token: first,
      credential: key.create(await optionsFor(first)),
    });
    expect((await recover(await tokenOf(org.read))).status).toBe(303);
    const browser = newBrowser(server);
    const request = JSON.parse((await browser.send('/login/passkey/options', {})).text);
    expect((await browser.send('/login/passkey', { credential: key.get(request) })).status).toBe(400);
    // And the other way round.
    const other = createPasskeyAuthenticator(server.app.publicUrl());
    const third = await tokenOf(org.read);
    await newBrowser(server).send('/login/recovery', {
      token: third,
      credential: other.create(await optionsFor(third)),
    });
    expect((await signIn(org.read.email)).status).toBe(403);
  });

  test('takeover: not for an address that nobody has verified', async () => {
    const invited = await org.admin.call('POST', `/orgs/${org.id}/invites`, {
      emails: ['owner@elsewhere.test'],
    });
    const refused = await org.admin.call(
      'POST',
      `/orgs/${org.id}/members/${invited.body.users[0]}/recovery-link`,
    );
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      expect.stringContaining('has not accepted the invitation yet'),
    ]);
  });

  test('brute force, CSRF, fixation and clickjacking', async () => {
    const path = await pathOf(org.read);
    const token = new URLSearchParams(path.split('?')[1]).get('token')!;
    for (const headers of [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
      { 'sec-fetch-site': 'same-site', origin: 'http://docs.localhost' },
    ])
      expect((await recover(token, PASSWORD, headers)).status).toBe(403);
    const page = await newBrowser(server).open(path);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('referrer-policy')).toBe('strict-origin');
    expect(page.headers.get('cache-control')).toBe('no-store');
    const planted = newBrowser(server);
    planted.cookies.set('lectern_session', `lcs_${'A'.repeat(43)}`);
    expect((await recover(token, PASSWORD, {}, planted)).status).toBe(303);
    expect(planted.cookies.get('lectern_session')).not.toContain('AAAA');
    // A sign-in link is no recovery link, and the reverse.
    const link = await tokenOf(org.edit);
    expect((await newBrowser(server).send('/login/link', { token: link })).status).toBe(404);
    const statuses: number[] = [];
    for (let i = 0; i < 62; i++) statuses.push((await recover(`lcr_${i}`)).status);
    expect(statuses.at(-1)).toBe(429);
    expect(new Set(statuses)).toEqual(new Set([404, 429]));
  });

  test('a method that an organization switched off cannot be set', async () => {
    await server.app.kernel.db
      .updateTable('organizations')
      .set({ disabled_sign_in_methods: ['password'] })
      .where('id', '=', org.id)
      .execute();
    const path = await pathOf(org.read);
    expect((await newBrowser(server).open(path)).text).not.toContain('name="password"');
    const token = new URLSearchParams(path.split('?')[1]).get('token')!;
    const refused = await recover(token);
    expect([refused.status, refused.text]).toEqual([
      403,
      expect.stringContaining('does not accept sign-in with a password'),
    ]);
    expect((await signIn(org.read.email)).status).toBe(403);
  });
});
