import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BrowserClient, signedInBrowser } from '../../../testing/browser-client.ts';
import { createIdentityProvider, type SamlResponseOptions } from '../../../testing/identity-provider.ts';
import { type IssuedIdentity, type OpenIdIssuer, startIssuer } from '../../../testing/openid-issuer.ts';
import { type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

const clock = testClock();
let server: TestServer;
let org: TestOrganization;
let browser: BrowserClient;
withOrganization(
  (fresh) => {
    ({ server, org } = fresh);
  },
  { clock, config: { egressAllow: '127.0.0.1' } },
);
beforeEach(async () => {
  browser = await signedInBrowser(server, org.admin);
});

const someone = () => `${randomUUID()}@staff.test`;
const memberOf = async (email: string) =>
  (await org.admin.call('GET', `/orgs/${org.id}/members?search=${encodeURIComponent(email)}`)).body.items[0];
/** The text of a page for people. */
const words = (text: string) =>
  text
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ');
const expectStillAdmin = async () => {
  expect((await browser.open('/account')).text).toContain(org.admin.email);
};

describe('a test of a SAML provider', () => {
  const idp = createIdentityProvider();
  let provider: { id: string; service: SamlResponseOptions['service'] };
  beforeEach(async () => {
    const { ssoURL, entityID, certificate } = idp;
    const settings = { label: 'Staff', ssoURL, entityID, certificate, defaultRole: 'edit' };
    provider = (await org.admin.call('POST', `/orgs/${org.id}/saml`, settings)).body;
  });

  const start = async (client = browser) => {
    const page = await client.open(`/login/organizations/${org.id}/saml/${provider.id}/test`);
    expect(page.status).toBe(303);
    return idp.readRequest(page.location!).id;
  };
  const post = (SAMLResponse: string) =>
    browser.send(
      `/saml/${provider.id}/acs`,
      { SAMLResponse, RelayState: '' },
      { origin: 'https://idp.test', 'sec-fetch-site': 'cross-site' },
    );
  const answer = (inResponseTo: string, more: Partial<SamlResponseOptions> & { nameID: string }) =>
    idp.answer({ service: provider.service, now: clock.now(), inResponseTo, ...more });

  test('shows who would sign in, and signs nobody in', async () => {
    const email = someone();
    const response = answer(await start(), { nameID: email });
    const page = await post(response);
    expect([page.status, page.location]).toEqual([200, undefined]);
    const shown = words(page.text);
    expect(shown).toContain('The sign-in works');
    expect(shown).toContain(`Ada Lovelace, ${email} can sign in through Staff`);
    expect(shown).toContain(provider.service.entityID);
    expect(shown).not.toContain('Expected');
    expect(await memberOf(email)).toBeUndefined();
    await expectStillAdmin();
    // The same response neither shows the page again nor signs in.
    expect((await post(response)).status).toBe(403);
  });

  test.each<[string, Partial<SamlResponseOptions>, string]>([
    ['another audience', { audience: 'https://other.test' }, 'its audience is not the entityID'],
    ['an expired assertion', { until: new Date(0) }, 'has expired'],
    ['another recipient', { recipient: 'https://other.test/acs' }, 'was issued for another URL'],
    ['another issuer', { issuer: 'https://other.test' }, 'was issued by another identity provider'],
    ['no e-mail address', { nameID: 'ada' }, 'is not an e-mail address'],
    ['a refusal', { status: 'Requester' }, 'denied the sign-in'],
  ])('says what is wrong: %s', async (_, more, problem) => {
    const page = await post(answer(await start(), { nameID: someone(), ...more }));
    expect(page.status).toBe(200);
    const shown = words(page.text);
    expect(shown).toContain('The sign-in does not work yet');
    expect(shown).toContain(problem);
    const wrong = more.audience ?? more.recipient ?? more.issuer;
    if (wrong) expect(shown).toContain(`${wrong} Expected`);
    await expectStillAdmin();
  });

  test('says that the signature is of another key', async () => {
    const other = createIdentityProvider();
    const inResponseTo = await start();
    const page = await post(
      other.answer({ service: provider.service, issuer: idp.entityID, inResponseTo, nameID: someone() }),
    );
    expect(words(page.text)).toContain('not signed by the identity provider with the key');
  });

  test('says that the account is not managed by the organization', async () => {
    const stranger = await server.person();
    const page = await post(answer(await start(), { nameID: stranger.email }));
    expect(words(page.text)).toContain('An account with your e-mail address already exists');
  });

  test('does not sign in with a response that hides its request', async () => {
    const inResponseTo = await start();
    const page = await post(answer(inResponseTo, { nameID: someone(), responseTo: undefined }));
    expect([page.status, words(page.text)]).toEqual([200, expect.stringContaining('The sign-in works')]);
    const spaced = idp.draft({
      service: provider.service,
      now: clock.now(),
      inResponseTo: await start(),
      nameID: someone(),
    });
    // White space around = does not change the signed form.
    const hidden = idp.sign(spaced.xml, 'Assertion').replaceAll('InResponseTo=', 'InResponseTo =');
    expect((await post(Buffer.from(hidden).toString('base64'))).status).toBe(403);
  });

  test('is for administrators of the organization only', async () => {
    const path = `/login/organizations/${org.id}/saml/${provider.id}/test`;
    expect((await (await signedInBrowser(server, org.create)).open(path)).status).toBe(403);
    const other = await server.organization();
    const elsewhere = await signedInBrowser(server, other.admin);
    expect((await elsewhere.open(path)).status).toBe(404);
    expect((await elsewhere.open(`/login/organizations/${other.id}/saml/${provider.id}/test`)).status).toBe(
      404,
    );
  });
});

describe('a test of an OpenID Connect provider', () => {
  let issuer: OpenIdIssuer;
  let provider: { id: string };
  beforeAll(async () => {
    issuer = await startIssuer();
  });
  afterAll(() => issuer.close());
  beforeEach(async () => {
    const { url, clientId, clientSecret } = issuer;
    const input = { label: 'Staff', issuer: url, clientId, clientSecret };
    provider = (await org.admin.call('POST', `/orgs/${org.id}/oidc`, input)).body;
  });

  const start = () => browser.open(`/login/organizations/${org.id}/oidc/${provider.id}/test`);
  const update = (change: object) => org.admin.call('PATCH', `/orgs/${org.id}/oidc/${provider.id}`, change);
  const bring = (query: Record<string, string>) =>
    browser.open(`/oidc/${provider.id}/callback?${new URLSearchParams(query)}`, {
      'sec-fetch-site': 'cross-site',
    });
  const come = async (saying: IssuedIdentity) => {
    const asked = issuer.readRequest((await start()).location!);
    return bring(issuer.letIn(asked, { now: clock.now(), ...saying }));
  };

  test('shows who would sign in, and signs nobody in', async () => {
    const email = someone();
    const page = await come({ email });
    expect([page.status, page.location]).toEqual([200, undefined]);
    expect(words(page.text)).toContain(`Ada Lovelace, ${email} can sign in through Staff`);
    expect(await memberOf(email)).toBeUndefined();
    await expectStillAdmin();
  });

  test.each<[string, IssuedIdentity, readonly string[]]>([
    ['another audience', { email: 'a@staff.test', claims: { aud: 'other' } }, ['the claim aud is other']],
    ['an expired token', { email: 'a@staff.test', claims: { exp: 1 } }, ['the claim exp is 1']],
    ['no e-mail address', { userinfo: { sub: 'somebody' } }, ['did not send an e-mail address']],
    [
      'an unverified address',
      { email: 'a@staff.test', claims: { email_verified: false } },
      ['has not verified your e-mail address', 'email_verified false'],
    ],
    ['another domain', { email: 'a@evil.test' }, ['The domain of your e-mail address is not allowed']],
  ])('says what is wrong: %s', async (_, saying, expected) => {
    await update({ domains: ['staff.test'] });
    const page = await come(saying);
    expect(page.status).toBe(200);
    const shown = words(page.text);
    expect(shown).toContain('The sign-in does not work yet');
    for (const text of expected) expect(shown).toContain(text);
    await expectStillAdmin();
  });

  test('says that the client secret is wrong, that the provider refused, and that it cannot be reached', async () => {
    await update({ clientSecret: 'wrong' });
    expect(words((await come({ email: someone() })).text)).toContain(
      'The client ID or the client secret is wrong',
    );
    const { state } = issuer.readRequest((await start()).location!);
    const refused = await bring({
      state: state!,
      error: 'access_denied',
      error_description: 'Not assigned',
      iss: issuer.url,
    });
    expect(words(refused.text)).toContain('access_denied (Not assigned)');
  });
});
