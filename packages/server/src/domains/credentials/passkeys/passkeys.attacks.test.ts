import { describe, expect, test } from 'vitest';
import {
  agreeToSso,
  type BrowserClient,
  newBrowser,
  signedInBrowser,
} from '../../../testing/browser-client.ts';
import { addProviderTo, createIdentityProvider } from '../../../testing/identity-provider.ts';
import { createPasskeyAuthenticator, type PasskeyForgery } from '../../../testing/passkey-authenticator.ts';
import { type Person, type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { RECENT_MS } from '../../sessions/index.ts';
import { CHALLENGE_MS } from './passkeys.service.ts';

type Authenticator = ReturnType<typeof createPasskeyAuthenticator>;

describe('attacks on passkeys', () => {
  const clock = testClock();
  let server: TestServer;
  let org: TestOrganization;
  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
    },
    { clock, config: { host: 'localhost' } },
  );

  const origin = () => new URL(server.app.publicUrl()).origin;
  const formOf = async (browser: BrowserClient) => ({
    seal: /name="seal" value="([^"]*)"/.exec((await browser.open('/account')).text)![1]!,
  });
  const creation = async (browser: BrowserClient) => {
    const { status, text } = await browser.send('/account/passkeys/options', await formOf(browser), {
      accept: 'application/json',
    });
    expect([status, text]).toEqual([200, expect.any(String)]);
    return JSON.parse(text);
  };
  const request = async (browser = newBrowser(server)) =>
    JSON.parse((await browser.send('/login/passkey/options', {}, { accept: 'application/json' })).text);
  const add = async (browser: BrowserClient, credential: string, name = 'Laptop') =>
    browser.send('/account/passkeys', { name, credential, ...(await formOf(browser)) });
  const signIn = (credential: string, browser = newBrowser(server), headers = {}) =>
    browser.send('/login/passkey', { credential, to: '/account' }, headers);
  const passkeysOf = ({ id }: Person) => server.app.services.passkeys.list(id);

  const withPasskey = async (person: Person): Promise<{ browser: BrowserClient; passkey: Authenticator }> => {
    const browser = await signedInBrowser(server, person);
    const passkey = createPasskeyAuthenticator(origin());
    const added = await add(browser, passkey.create(await creation(browser)));
    expect(added.location).toBe('/account?done=passkey');
    return { browser, passkey };
  };
  const expectRefused = async (credential: string, status = 400) => {
    const browser = newBrowser(server);
    const page = await signIn(credential, browser);
    expect([page.status, page.headers.getSetCookie(), browser.cookies.size]).toEqual([status, [], 0]);
    return page;
  };

  test('the unmodified sign-in of these tests succeeds, and is recorded', async () => {
    const { passkey } = await withPasskey(org.read);
    const browser = newBrowser(server);
    const done = await signIn(passkey.get(await request()), browser);
    expect([done.status, done.location]).toEqual([303, '/account']);
    expect((await browser.open('/account')).text).toContain('<div>Passkey</div>');
    expect(await passkeysOf(org.read)).toMatchObject([{ name: 'Laptop', last_used_at: expect.any(Date) }]);
    expect(await server.eventsOf(org.read.id)).toMatchObject([
      { action: 'user.passkey-added', actor: org.read.id },
      { action: 'member.passkey-added', organization: org.id },
    ]);
  });

  const FORGERIES: readonly (readonly [string, PasskeyForgery])[] = [
    ['another origin', { origin: 'https://evil.test' }],
    ['the same host without its port', { origin: 'http://localhost' }],
    ['another relying party', { rpId: 'evil.test' }],
    ['a user who was not verified', { verified: false }],
    ['an invented challenge', { challenge: Buffer.from('invented').toString('base64url') }],
    ['an empty challenge', { challenge: '' }],
    ['an answer to another kind of question', { type: 'webauthn.other' }],
  ];

  test.each(FORGERIES)('sign-in with %s is refused', async (_name, forged) => {
    const { passkey } = await withPasskey(org.read);
    await expectRefused(passkey.get(await request(), forged));
  });

  test.each(FORGERIES)('a new passkey with %s is refused', async (_name, forged) => {
    const browser = await signedInBrowser(server, org.read);
    const passkey = createPasskeyAuthenticator(origin());
    expect((await add(browser, passkey.create(await creation(browser), forged))).status).toBe(400);
    expect(await passkeysOf(org.read)).toEqual([]);
  });

  test('replay: an answer works once, also at the same time', async () => {
    const { passkey } = await withPasskey(org.read);
    const answer = passkey.get(await request());
    const statuses = (await Promise.all([1, 2, 3].map(() => signIn(answer)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([303, 400, 400]);
    await expectRefused(answer);
    // Nor does a second answer to the same challenge.
    const options = await request();
    expect((await signIn(passkey.get(options))).status).toBe(303);
    await expectRefused(passkey.get(options));
  });

  test('replay: a removed passkey cannot be added again with the same answer', async () => {
    const browser = await signedInBrowser(server, org.read);
    const passkey = createPasskeyAuthenticator(origin());
    const answer = passkey.create(await creation(browser));
    expect((await add(browser, answer)).status).toBe(303);
    const [{ id } = { id: '' }] = await passkeysOf(org.read);
    expect((await browser.send(`/account/passkeys/${id}/remove`, await formOf(browser))).status).toBe(303);
    expect((await add(browser, answer)).status).toBe(400);
    await expectRefused(passkey.get(await request()));
  });

  test('a challenge is valid for five minutes', async () => {
    const { passkey } = await withPasskey(org.read);
    const answer = passkey.get(await request());
    clock.advance(CHALLENGE_MS + 1);
    await expectRefused(answer);
  });

  test('the challenge of another session or purpose is refused', async () => {
    const [mine, other] = [await signedInBrowser(server, org.read), await signedInBrowser(server, org.edit)];
    const passkey = createPasskeyAuthenticator(origin());
    const options = await creation(mine);
    const { challenge } = await creation(other);
    expect((await add(mine, passkey.create(options, { challenge }))).status).toBe(400);
    expect(
      (await add(mine, passkey.create(options, { challenge: (await request()).challenge }))).status,
    ).toBe(400);
    const { passkey: known } = await withPasskey(org.read);
    await expectRefused(known.get(await request(), { challenge: options.challenge }));
  });

  test('a copied passkey is noticed by its counter', async () => {
    const { passkey } = await withPasskey(org.read);
    expect((await signIn(passkey.get(await request(), { counter: 10 }))).status).toBe(303);
    await expectRefused(passkey.get(await request(), { counter: 10 }));
    await expectRefused(passkey.get(await request(), { counter: 3 }));
  });

  test('a passkey signs in its own user only, and unknown ones nobody', async () => {
    const { passkey } = await withPasskey(org.read);
    await expectRefused(
      passkey.get(await request(), { userHandle: Buffer.from(org.admin.id).toString('base64url') }),
    );
    await expectRefused(createPasskeyAuthenticator(origin()).get(await request()));
    for (const credential of [
      '',
      '{}',
      'null',
      '[]',
      '{"id":1}',
      '{"id":"a","response":{"userHandle":"a"}}',
      '{',
    ])
      await expectRefused(credential);
  });

  test('the passkey of one user cannot be added to another', async () => {
    const browser = await signedInBrowser(server, org.read);
    const passkey = createPasskeyAuthenticator(origin());
    await add(browser, passkey.create(await creation(browser)));
    const other = await signedInBrowser(server, org.edit);
    expect((await add(other, passkey.create(await creation(other)))).status).toBe(409);
    expect(await passkeysOf(org.edit)).toEqual([]);
  });

  test.each(['packed', 'fido-u2f', 'android-key', 'tpm', 'android-safetynet', 'apple', 'other'])(
    'an attestation %s with certificates is refused before its certificates are looked at',
    async (attestation) => {
      const browser = await signedInBrowser(server, org.read);
      const passkey = createPasskeyAuthenticator(origin());
      const answer = passkey.create(await creation(browser), { attestation });
      expect((await add(browser, answer)).status).toBe(400);
    },
  );

  test('CSRF: other sites neither sign in, nor add, rename or remove', async () => {
    const { browser, passkey } = await withPasskey(org.read);
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' };
    expect((await signIn(passkey.get(await request()), newBrowser(server), headers)).status).toBe(403);
    expect((await newBrowser(server).send('/login/passkey/options', {}, headers)).status).toBe(403);
    const [{ id } = { id: '' }] = await passkeysOf(org.read);
    for (const path of [
      '/account/passkeys/options',
      `/account/passkeys/${id}/rename`,
      `/account/passkeys/${id}/remove`,
    ]) {
      expect((await browser.send(path, { name: 'X', ...(await formOf(browser)) }, headers)).status).toBe(403);
      expect((await browser.send(path, { name: 'X' })).status).toBe(403);
    }
    expect(await passkeysOf(org.read)).toMatchObject([{ name: 'Laptop' }]);
  });

  test('passkeys of others are neither renamed nor removed', async () => {
    await withPasskey(org.read);
    const [{ id } = { id: '' }] = await passkeysOf(org.read);
    const other = await signedInBrowser(server, org.edit);
    await other.send(`/account/passkeys/${id}/rename`, { name: 'Mine', ...(await formOf(other)) });
    await other.send(`/account/passkeys/${id}/remove`, await formOf(other));
    expect(await passkeysOf(org.read)).toMatchObject([{ name: 'Laptop' }]);
  });

  test('an old session adds and removes nothing', async () => {
    const { browser } = await withPasskey(org.read);
    clock.advance(RECENT_MS + 1);
    const form = await formOf(browser);
    const [{ id } = { id: '' }] = await passkeysOf(org.read);
    for (const path of ['/account/passkeys/options', `/account/passkeys/${id}/remove`])
      expect((await browser.send(path, form)).status).toBe(403);
    expect(await passkeysOf(org.read)).toHaveLength(1);
  });

  test('downgrade: whoever must use single sign-on cannot use a passkey', async () => {
    const { passkey } = await withPasskey(org.read);
    await addProviderTo(org, createIdentityProvider());
    await org.admin.call('POST', `/orgs/${org.id}/members/${org.read.id}/sso`);
    await agreeToSso(server, org.read, org.id);
    await org.admin.call('PATCH', `/orgs/${org.id}`, { sso: true });
    const page = await expectRefused(passkey.get(await request()), 403);
    expect(page.text).toContain('Your organization requires single sign-on.');
  });

  test('takeover: a passkey from before the address was verified does not work, then or later', async () => {
    const squatter = await server.person();
    const { passkey } = await withPasskey(squatter);
    const owner = { ...squatter, email: `owner-${squatter.email}` };
    await server.app.kernel.db
      .updateTable('users')
      .set({ email: owner.email, email_verified: false })
      .where('id', '=', squatter.id)
      .execute();
    await expectRefused(passkey.get(await request()));
    await signedInBrowser(server, owner);
    expect(await passkeysOf(owner)).toEqual([]);
    await expectRefused(passkey.get(await request()));
  });

  test('fixation: a planted session secret is replaced', async () => {
    const { passkey } = await withPasskey(org.read);
    const browser = newBrowser(server);
    browser.cookies.set('lectern_session', `lcs_${'A'.repeat(43)}`);
    await signIn(passkey.get(await request()), browser);
    expect(browser.cookies.get('lectern_session')).toMatch(/^lcs_(?!AAAA)/);
  });

  test('the pages run one script of the server, and no other', async () => {
    const browser = await signedInBrowser(server, org.read);
    for (const path of ['/login', '/account']) {
      const page = await browser.open(path);
      const policy = page.headers.get('content-security-policy');
      expect(policy).toContain(`script-src ${origin()}/passkeys.js;`);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(page.text.match(/<script/g)).toHaveLength(1);
      expect(page.text).toMatch(/<script src="\/passkeys\.js\?v=[0-9a-f]+" defer><\/script>/);
    }
  });
});

describe('passkeys without TLS', () => {
  let server: TestServer;
  let org: TestOrganization;
  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
    },
    { config: { host: '127.0.0.1' } },
  );

  test('are not offered, because browsers do not offer them either', async () => {
    const browser = await signedInBrowser(server, org.read);
    for (const path of ['/login', '/account']) {
      const page = await browser.open(path);
      expect(page.text).not.toMatch(/passkey|<script/i);
      expect(page.headers.get('content-security-policy')).not.toContain('script-src');
    }
    expect((await browser.send('/login/passkey/options', {})).status).toBe(409);
  });
});
