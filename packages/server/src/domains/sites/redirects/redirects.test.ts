import { beforeEach, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

describe('redirects', () => {
  let org: TestOrganization;
  let server: TestServer;
  let site: string;
  let root: string;
  let [section, siteSpace, space, page] = ['', '', '', ''];
  withOrganization((fresh) => {
    ({ org, server } = fresh);
  });
  beforeEach(async () => {
    site = await org.site();
    const at = `/orgs/${org.id}/sites/${site}`;
    await org.admin.call('POST', `${at}/sections`, { spaceId: await org.space('First') });
    space = await createLiveSpace(org);
    const made = (await org.admin.call('POST', `${at}/sections`, { spaceId: space })).body;
    section = made.id;
    siteSpace = made.siteSpaces[0].id;
    await org.admin.call('POST', `/spaces/${space}/content`, {
      changes: [{ operation: 'insert_page', title: 'Old Tricks' }],
    });
    page = (await org.admin.call('GET', `/spaces/${space}/content/pages`)).body.pages[0].id;
    root = (await org.admin.call('POST', `${at}/publish`)).body.urls.published;
  });

  const all = () => `/orgs/${org.id}/sites/${site}/redirects`;
  const toSection = () => ({ kind: 'site-section', siteSectionId: section });
  const toSpace = () => ({ kind: 'site-space', siteSpaceId: siteSpace });
  const toPage = () => ({ kind: 'site-page', siteSpaceId: siteSpace, pageId: page });
  const create = (source: string, destination: object = toSection()) =>
    org.admin.call('POST', all(), { source, destination });
  const resolve = (source: string, more = '') =>
    org.read.call(
      'GET',
      `/orgs/${org.id}/sites/${site}/redirect?source=${encodeURIComponent(source)}${more}`,
    );

  test('lead to a section, a space or a page, in any case', async () => {
    for (const [source, destination, target] of [
      ['/old', toSection(), `${root}docs/`],
      ['/old/space', toSpace(), `${root}docs/`],
      ['/Old/Page', toPage(), `${root}docs/old-tricks`],
    ] as const) {
      const made = await create(source, destination);
      expect(made.status).toBe(201);
      expect(made.body).toEqual({
        object: 'site-redirect',
        id: made.body.id,
        source,
        draft: false,
        captureWildcard: false,
        permanent: false,
        destination,
        createdAt: expect.any(String),
      });
      const found = await resolve(source.toUpperCase());
      expect(found.body.redirect).toEqual(made.body);
      expect(found.body.target).toBe(target);
    }
    expect((await resolve('/nowhere')).status).toBe(404);
    expect((await resolve('/old/')).status).toBe(400);
  });

  test('lead from all paths with a prefix; the longest source counts', async () => {
    const make = (source: string, destination: object, more = {}) =>
      org.admin.call('POST', all(), { source, destination, ...more });
    await make('/old/*', toSpace(), { captureWildcard: true });
    await make('/old/api*', toPage());
    await make('/old/exact', toSection());
    const target = async (source: string) => (await resolve(source)).body.target;
    expect(await target('/OLD/a/B')).toBe(`${root}docs/a/B`);
    expect(await target('/old/api/v2')).toBe(`${root}docs/old-tricks`);
    expect(await target('/old/apis')).toBe(`${root}docs/old-tricks`);
    expect(await target('/old/exact')).toBe(`${root}docs/`);
    expect(await target('/old')).toBe(`${root}docs/`);
    expect((await resolve('/older')).status).toBe(404);
  });

  test('lead to other sites', async () => {
    const url = 'https://example.com/docs?from=old#top';
    const { body } = await org.admin.call('POST', all(), {
      source: '/blog/*',
      captureWildcard: true,
      permanent: true,
      destination: { kind: 'external', url },
    });
    expect(body).toMatchObject({
      destination: { kind: 'external', url },
      captureWildcard: true,
      permanent: true,
    });
    expect((await resolve('/blog/2020/a')).body.target).toBe('https://example.com/docs/2020/a?from=old#top');
    const changed = await org.admin.call('PATCH', `${all()}/${body.id}`, { captureWildcard: false });
    expect(changed.body).toMatchObject({ captureWildcard: false, permanent: true });
    expect((await resolve('/blog/2020/a')).body.target).toBe(url);
    const toPageNow = await org.admin.call('PATCH', `${all()}/${body.id}`, { destination: toPage() });
    expect(toPageNow.body.destination).toEqual(toPage());
    expect((await resolve('/blog/2020/a')).body.target).toBe(`${root}docs/old-tricks`);
    const bulk = await org.admin.call('PUT', all(), {
      redirects: [{ source: '/blog/*', permanent: false, destination: { kind: 'external', url } }],
    });
    expect(bulk.body.results).toMatchObject([{ status: 'updated', id: body.id }]);
    expect((await resolve('/blog/x')).body.redirect).toMatchObject({
      permanent: false,
      destination: { url },
    });
  });

  test.each(['javascript:alert(1)', 'ftp://example.com/', '/relative', '', 'https://'])(
    'reject another site: %s',
    async (url) => {
      const refused = await create('/out', { kind: 'external', url });
      expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'body.destination.url']);
    },
  );

  test('are changed and deleted; a source has one target', async () => {
    const { body } = await create('/a');
    await create('/b');
    expect((await create('/A')).status).toBe(409);
    expect((await org.admin.call('PATCH', `${all()}/${body.id}`, { source: '/B' })).status).toBe(409);
    const changed = await org.admin.call('PATCH', `${all()}/${body.id}`, {
      source: '/A',
      destination: toPage(),
    });
    expect(changed.body).toEqual({
      ...body,
      source: '/A',
      destination: toPage(),
      updatedAt: expect.any(String),
    });
    const told = (await server.eventsOf(site)).length;
    await org.admin.call('PATCH', `${all()}/${body.id}`, {});
    expect(await server.eventsOf(site)).toHaveLength(told);
    expect((await org.admin.call('DELETE', `${all()}/${body.id}`)).status).toBe(204);
    expect((await org.admin.call('DELETE', `${all()}/${body.id}`)).status).toBe(204);
    expect((await org.admin.call('PATCH', `${all()}/${body.id}`, {})).status).toBe(404);
    expect((await resolve('/a')).status).toBe(404);
  });

  test.each([
    '',
    'a',
    '//',
    '/',
    '/a/',
    '/a//b',
    '//a',
    '/a b',
    '/a?b',
    '/a#b',
    '/%',
    '/%2',
    '/é',
    '/*',
    '/*a',
    '/a*b',
    '/a/*/b',
    '/a**',
    `/${'x'.repeat(512)}`,
  ])('reject a source: %s', async (source) => {
    const refused = await create(source);
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'body.source']);
    expect((await org.admin.call('GET', all())).body.count).toBe(0);
  });

  test('lead only to content of the site that the caller can see', async () => {
    const other = await org.site();
    const at = `/orgs/${org.id}/sites/${other}/site-spaces`;
    const foreign = (await org.admin.call('POST', at, { spaceId: await org.space() })).body;
    for (const destination of [
      { kind: 'site-section', siteSectionId: 'unknown' },
      { kind: 'site-space', siteSpaceId: foreign.id },
      { kind: 'site-page', siteSpaceId: siteSpace, pageId: 'unknown' },
      { kind: 'site-page', siteSpaceId: foreign.id, pageId: page },
    ]) {
      const refused = await create('/a', destination);
      expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'body.destination']);
    }
    for (const destination of [
      {},
      { kind: 'elsewhere', url: 'https://acme.test' },
      { kind: 'external' },
      { kind: 'site-page', pageId: page },
    ])
      expect((await create('/a', destination)).status).toBe(400);
    await create('/hidden', toPage());
    await org.admin.call('PATCH', `/spaces/${space}`, { defaultLevel: null });
    expect((await resolve('/hidden')).status).toBe(404);
    const blind = await org.create.call('POST', all(), { source: '/b', destination: toPage() });
    expect(blind.status).toBe(400);
  });

  test('are deleted with their target', async () => {
    await create('/space', toSpace());
    await create('/page', toPage());
    await org.admin.call('POST', `/spaces/${space}/content`, {
      changes: [{ operation: 'delete_page', page }],
    });
    expect((await resolve('/page')).status).toBe(404);
    await org.admin.call('DELETE', `/orgs/${org.id}/sites/${site}/sections/${section}`);
    expect((await resolve('/space')).status).toBe(404);
    expect((await org.admin.call('GET', all())).body.count).toBe(0);
  });

  test('keep a valid share key, and no revoked one', async () => {
    await create('/a', toPage());
    const links = `/orgs/${org.id}/sites/${site}/share-links`;
    const link = (await org.admin.call('POST', links, { name: 'A' })).body;
    const key = new URL(link.urls.published).pathname.split('/').at(-2)!;
    expect((await resolve('/a', `&shareKey=${key}`)).body.target).toContain(`/${key}/docs/old`);
    await org.admin.call('PATCH', `${links}/${link.id}`, { active: false });
    expect((await resolve('/a', `&shareKey=${key}`)).body.target).not.toContain(key);
  });

  test('are searched and paginated, with a constant number of queries', async () => {
    for (const source of ['/guides/one', '/guides/two', '/API/one', '/a_b', '/axb']) await create(source);
    const list = async (query: string) => (await org.read.call('GET', `${all()}?${query}`)).body;
    const sources = (body: { items: { source: string }[] }) => body.items.map(({ source }) => source);
    expect(sources(await list('search=api'))).toEqual(['/API/one']);
    expect(sources(await list('search=a_b'))).toEqual(['/a_b']);
    const first = await list('limit=2&search=/');
    const second = await list(`limit=2&search=/&page=${first.next.page}`);
    expect([...sources(first), ...sources(second)]).toEqual([
      '/guides/one',
      '/guides/two',
      '/API/one',
      '/a_b',
    ]);
    expect(first.count).toBe(5);
    const count = (limit: number) => server.countQueries(() => list(`limit=${limit}`));
    expect(await count(1)).toBe(await count(5));
  });

  test('are created, changed and deleted in bulk, with an error for each failure', async () => {
    const kept = (await create('/kept')).body;
    await create('/gone');
    const { status, body } = await org.admin.call('PUT', all(), {
      redirects: [
        { source: '/new', destination: toPage() },
        { source: '/KEPT', destination: toSpace(), intent: 'live' },
        { source: '/gone', destination: null },
        { source: '/never', destination: null },
        { source: '/NEW', destination: toSection() },
        { source: '/lost', destination: { kind: 'site-section', siteSectionId: 'unknown' } },
      ],
    });
    expect(status).toBe(200);
    expect(body.results).toEqual([
      { status: 'created', source: '/new', draft: false, id: expect.any(String) },
      { status: 'updated', source: '/KEPT', draft: false, id: kept.id },
      { status: 'deleted', source: '/gone', draft: false },
      { status: 'deleted', source: '/never', draft: false },
      { status: 'error', source: '/NEW', draft: false, error: expect.any(String) },
      { status: 'error', source: '/lost', draft: false, error: expect.any(String) },
    ]);
    const { items } = (await org.read.call('GET', all())).body;
    expect(items).toEqual([
      { ...kept, source: '/KEPT', destination: toSpace(), updatedAt: expect.any(String) },
      {
        object: 'site-redirect',
        id: body.results[0].id,
        source: '/new',
        draft: false,
        captureWildcard: false,
        permanent: false,
        destination: toPage(),
        createdAt: expect.any(String),
      },
    ]);
    for (const redirects of [[], [{ source: '/a' }], Array(501).fill({ source: '/a', destination: null })])
      expect((await org.admin.call('PUT', all(), { redirects })).status).toBe(400);
  });

  test('are changed by managers of the site only', async () => {
    expect((await org.review.call('POST', all(), { source: '/a', destination: toSection() })).status).toBe(
      403,
    );
    expect(
      (await org.review.call('PUT', all(), { redirects: [{ source: '/a', destination: null }] })).status,
    ).toBe(403);
    expect((await org.guest.call('GET', all())).status).toBe(404);
  });
});
