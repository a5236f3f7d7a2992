import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BrowserClient, newBrowser, signedInBrowser } from '../../testing/browser-client.ts';
import { type Person, startServer, type TestOrganization, type TestServer } from '../../testing/server.ts';

const PASSWORD = 'a green lamp by the sea';
const FORM = /name="seal" value="([^"]+)"/;

describe('sign-in methods of an organization', () => {
  let server: TestServer;
  let org: TestOrganization;
  beforeAll(async () => {
    server = await startServer({ config: { host: 'localhost' } });
  });
  beforeEach(async () => {
    org = await server.organization();
  });
  afterAll(() => server.close());

  const setPassword = async (person: Person): Promise<void> => {
    const browser = await signedInBrowser(server, person);
    const seal = FORM.exec((await browser.open('/account')).text)![1]!;
    expect((await browser.send('/account/password', { seal, password: PASSWORD })).status).toBe(303);
  };
  const signIn = (browser: BrowserClient, email: string, password = PASSWORD) =>
    browser.send('/login/password', { email, password });
  const byPassword = async (person: Person): Promise<BrowserClient> => {
    await setPassword(person);
    const browser = newBrowser(server);
    expect((await signIn(browser, person.email)).status).toBe(303);
    return browser;
  };
  const statusOf = async (browser: BrowserClient, path: string) => {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return (await fetch(`${server.url}/v1${path}`, { headers: { cookie } })).status;
  };
  const switches = (signInMethods: object, by: Person = org.admin, organizationId = org.id) =>
    by.call('PATCH', `/orgs/${organizationId}`, { signInMethods });
  /** Changes the rules as a person in a browser does. */
  const switchesIn = async (browser: BrowserClient, signInMethods: object) => {
    const response = await fetch(`${server.url}/v1/orgs/${org.id}`, {
      method: 'PATCH',
      headers: {
        'content-type': 'application/json',
        cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        origin: server.url,
        'sec-fetch-site': 'same-origin',
      },
      body: JSON.stringify({ signInMethods }),
    });
    return { status: response.status, text: await response.text() };
  };
  const givePasskey = (person: Person) => {
    const { db, newId, clock } = server.app.kernel;
    const id = newId();
    return db
      .insertInto('passkeys')
      .values({
        id,
        user_id: person.id,
        credential_id: Buffer.from(id),
        public_key: Buffer.from(id),
        counter: 0,
        transports: [],
        name: 'Key',
        created_at: clock.now(),
      })
      .execute();
  };

  test('are all on at first, and are changed one by one', async () => {
    expect((await org.admin.call('GET', `/orgs/${org.id}`)).body.signInMethods).toEqual({
      password: true,
      passkey: true,
      email: true,
    });
    await setPassword(org.admin);
    expect((await switches({ passkey: false })).body.signInMethods).toEqual({
      password: true,
      passkey: false,
      email: true,
    });
    const changed = await switches({ email: false });
    expect(changed.body.signInMethods).toEqual({ password: true, passkey: false, email: false });
    expect(JSON.stringify(await server.eventsOf(org.id))).toContain('disabledSignInMethods');
    expect((await switches({ passkey: true, email: true })).status).toBe(200);
  });

  test('a session of a method that is switched off ends at once, for the content as well', async () => {
    const browser = await byPassword(org.read);
    expect(await statusOf(browser, `/orgs/${org.id}`)).toBe(200);
    await givePasskey(org.admin);
    expect((await switches({ password: false })).status).toBe(200);
    expect(await statusOf(browser, `/orgs/${org.id}`)).toBe(401);
    const page = await browser.open('/app');
    expect(page.location).toContain('/login');
    const login = await browser.open(page.location!);
    expect(login.text).toContain('does not accept sign-in with a password. Accepted: a passkey.');
    // Nobody else is told.
    expect((await newBrowser(server).open('/login')).text).not.toContain('does not accept');
    const again = await signIn(newBrowser(server), org.read.email);
    expect([again.status, again.headers.getSetCookie()]).toEqual([403, []]);
    expect(again.text).toContain('does not accept sign-in with a password');
    // The same answer as for everyone, as long as the password is wrong.
    expect((await signIn(newBrowser(server), org.read.email, 'wrong lamp')).text).toContain(
      'The e-mail address or the password is wrong.',
    );
    // It does not come back with the method.
    await switches({ password: true });
    expect(await statusOf(browser, `/orgs/${org.id}`)).toBe(401);
  });

  test('a rule made after a member of several organizations opened this one binds them once they accept it', async () => {
    const victim = await byPassword(org.read);
    const hostile = await server.organization();
    await setPassword(hostile.admin);
    await givePasskey(hostile.admin);
    await hostile.admin.call('POST', `/orgs/${hostile.id}/invites`, { emails: [org.read.email] });
    expect(await statusOf(victim, `/orgs/${hostile.id}`)).toBe(200);
    expect((await switches({ password: false }, hostile.admin, hostile.id)).status).toBe(200);
    expect(await statusOf(victim, `/orgs/${org.id}`)).toBe(200);
    expect(await statusOf(victim, `/orgs/${hostile.id}`)).toBe(404);
    const action = `/account/organizations/${hostile.id}/rules`;
    const refused = await victim.submit(await victim.open('/account'), action);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('does not accept sign-in')]);
    const byLink = await signedInBrowser(server, org.read);
    expect((await byLink.submit(await byLink.open('/account'), action)).status).toBe(303);
    expect(await statusOf(byLink, `/orgs/${hostile.id}`)).toBe(200);
    expect(await statusOf(victim, `/orgs/${org.id}`)).toBe(401);
  });

  test('the method that the administrator is signed in with stays on', async () => {
    const browser = await byPassword(org.admin);
    const refused = await switchesIn(browser, { password: false });
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining('You are signed in with a password, so you cannot switch this method off'),
    ]);
    expect((await switchesIn(browser, { passkey: false, email: false })).status).toBe(200);
    expect(await statusOf(browser, `/orgs/${org.id}`)).toBe(200);
    // Nor the last one that they have, by a token.
    const last = await switches({ password: false });
    expect([last.status, last.body.error.message]).toEqual([
      409,
      expect.stringContaining('You could not sign in any more'),
    ]);
  });

  test('links by e-mail cannot be the only method of a server that sends none', async () => {
    const refused = await switches({ password: false, passkey: false });
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      expect.stringContaining('This server sends no e-mail'),
    ]);
    expect((await switches({ password: false })).status).toBe(200);
    expect((await switches({ passkey: false })).status).toBe(409);
  });

  test('the account page warns before the only method is removed', async () => {
    const warning = 'This password is your only way to sign in.';
    const browser = await byPassword(org.read);
    expect((await browser.open('/account')).text).toContain(warning);
    await givePasskey(org.read);
    expect((await browser.open('/account')).text).not.toContain(warning);
    // A method that the organization does not accept does not help.
    await server.app.kernel.db
      .updateTable('organizations')
      .set({ disabled_sign_in_methods: ['passkey'] })
      .where('id', '=', org.id)
      .execute();
    expect((await browser.open('/account')).text).toContain(warning);
  });

  test('an organization does not lock out members of other organizations by adding them', async () => {
    const victim = await byPassword(org.read);
    const hostile = await server.organization();
    await setPassword(hostile.admin);
    await givePasskey(hostile.admin);
    const added = await hostile.admin.call('POST', `/orgs/${hostile.id}/invites`, {
      emails: [org.read.email],
    });
    expect(added.body.invited).toBe(1);
    const browser = await byPassword(hostile.admin);
    expect(await statusOf(browser, `/orgs/${hostile.id}`)).toBe(200);
    // Before and after the rule is made.
    await server.app.kernel.db
      .updateTable('organizations')
      .set({ disabled_sign_in_methods: ['password'] })
      .where('id', '=', hostile.id)
      .execute();
    expect(await statusOf(victim, `/orgs/${org.id}`)).toBe(200);
    expect(await statusOf(victim, `/orgs/${hostile.id}`)).toBe(404);
    await hostile.admin.call('POST', `/orgs/${hostile.id}/invites`, { emails: [org.edit.email] });
    expect(await statusOf(await byPassword(org.edit), `/orgs/${org.id}`)).toBe(200);
  });

  test('nobody joins with a session that would end by it', async () => {
    await setPassword(org.admin);
    const { body: invite } = await org.admin.call('POST', `/orgs/${org.id}/link-invites`, { role: 'read' });
    await server.app.kernel.db
      .updateTable('organizations')
      .set({ disabled_sign_in_methods: ['password'] })
      .where('id', '=', org.id)
      .execute();
    const person = await server.person();
    const browser = await byPassword(person);
    const join = () =>
      fetch(`${server.url}/v1/orgs/${org.id}/invites/${invite.id}`, {
        method: 'POST',
        headers: {
          cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          origin: server.url,
          'sec-fetch-site': 'same-origin',
        },
      });
    const refused = await join();
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining('does not accept sign-in with a password'),
    ]);
    expect(await statusOf(browser, '/user')).toBe(200);
    // A token or another method joins.
    expect((await person.call('POST', `/orgs/${org.id}/invites/${invite.id}`)).status).toBe(200);
  });

  test('the sign-in page of the organization offers what it accepts; others look like one without rules', async () => {
    await server.app.kernel.db
      .updateTable('organizations')
      .set({ disabled_sign_in_methods: ['password'] })
      .where('id', '=', org.id)
      .execute();
    const pageOf = async (name: string) =>
      (await newBrowser(server).open(`/login/organizations/${name}`)).text;
    expect(await pageOf(org.id)).not.toContain('name="password"');
    expect(await pageOf('nobody')).toContain('name="password"');
    // Where there are several organizations, the common page offers everything.
    expect((await newBrowser(server).open('/login')).text).toContain('name="password"');
  });

  test('bad values are refused with their field', async () => {
    const refused = await org.admin.call('PATCH', `/orgs/${org.id}`, { signInMethods: { password: 'no' } });
    expect([refused.status, refused.body.error.details[0].path]).toEqual([
      400,
      'body.signInMethods.password',
    ]);
    expect((await org.create.call('PATCH', `/orgs/${org.id}`, { signInMethods: {} })).status).toBe(403);
  });
});
