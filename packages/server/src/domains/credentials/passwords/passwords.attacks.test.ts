import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  agreeToSso,
  type BrowserClient,
  newBrowser,
  signedInBrowser,
} from '../../../testing/browser-client.ts';
import { addProviderTo, createIdentityProvider } from '../../../testing/identity-provider.ts';
import { type Person, type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { PASSWORD_ATTEMPTS } from './passwords.service.ts';

const PASSWORD = 'a lamp beside the window';
const WRONG = 'a lamp beside the wall';

describe('attacks on passwords', () => {
  const clock = testClock();
  let server: TestServer;
  let org: TestOrganization;
  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
    },
    { clock, config: { rateLimit: 3000 } },
  );
  afterEach(() => {
    vi.restoreAllMocks();
    // Resets the rate limit of the IP address.
    clock.advance(61_000);
  });

  const signIn = (browser: BrowserClient, email: string, password: string, headers = {}) =>
    browser.send('/login/password', { email, password }, headers);
  const formOf = async (browser: BrowserClient) => ({
    seal: /name="seal" value="([^"]*)"/.exec((await browser.open('/account')).text)![1]!,
  });
  const withPassword = async (person: Person) => {
    const browser = await signedInBrowser(server, person);
    const done = await browser.send('/account/password', { password: PASSWORD, ...(await formOf(browser)) });
    expect(done.status).toBe(303);
    return browser;
  };
  const hasPassword = (person: Person) => server.app.services.passwords.has(person.id);

  test('the unmodified sign-in of these tests succeeds', async () => {
    await withPassword(org.read);
    expect((await signIn(newBrowser(server), org.read.email, PASSWORD)).status).toBe(303);
  });

  test('enumeration: the response is the same for unknown people, people without a password, and wrong passwords', async () => {
    await withPassword(org.read);
    const unverified = await server.person(undefined, false);
    const answers: unknown[] = [];
    for (const email of [org.read.email, org.edit.email, unverified.email, 'nobody@nowhere.test']) {
      const browser = newBrowser(server);
      const { status, text, headers } = await signIn(browser, email, WRONG);
      const names = [...headers.keys()].sort();
      answers.push([status, text.replaceAll(email, '…'), names, browser.cookies.size]);
    }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect((answers[0] as unknown[])[0]).toBe(403);
  });

  test('enumeration: the same work is done for unknown people', async () => {
    const argon2 = vi.spyOn(server.app.kernel.passwordHashing, 'verify');
    let queries = 0;
    const count = vi.spyOn(server.app.metrics.queries, 'inc').mockImplementation(() => {
      queries++;
    });
    await withPassword(org.read);
    const work: unknown[] = [];
    for (const email of [org.read.email, org.edit.email, 'nobody@nowhere.test']) {
      argon2.mockClear();
      queries = 0;
      await signIn(newBrowser(server), email, WRONG);
      work.push([argon2.mock.calls.length, queries]);
    }
    expect(count).toHaveBeenCalled();
    expect(work).toEqual([work[0], work[0], work[0]]);
    expect((work[0] as number[])[0]).toBe(1);
  });

  test('enumeration: unknown addresses are locked like known ones', async () => {
    await withPassword(org.read);
    const statuses: number[][] = [];
    for (const email of [org.read.email, 'nobody@elsewhere.test']) {
      const seen: number[] = [];
      for (let i = 0; i < PASSWORD_ATTEMPTS.most + 2; i++)
        seen.push((await signIn(newBrowser(server), email, WRONG)).status);
      statuses.push(seen);
    }
    expect(statuses[0]).toEqual([...Array(PASSWORD_ATTEMPTS.most).fill(403), 429, 429]);
    expect(statuses[1]).toEqual(statuses[0]);
  });

  test('brute force: after ten failures the right password is refused too, for a quarter of an hour', async () => {
    await withPassword(org.read);
    for (let i = 0; i < PASSWORD_ATTEMPTS.most; i++) await signIn(newBrowser(server), org.read.email, WRONG);
    const argon2 = vi.spyOn(server.app.kernel.passwordHashing, 'verify');
    const locked = await signIn(newBrowser(server), org.read.email.toUpperCase(), PASSWORD);
    expect([locked.status, Number(locked.headers.get('retry-after')) > 600]).toEqual([429, true]);
    expect(argon2).not.toHaveBeenCalled();
    // Others are not affected, and a link still signs in.
    await withPassword(org.edit);
    expect((await signIn(newBrowser(server), org.edit.email, PASSWORD)).status).toBe(303);
    expect((await (await signedInBrowser(server, org.read)).open('/account')).status).toBe(200);
    clock.advance(PASSWORD_ATTEMPTS.milliseconds + 1);
    expect((await signIn(newBrowser(server), org.read.email, PASSWORD)).status).toBe(303);
  });

  test('lock-out: strangers who guess do not keep a browser out that signed in before', async () => {
    await withPassword(org.read);
    const own = newBrowser(server);
    expect((await signIn(own, org.read.email, PASSWORD)).status).toBe(303);
    for (const _ of Array(PASSWORD_ATTEMPTS.most)) await signIn(newBrowser(server), org.read.email, WRONG);
    expect((await signIn(newBrowser(server), org.read.email, PASSWORD)).status).toBe(429);
    expect((await signIn(own, org.read.email, PASSWORD)).status).toBe(303);
    clock.advance(61_000);
    const statuses: number[] = [];
    for (const _ of Array(PASSWORD_ATTEMPTS.most + 1))
      statuses.push((await signIn(own, org.read.email, WRONG)).status);
    expect(statuses.at(-1)).toBe(429);
  });

  test('brute force: attempts at the same time do not exceed the limit', async () => {
    await withPassword(org.read);
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => signIn(newBrowser(server), org.read.email, WRONG)),
    );
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(PASSWORD_ATTEMPTS.most);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(25 - PASSWORD_ATTEMPTS.most);
  });

  test('brute force: one IP address cannot try one password on many accounts', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 62; i++)
      statuses.push((await signIn(newBrowser(server), `person${i}@spray.test`, WRONG)).status);
    expect(statuses).toEqual([...Array(60).fill(403), 429, 429]);
  });

  test('brute force: the form on the account page counts as well', async () => {
    const browser = await withPassword(org.read);
    const form = await formOf(browser);
    const statuses: number[] = [];
    for (let i = 0; i < PASSWORD_ATTEMPTS.most + 1; i++) {
      const fields = { password: 'another lamp by the sea', present: `${WRONG} ${i}`, ...form };
      statuses.push((await browser.send('/account/password', fields)).status);
    }
    expect(statuses).toEqual([...Array(PASSWORD_ATTEMPTS.most).fill(400), 429]);
  });

  test('fixation: a planted session secret is replaced', async () => {
    await withPassword(org.read);
    const browser = newBrowser(server);
    const planted = `lcs_${'A'.repeat(43)}`;
    browser.cookies.set('lectern_session', planted);
    await signIn(browser, org.read.email, PASSWORD);
    const secret = browser.cookies.get('lectern_session');
    expect(secret).not.toBe(planted);
    // Signing in again ends the session before.
    await signIn(browser, org.read.email, PASSWORD);
    const response = await fetch(`${server.url}/v1/user`, {
      headers: { cookie: `lectern_session=${secret}` },
    });
    expect(response.status).toBe(401);
  });

  test('CSRF: forms of other sites sign nobody in and set nothing', async () => {
    await withPassword(org.read);
    const victim = await signedInBrowser(server, org.edit);
    const form = await formOf(victim);
    for (const headers of [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
      { 'sec-fetch-site': 'same-site', origin: 'http://docs.localhost' },
    ]) {
      const browser = newBrowser(server);
      expect((await signIn(browser, org.read.email, PASSWORD, headers)).status).toBe(403);
      expect(browser.cookies.size).toBe(0);
      for (const path of ['/account/password', '/account/password/remove'])
        expect((await victim.send(path, { password: PASSWORD, ...form }, headers)).status).toBe(403);
    }
    // Nor without the token of the form.
    expect((await victim.send('/account/password', { password: PASSWORD })).status).toBe(403);
    expect(await hasPassword(org.edit)).toBe(false);
  });

  test('clickjacking: the pages cannot be framed and run no scripts of others', async () => {
    const browser = await signedInBrowser(server, org.read);
    for (const page of [
      await browser.open('/login'),
      await browser.open('/account'),
      await signIn(newBrowser(server), org.read.email, WRONG),
    ]) {
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(page.headers.get('cache-control')).toBe('no-store');
    }
  });

  test('an open redirect is not followed after sign-in', async () => {
    await withPassword(org.read);
    const fields = { email: org.read.email, password: PASSWORD, to: '//evil.test' };
    expect((await newBrowser(server).send('/login/password', fields)).location).toBe('/app');
  });

  test('an API token does not become a password', async () => {
    const headers = { authorization: `Bearer ${org.read.token}`, accept: 'application/json' };
    for (const path of ['/account/password', '/account/password/remove']) {
      const response = await fetch(server.url + path, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ password: PASSWORD }),
      });
      expect(response.status).toBe(409);
    }
    expect(await hasPassword(org.read)).toBe(false);
  });

  test('downgrade: whoever must use single sign-on cannot use a password, and a session by password ends', async () => {
    const browser = await withPassword(org.read);
    await addProviderTo(org, createIdentityProvider());
    await org.admin.call('POST', `/orgs/${org.id}/members/${org.read.id}/sso`);
    await agreeToSso(server, org.read, org.id);
    const required = await org.admin.call('PATCH', `/orgs/${org.id}`, { sso: true });
    expect(required.status).toBe(200);
    expect((await browser.open('/account')).location).toContain('/login');
    const refused = await signIn(newBrowser(server), org.read.email, PASSWORD);
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([403, []]);
    expect(refused.text).toContain('Your organization requires single sign-on.');
    // The same answer as for everyone, as long as the password is wrong.
    const wrong = await signIn(newBrowser(server), org.read.email, WRONG);
    expect(wrong.text).toContain('The e-mail address or the password is wrong.');
  });

  test('downgrade: a disabled member does not sign in with a password', async () => {
    await withPassword(org.read);
    await server.app.kernel.db
      .updateTable('members')
      .set({ sso: true, sso_agreed_at: clock.now(), disabled: true })
      .where('user_id', '=', org.read.id)
      .execute();
    expect((await signIn(newBrowser(server), org.read.email, PASSWORD)).status).toBe(403);
  });

  const sessionThroughProvider = async (person: Person) => {
    const browser = await signedInBrowser(server, person);
    const provider = await addProviderTo(org, createIdentityProvider());
    await server.app.kernel.db
      .updateTable('members')
      .set({ sso: true, sso_agreed_at: clock.now() })
      .where('user_id', '=', person.id)
      .execute();
    await server.app.kernel.db
      .updateTable('sessions')
      .set({ method: 'saml', organization_id: org.id, provider_id: provider.id })
      .where('user_id', '=', person.id)
      .execute();
    return browser;
  };

  test('takeover: an identity provider cannot plant a password that outlives it', async () => {
    const browser = await sessionThroughProvider(org.read);
    const planted = await browser.send('/account/password', {
      password: PASSWORD,
      ...(await formOf(browser)),
    });
    expect(planted.status).toBe(403);
    expect(await hasPassword(org.read)).toBe(false);
  });

  test('takeover: nobody sets a password for an address that is not verified', async () => {
    const squatter = await server.person(undefined, false);
    const browser = await signedInBrowser(server, squatter);
    // Signing in by link has verified it; an identity provider or a changed address does not.
    await server.app.kernel.db
      .updateTable('users')
      .set({ email_verified: false })
      .where('id', '=', squatter.id)
      .execute();
    const refused = await browser.send('/account/password', {
      password: PASSWORD,
      ...(await formOf(browser)),
    });
    expect([refused.status, refused.text.includes('is not verified')]).toEqual([403, true]);
  });

  test('takeover: a password from before the address was verified does not work, then or later', async () => {
    const squatter = await server.person();
    await withPassword(squatter);
    // As provisioning does when it gives the account another address.
    await server.app.kernel.db
      .updateTable('users')
      .set({ email: `owner-${squatter.email}`, email_verified: false })
      .where('id', '=', squatter.id)
      .execute();
    const owner = { ...squatter, email: `owner-${squatter.email}` };
    expect((await signIn(newBrowser(server), owner.email, PASSWORD)).status).toBe(403);
    await signedInBrowser(server, owner);
    expect(await hasPassword(owner)).toBe(false);
    expect((await signIn(newBrowser(server), owner.email, PASSWORD)).status).toBe(403);
  });

  test('a change of the password refuses a sign-in with the old one that is in progress', async () => {
    const browser = await withPassword(org.read);
    const { passwordHashing } = server.app.kernel;
    const original = passwordHashing.verify;
    let goOn = () => {};
    const verified = new Promise<void>((seen) => {
      vi.spyOn(passwordHashing, 'verify').mockImplementationOnce(async (...input) => {
        const isRight = await original(...input);
        seen();
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
        return isRight;
      });
    });
    const late = signIn(newBrowser(server), org.read.email, PASSWORD);
    await verified;
    await browser.send('/account/password', {
      password: 'another lamp by the sea',
      ...(await formOf(browser)),
    });
    goOn();
    expect((await late).status).toBe(403);
  });
});
