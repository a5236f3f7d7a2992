import { beforeEach, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { cookiesOf, type PublishedSite, publishSite, requestFromHost } from '../../../testing/sites.ts';

const SCHEMA = {
  type: 'object',
  properties: { plan: { type: 'string', description: 'The plan' } },
  additionalProperties: false,
};

describe('previews of a site', () => {
  const clock = testClock();
  let server: TestServer;
  let org: TestOrganization;
  let site: PublishedSite;
  let [guides, api] = ['', ''];
  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
    },
    { clock },
  );

  const page = (title: string, markdown: string) => ({
    operation: 'insert_page',
    title,
    document: { markdown },
  });
  const at = (rest: string) => `/orgs/${org.id}/sites/${site.id}${rest}`;
  /** Opens a preview like a browser; returns the cookies. */
  const opened = async (by = org.read, query = ''): Promise<string> => {
    const { url } = (await by.call('GET', at(`/publishing/preview${query}`))).body;
    const { pathname, search } = new URL(url);
    const first = await requestFromHost(server, site.host, pathname + search);
    expect(first.status).toBe(307);
    expect(first.headers.location).not.toContain('token');
    return cookiesOf(first);
  };
  const titleOf = async (path: string, cookie: string) => {
    const { status, text, headers } = await site.get(path, { cookie });
    if (status === 307) return headers.location;
    return `${status} ${/<title>(.*?)<\/title>/.exec(text)?.[1]}`;
  };

  beforeEach(async () => {
    guides = await createLiveSpace(org);
    api = await createLiveSpace(org);
    const pro = '{% if visitor.claims.plan === "pro" %}\nFor professionals.\n{% endif %}';
    await org.admin.call('POST', `/spaces/${guides}/content`, {
      changes: [page('Start', `Hello.\n\n${pro}`), page('More', 'More.')],
    });
    await org.admin.call('POST', `/spaces/${api}/content`, { changes: [page('Calls', 'Calls.')] });
    site = await publishSite(
      server,
      org,
      [
        { space: guides, section: 'Docs' },
        { space: api, section: 'Reference' },
      ],
      { published: false },
    );
  });

  test('work before publishing, for an hour, in one browser, and are neither indexed nor cached', async () => {
    expect((await site.get('')).status).toBe(404);
    const cookie = await opened();
    const { status, text, headers } = await site.get('/more', { cookie });
    expect([status, headers['cache-control'], headers['x-robots-tag']]).toEqual([
      200,
      'private, no-store',
      'noindex, nofollow',
    ]);
    expect(text).toMatch(/<meta name="robots" content="noindex/);
    // Only previews have a banner with a link to leave.
    expect(text).toContain('This is a preview. Readers do not see it.');
    const leave = '/~gitbook/auth/logout';
    expect(text).toContain(`href="${site.base}${leave}"`);
    expect((await site.get(leave)).status).toBe(404);
    const left = await site.get(leave, { cookie });
    expect([left.status, left.headers['set-cookie']]).toEqual([
      307,
      expect.arrayContaining([expect.stringContaining('Max-Age=0')]),
    ]);
    expect((await site.get('/robots.txt', { cookie })).text).toContain('Disallow: /');
    expect((await site.get('/sitemap.xml', { cookie })).status).toBe(404);
    // Other browsers do not see the preview.
    expect((await site.get('/more')).status).toBe(404);
    clock.advance(61 * 60_000);
    expect((await site.get('/more', { cookie })).status).toBe(404);
  });

  test('open at a change request', async () => {
    const request = (await org.admin.call('POST', `/spaces/${guides}/change-requests`, {})).body;
    const cookie = await opened(org.read, `?changeRequest=${request.id}`);
    expect(await titleOf(`/~/changes/${request.id}`, cookie)).toMatch(/^200 Start/);
  });

  test('lead everybody else from the address of a change request to the console, for a preview of their own', async () => {
    const request = (await org.admin.call('POST', `/spaces/${guides}/change-requests`, {})).body;
    const path = `/~/changes/${request.id}/more`;
    const accept = 'text/html,*/*;q=0.8';
    const opened = (url: string) => `${server.url}/app/preview?url=${encodeURIComponent(url)}`;
    const passed = await site.get(`${path}?token=x`, { accept });
    expect([passed.status, passed.headers.location]).toEqual([307, opened(`${site.url}${path}`)]);
    // Neither a site nor a change request has to exist.
    const host = site.host.replace(/^[^.]*/, 'unknown');
    const unknown = await requestFromHost(server, host, '/x/~/changes/y', { accept });
    expect([unknown.status, unknown.headers.location]).toEqual([307, opened(`http://${host}/x/~/changes/y`)]);
    for (const other of ['/~/changes', '/~/revisions/x', '/more'])
      expect((await site.get(other, { accept })).status).toBe(404);
  });

  test('show the site for given claims', async () => {
    await org.admin.call('PATCH', at(''), { adaptiveContent: { enabled: true } });
    await org.admin.call('PUT', at('/adaptive-schema'), { jsonSchema: SCHEMA });
    const claims = encodeURIComponent('(plan:pro,other:!t)');
    expect((await site.get('', { cookie: await opened(org.read, `?claims=${claims}`) })).text).toContain(
      'For professionals.',
    );
    expect((await site.get('', { cookie: await opened() })).text).not.toContain('For professionals.');
  });

  test('reject tokens of another site, modified tokens, and those of another kind', async () => {
    const other = await publishSite(server, org, [{ space: guides }], { title: 'Other', published: false });
    const cookie = await opened();
    const name = cookie.split('=')[0]!;
    const { url } = (await org.read.call('GET', `/orgs/${org.id}/sites/${other.id}/publishing/preview`)).body;
    const foreign = new URL(url).searchParams.get('token')!;
    const resolved = await publishSite(server, org, [{ space: guides }], { title: 'Open' });
    const { apiToken } = (
      await server.anonymous('POST', '/urls/published', {
        url: `http://${resolved.host}${resolved.base}`,
      })
    ).body;
    for (const token of [foreign, apiToken, 'x', `${cookie.slice(name.length + 1)}x`, '']) {
      expect((await site.get(`?token=${token}`)).status).toBe(404);
      expect((await site.get('', { cookie: `${name}=${token}` })).status).toBe(404);
    }
  });

  test('show members only accessible spaces, and former members nothing', async () => {
    const hidden = await org.admin.call('PATCH', `/spaces/${api}`, { defaultLevel: null });
    expect(hidden.status).toBe(200);
    const cookie = await opened(org.read);
    expect((await site.get('/more', { cookie })).text).not.toContain('reference');
    expect((await site.get('/reference', { cookie })).status).toBe(404);
    expect((await site.get('/llms-full.txt', { cookie })).text).not.toContain('Calls');
    expect(await titleOf('/reference', await opened(org.admin))).toBe('200 Calls | Reference | Docs');
    await org.admin.call('DELETE', `/orgs/${org.id}/members/${org.read.id}`);
    expect((await site.get('/more', { cookie })).status).toBe(404);
  });

  test('show change requests and revisions to members only', async () => {
    const head = (await org.admin.call('GET', `/spaces/${api}/content`)).body.id;
    const request = (await org.admin.call('POST', `/spaces/${api}/change-requests`, { subject: 'New' })).body;
    await org.admin.call('POST', `/spaces/${api}/change-requests/${request.id}/content`, {
      changes: [page('Planned', 'Not yet there.')],
    });
    await org.admin.call('POST', `/spaces/${api}/content`, { changes: [page('Later', 'Later.')] });
    const cookie = await opened();
    const draft = `/reference/~/changes/${request.id}`;
    const planned = await site.get(`${draft}/planned`, { cookie });
    expect(planned.status).toBe(200);
    expect(planned.text).toContain('Not yet there.');
    expect(planned.headers['cache-control']).toBe('private, no-store');
    // The banner names the change request, its author and the changed pages.
    const banner = /<aside class="announcement.*?<\/aside>/s.exec(planned.text)![0];
    expect(banner).toMatch(/href="[^"]*\/app\/s\/\w+\/~\/changes\/1">#1 New<\/a> by /);
    expect(banner).toContain(org.admin.email.split('@')[0]);
    expect(banner).toContain(`<a href="${site.base}${draft}/planned">Planned</a>`);
    // Links within the space stay in the preview; others lead to the site.
    expect(planned.text).toContain(`href="${site.base}${draft}"`);
    expect(planned.text).toContain(`href="${site.base}"`);
    expect(await titleOf('/reference/planned', cookie)).toMatch(/^404/);
    expect(await titleOf(`${draft}/planned/`, cookie)).toBe(`${site.base}${draft}/planned`);
    expect(await titleOf(`${draft}/Planned`, cookie)).toMatch(/^200 Planned/);
    expect((await site.get(`${draft}/planned.md`, { cookie })).text).toContain('# Planned');
    const past = `/reference/~/revisions/${head}`;
    expect(await titleOf(past, cookie)).toMatch(/^200 Calls/);
    expect(await titleOf(`${past}/later`, cookie)).toMatch(/^404/);
    // Of another space, or unknown.
    for (const path of [
      `/~/changes/${request.id}`,
      `/~/revisions/${head}`,
      '/~/changes',
      '/~/changes/x',
      '/~/revisions/%F0%9F%98%80',
      `/reference/x/~/changes/${request.id}`,
      `/reference/~/other/${request.id}`,
    ])
      expect([path, (await site.get(path, { cookie })).status]).toEqual([path, 404]);
    await org.admin.call('POST', at('/publish'));
    for (const path of [`${draft}/planned`, past])
      expect([path, (await site.get(path)).status]).toEqual([path, 404]);
    // Ids are case-sensitive, also for visitors who may not see the preview.
    expect((await site.get(`${draft}/`)).headers.location).toBe(`${site.base}${draft}`);
    expect((await site.get(`${draft}/planned`, { cookie })).status).toBe(200);
  });
});
