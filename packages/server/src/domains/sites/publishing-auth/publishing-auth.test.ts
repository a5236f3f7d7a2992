import { jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

describe('publishing auth', () => {
  let org: TestOrganization;
  let server: TestServer;
  withOrganization((fresh) => {
    ({ org, server } = fresh);
  });

  const authOf = (site: string) => `/orgs/${org.id}/sites/${site}/publishing/auth`;

  test('has a key for every site from the start', async () => {
    const [one, other] = [await org.site(), await org.site()];
    const auth = (await org.admin.call('GET', authOf(one))).body;
    expect(auth).toEqual({
      object: 'publishing-auth',
      backend: 'custom',
      privateKey: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect((await org.create.call('GET', authOf(one))).body).toEqual(auth);
    expect((await org.admin.call('GET', authOf(other))).body.privateKey).not.toBe(auth.privateKey);
  });

  test('stores, keeps and removes the sign-in URL', async () => {
    const site = await org.site();
    const change = async (body: object) => (await org.admin.call('PATCH', authOf(site), body)).body;
    const fallbackURL = 'https://acme.test/login?tenant=1&back=location';
    expect(await change({ backend: 'custom', fallbackURL })).toMatchObject({
      backend: 'custom',
      fallbackURL,
    });
    expect(await change({ backend: 'integration' })).toMatchObject({ backend: 'integration', fallbackURL });
    expect((await change({ backend: 'custom', fallbackURL: null })).fallbackURL).toBeUndefined();
    const told = (await server.eventsOf(site)).length;
    await change({ backend: 'custom', fallbackURL: null });
    expect(await server.eventsOf(site)).toHaveLength(told);
  });

  test.each([
    'https://acme.test/login?location=/',
    'https://acme.test/login?a=1&location',
    'https://acme.test/login?loc%61tion=x',
    'javascript:alert(1)',
    'acme.test',
    `https://acme.test/${'x'.repeat(2048)}`,
  ])('rejects the sign-in URL %s', async (fallbackURL) => {
    const site = await org.site();
    const refused = await org.admin.call('PATCH', authOf(site), { backend: 'custom', fallbackURL });
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'body.fallbackURL']);
    expect((await org.admin.call('GET', authOf(site))).body.fallbackURL).toBeUndefined();
  });

  test('has one of two backends, and keeps it if none is given', async () => {
    const site = await org.site();
    await org.admin.call('PATCH', authOf(site), { backend: 'integration' });
    expect((await org.admin.call('PATCH', authOf(site), {})).body.backend).toBe('integration');
    for (const body of [{ backend: 'saml' }, { backend: null }])
      expect((await org.admin.call('PATCH', authOf(site), body)).status).toBe(400);
  });

  test('replaces the key, and shows it to nobody else', async () => {
    const site = await org.site();
    const before = (await org.admin.call('GET', authOf(site))).body;
    const after = (await org.admin.call('POST', `${authOf(site)}/regenerate`)).body;
    expect(after).toEqual({ ...before, privateKey: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(after.privateKey).not.toBe(before.privateKey);
    expect((await org.admin.call('GET', authOf(site))).body).toEqual(after);
    expect((await org.review.call('GET', authOf(site))).status).toBe(403);
    expect((await org.review.call('POST', `${authOf(site)}/regenerate`)).status).toBe(403);
    const told = JSON.stringify([
      await server.eventsOf(site),
      (await org.admin.call('GET', `/orgs/${org.id}/sites/${site}`)).body,
      (await org.admin.call('GET', `/orgs/${org.id}/sites`)).body,
    ]);
    expect(told).toContain('site.publishing-auth-regenerated');
    for (const { privateKey } of [before, after]) expect(told).not.toContain(privateKey);
  });

  test('creates a link that signs a visitor in with claims', async () => {
    const site = await org.site();
    const path = `/orgs/${org.id}/sites/${site}`;
    await org.admin.call('PATCH', path, { visibility: 'visitor-auth' });
    const { body: published } = await org.admin.call('POST', `${path}/publish`);
    const { status, body } = await org.admin.call('POST', `${authOf(site)}/visitor-link`, {
      claims: { plan: 'pro', exp: 1, iat: 'x' },
    });
    expect([status, body.url.split('?')[0]]).toEqual([201, published.urls.published]);
    const token = new URL(body.url).searchParams.get('jwt_token')!;
    const { privateKey } = (await org.admin.call('GET', authOf(site))).body;
    const { payload } = await jwtVerify(token, new TextEncoder().encode(privateKey), {
      algorithms: ['HS256'],
    });
    expect(payload).toMatchObject({ plan: 'pro', exp: Date.parse(body.expiresAt) / 1000 });
    const long = await org.admin.call('POST', `${authOf(site)}/visitor-link`, {
      claims: { plan: 'x'.repeat(3000) },
    });
    expect([long.status, long.body.error.details[0].path]).toEqual([400, 'body.claims']);
    expect((await org.review.call('POST', `${authOf(site)}/visitor-link`, {})).status).toBe(403);
  });
});
