import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newBrowser } from '../../../testing/browser-client.ts';
import { type OpenIdIssuer, startIssuer } from '../../../testing/openid-issuer.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { isEmailAllowed, isPublicIssuer } from './oidc-provider.ts';

const DISCOVERY = '/.well-known/openid-configuration';

describe('OpenID Connect providers', () => {
  let server: TestServer;
  let org: TestOrganization;
  let issuer: OpenIdIssuer;
  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
    },
    { config: { egressAllow: '127.0.0.1' } },
  );
  beforeAll(async () => {
    issuer = await startIssuer();
  });
  afterAll(() => issuer.close());
  beforeEach(() => issuer.override(DISCOVERY, undefined));

  const path = (id = '') => `/orgs/${org.id}/oidc${id && `/${id}`}`;
  const create = (body: unknown) => org.admin.call('POST', path(), body);
  const whole = () => {
    const { url, clientId, clientSecret } = issuer;
    return { label: 'Staff', issuer: url, clientId, clientSecret };
  };
  const problemOf = ({ status, body }: { status: number; body: { error: { details: unknown[] } } }) => [
    status,
    body.error.details[0],
  ];

  test('are pending until all required fields are set, and have URLs from the start', async () => {
    const { status, body } = await create({ label: 'Staff' });
    expect(status).toBe(201);
    expect(body).toEqual({
      object: 'oidc-provider',
      id: body.id,
      label: 'Staff',
      status: 'pending',
      defaultRole: null,
      createdAt: expect.any(String),
      service: {
        redirectURL: `${server.url}/oidc/${body.id}/callback`,
        startURL: `${server.url}/oidc/${body.id}/start`,
      },
      urls: { location: `${server.url}/v1/orgs/${org.id}/oidc/${body.id}` },
    });
    const { clientSecret, ...shown } = whole();
    const almost = await org.admin.call('PATCH', path(body.id), shown);
    expect(almost.body).toMatchObject({ ...shown, status: 'pending' });
    const updated = await org.admin.call('PATCH', path(body.id), { clientSecret });
    expect(updated.body).toEqual({ ...almost.body, status: 'active' });
    expect((await org.admin.call('GET', path(body.id))).body).toEqual(updated.body);
  });

  test('never return the client secret', async () => {
    const { body } = await create(whole());
    expect(body.status).toBe('active');
    const { clientSecret } = issuer;
    const answers = [body, (await org.admin.call('GET', path())).body, await server.eventsOf(body.id)];
    await org.admin.call('PATCH', path(body.id), { clientSecret: 'another' });
    const events = await server.eventsOf(body.id);
    expect(events.at(-1)).toMatchObject({
      action: 'oidc-provider.updated',
      payload: { fields: ['clientSecret'], changes: { clientSecret: {} } },
    });
    const row = await server.app.kernel.db
      .selectFrom('oidc_providers')
      .selectAll()
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow();
    for (const secret of [clientSecret, 'another', row.client_secret!])
      expect(JSON.stringify([answers, events])).not.toContain(secret);
    expect(row.client_secret).not.toContain('another');
  });

  test('require the client secret again when the issuer changes', async () => {
    const other = await startIssuer();
    const { id } = (await create(whole())).body;
    const moved = await org.admin.call('PATCH', path(id), { issuer: other.url });
    expect(problemOf(moved)).toEqual([
      400,
      { path: 'body.clientSecret', message: 'is required when the issuer changes' },
    ]);
    expect((await org.admin.call('GET', path(id))).body.issuer).toBe(issuer.url);
    const anew = await org.admin.call('PATCH', path(id), { issuer: other.url, clientSecret: 'anew' });
    expect(anew.body).toMatchObject({ issuer: other.url, status: 'active' });
    await other.close();
  });

  test('store the default role and team of their users', async () => {
    await org.admin.call('PATCH', `/orgs/${org.id}`, { defaultRole: 'comment' });
    const team = (await org.admin.call('PUT', `/orgs/${org.id}/teams`, { title: 'Writers' })).body;
    expect((await create({ label: 'A' })).body.defaultRole).toBe('comment');
    const { body } = await create({ label: 'B', defaultRole: 'edit', defaultTeam: team.id });
    expect(body).toMatchObject({ defaultRole: 'edit', defaultTeam: { id: team.id, title: 'Writers' } });
    await org.admin.call('DELETE', `/orgs/${org.id}/teams/${team.id}`);
    expect((await org.admin.call('GET', path(body.id))).body).not.toHaveProperty('defaultTeam');
    expect(problemOf(await create({ label: 'C', defaultTeam: 'nothing' }))).toMatchObject([
      400,
      { path: 'body.defaultTeam' },
    ]);
  });

  test('can be limited to e-mail domains', async () => {
    const { body } = await create({ ...whole(), domains: ['Staff.test', 'b.test', 'staff.TEST'] });
    expect(body.domains).toEqual(['b.test', 'staff.test']);
    const changed = await org.admin.call('PATCH', path(body.id), { domains: ['c.test'] });
    expect(changed.body.domains).toEqual(['c.test']);
    expect((await server.eventsOf(body.id)).at(-1)).toMatchObject({
      payload: { changes: { domains: { from: ['b.test', 'staff.test'], to: ['c.test'] } } },
    });
    expect((await org.admin.call('PATCH', path(body.id), { label: 'Other' })).body.domains).toEqual([
      'c.test',
    ]);
    const open = await org.admin.call('PATCH', path(body.id), { domains: null });
    expect(open.body).not.toHaveProperty('domains');
    for (const [domains, wrong] of [
      [[], 'body.domains'],
      [['not a domain'], 'body.domains.0'],
      [['a@b.test'], 'body.domains.0'],
      ['staff.test', 'body.domains'],
    ] as const)
      expect(problemOf(await create({ ...whole(), domains }))).toMatchObject([400, { path: wrong }]);
  });

  test('require domains if anyone can create an account at the issuer', async () => {
    const { body } = await create({ ...whole(), domains: ['staff.test'] });
    // The real one is not reached from here.
    const at = (domains: string[] | null) =>
      server.app.kernel.db
        .updateTable('oidc_providers')
        .set({ issuer: 'https://accounts.google.com', domains })
        .where('id', '=', body.id)
        .execute();
    await at(['staff.test']);
    expect(problemOf(await org.admin.call('PATCH', path(body.id), { domains: null }))).toEqual([
      400,
      {
        path: 'body.domains',
        message: 'is required, because anyone can create an account at this issuer',
      },
    ]);
    // One from before that was asked for lets nobody in until it is said.
    await at(null);
    expect((await org.admin.call('GET', path(body.id))).body.status).toBe('pending');
    expect((await newBrowser(server).open(`/oidc/${body.id}/start`)).status).toBe(404);
    const said = await org.admin.call('PATCH', path(body.id), { domains: ['staff.test'] });
    expect(said.body).toMatchObject({ status: 'active', domains: ['staff.test'] });
  });

  test.each([
    ['https://accounts.google.com', true],
    ['https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0', true],
    ['https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/v2.0', false],
    ['https://accounts.google.com.evil.test', false],
    ['https://gitlab.staff.test', false],
  ])('a public issuer is recognized: %s', (url, isOne) => {
    expect(isPublicIssuer(url)).toBe(isOne);
  });

  test.each([
    ['a@staff.test', 'staff.test', true],
    ['a@staff.test', 'Staff.test', true],
    ['a@staff.test', undefined, false],
    ['a@staff.test', 'evil.test', false],
    ['a@evil.test', 'staff.test', false],
    ['a@sub.staff.test', 'staff.test', false],
  ])('Google accounts must also be managed by the domain: %s of %s', (email, hostedDomain, may) => {
    const google = { issuer: 'https://accounts.google.com', domains: ['staff.test'] };
    expect(isEmailAllowed(google, { email, hostedDomain })).toBe(may);
  });

  test('are paginated with a constant number of queries', async () => {
    const team = (await org.admin.call('PUT', `/orgs/${org.id}/teams`, { title: 'Writers' })).body;
    for (const label of ['A', 'B', 'C']) await create({ label, defaultTeam: team.id });
    const first = await org.admin.call('GET', `${path()}?limit=2`);
    expect(first.body.items.map((item: { label: string }) => item.label)).toEqual(['A', 'B']);
    const second = await org.admin.call('GET', `${path()}?limit=2&page=${first.body.next.page}`);
    expect(second.body).toMatchObject({ count: 3, items: [{ label: 'C' }] });
    const costs: number[] = [];
    for (const limit of [1, 3])
      costs.push(await server.countQueries(() => org.admin.call('GET', `${path()}?limit=${limit}`)));
    expect(costs[0]).toBe(costs[1]);
  });

  test('are managed only by administrators of their organization', async () => {
    const { id } = (await create(whole())).body;
    for (const who of [org.create, org.guest]) expect((await who.call('GET', path(id))).status).toBe(403);
    const elsewhere = await server.organization();
    const there = `/orgs/${elsewhere.id}/oidc/${id}`;
    issuer.visits.length = 0;
    expect((await elsewhere.admin.call('GET', there)).status).toBe(404);
    expect((await elsewhere.admin.call('PATCH', there, { issuer: issuer.url })).status).toBe(404);
    expect(issuer.visits).toEqual([]);
    expect((await elsewhere.admin.call('DELETE', there)).status).toBe(204);
    expect((await org.admin.call('GET', path(id))).status).toBe(200);
    expect((await org.admin.call('DELETE', path(id))).status).toBe(204);
    expect((await org.admin.call('GET', path(id))).status).toBe(404);
    expect((await server.eventsOf(id)).map(({ action }) => action)).toEqual([
      'oidc-provider.created',
      'oidc-provider.deleted',
    ]);
  });

  test.each([
    [{}, 'body.label'],
    [{ label: ' ' }, 'body.label'],
    [{ label: 'A', issuer: 'javascript:alert(1)' }, 'body.issuer'],
    [{ label: 'A', issuer: 'http://idp.test' }, 'body.issuer'],
    [{ label: 'A', issuer: 'https://user:password@idp.test' }, 'body.issuer'],
    [{ label: 'A', issuer: 'https://idp.test/?tenant=1' }, 'body.issuer'],
    [{ label: 'A', issuer: 'https://idp.test/#' }, 'body.issuer'],
    [{ label: 'A', issuer: 'https://nobody.test' }, 'body.issuer'],
    [{ label: 'A', issuer: 'https://10.0.0.1' }, 'body.issuer'],
    [{ label: 'A', issuer: 'https://169.254.169.254/latest' }, 'body.issuer'],
    [{ label: 'A', clientId: '' }, 'body.clientId'],
    [{ label: 'A', clientSecret: '' }, 'body.clientSecret'],
    [{ label: 'A', clientSecret: 'x'.repeat(1025) }, 'body.clientSecret'],
    [{ label: 'A', defaultRole: 'owner' }, 'body.defaultRole'],
  ])('reject %j', async (body, field) => {
    expect(problemOf(await create(body))).toMatchObject([400, { path: field }]);
    expect((await org.admin.call('GET', path())).body.count).toBe(0);
  });

  const described = (more: object) => ({ ...issuer.describe(), ...more });
  test.each<[string, (url: string) => Parameters<OpenIdIssuer['override']>[1], RegExp]>([
    [
      'no discovery document',
      () => (response) => issuer.answer(response, {}, 404),
      /no valid discovery document/,
    ],
    [
      'a discovery document that is not JSON',
      () => (response) => response.writeHead(200).end('<html>'),
      /no valid discovery document/,
    ],
    [
      'another name',
      () => (response) => issuer.answer(response, described({ issuer: 'https://other.test' })),
      /does not match the issuer/,
    ],
    [
      'a name for many',
      (url) => (response) => issuer.answer(response, described({ issuer: `${url}/{tenantid}` })),
      /does not match the issuer/,
    ],
    [
      'a place to ask that is a script',
      () => (response) =>
        issuer.answer(response, described({ authorization_endpoint: 'javascript:alert(1)' })),
      /authorization_endpoint/,
    ],
    [
      'a place for codes elsewhere without encryption',
      () => (response) => issuer.answer(response, described({ token_endpoint: 'http://idp.test/token' })),
      /token_endpoint/,
    ],
    ['no keys', () => (response) => issuer.answer(response, described({ jwks_uri: undefined })), /jwks_uri/],
    [
      'only signatures that anybody could make',
      () => (response) =>
        issuer.answer(response, described({ id_token_signing_alg_values_supported: ['none', 'HS256'] })),
      /none of the accepted/,
    ],
    [
      'a way in circles',
      (url) => (response) => response.writeHead(302, { location: url + DISCOVERY }).end(),
      /no valid discovery document/,
    ],
    [
      'more than anybody reads',
      () => (response) => issuer.answer(response, described({ more: 'x'.repeat(200_000) })),
      /larger than allowed/,
    ],
  ])('reject an issuer with %s', async (_, reaction, reason) => {
    issuer.override(DISCOVERY, reaction(issuer.url));
    const refused = await create(whole());
    expect(problemOf(refused)).toEqual([
      400,
      { path: 'body.issuer', message: expect.stringMatching(reason) },
    ]);
    expect((await org.admin.call('GET', path())).body.count).toBe(0);
  });

  test('reject an issuer that does not respond in time', async () => {
    issuer.override(DISCOVERY, () => {});
    const began = Date.now();
    const refused = await create(whole());
    expect(problemOf(refused)).toMatchObject([400, { path: 'body.issuer' }]);
    expect(Date.now() - began).toBeLessThan(9_000);
  });

  test('are shown on the login page with the SAML providers once they are active', async () => {
    const { body } = await create(whole());
    await create({ label: 'Not yet' });
    const { body: logins } = await server.anonymous('GET', `/orgs/${org.id}/sso`);
    const login = { id: body.id, label: 'Staff', startURL: body.service.startURL };
    expect(logins).toEqual({ items: [login] });
    const page = await newBrowser(server).open(`/login/organizations/${org.id}`);
    expect(page.text).toContain(
      `<a class="button button-secondary" href="${login.startURL}?to=%2Fapp">Continue with Staff</a>`,
    );
    expect(page.text).not.toContain('Not yet');
  });
});
