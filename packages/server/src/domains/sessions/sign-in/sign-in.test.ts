import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SESSION_MS } from '../../../kernel/auth/session-store.ts';
import { newBrowser, signedInBrowser, signInLinkFor } from '../../../testing/browser-client.ts';
import { type MailServer, readMessage } from '../../../testing/mail-server.ts';
import { startServer, type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { withMail } from '../../../testing/set-up.ts';
import { LINK_LIFETIME_MS } from './sign-in.service.ts';

describe('signing in', () => {
  const clock = testClock();
  let smtp: MailServer;
  let server: TestServer;
  let org: TestOrganization;
  withMail((fresh) => {
    ({ server, smtp } = fresh);
  }, clock);
  beforeEach(async () => {
    org = await server.organization();
  });

  const send = (email: string, target = '/account') => server.app.services.signIn.sendLink(email, target);
  const linkIn = (message: string) =>
    /(\/login\/link\?token=lcl_[A-Za-z0-9]{43})/.exec(readMessage(message).body.replaceAll('=\r\n', ''))![1]!;
  const jobs = async () => {
    const { sql } = await import('kysely');
    const { rows } = await sql<{ email: string }>`select data ->> 'email' as email from pgboss.job
      where name = 'sessions.send-link' order by created_on`.execute(server.app.kernel.db);
    return rows.map(({ email }) => email);
  };

  test('works without scripts, redirects to paths of this server only, and is not shown in frames', async () => {
    const browser = newBrowser(server);
    const page = await browser.open('/login?to=/account?done=profile');
    expect(page.status).toBe(200);
    expect(page.text).toContain('<input type="hidden" name="to" value="/account?done=profile">');
    expect(page.text).not.toContain('<script');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('cache-control')).toBe('no-store');
    const styles = /href="(\/console\.css[^"]*)"/.exec(page.text)![1]!;
    expect((await browser.open(styles)).headers.get('content-type')).toBe('text/css; charset=utf-8');
  });

  test.each([
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/%09/evil.test/..//evil.test',
    '/..//evil.test',
    'javascript:alert(1)',
    '/\t/evil.test',
    'account',
    '',
  ])('never redirects to %j', async (to) => {
    const browser = newBrowser(server);
    const page = await browser.open(`/login?to=${encodeURIComponent(to)}`);
    const target = /name="to" value="([^"]*)"/.exec(page.text)![1]!;
    expect(new URL(target, server.url).origin).toBe(new URL(server.url).origin);
    expect(target).toMatch(/^\/(?![/\\])/);
  });

  test('by an e-mail link works once, and verifies the address', async () => {
    const person = await server.person(undefined, false);
    await send(person.email, '/account?done=profile');
    expect(smtp.accepted[0]).toContain(`<${person.email}>`);
    const path = linkIn(smtp.accepted[0]!);
    const browser = newBrowser(server);
    // Programs that look at links do not use them up.
    await browser.open(path);
    const page = await browser.open(path);
    expect(page.text).toContain(person.email);
    expect(browser.cookies.size).toBe(0);
    const answer = await browser.submit(page, '/login/link');
    expect([answer.status, answer.location]).toEqual([303, '/account?done=profile']);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^lectern_session=\S+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/),
    ]);
    expect((await browser.open('/account')).text).toContain(person.email);
    const row = await server.app.kernel.db
      .selectFrom('users')
      .select('email_verified')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow();
    expect(row.email_verified).toBe(true);
    const again = await newBrowser(server).open(path);
    expect([again.status, again.headers.getSetCookie()]).toEqual([404, []]);
  });

  test('with the same link twice at the same time works once', async () => {
    const path = await signInLinkFor(server, org.read.email);
    const token = path.split('=')[1]!;
    const browsers = [1, 2, 3, 4].map(() => newBrowser(server));
    const answers = await Promise.all(browsers.map((browser) => browser.send('/login/link', { token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404, 404, 404]);
  });

  test('is possible with a link for a quarter of an hour', async () => {
    await send(org.read.email);
    const path = linkIn(smtp.accepted[0]!);
    clock.advance(LINK_LIFETIME_MS.email + 1);
    const browser = newBrowser(server);
    expect((await browser.open(path)).status).toBe(404);
    expect((await browser.send('/login/link', { token: path.split('=')[1]! })).status).toBe(404);
    expect(browser.cookies.size).toBe(0);
  });

  test('replaces the session secret of the browser, also a planted one', async () => {
    const browser = newBrowser(server);
    browser.cookies.set('lectern_session', `lcs_${'A'.repeat(43)}`);
    await browser.submit(await browser.open(await signInLinkFor(server, org.read.email)), '/login/link');
    const secret = browser.cookies.get('lectern_session');
    expect(secret).not.toBe(`lcs_${'A'.repeat(43)}`);
    // Signing in again, too.
    await browser.submit(await browser.open(await signInLinkFor(server, org.read.email)), '/login/link');
    expect(browser.cookies.get('lectern_session')).not.toBe(secret);
  });

  test('again ends the previous session of the browser, of any user, and no other', async () => {
    const [browser, other] = [
      await signedInBrowser(server, org.read),
      await signedInBrowser(server, org.read),
    ];
    const held = () => browser.cookies.get('lectern_session')!;
    const statusOf = async (secret: string) =>
      (await fetch(`${server.url}/v1/user`, { headers: { cookie: `lectern_session=${secret}` } })).status;
    const sessionsOf = async (person: typeof org.read) =>
      (await person.call('GET', '/user/sessions')).body.items.map(({ id }: { id: string }) => id);
    const signIn = async (email: string) =>
      browser.submit(await browser.open(await signInLinkFor(server, email)), '/login/link');

    const [, id] = await sessionsOf(org.read);
    let before = held();
    await signIn(org.read.email);
    expect([await statusOf(before), await statusOf(held())]).toEqual([401, 200]);
    expect(await sessionsOf(org.read)).toHaveLength(2);
    expect(await server.eventsOf(id)).toMatchObject([
      { action: 'session.begun', actor: org.read.id },
      { action: 'session.ended', actor: org.read.id, organization: null },
    ]);

    // Nobody else at this browser is left with a session that it cannot end.
    before = held();
    await signIn(org.edit.email);
    expect([await statusOf(before), await statusOf(held())]).toEqual([401, 200]);
    expect([await sessionsOf(org.read), await sessionsOf(org.edit)]).toEqual([
      [expect.any(String)],
      [expect.any(String)],
    ]);
    expect((await other.open('/account')).status).toBe(200);

    // The secret that it had a moment ago is that of its session as well.
    before = held();
    clock.advance(SESSION_MS.rotation + 1);
    await browser.open('/account');
    expect(held()).not.toBe(before);
    browser.cookies.set('lectern_session', before);
    await signIn(org.read.email);
    expect(await sessionsOf(org.edit)).toEqual([]);
  });

  test('without success keeps the session of the browser', async () => {
    const browser = await signedInBrowser(server, org.edit);
    const used = (await signInLinkFor(server, org.read.email)).split('=')[1]!;
    await newBrowser(server).send('/login/link', { token: used });
    expect((await browser.send('/login/link', { token: used })).status).toBe(404);
    await server.app.kernel.db
      .updateTable('members')
      .set({ sso: true, sso_agreed_at: clock.now(), disabled: true })
      .where('user_id', '=', org.read.id)
      .execute();
    const closed = (await signInLinkFor(server, org.read.email)).split('=')[1]!;
    expect((await browser.send('/login/link', { token: closed })).status).toBe(403);
    expect((await browser.open('/account')).status).toBe(200);
  });

  test('from a page of another server is rejected', async () => {
    const token = (await signInLinkFor(server, org.read.email)).split('=')[1]!;
    const browser = newBrowser(server);
    for (const headers of [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
      { 'sec-fetch-site': 'same-site', origin: 'http://docs.localhost' },
    ])
      expect((await browser.send('/login/link', { token }, headers)).status).toBe(403);
    expect(browser.cookies.size).toBe(0);
    // Nor is it used up by the attempt.
    expect((await browser.send('/login/link', { token })).status).toBe(303);
  });

  test('responds identically for every address', async () => {
    const ask = async (email: string) => {
      const browser = newBrowser(server);
      const page = await browser.submit(await browser.open('/login'), '/login', { email });
      return { status: page.status, text: page.text.replaceAll(email, '…'), cookies: browser.cookies.size };
    };
    const before = (await jobs()).length;
    const [known, unknown] = [await ask(org.read.email), await ask('nobody@nowhere.test')];
    expect(known).toEqual(unknown);
    expect(known.status).toBe(200);
    expect((await jobs()).slice(before)).toEqual([org.read.email, 'nobody@nowhere.test']);
    // Nothing is sent to those who are not known, and no account is made.
    await send('nobody@nowhere.test');
    expect(smtp.accepted).toEqual([]);
  });

  test('creates an account for an address with an e-mail domain of an organization', async () => {
    await org.admin.call('PATCH', `/orgs/${org.id}`, { emailDomains: ['welcome.test'] });
    await send('New.Person@Welcome.test');
    const browser = newBrowser(server);
    await browser.submit(await browser.open(linkIn(smtp.accepted[0]!)), '/login/link');
    const response = await fetch(`${server.url}/v1/orgs/${org.id}/join`, {
      method: 'POST',
      headers: {
        cookie: `lectern_session=${browser.cookies.get('lectern_session')}`,
        'sec-fetch-site': 'same-origin',
      },
    });
    expect(response.status).toBe(204);
    const { body } = await org.admin.call('GET', `/orgs/${org.id}/members?search=new.person`);
    expect(body.items).toMatchObject([{ user: { email: 'New.Person@Welcome.test' } }]);
  });

  test('sends at most five links in a quarter of an hour to an address', async () => {
    for (let i = 0; i < 7; i++) await send(org.read.email);
    expect(smtp.accepted).toHaveLength(5);
    clock.advance(LINK_LIFETIME_MS.email + 1);
    await send(org.read.email.toUpperCase());
    expect(smtp.accepted).toHaveLength(6);
  });

  test('counts e-mails, not links, also for users who must use single sign-on', async () => {
    await server.app.kernel.db
      .updateTable('members')
      .set({ sso: true, sso_agreed_at: clock.now() })
      .where('user_id', '=', org.read.id)
      .execute();
    await server.app.kernel.db
      .updateTable('organizations')
      .set({ sso: true })
      .where('id', '=', org.id)
      .execute();
    await Promise.all(Array.from({ length: 9 }, () => send(org.read.email, '/account?done=profile')));
    expect(smtp.accepted).toHaveLength(5);
    expect(readMessage(smtp.accepted[0]!).body.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain(
      `/login/organizations/${org.id}?to=%2Faccount%3Fdone%3Dprofile`,
    );
    clock.advance(LINK_LIFETIME_MS.email + 1);
    await server.app.services.signIn.deleteExpired();
    await send(org.read.email);
    expect(smtp.accepted).toHaveLength(6);
  });

  test('retries an e-mail that the mail server did not accept', async () => {
    smtp.next(451);
    await expect(send(org.read.email)).rejects.toThrow(/not sent/);
  });

  test('is limited to sixty failed requests a minute per IP address', async () => {
    const browser = newBrowser(server);
    const statuses: number[] = [];
    for (let i = 0; i < 65; i++)
      statuses.push((await browser.send('/login/link', { token: `lcl_${i}` })).status);
    expect(statuses).toEqual([...Array(60).fill(404), ...Array(5).fill(429)]);
    const answer = await browser.send('/login', { email: 'a@people.test' });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    clock.advance(61_000);
    expect((await browser.send('/login', { email: 'a@people.test' })).status).toBe(200);
  });

  test.each([
    [{}, 'body.email'],
    [{ email: 'nobody' }, 'body.email'],
    [{ email: 'a@b\r\nBcc: c@d' }, 'body.email'],
    [{ email: `${'a'.repeat(250)}@people.test` }, 'body.email'],
    [{ email: 'a@people.test', to: 'x'.repeat(3000) }, 'body.to'],
  ])('rejects an invalid form: %#', async (fields, path) => {
    const form = fields as Record<string, string>;
    const answer = await newBrowser(server).send('/login', form, { accept: 'application/json' });
    expect([answer.status, JSON.parse(answer.text).error.details[0].path]).toEqual([400, path]);
  });

  test('shows errors on a page, with a link back', async () => {
    const browser = newBrowser(server);
    const wrong = await browser.send('/login', { email: 'nobody' });
    expect([wrong.status, wrong.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(wrong.text).toContain('The e-mail address is missing or invalid.');
    for (let i = 0; i < 60; i++) await browser.open('/login/link?token=lcl_x');
    const stopped = await browser.open('/login/link?token=lcl_x');
    expect([stopped.status, stopped.headers.get('content-type'), stopped.headers.get('retry-after')]).toEqual(
      [429, 'text/html; charset=utf-8', expect.stringMatching(/^\d+$/)],
    );
    expect(stopped.text).toContain('<a class="button button-secondary" href="/login">');
    expect(stopped.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('does not count successful requests, as from an office with one IP address', async () => {
    const browser = newBrowser(server);
    const path = await signInLinkFor(server, org.read.email);
    for (let i = 0; i < 65; i++) expect((await browser.open(path)).status).toBe(200);
    expect((await browser.submit(await browser.open(path), '/login/link')).status).toBe(303);
    // Nor do they make room for guesses.
    const guesses: number[] = [];
    for (let i = 0; i < 61; i++) guesses.push((await browser.open('/login/link?token=lcl_x')).status);
    expect(guesses).toEqual([...Array(60).fill(404), 429]);
  });

  test('is required for account pages, which redirect to it and back', async () => {
    const browser = newBrowser(server);
    const page = await browser.open('/account?done=profile');
    expect([page.status, page.location]).toEqual([303, '/login?to=%2Faccount%3Fdone%3Dprofile']);
    const form = await browser.send('/account/profile', { displayName: 'X' });
    expect([form.status, form.location]).toEqual([303, '/login']);
    expect((await browser.open('/account', { accept: 'application/json' })).status).toBe(401);
    const known = await signedInBrowser(server, org.read);
    expect((await known.open('/account')).status).toBe(200);
    expect((await browser.open('/login')).text).not.toContain('You are signed in');
    expect((await known.open('/login')).text).toContain('href="/account">Your account</a>');
  });

  test('with an invalid link does not report a sign-out', async () => {
    const browser = await signedInBrowser(server, org.read);
    for (const page of [
      await browser.open('/login/link?token=lcl_x'),
      await browser.send('/login/link', { token: 'lcl_x' }),
    ]) {
      expect([page.status, page.text.includes('You are not signed in')]).toEqual([404, false]);
      expect(page.text).toContain('You are signed in as');
      expect(page.text).toContain('href="/app"');
    }
    const stranger = await newBrowser(server).open('/login/link?token=lcl_x');
    expect([stranger.status, stranger.text.includes('href="/login"')]).toEqual([404, true]);
  });
});

describe('signing in without a mail server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  test('asks for a password, offers no link, and explains who can help', async () => {
    const page = await newBrowser(server).open('/login');
    expect(page.text).toContain('npx lectern user sign-in');
    expect(page.text).toContain('action="/login/password"');
    expect(page.text).not.toContain('formaction="/login"');
  });
});
