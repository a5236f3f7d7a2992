import { describe, expect, test } from 'vitest';
import type { Person, TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

describe('the settings of a site', () => {
  let server: TestServer;
  let org: TestOrganization;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  const path = (id = '') => `/orgs/${org.id}/sites${id && `/${id}`}`;
  const update = (id: string, body: object, by: Person = org.create) => by.call('PATCH', path(id), body);
  const get = async (id: string) => (await org.create.call('GET', path(id))).body;
  const actions = async (targetId: string) =>
    (await server.eventsOf(targetId)).map(({ action, payload }) => [action, payload]);

  test('are changed individually, and an empty update changes nothing', async () => {
    const id = await org.site();
    for (const change of [
      { title: 'Handbook' },
      { visibility: 'unlisted' },
      { visibility: 'share-link' },
      { visibility: 'visitor-auth' },
      { basename: 'hand-book_2.0' },
      { hostname: `docs-${id.toLowerCase()}.example.com` },
      { adaptiveContent: { enabled: true } },
      { contentSecurityPolicy: { hosts: ['cdn.example.com', '*.vendor.example', 'stats.example.com:8443'] } },
      { agentsContext: 'included' },
    ]) {
      const before = await get(id);
      const changed = await update(id, change);
      const { urls } = changed.body;
      expect([changed.status, changed.body]).toEqual([200, { ...before, ...change, urls }]);
      // The address of previews follows the names of the site.
      expect({ ...urls, preview: before.urls.preview }).toEqual(before.urls);
      expect(await get(id)).toEqual(changed.body);
    }
    const known = (await actions(id)).length;
    expect((await update(id, { title: 'Handbook', unknown: 1 })).body).toEqual(await get(id));
    expect(await actions(id)).toHaveLength(known);
    expect((await actions(id)).at(-1)).toEqual([
      'site.updated',
      { fields: ['agentsContext'], changes: { agentsContext: { from: 'excluded', to: 'included' } } },
    ]);
    expect((await update(id, { basename: 'API' })).body.basename).toBe('api');
    expect((await update(id, { hostname: null })).body.hostname).toBeUndefined();
    const proxied = (await update(id, { proxy: 'www.example.com/product/docs' })).body;
    expect(proxied.proxy).toEqual({
      origin: 'www.example.com/product/docs',
      target: `${server.url}/sites/${id}`,
    });
    expect((await update(id, { proxy: null })).body.proxy).toBeUndefined();
  });

  test('reject bad input by field, without changes', async () => {
    const id = await org.site();
    const before = await get(id);
    const bad: [string, unknown][] = [
      ['title', 'x'],
      ['title', '   '],
      ['title', 'x'.repeat(129)],
      ['title', null],
      ['visibility', 'secret'],
      ['basename', ''],
      ['basename', 'a/b'],
      ['basename', '~gitbook'],
      ['basename', '..'],
      ['basename', 'x'.repeat(101)],
      ['hostname', 'localhost'],
      ['hostname', 'Docs.Example.com'],
      ['hostname', 'docs.example.com:80'],
      ['hostname', 'a.b.localhost'],
      ['hostname', `${'a.'.repeat(260)}com`],
      ['proxy', 'example.com'],
      ['proxy', 'https://example.com/docs'],
      ['proxy', 'example.com/docs?x'],
      ['adaptiveContent', { enabled: 'yes' }],
      ['agentsContext', 'maybe'],
      ['contentSecurityPolicy', {}],
      ['contentSecurityPolicy', { hosts: 'cdn.example.com' }],
      ...[
        '*',
        '*.com',
        'localhost',
        'https://cdn.example.com',
        'cdn.example.com/js',
        "'unsafe-inline'",
        'cdn.example.com; script-src *',
        'a.*.example.com',
        'cdn.example.com:*',
        'cdn.example.com:0',
        'cdn.example.com:65536',
        'https:',
        'http://cdn.example.com',
        '',
      ].map((host): [string, unknown] => ['contentSecurityPolicy', { hosts: ['fine.example', host] }]),
      ['contentSecurityPolicy', { hosts: Array.from({ length: 21 }, (_, at) => `h${at}.example`) }],
      [
        'contentSecurityPolicy',
        { hosts: Array.from({ length: 8 }, (_, at) => `${`${'a'.repeat(40)}.`.repeat(2)}h${at}.example`) },
      ],
      ['defaultSiteSpace', 'unknown'],
      ['defaultSiteSection', 'unknown'],
    ];
    for (const [field, value] of bad) {
      const refused = await update(id, { title: 'Fine', [field]: value });
      expect([field, value, refused.status]).toEqual([field, value, 400]);
      expect(refused.body.error.details[0].path).toMatch(new RegExp(`^body\\.${field}`));
    }
    expect(await get(id)).toEqual(before);
  });

  test('explain which hosts a content security policy takes', async () => {
    const id = await org.site();
    for (const [host, part] of [
      ['https:', 'without a scheme'],
      ['http://cdn.example.com', 'without a scheme'],
      ['cdn.example.com/js', 'without a path'],
      ['cdn.example.com:65536', 'a port from 1 to 65535'],
      ['*', 'such as cdn.example.com'],
    ]) {
      const { body } = await update(id, { contentSecurityPolicy: { hosts: ['fine.example', host] } });
      expect(body.error.details).toEqual([
        { path: 'body.contentSecurityPolicy.hosts.1', message: expect.stringContaining(part!) },
      ]);
    }
  });

  test('require a unique basename in the organization, and a globally unique hostname and proxy', async () => {
    const [one, other] = [await org.site(), await org.site()];
    const foreign = await server.organization();
    const stranger = await foreign.site();
    const hostname = `h-${one.toLowerCase()}.example.com`;
    const proxy = `www.example.com/${one}`;
    await update(one, { basename: 'guides', hostname, proxy });
    for (const change of [{ basename: 'Guides' }, { hostname }, { proxy }, { proxy: proxy.toUpperCase() }]) {
      const refused = await update(other, { title: 'Changed', ...change });
      expect([refused.status, refused.body.error.message]).toEqual([
        409,
        expect.stringContaining(Object.keys(change)[0]!),
      ]);
    }
    expect((await get(other)).title).toBe('Docs');
    const elsewhere = (change: object) =>
      foreign.admin.call('PATCH', `/orgs/${foreign.id}/sites/${stranger}`, change);
    expect((await elsewhere({ basename: 'guides' })).status).toBe(200);
    for (const change of [{ hostname }, { proxy }]) expect((await elsewhere(change)).status).toBe(409);
    await org.admin.call('DELETE', path(one));
    expect((await elsewhere({ hostname, proxy })).status).toBe(200);
  });

  test('publish a site at its URL, and unpublish it without other changes', async () => {
    const id = await org.site({ title: 'My guides' });
    const { hostname: name } = (await org.admin.call('GET', `/orgs/${org.id}`)).body;
    const port = new URL(server.url).port;
    const before = await get(id);
    const published = await org.create.call('POST', `${path(id)}/publish`);
    expect([published.status, published.body]).toEqual([
      200,
      {
        ...before,
        published: true,
        urls: { ...before.urls, published: `http://${name}.localhost:${port}/my-guides/` },
      },
    ]);
    expect((await org.read.call('GET', `${path()}?published=true`)).body.count).toBe(1);
    expect((await org.create.call('POST', `${path(id)}/publish`)).body).toEqual(published.body);
    const url = async (change: object) => (await update(id, change)).body.urls.published;
    const hostname = `docs-${id.toLowerCase()}.example.com`;
    expect(await url({ hostname })).toBe(`http://${hostname}:${port}/`);
    expect(await url({ proxy: `www.example.com/${id}` })).toBe(`https://www.example.com/${id}/`);
    await update(id, { hostname: null, proxy: null });
    expect((await org.create.call('POST', `${path(id)}/unpublish`)).body).toEqual(before);
    expect((await actions(id)).map(([action]) => action)).toEqual([
      'site.created',
      'site.published',
      'site.updated',
      'site.updated',
      'site.updated',
      'site.unpublished',
    ]);
  });

  test('are deleted with a site, but its spaces are not', async () => {
    const space = await org.space('Guide');
    const id = await org.site({ spaces: [space] });
    await org.admin.call('PATCH', `/orgs/${org.id}`, { defaultContent: { type: 'site', site: id } });
    await org.admin.call('POST', `${path(id)}/publish`);
    expect((await org.read.call('DELETE', path(id))).status).toBe(403);
    for (const person of [org.guest, (await server.organization()).admin])
      expect((await person.call('DELETE', path(id))).status).toBe(204);
    expect((await get(id)).id).toBe(id);
    for (const expected of [204, 204])
      expect((await org.create.call('DELETE', path(id))).status).toBe(expected);
    expect((await org.read.call('GET', path(id))).status).toBe(404);
    const left = (await org.read.call('GET', `/spaces/${space}`)).body;
    expect([left.visibility, left.urls.published]).toEqual(['private', undefined]);
    expect((await org.admin.call('GET', `/orgs/${org.id}`)).body.defaultContent).toBeUndefined();
    expect((await actions(id)).at(-1)![0]).toBe('site.deleted');
  });

  test('of a new site with spaces have the title and the default of the first one', async () => {
    const [first, second] = [await org.space('Guide'), await org.space('Guide')];
    const made = await org.create.call('POST', path(), { spaces: [first, second, first] });
    expect([made.status, made.body]).toMatchObject([201, { title: 'Guide', siteSpaces: 2 }]);
    const { items } = (await org.read.call('GET', `${path(made.body.id)}/site-spaces`)).body;
    expect(items.map((item: { path: string; default: boolean }) => [item.path, item.default])).toEqual([
      ['guide', true],
      ['guide-1', false],
    ]);
    const byId = (await org.read.call('GET', `${path()}?space=${second}`)).body;
    expect([byId.count, byId.items[0].id]).toEqual([1, made.body.id]);
    expect((await org.create.call('POST', path(), { spaces: [await org.space('x')] })).body.title).toBe(
      'Untitled',
    );
    const closed = await org.space('Closed');
    await org.admin.call('PATCH', `/spaces/${closed}`, { defaultLevel: 'read' });
    const foreign = await server.organization();
    for (const [space, status] of [
      [closed, 403],
      ['unknown', 404],
      [await foreign.space(), 404],
    ] as const)
      expect((await org.create.call('POST', path(), { spaces: [first, space] })).status).toBe(status);
    await org.admin.call('PATCH', `/spaces/${closed}`, { defaultLevel: null });
    expect((await org.create.call('POST', path(), { spaces: [closed] })).status).toBe(404);
    expect((await org.read.call('GET', path())).body.count).toBe(2);
  });
});
