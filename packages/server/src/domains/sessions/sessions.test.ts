import { describe, expect, test } from 'vitest';
import { SESSION_MS } from '../../kernel/auth/session-store.ts';
import { type BrowserClient, signedInBrowser, signInLinkFor } from '../../testing/browser-client.ts';
import { type TestOrganization, type TestServer, testClock } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

describe('sessions', () => {
  const clock = testClock();
  let server: TestServer;
  let org: TestOrganization;
  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
    },
    { clock },
  );

  const secretOf = ({ cookies }: BrowserClient) => cookies.get('lectern_session')!;
  /** What the API answers to a browser's script. */
  const call = async (
    browser: BrowserClient,
    method: string,
    path: string,
    { body, ...headers }: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
  ) => {
    const response = await fetch(`${server.url}/v1${path}`, {
      method,
      headers: {
        cookie: `lectern_session=${secretOf(browser)}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text),
      setCookie: response.headers.getSetCookie(),
    };
  };
  const who = async (browser: BrowserClient) => (await call(browser, 'GET', '/user')).status;
  const title = JSON.stringify({ title: 'Renamed' });

  test('authenticate their user in the whole API, with their role', async () => {
    const [admin, reader] = [
      await signedInBrowser(server, org.admin),
      await signedInBrowser(server, org.read),
    ];
    expect((await call(admin, 'GET', '/user')).body).toMatchObject({ id: org.admin.id });
    const rename = { body: title, 'sec-fetch-site': 'same-origin' };
    expect((await call(admin, 'PATCH', `/orgs/${org.id}`, rename)).body.title).toBe('Renamed');
    expect((await call(reader, 'PATCH', `/orgs/${org.id}`, rename)).status).toBe(403);
    const stranger = await signedInBrowser(server, await server.person());
    expect((await call(stranger, 'GET', `/orgs/${org.id}`)).status).toBe(404);
  });

  test('are stored in host-only cookies, and as a hash on the server', async () => {
    const browser = await signedInBrowser(server, org.read);
    const { rows } = await server.app.kernel.db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', org.read.id)
      .execute()
      .then((rows) => ({ rows: rows.map((row) => JSON.stringify(row)) }));
    expect(rows).toHaveLength(1);
    expect(rows[0]).not.toContain(secretOf(browser));
    expect(secretOf(browser)).toMatch(/^lcs_[A-Za-z0-9]{43}$/);
  });

  test('and tokens are not interchangeable', async () => {
    const browser = await signedInBrowser(server, org.read);
    expect((await server.withToken(secretOf(browser))('GET', '/user')).status).toBe(401);
    browser.cookies.set('lectern_session', org.read.token);
    expect(await who(browser)).toBe(401);
  });

  test('are overridden by a token in the request', async () => {
    const browser = await signedInBrowser(server, org.read);
    const authorization = `Bearer ${org.admin.token}`;
    expect((await call(browser, 'GET', '/user', { authorization })).body.id).toBe(org.admin.id);
    expect((await call(browser, 'GET', '/user', { authorization: 'Bearer nobody' })).status).toBe(401);
  });

  describe('authenticate only pages of this server', () => {
    const OTHERS: Record<string, Record<string, string>> = {
      'another site': { 'sec-fetch-site': 'cross-site' },
      'a site that shares the domain': { 'sec-fetch-site': 'same-site' },
      'another origin': { origin: 'https://evil.test' },
      'a missing origin': {},
      'the origin null': { origin: 'null' },
      'the origin of another port': { origin: 'http://127.0.0.1:1' },
    };
    test.each(Object.entries(OTHERS))('not %s', async (_, headers) => {
      const browser = await signedInBrowser(server, org.admin);
      const { status } = await call(browser, 'PATCH', `/orgs/${org.id}`, { body: title, ...headers });
      expect(status).toBe(403);
      expect((await org.admin.call('GET', `/orgs/${org.id}`)).body.title).toBe('Test organization');
    });

    test('and cross-site fetches are unauthenticated', async () => {
      const browser = await signedInBrowser(server, org.admin);
      for (const site of ['cross-site', 'same-site'])
        expect((await call(browser, 'GET', '/user', { 'sec-fetch-site': site })).status).toBe(401);
      for (const site of ['none', 'same-origin'])
        expect((await call(browser, 'GET', '/user', { 'sec-fetch-site': site })).status).toBe(200);
    });

    // Over plain http they say no more, except on this machine; sign-in.browser.test.ts shows one that does so.
    test('with the origin alone where browsers send no more, and pages make browsers send it', async () => {
      const browser = await signedInBrowser(server, org.admin);
      // A page that asks for no referrer at all has its forms sent with the origin `null`.
      for (const path of ['/login', '/account', await signInLinkFor(server, org.admin.email)])
        expect((await browser.open(path)).headers.get('referrer-policy')).toMatch(/^(same|strict)-origin$/);
      const own = { body: title, origin: server.url };
      expect((await call(browser, 'PATCH', `/orgs/${org.id}`, own)).status).toBe(200);
    });

    test('and CORS never allows credentials', async () => {
      const response = await fetch(`${server.url}/v1/user`, { headers: { origin: 'https://evil.test' } });
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    });
  });

  test('end a week after their last use', async () => {
    const [used, idle] = [await signedInBrowser(server, org.read), await signedInBrowser(server, org.read)];
    clock.advance(SESSION_MS.idle - 60_000);
    expect((await used.open('/account')).status).toBe(200);
    clock.advance(120_000);
    expect([await who(used), await who(idle)]).toEqual([200, 401]);
  });

  test('end after a month, however much they are used', async () => {
    const browser = await signedInBrowser(server, org.read);
    for (let day = 0; day < 28; day += 4) {
      clock.advance(SESSION_MS.life / 7.5);
      expect((await browser.open('/account')).status).toBe(200);
    }
    clock.advance(SESSION_MS.life / 7.5);
    expect(await who(browser)).toBe(401);
    await server.app.services.sessions.deleteExpired();
    const left = await server.app.kernel.db.selectFrom('sessions').select('id').execute();
    expect(left).toEqual([]);
  });

  test('get a new secret every hour; the previous one is valid for another minute', async () => {
    const browser = await signedInBrowser(server, org.read);
    const first = secretOf(browser);
    await browser.open('/account');
    expect(secretOf(browser)).toBe(first);
    clock.advance(SESSION_MS.rotation + 1);
    // Of several requests at once only one brings the new secret, and all are answered.
    const answers = await Promise.all([1, 2, 3].map(() => call(browser, 'GET', '/user')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.flatMap(({ setCookie }) => setCookie)).toEqual([
      expect.stringMatching(
        /^lectern_session=lcs_[A-Za-z0-9]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    expect(await who(browser)).toBe(200);
    clock.advance(SESSION_MS.grace);
    expect(await who(browser)).toBe(401);
  });

  test('are listed, and ended individually or all at once, with immediate effect', async () => {
    const [one, other, third] = await Promise.all([1, 2, 3].map(() => signedInBrowser(server, org.edit)));
    const list = await call(one!, 'GET', '/user/sessions');
    expect(list.body).toMatchObject({ count: 3 });
    expect(list.body.items.filter((item: { current: boolean }) => item.current)).toHaveLength(1);
    expect((await org.edit.call('GET', '/user/sessions?limit=2')).body).toMatchObject({
      next: { page: expect.any(String) },
    });
    const { id } = (await call(other!, 'GET', '/user/sessions')).body.items.find(
      (item: { current: boolean }) => item.current,
    );
    // The sessions of others are not there.
    await org.read.call('DELETE', `/user/sessions/${id}`);
    expect(await who(other!)).toBe(200);
    expect((await org.edit.call('DELETE', `/user/sessions/${id}`)).status).toBe(204);
    expect([await who(one!), await who(other!), await who(third!)]).toEqual([200, 401, 200]);
    expect((await call(one!, 'DELETE', '/user/sessions')).status).toBe(204);
    expect([await who(one!), await who(third!)]).toEqual([401, 401]);
    expect((await server.eventsOf(id)).map(({ action }) => action)).toEqual([
      'session.begun',
      'session.ended',
    ]);
    // Tokens are another matter.
    expect((await org.edit.call('GET', '/user')).status).toBe(200);
  });

  test('can create tokens that outlive them', async () => {
    const browser = await signedInBrowser(server, org.edit);
    const tokenRequest = { body: JSON.stringify({ label: 'Script' }), 'sec-fetch-site': 'same-origin' };
    const { body } = await call(browser, 'POST', '/user/tokens', tokenRequest);
    await call(browser, 'DELETE', '/user/sessions');
    expect((await server.withToken(body.token)('GET', '/user')).status).toBe(200);
  });
});

describe('sessions over HTTPS', () => {
  let server: TestServer;
  let org: TestOrganization;
  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
    },
    { config: { publicUrl: 'https://docs.test' } },
  );

  test('are bound to the host, and never sent without encryption', async () => {
    const browser = await signedInBrowser(server, org.read);
    expect([...browser.cookies.keys()]).toEqual(['__Host-lectern_session']);
    const page = await browser.open('/account');
    expect(page.status).toBe(200);
    const out = await browser.submit(page, '/logout');
    expect(out.headers.getSetCookie()).toEqual([
      '__Host-lectern_session=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax',
    ]);
  });
});
