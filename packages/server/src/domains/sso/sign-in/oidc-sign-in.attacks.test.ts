import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  agreeToSso,
  type BrowserClient,
  type BrowserPage,
  newBrowser,
} from '../../../testing/browser-client.ts';
import {
  type AuthorizationParameters,
  type IssuedIdentity,
  type OpenIdIssuer,
  startIssuer,
  unsigned,
} from '../../../testing/openid-issuer.ts';
import { type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

const MINUTE = 60_000;
const NOT_TRUE = /is invalid/;

describe('attacks on OpenID Connect sign-in', () => {
  const clock = testClock();
  let server: TestServer;
  let org: TestOrganization;
  let issuer: OpenIdIssuer;
  let evil: OpenIdIssuer;
  let provider: { id: string; service: { redirectURL: string } };
  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
    },
    { clock, config: { egressAllow: '127.0.0.1' } },
  );
  beforeAll(async () => {
    [issuer, evil] = await Promise.all([startIssuer(), startIssuer()]);
  });
  afterAll(async () => {
    await Promise.all([issuer.close(), evil.close()]);
  });

  const addProvider = async ({ url, clientId, clientSecret }: OpenIdIssuer, organization = org) =>
    (
      await organization.admin.call('POST', `/orgs/${organization.id}/oidc`, {
        label: 'Staff',
        issuer: url,
        clientId,
        clientSecret,
      })
    ).body;
  beforeEach(async () => {
    provider = await addProvider(issuer);
    // The one whom the attacker would like to be could come by single sign-on.
    await org.admin.call('POST', `/orgs/${org.id}/members/${org.admin.id}/sso`);
    await agreeToSso(server, org.admin, org.id);
  });

  const someone = () => `${randomUUID()}@staff.test`;
  const start = async (
    browser: BrowserClient,
    providerId = provider.id,
    query = '',
  ): Promise<AuthorizationParameters> =>
    issuer.readRequest((await browser.open(`/oidc/${providerId}/start${query}`)).location!);
  const bring = (browser: BrowserClient, answer: Record<string, string>, providerId = provider.id) =>
    browser.open(`/oidc/${providerId}/callback?${new URLSearchParams(answer)}`);
  const people = () => server.app.kernel.db.selectFrom('users').select('id').execute();

  const expectRefused = (browser: BrowserClient, { status, text, headers }: BrowserPage, reason: RegExp) => {
    expect([status, text]).toEqual([403, expect.stringMatching(reason)]);
    expect(headers.getSetCookie()).toEqual([]);
    expect(browser.cookies.has('lectern_session')).toBe(false);
  };

  test('the unmodified sign-in of these tests succeeds', async () => {
    const browser = newBrowser(server);
    const asked = await start(browser);
    const accepted = await bring(browser, issuer.letIn(asked, { email: org.admin.email }));
    expect((await browser.open(accepted.location!)).status).toBe(303);
    expect(browser.cookies.has('lectern_session')).toBe(true);
  });

  const at = (milliseconds: number) => Math.floor((clock.now().getTime() + milliseconds) / 1000);
  test.each<[string, (email: string) => IssuedIdentity, RegExp]>([
    ['another nonce', () => ({ claims: { nonce: 'other' } }), NOT_TRUE],
    ['no nonce', () => ({ claims: { nonce: undefined } }), NOT_TRUE],
    ['another issuer', () => ({ claims: { iss: evil.url } }), NOT_TRUE],
    ['another audience', () => ({ claims: { aud: 'other' } }), NOT_TRUE],
    [
      'two audiences, made for the other',
      () => ({ claims: { aud: [issuer.clientId, 'x'], azp: 'x' } }),
      NOT_TRUE,
    ],
    ['no end', () => ({ claims: { exp: undefined } }), NOT_TRUE],
    ['an expiry in the past', () => ({ claims: { exp: at(-2 * MINUTE) } }), NOT_TRUE],
    ['a start in the future', () => ({ claims: { nbf: at(2 * MINUTE) } }), NOT_TRUE],
    ['no subject', () => ({ claims: { sub: undefined } }), NOT_TRUE],
    ['no signature', () => ({ sign: unsigned }), NOT_TRUE],
    ['a signature with the public key as a secret', () => ({ sign: issuer.signAsSecret }), NOT_TRUE],
    ["another provider's key", () => ({ sign: evil.sign }), NOT_TRUE],
    [
      'the signature of other claims',
      () => ({
        sign: async (claims) => {
          const [header, , signature] = (await issuer.sign({ ...claims, email: someone() })).split('.');
          return `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
        },
      }),
      NOT_TRUE,
    ],
    ['no token at all', () => ({ sign: async () => '' }), NOT_TRUE],
    ['an unverified address', () => ({ claims: { email_verified: false } }), /has not verified/],
    [
      'an unverified address, as a string',
      () => ({ claims: { email_verified: 'false', xms_edov: true } }),
      /has not verified/,
    ],
    [
      'an address that is not verified by its domain',
      () => ({ claims: { email_verified: undefined, xms_edov: '0' } }),
      /has not verified/,
    ],
    [
      'an address without a verification claim',
      () => ({ claims: { email_verified: undefined } }),
      /is invalid/,
    ],
    [
      'no address',
      (email) => ({ claims: { email: undefined }, userinfo: { sub: email } }),
      /did not send an e-mail address/,
    ],
    ['an invalid address', () => ({ claims: { email: 'ada' } }), /did not send an e-mail address/],
    [
      'two addresses',
      () => ({ claims: { email: 'a@staff.test,b@staff.test' } }),
      /did not send an e-mail address/,
    ],
  ])('a token with %s is rejected', async (_, saying, reason) => {
    const before = (await people()).length;
    const browser = newBrowser(server);
    const asked = await start(browser);
    const { email } = org.admin;
    const answer = issuer.letIn(asked, { email, now: clock.now(), ...saying(email) });
    expectRefused(browser, await bring(browser, answer), reason);
    expect(await people()).toHaveLength(before);
  });

  test('a clock skew of a minute is tolerated', async () => {
    const browser = newBrowser(server);
    const asked = await start(browser);
    const saying = { email: someone(), claims: { exp: at(-50_000), iat: at(50_000) } };
    expect((await bring(browser, issuer.letIn(asked, saying))).status).toBe(303);
  });

  test('a response is accepted once, in time, and only in the browser and at the provider of the request', async () => {
    const browser = newBrowser(server);
    const asked = await start(browser);
    const answer = issuer.letIn(asked, { email: someone(), now: clock.now() });
    expect((await bring(browser, answer)).status).toBe(303);
    // The same code again, by itself and to a question that is still open.
    expectRefused(browser, await bring(browser, answer), /already/);
    const { state } = await start(browser);
    expectRefused(browser, await bring(browser, { ...answer, state: state! }), NOT_TRUE);
    expectRefused(browser, await bring(browser, { ...answer, state: 'made up' }), /was not started here/);
    expectRefused(browser, await bring(browser, { code: answer.code! }), /was not started here/);
    const late = await start(browser);
    clock.advance(10 * MINUTE + 1);
    const brought = await bring(browser, issuer.letIn(late, { email: someone(), now: clock.now() }));
    expectRefused(browser, brought, /was not started here/);
    const here = await start(browser);
    const other = await addProvider(issuer);
    const moved = await bring(browser, issuer.letIn(here, { email: someone() }), other.id);
    expectRefused(browser, moved, /was not started here/);
  });

  test('of concurrent responses to one request, only one is accepted', async () => {
    const browser = newBrowser(server);
    const asked = await start(browser);
    const answers = await Promise.all(
      [1, 2, 3].map(() => bring(browser, issuer.letIn(asked, { email: someone(), now: clock.now() }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 403, 403]);
  });

  test.each<[string, (answer: Record<string, string>) => string]>([
    ['of another issuer', (answer) => String(new URLSearchParams({ ...answer, iss: evil.url }))],
    ['without an issuer', ({ code, state }) => String(new URLSearchParams({ code: code!, state: state! }))],
    ['with two codes', (answer) => `${new URLSearchParams(answer)}&code=other`],
    ['with two states', (answer) => `${new URLSearchParams(answer)}&state=other`],
    ['with a token in the URL', (answer) => `${new URLSearchParams({ ...answer, id_token: 'x' })}`],
    ['without a code', ({ state, iss }) => String(new URLSearchParams({ state: state!, iss: iss! }))],
  ])('a response %s is rejected', async (_, query) => {
    const browser = newBrowser(server);
    const asked = await start(browser);
    const answer = issuer.letIn(asked, { email: someone(), now: clock.now() });
    const brought = await browser.open(`/oidc/${provider.id}/callback?${query(answer)}`);
    expectRefused(browser, brought, NOT_TRUE);
  });

  test('a response brought to another browser is rejected (login CSRF)', async () => {
    const attacker = newBrowser(server);
    const asked = await start(attacker);
    const answer = issuer.letIn(asked, { email: someone(), now: clock.now() });
    const victim = newBrowser(server);
    expectRefused(victim, await bring(victim, answer), /started in another browser/);
    // Nor one who is signing in at that moment.
    const again = await start(attacker);
    await start(victim);
    const other = issuer.letIn(again, { email: someone(), now: clock.now() });
    expectRefused(victim, await bring(victim, other), /started in another browser/);
    // What somebody else brought is still good for who asked.
    expect((await bring(attacker, other)).status).toBe(303);
  });

  test('a sign-in replaces an existing session', async () => {
    const browser = newBrowser(server);
    browser.cookies.set('lectern_session', 'lcs_fixed');
    const asked = await start(browser);
    const accepted = await bring(browser, issuer.letIn(asked, { email: someone(), now: clock.now() }));
    await browser.open(accepted.location!);
    expect(browser.cookies.get('lectern_session')).not.toBe('lcs_fixed');
  });

  test.each(['https://evil.test/', '//evil.test/x', '/\\evil.test', 'javascript:alert(1)'])(
    'no redirect leads to %s',
    async (target) => {
      for (const name of ['to', 'target_link_uri']) {
        const browser = newBrowser(server);
        const asked = await start(browser, provider.id, `?${name}=${encodeURIComponent(target)}`);
        const accepted = await bring(browser, issuer.letIn(asked, { email: someone(), now: clock.now() }));
        expect((await browser.open(accepted.location!)).location).toBe('/app');
      }
    },
  );

  test('a provider of another organization cannot take over an account', async () => {
    const elsewhere = await server.organization('Elsewhere');
    const theirs = await addProvider(evil, elsewhere);
    for (const { email } of [org.admin, org.read]) {
      const browser = newBrowser(server);
      const asked = await start(browser, theirs.id);
      const brought = await bring(browser, evil.letIn(asked, { email, now: clock.now() }), theirs.id);
      expectRefused(browser, brought, /An account with your e-mail address already exists/);
    }
  });

  test('a response with the token of another provider is rejected', async () => {
    const theirs = await addProvider(evil);
    const browser = newBrowser(server);
    const asked = await start(browser, theirs.id);
    // Its token endpoint hands on what the honest one said to the attacker's own client.
    const sign = (claims: object) => issuer.sign({ ...claims, iss: issuer.url, aud: issuer.clientId });
    const saying = { email: org.admin.email, now: clock.now(), sign };
    expectRefused(browser, await bring(browser, evil.letIn(asked, saying), theirs.id), NOT_TRUE);
  });

  test.each<[string, string, (url: string) => Parameters<OpenIdIssuer['override']>[1]]>([
    ['is slow', '/token', () => () => {}],
    [
      'responds with too much data',
      '/token',
      () => (response) => issuer.answer(response, { x: 'x'.repeat(200_000) }),
    ],
    [
      'leads in circles',
      '/token',
      (url) => (response) => response.writeHead(307, { location: `${url}/token` }).end(),
    ],
    [
      'has keys inside',
      '/jwks',
      () => (response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    ],
    [
      'has too many keys',
      '/jwks',
      () => (response) =>
        issuer.answer(response, { keys: Array(3000).fill({ kty: 'RSA', kid: randomUUID() }) }),
    ],
    ['has no keys', '/jwks', () => (response) => issuer.answer(response, { keys: 'none' })],
    ['fails', '/token', () => (response) => issuer.answer(response, { error: { code: 1 } }, 500)],
  ])('an issuer that %s delays only its own users', async (_, path, reaction) => {
    const fresh = await startIssuer();
    const theirs = await addProvider(fresh);
    fresh.override(path, reaction(fresh.url));
    const browser = newBrowser(server);
    const asked = await start(browser, theirs.id);
    const began = Date.now();
    const brought = await bring(
      browser,
      fresh.letIn(asked, { email: someone(), now: clock.now() }),
      theirs.id,
    );
    expectRefused(browser, brought, NOT_TRUE);
    expect(Date.now() - began).toBeLessThan(9_000);
    await fresh.close();
  });
});
