import { beforeEach, describe, expect, test } from 'vitest';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { SITE_TOKEN_PURPOSE, verifySiteToken } from '../publishing-auth/site-token.ts';

describe('previews', () => {
  let org: TestOrganization;
  let server: TestServer;
  let site: string;
  withOrganization((fresh) => {
    ({ org, server } = fresh);
  });
  beforeEach(async () => {
    site = await org.site();
  });

  const preview = (query = '') =>
    org.read.call('GET', `/orgs/${org.id}/sites/${site}/publishing/preview${query}`);
  const opened = (url: string, later = 0) =>
    verifySiteToken(
      server.app.kernel.signing.keyFor(SITE_TOKEN_PURPOSE),
      new URL(url).searchParams.get('token')!,
      new Date(Date.now() + later),
    );

  test('admit anyone with the URL to an unpublished site, for an hour', async () => {
    const { url } = (await preview()).body;
    expect(opened(url)).toEqual({
      organization: org.id,
      site,
      admission: { kind: 'preview', member: org.read.id },
      claims: {},
    });
    expect(opened(url, 59 * 60_000)).toBeDefined();
    expect(opened(url, 60 * 60_000)).toBeUndefined();
    const published = (await org.admin.call('POST', `/orgs/${org.id}/sites/${site}/publish`)).body.urls
      .published;
    expect(url.startsWith(`${published}?token=`)).toBe(true);
  });

  test('start at a site space, and show the content for given claims', async () => {
    const at = `/orgs/${org.id}/sites/${site}/site-spaces`;
    await org.admin.call('POST', at, { spaceId: await org.space('One') });
    const second = (await org.admin.call('POST', at, { spaceId: await org.space('Two') })).body;
    const claims = encodeURIComponent("(plan:pro,name:'it!'s',groups:!(a,b),beta:!t)");
    const { url } = (await preview(`?siteSpace=${second.id}&claims=${claims}`)).body;
    expect(new URL(url).pathname).toMatch(/\/two\/$/);
    expect(opened(url)).toMatchObject({
      admission: { kind: 'preview', siteSpace: second.id },
      claims: { plan: 'pro', name: "it's", groups: ['a', 'b'], beta: true },
    });
  });

  test.each([
    ['siteSpace=unknown', 'query.siteSpace'],
    ['claims=(plan:', 'query.claims'],
    ['claims=', 'query.claims'],
    ['claims=!(a)', 'query.claims'],
    ['claims=text', 'query.claims'],
    [`claims=(a:${'x'.repeat(2000)})`, 'query.claims'],
  ])('are rejected: %s', async (query, path) => {
    const refused = await preview(`?${query}`);
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, path]);
  });

  test('require access to the site', async () => {
    expect((await org.guest.call('GET', `/orgs/${org.id}/sites/${site}/publishing/preview`)).status).toBe(
      404,
    );
  });
});
