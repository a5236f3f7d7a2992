import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newBrowser, signedInBrowser } from '../../testing/browser-client.ts';
import { createPasskeyAuthenticator } from '../../testing/passkey-authenticator.ts';
import { startServer, type TestClock, type TestServer, testClock } from '../../testing/server.ts';
import { findServerAdministrator } from '../identity/index.ts';

const PERSON = {
  displayName: 'Ada Lovelace',
  email: 'ada@example.test',
  organization: 'Example',
  space: 'Handbook',
};
const PASSWORD = 'a green lamp by the sea';

describe('the set-up of a new server', () => {
  let server: TestServer;
  let path: string;
  let token: string;
  let clock: TestClock;
  beforeEach(async () => {
    clock = testClock();
    server = await startServer({
      clock,
      config: { host: 'localhost', rateLimit: 100_000 },
      ownDatabase: true,
    });
    const url = new URL((await server.app.services.setup.findLink())!);
    path = url.pathname + url.search;
    token = url.searchParams.get('token')!;
  });
  afterEach(() => server.close());

  const complete = (fields: Record<string, string> = {}, headers = {}, browser = newBrowser(server)) =>
    browser.send('/setup', { token, ...PERSON, password: PASSWORD, ...fields }, headers);
  const users = () => server.app.kernel.db.selectFrom('users').select(['email', 'email_verified']).execute();

  test('creates the first administrator, an organization and a space, and signs in', async () => {
    const browser = newBrowser(server);
    const page = await browser.open(path);
    expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'strict-origin']);
    const done = await browser.submit(page, '/setup', { ...PERSON, password: PASSWORD });
    expect([done.status, done.location]).toEqual([303, expect.stringMatching(/^\/app\/s\/\w+$/)]);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const read = async (at: string) =>
      JSON.parse(await (await fetch(`${server.url}/v1${at}`, { headers: { cookie } })).text());
    const { items } = await read('/orgs');
    expect(items).toMatchObject([{ title: 'Example', permissions: { admin: true } }]);
    expect(await read(`/spaces/${done.location!.split('/').at(-1)}`)).toMatchObject({
      title: 'Handbook',
      organization: items[0].id,
    });
    expect(await users()).toEqual([{ email: 'ada@example.test', email_verified: true }]);
    const again = await newBrowser(server).send('/login/password', {
      email: PERSON.email,
      password: PASSWORD,
    });
    expect(again.status).toBe(303);
    // Whoever set up the server is recovered by its operator only.
    const { services, kernel } = server.app;
    expect(await findServerAdministrator(kernel.db)).toBe(PERSON.email);
    expect(await services.setup.findLink()).toBeUndefined();
  });

  test('the sign-in page says what to do, until it is done', async () => {
    expect((await newBrowser(server).open('/login')).text).toContain('This server is new.');
    await complete();
    expect((await newBrowser(server).open('/login')).text).not.toContain('This server is new.');
  });

  test('with a passkey', async () => {
    const key = createPasskeyAuthenticator(server.app.publicUrl());
    const browser = newBrowser(server);
    const options = JSON.parse((await browser.send('/setup/passkey/options', { token, ...PERSON })).text);
    const credential = key.create(options);
    expect((await complete({ credential, password: '' }, {}, browser)).status).toBe(303);
    const other = newBrowser(server);
    const request = JSON.parse((await other.send('/login/passkey/options', {})).text);
    expect((await other.send('/login/passkey', { credential: key.get(request) })).status).toBe(303);
  });

  test('two people at once: one wins, the other gets a clear page', async () => {
    const answers = await Promise.all([
      complete(),
      complete({ email: 'eve@example.test', organization: 'Evil' }),
      complete({ email: 'mallory@example.test', organization: 'Evil too' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409, 409]);
    for (const { status, text } of answers)
      if (status === 409) expect(text).toContain('This server has been set up already');
    expect(await users()).toHaveLength(1);
    const organizations = await server.app.kernel.db.selectFrom('organizations').select('id').execute();
    expect(organizations).toHaveLength(1);
  });

  test('replay: the link is of no use afterwards', async () => {
    await complete();
    for (const page of [await newBrowser(server).open(path), await complete({ email: 'eve@example.test' })])
      expect([page.status, page.text]).toEqual([409, expect.stringContaining('has been set up already')]);
    expect(await users()).toHaveLength(1);
  });

  test('the link stays the same until it is used', async () => {
    expect(await server.app.services.setup.findLink()).toContain(token);
    await newBrowser(server).open(path);
    await complete({ password: 'short' });
    expect(await server.app.services.setup.findLink()).toContain(token);
    expect((await complete()).status).toBe(303);
  });

  test('an existing administrator closes the link, however they came', async () => {
    await server.organization();
    expect(await server.app.services.setup.findLink()).toBeUndefined();
    expect((await newBrowser(server).open(path)).status).toBe(409);
    expect((await complete()).status).toBe(409);
    // The refusal left nothing behind.
    expect((await users()).some(({ email }) => email === PERSON.email)).toBe(false);
  });

  test('enumeration and brute force: without the link nothing is told, and guesses are limited', async () => {
    const guess = `lcf_${'A'.repeat(43)}`;
    const before = await newBrowser(server).open(`/setup?token=${guess}`);
    expect(before.status).toBe(404);
    expect((await newBrowser(server).open('/setup')).status).toBe(404);
    expect((await complete({ token: guess })).status).toBe(404);
    await complete();
    const after = await newBrowser(server).open(`/setup?token=${guess}`);
    expect([after.status, after.text]).toEqual([before.status, before.text]);
    clock.advance(60_001);
    const statuses: number[] = [];
    for (let i = 0; i < 62; i++)
      statuses.push((await newBrowser(server).open(`/setup?token=lcf_${i}`)).status);
    expect(statuses).toEqual([...Array(60).fill(404), 429, 429]);
  });

  test('CSRF, fixation and clickjacking', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
      { 'sec-fetch-site': 'same-site', origin: 'http://docs.localhost' },
    ])
      expect((await complete({}, headers)).status).toBe(403);
    const page = await newBrowser(server).open(path);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('cache-control')).toBe('no-store');
    const browser = newBrowser(server);
    browser.cookies.set('lectern_session', `lcs_${'A'.repeat(43)}`);
    expect((await complete({}, {}, browser)).status).toBe(303);
    expect(browser.cookies.get('lectern_session')).not.toContain('AAAA');
  });

  test('bad values are told in the form, which keeps what was entered, or on a page that names the field', async () => {
    const weak = await complete({ password: 'password123' });
    expect([weak.status, weak.text]).toEqual([400, expect.stringContaining('too common')]);
    expect(weak.text).toContain('value="ada@example.test"');
    const nameless = await complete({ organization: ' ' });
    expect([nameless.status, nameless.text]).toEqual([
      400,
      expect.stringContaining('The name of the organization is missing or invalid'),
    ]);
    expect(await users()).toEqual([]);
  });

  test('an account that the operator created before becomes the administrator', async () => {
    const person = await server.person(PERSON.email);
    await signedInBrowser(server, person);
    expect((await complete()).status).toBe(303);
    expect(await users()).toHaveLength(1);
  });
});
