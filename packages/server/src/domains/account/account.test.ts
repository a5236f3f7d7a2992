import { describe, expect, test } from 'vitest';
import { agreeToSso, hiddenFields, signedInBrowser } from '../../testing/browser-client.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

describe('the account page', () => {
  let server: TestServer;
  let org: TestOrganization;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  const nameOf = async () => (await org.read.call('GET', '/user')).body.displayName;

  test('shows the user, and changes their name', async () => {
    const browser = await signedInBrowser(server, org.read);
    const page = await browser.open('/account');
    expect(page.text).toContain(
      `value="${org.read.email}" readonly type="email" aria-describedby="email-hint">`,
    );
    expect(page.text).toContain('you cannot change it here');
    expect(page.text).not.toContain('<script');
    const done = await browser.submit(page, '/account/profile', { displayName: '<b>Ada & "Bee"</b>' });
    expect([done.status, done.location]).toEqual([303, '/account?done=profile']);
    const after = await browser.open(done.location!);
    expect(after.text).toContain('Your name was saved.');
    expect(after.text).toContain('value="&lt;b&gt;Ada &amp; &quot;Bee&quot;&lt;/b&gt;"');
    expect((await org.read.call('GET', '/user')).body.displayName).toBe('<b>Ada & "Bee"</b>');
  });

  test('shows for each organization whether single sign-on is used', async () => {
    const browser = await signedInBrowser(server, org.read);
    const cell = async () =>
      /data-column="Single sign-on"><div>(.*?)<\/div>/.exec((await browser.open('/account')).text)?.[1];
    expect(await cell()).toBe('No');
    await org.admin.call('POST', `/orgs/${org.id}/members/${org.read.id}/sso`);
    expect(await cell()).toContain('Needs your consent</a>');
    await agreeToSso(server, org.read, org.id);
    expect(await cell()).toBe('Yes');
  });

  test('leads to the tokens', async () => {
    const page = await (await signedInBrowser(server, org.read)).open('/account');
    expect(page.text).toContain('href="/app/tokens"');
  });

  test('lists sessions and ends them, and redirects to the login page when its own has ended', async () => {
    const [one, other] = [await signedInBrowser(server, org.read), await signedInBrowser(server, org.read)];
    const page = await one.open('/account');
    expect(page.text).toContain('Chrome on Linux');
    expect(page.text.match(/This browser/g)).toHaveLength(1);
    const all = (await org.read.call('GET', '/user/sessions')).body.items;
    const actions = all.map(({ id }: { id: string }) => `/account/sessions/${id}/end`);
    for (const action of actions) expect(hiddenFields(page, action)).toHaveProperty('seal');
    await one.submit(page, actions[0]!);
    expect((await other.open('/account')).status).toBe(303);
    const out = await one.submit(await one.open('/account'), '/account/sessions/end');
    expect([out.location, one.cookies.size]).toEqual(['/login', 0]);
    expect((await org.read.call('GET', '/user/sessions')).body.count).toBe(0);
  });

  test('signs out of this browser only', async () => {
    const [one, other] = [await signedInBrowser(server, org.read), await signedInBrowser(server, org.read)];
    const secret = one.cookies.get('lectern_session')!;
    await one.submit(await one.open('/account'), '/logout');
    expect(one.cookies.size).toBe(0);
    one.cookies.set('lectern_session', secret);
    expect((await one.open('/account')).location).toContain('/login');
    expect((await other.open('/account')).status).toBe(200);
  });

  test('turns notifications on and off: an unchecked box turns one off', async () => {
    const browser = await signedInBrowser(server, org.read);
    const done = await browser.submit(await browser.open('/account'), '/account/notifications', {
      'mention.app': 'on',
    });
    expect(done.location).toBe('/account?done=notifications');
    const { kinds } = (await org.read.call('GET', '/user/notification-settings')).body;
    expect(kinds.mention).toEqual({ app: true, email: false });
    expect(kinds.comment).toEqual({ app: false, email: false });
  });

  test('accepts only forms of the same session', async () => {
    const [browser, other] = [
      await signedInBrowser(server, org.read),
      await signedInBrowser(server, org.read),
    ];
    const strange = await signedInBrowser(server, org.admin);
    const sealIn = async (one: typeof browser) =>
      hiddenFields(await one.open('/account'), '/account/profile').seal!;
    for (const seal of ['', 'A'.repeat(13), await sealIn(other), await sealIn(strange)]) {
      const answer = await browser.send('/account/profile', { displayName: 'Stolen', seal });
      expect(answer.status).toBe(403);
      expect(answer.text).toContain('role="alert"');
    }
    expect((await browser.send('/account/profile', { displayName: 'Stolen' })).status).toBe(403);
    const seal = await sealIn(browser);
    for (const headers of [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
      { 'sec-fetch-site': 'same-site', origin: 'http://site.localhost' },
    ])
      expect((await browser.send('/account/profile', { displayName: 'Stolen', seal }, headers)).status).toBe(
        403,
      );
    expect(await nameOf()).not.toBe('Stolen');
    expect((await browser.send('/account/profile', { displayName: 'Own', seal })).status).toBe(303);
    expect(await nameOf()).toBe('Own');
  });

  test('rejects invalid forms, and changes nothing', async () => {
    const browser = await signedInBrowser(server, org.read);
    const page = await browser.open('/account');
    const name = await nameOf();
    for (const displayName of ['', '   ', 'x'.repeat(65)]) {
      const refused = await browser.submit(page, '/account/profile', { displayName });
      expect([refused.status, refused.headers.get('content-type')]).toEqual([
        400,
        'text/html; charset=utf-8',
      ]);
      expect(refused.text).toContain('The name is missing or invalid.');
      expect(refused.text).toContain('href="/account"');
    }
    expect(await nameOf()).toBe(name);
  });

  test('does not find sessions of others', async () => {
    const browser = await signedInBrowser(server, org.read);
    const page = await browser.open('/account');
    const seal = hiddenFields(page, '/logout').seal!;
    const own = await signedInBrowser(server, org.admin);
    const session = (await org.admin.call('GET', '/user/sessions')).body.items[0].id;
    await browser.send(`/account/sessions/${session}/end`, { seal });
    expect((await own.open('/account')).status).toBe(200);
  });
});
