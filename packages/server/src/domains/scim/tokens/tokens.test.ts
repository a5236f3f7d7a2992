import { beforeEach, describe, expect, test } from 'vitest';
import { makeProvisioner, scimCaller } from '../../../testing/provisioning.ts';
import { type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

describe('the SCIM token of an identity provider', () => {
  const clock = testClock();
  let server: TestServer;
  let org: TestOrganization;
  let provider: { id: string };
  let token: string;
  let at: string;
  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
    },
    { clock },
  );
  beforeEach(async () => {
    ({ provider, token } = await makeProvisioner(server, org));
    at = `/orgs/${org.id}/saml/${provider.id}/scim`;
  });

  const statusOf = async (secret: string) => (await scimCaller(server, secret)('GET', '/Users')).status;

  test('is shown once, and not stored', async () => {
    expect(token).toMatch(/^lcp_\w{43}$/);
    const { body } = await org.admin.call('GET', at);
    expect(body).toEqual({
      object: 'scim-provisioning',
      baseURL: `${server.url}/scim/v2`,
      token: { hint: token.slice(0, 8), createdAt: expect.any(String) },
      urls: { location: `${server.url}/v1${at}` },
    });
    const rows = await server.app.kernel.db.selectFrom('scim_tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(await server.eventsOf(provider.id))).not.toContain(token);
    expect(await statusOf(token)).toBe(200);
    expect((await org.admin.call('GET', at)).body.token.lastUsedAt).toEqual(expect.any(String));
  });

  test('ends at once when it is replaced or revoked, or the provider is deleted', async () => {
    const { status, body } = await org.admin.call('POST', `${at}/token`);
    expect(status).toBe(201);
    expect([await statusOf(token), await statusOf(body.secret)]).toEqual([401, 200]);
    expect((await org.admin.call('DELETE', `${at}/token`)).status).toBe(204);
    expect(await statusOf(body.secret)).toBe(401);
    expect((await org.admin.call('GET', at)).body).not.toHaveProperty('token');
    expect((await org.admin.call('DELETE', `${at}/token`)).status).toBe(204);
    const last = (await org.admin.call('POST', `${at}/token`)).body.secret;
    const user = (await scimCaller(server, last)('POST', '/Users', { userName: `${provider.id}@staff.test` }))
      .body;
    expect((await org.admin.call('DELETE', `/orgs/${org.id}/saml/${provider.id}`)).status).toBe(204);
    expect(await statusOf(last)).toBe(401);
    expect((await org.admin.call('GET', at)).status).toBe(404);
    // Whom it provisioned stays a member.
    expect((await org.admin.call('GET', `/orgs/${org.id}/members/${user.id}`)).status).toBe(200);
    expect((await server.eventsOf(provider.id)).map(({ action }) => action)).toEqual([
      'saml-provider.created',
      'saml-provider.scim-token-created',
      'saml-provider.scim-token-created',
      'saml-provider.scim-token-revoked',
      'saml-provider.scim-token-created',
      'saml-provider.deleted',
    ]);
  });

  test('is rate-limited like every other token', async () => {
    const { startServer } = await import('../../../testing/server.ts');
    const limited = await startServer({ config: { rateLimit: 30 } });
    try {
      const made = await makeProvisioner(limited, await limited.organization());
      const calls = Array.from({ length: 40 }, () => made.scim('GET', '/ServiceProviderConfig'));
      const refused = (await Promise.all(calls)).filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThanOrEqual(10);
      expect(refused[0]!.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(refused[0]!.body).toMatchObject({ status: '429' });
    } finally {
      await limited.close();
    }
  });
});
