import { describe, expect, test } from 'vitest';
import { newBrowser } from '../../../testing/browser-client.ts';
import { makeCertificate } from '../../../testing/certificates.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

const { certificate } = makeCertificate();
const whole = { label: 'Staff', ssoURL: 'https://idp.test/sso', entityID: 'https://idp.test', certificate };

describe('SAML providers', () => {
  let server: TestServer;
  let org: TestOrganization;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  const path = (id = '') => `/orgs/${org.id}/saml${id && `/${id}`}`;
  const create = (body: unknown) => org.admin.call('POST', path(), body);

  test('are pending until all required fields are set, and have URLs from the start', async () => {
    const { status, body } = await create({ label: 'Staff' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      object: 'saml-provider',
      label: 'Staff',
      status: 'pending',
      ssoURL: 'about:blank',
      entityID: '',
      certificate: '',
      defaultRole: null,
      service: {
        acsURL: `${server.url}/saml/${body.id}/acs`,
        startURL: `${server.url}/saml/${body.id}/start`,
        entityID: `${server.url}/saml/${body.id}/metadata`,
      },
    });
    const { label: _, ...rest } = whole;
    const updated = await org.admin.call('PATCH', path(body.id), rest);
    expect(updated.body).toMatchObject({ ...rest, label: 'Staff', status: 'active' });
    expect((await org.admin.call('GET', path(body.id))).body).toEqual(updated.body);
    // Taking something away makes it pending again.
    expect((await org.admin.call('PATCH', path(body.id), { entityID: '' })).body.status).toBe('pending');
  });

  test('cannot lose the last active one while single sign-on is required', async () => {
    const { body: one } = await create(whole);
    const { body: other } = await create({ ...whole, label: 'Others' });
    await create({ label: 'Pending' });
    const close = (sso: boolean) => org.admin.call('PATCH', `/orgs/${org.id}`, { sso });
    expect((await close(true)).status).toBe(200);
    expect((await org.admin.call('DELETE', path(other.id))).status).toBe(204);
    for (const answer of [
      await org.admin.call('DELETE', path(one.id)),
      await org.admin.call('PATCH', path(one.id), { certificate: '' }),
    ])
      expect([answer.status, answer.body.error.message]).toEqual([
        409,
        expect.stringMatching(/turn off sso first/),
      ]);
    expect((await org.admin.call('GET', path(one.id))).body.status).toBe('active');
    expect((await org.admin.call('PATCH', path(one.id), { label: 'Renamed' })).status).toBe(200);
    expect((await org.admin.call('DELETE', path('nothing'))).status).toBe(204);
    await close(false);
    expect((await org.admin.call('DELETE', path(one.id))).status).toBe(204);
  });

  test('cannot all be deleted while single sign-on becomes required', async () => {
    const [one, two] = [(await create(whole)).body, (await create({ ...whole, label: 'Others' })).body];
    const answers = await Promise.all([
      org.admin.call('DELETE', path(one.id)),
      org.admin.call('PATCH', `/orgs/${org.id}`, { sso: true }),
      org.admin.call('DELETE', path(two.id)),
    ]);
    expect(answers.some(({ status }) => status === 409)).toBe(true);
    const { sso } = (await org.admin.call('GET', `/orgs/${org.id}`)).body;
    const left = (await org.admin.call('GET', path())).body.items.length;
    expect(sso ? left : 1).toBeGreaterThan(0);
  });

  test('store the default role and team of their users', async () => {
    await org.admin.call('PATCH', `/orgs/${org.id}`, { defaultRole: 'comment' });
    const team = (await org.admin.call('PUT', `/orgs/${org.id}/teams`, { title: 'Writers' })).body;
    expect((await create({ label: 'A' })).body.defaultRole).toBe('comment');
    const { body } = await create({ label: 'B', defaultRole: 'edit', defaultTeam: team.id });
    expect(body).toMatchObject({ defaultRole: 'edit', defaultTeam: { id: team.id, title: 'Writers' } });
    expect((await create({ label: 'C', defaultRole: null })).body.defaultRole).toBeNull();
    const without = await org.admin.call('PATCH', path(body.id), { defaultTeam: null });
    expect(without.body).not.toHaveProperty('defaultTeam');
    await org.admin.call('PATCH', path(body.id), { defaultTeam: team.id });
    await org.admin.call('DELETE', `/orgs/${org.id}/teams/${team.id}`);
    expect((await org.admin.call('GET', path(body.id))).body).not.toHaveProperty('defaultTeam');
    const elsewhere = await server.organization();
    const other = (await elsewhere.admin.call('PUT', `/orgs/${elsewhere.id}/teams`, { title: 'Others' }))
      .body;
    for (const defaultTeam of [other.id, 'nothing']) {
      const refused = await create({ label: 'D', defaultTeam });
      expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'body.defaultTeam']);
    }
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

  test('are managed only by administrators', async () => {
    const { id } = (await create(whole)).body;
    for (const who of [org.create, org.read, org.guest]) {
      expect((await who.call('GET', path())).status).toBe(403);
      expect((await who.call('PATCH', path(id), { label: 'X' })).status).toBe(403);
    }
    const elsewhere = await server.organization();
    expect((await elsewhere.admin.call('GET', `/orgs/${elsewhere.id}/saml/${id}`)).status).toBe(404);
    expect((await elsewhere.admin.call('PATCH', `/orgs/${elsewhere.id}/saml/${id}`, {})).status).toBe(404);
    expect((await elsewhere.admin.call('DELETE', `/orgs/${elsewhere.id}/saml/${id}`)).status).toBe(204);
    expect((await org.admin.call('GET', path(id))).status).toBe(200);
    expect((await org.admin.call('DELETE', path(id))).status).toBe(204);
    expect((await org.admin.call('DELETE', path(id))).status).toBe(204);
    expect((await org.admin.call('GET', path(id))).status).toBe(404);
    expect((await server.eventsOf(id)).map(({ action }) => action)).toEqual([
      'saml-provider.created',
      'saml-provider.deleted',
    ]);
  });

  const day = 24 * 60 * 60 * 1000;
  test.each([
    ['not PEM', 'MIIB', /PEM/],
    ['PEM without its boundary lines', certificate.replaceAll(/-----.*-----/g, ''), /PEM/],
    ['a key', makeCertificate().privateKey, /PEM/],
    [
      'no certificate in it',
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
      /not a valid certificate/,
    ],
    ['expired', makeCertificate({ until: new Date(Date.now() - day) }).certificate, /expired/],
    ['not valid yet', makeCertificate({ from: new Date(Date.now() + day) }).certificate, /yet/],
    ['weak', makeCertificate({ bits: 1024 }).certificate, /key of 1024 bits/],
    ['of another kind of key', makeCertificate({ kind: 'ec' }).certificate, /type ec/],
    ['good and then weak', certificate + makeCertificate({ bits: 1024 }).certificate, /1024 bits/],
  ])('reject a certificate that is %s', async (_, text, reason) => {
    const created = await create({ ...whole, certificate: text });
    expect([created.status, created.body.error.details]).toEqual([
      400,
      [{ path: 'body.certificate', message: expect.stringMatching(reason) }],
    ]);
    const { id } = (await create({ label: 'Staff' })).body;
    expect((await org.admin.call('PATCH', path(id), { certificate: text })).status).toBe(400);
    expect((await org.admin.call('GET', path())).body.count).toBe(1);
  });

  test('accept several certificates for rotation', async () => {
    const both = certificate + makeCertificate().certificate;
    expect((await create({ ...whole, certificate: both })).body.status).toBe('active');
  });

  test.each([
    [{}, 'body.label'],
    [{ label: '' }, 'body.label'],
    [{ label: '   ' }, 'body.label'],
    [{ label: 'x'.repeat(31) }, 'body.label'],
    [{ label: 'A', ssoURL: 'javascript:alert(1)' }, 'body.ssoURL'],
    [{ label: 'A', ssoURL: 'ftp://idp.test' }, 'body.ssoURL'],
    [{ label: 'A', ssoURL: `https://idp.test/${'x'.repeat(2048)}` }, 'body.ssoURL'],
    [{ label: 'A', entityID: 'x'.repeat(1025) }, 'body.entityID'],
    [{ label: 'A', certificate: 'x'.repeat(10_001) }, 'body.certificate'],
    [{ label: 'A', defaultRole: 'owner' }, 'body.defaultRole'],
  ])('reject %j', async (body, field) => {
    const refused = await create(body);
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, field]);
    expect((await org.admin.call('GET', path())).body.count).toBe(0);
  });

  test('are shown on the login page once they are active', async () => {
    const { body } = await create(whole);
    await create({ label: 'Not yet' });
    const { body: logins } = await server.anonymous('GET', `/orgs/${org.id}/sso`);
    const login = { id: body.id, label: 'Staff', startURL: body.service.startURL };
    expect(logins).toEqual({ items: [login] });
    // An organization that is not there has none, like many that are.
    expect((await server.anonymous('GET', '/orgs/nothing/sso')).body).toEqual({ items: [] });
    const browser = newBrowser(server);
    const page = await browser.open(`/login/organizations/${org.id}`);
    expect(page.text).toContain(
      `<a class="button button-secondary" href="${login.startURL}?to=%2Fapp">Continue with Staff</a>`,
    );
    expect(page.text).not.toContain('Not yet');
    expect((await browser.open('/login/organizations/nothing')).status).toBe(200);
    // With several organizations here, nobody is told whose there are.
    await server.organization('Another');
    expect((await browser.open('/login')).text).not.toContain('Continue with');
  });

  test('serve the metadata of the service at its entity id', async () => {
    const { body } = await create({ label: 'Staff' });
    const page = await newBrowser(server).open(new URL(body.service.entityID).pathname);
    expect(page.headers.get('content-type')).toBe('application/samlmetadata+xml; charset=utf-8');
    expect(page.text).toContain(`entityID="${body.service.entityID}"`);
    expect(page.text).toContain(`Location="${body.service.acsURL}"`);
    expect(page.text).toContain('WantAssertionsSigned="true"');
    expect((await newBrowser(server).open('/saml/nothing/metadata')).status).toBe(404);
  });
});

describe('identity providers of the only organization', () => {
  let server: TestServer;
  let org: TestOrganization;
  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
    },
    { ownDatabase: true },
  );

  test('are shown on the common login page and redirect to the requested page', async () => {
    const { body } = await org.admin.call('POST', `/orgs/${org.id}/saml`, whole);
    const page = await newBrowser(server).open('/login?to=/account?done=ended');
    expect(page.text).toContain(`href="${body.service.startURL}?to=%2Faccount%3Fdone%3Dended"`);
  });
});
