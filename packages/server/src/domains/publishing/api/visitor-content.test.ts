import { SignJWT } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { entriesOf } from '../../../conformance/operations.ts';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { asRenderer, publishSite } from '../../../testing/sites.ts';
import { UNSIGNED_DESCRIPTION } from '../../sites/index.ts';

const DAY = 24 * 60 * 60 * 1000;

describe('site tokens', () => {
  const clock = testClock();
  let server: TestServer;
  let org: TestOrganization;
  let space: string;
  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
    },
    { clock },
  );
  beforeEach(async () => {
    space = await createLiveSpace(org);
  });

  const write = async (to: string, ...changes: object[]) => {
    const answer = await org.admin.call('POST', `/spaces/${to}/content`, { changes });
    expect(answer.status).toBe(200);
  };
  const page = (title: string, markdown: string, more = {}) => ({
    operation: 'insert_page',
    title,
    document: { markdown },
    ...more,
  });
  const headOf = async (id: string) => (await org.admin.call('GET', `/spaces/${id}`)).body.revision;
  const titles = (pages: { title: string; pages?: never[] }[]): string[] =>
    pages.flatMap((one) => [one.title, ...titles(one.pages ?? [])]);

  test('read everything that a client needs to render a page', async () => {
    await write(space, page('Home', 'Hello @reader'), page('Deep', 'Text **here**'));
    const site = await publishSite(server, org, [{ space }]);
    const { call, ...told } = await asRenderer(server, `${site.url}/deep`);
    expect(told).toMatchObject({ site: site.id, space, organization: org.id, pathname: '/deep' });
    const at = `/orgs/${org.id}/sites/${site.id}`;
    const published = await call('GET', `${at}/published`);
    expect(published.status).toBe(200);
    expect(published.body.site).toMatchObject({ id: site.id, urls: { published: `${site.url}/` } });
    expect(published.body.structure.structure[0]).toMatchObject({ id: told.siteSpace, space: { id: space } });
    expect(published.headers.get('x-gitbook-cache-tag')).toBe(`site:${site.id},space:${space}`);
    expect(published.headers.get('cache-control')).toBe('private, no-cache');
    const { revision, urls, ...rest } = (await call('GET', `/spaces/${space}`)).body;
    expect([revision, urls.published]).toEqual([await headOf(space), `${site.url}/`]);
    expect(rest.permissions).toMatchObject({ view: true, edit: false, comment: false, admin: false });
    const from = `/spaces/${space}/revisions/${revision}`;
    const read = await call('GET', `${from}?metadata=true`);
    expect(titles(read.body.pages)).toEqual(['Home', 'Deep']);
    expect(read.body.parents).toEqual([]);
    expect(read.headers.get('cache-control')).toBe('private, max-age=86400, immutable');
    expect(read.headers.get('x-gitbook-cache-tag')).toBe(`site:${site.id},space:${space}`);
    const { id } = read.body.pages[1];
    const body = await call(
      'GET',
      `${from}/page/${id}/document?evaluated=deterministic-only&dereferenced=reusable-contents`,
    );
    expect(JSON.stringify(body.body)).toContain('Text ');
    expect((await call('GET', `${from}/page/${id}/meta-links`)).body).toEqual({});
    expect((await call('GET', `${from}/path/deep`)).body).toMatchObject({ id, path: 'deep' });
    expect((await call('GET', `${from}/path/nowhere`)).status).toBe(404);
    const asMarkdown = await call('GET', `${from}/page/${id}?format=markdown&format.markdown.refs=stable`);
    expect(asMarkdown.body.markdown).toBe('# Deep\n\nText **here**\n');
    const withoutTitle = await call('GET', `${from}/page/${id}?format=markdown`);
    expect(withoutTitle.body.markdown).toBe('Text **here**\n');
    expect((await call('GET', `${from}/page/${id}?format=document`)).body.document.object).toBe('document');
    expect((await call('GET', `${at}/redirect?source=/old`)).status).toBe(404);
    await org.admin.call('POST', `${at}/redirects`, {
      source: '/old',
      destination: { kind: 'site-page', siteSpaceId: told.siteSpace, pageId: id },
    });
    expect((await call('GET', `${at}/redirect?source=/old`)).body.target).toBe(`${site.url}/deep`);
    const found = await call('POST', `${at}/search`, { query: 'text', mode: 'all' });
    expect(found.body.items).toMatchObject([{ id: space, pages: [{ id, title: 'Deep' }] }]);
    expect((await call('GET', `/users/${org.read.id}`)).body).toEqual({
      object: 'user',
      id: org.read.id,
      displayName: expect.any(String),
      urls: expect.any(Object),
    });
    expect(
      (await call('GET', `/spaces/${space}/embed?url=${encodeURIComponent('https://x.test/')}`)).status,
    ).toBe(200);
  });

  test('allow no other operation', async () => {
    const site = await publishSite(server, org, [{ space }]);
    const { apiToken, call } = await asRenderer(server, site.url);
    const others = entriesOf(server.app.domains).filter(
      ({ operation }) => operation.permission !== 'public' && !operation.acceptsSiteTokens,
    );
    expect(others.length).toBeGreaterThan(150);
    for (const { operation, path, operationId } of others) {
      const answer = await fetch(server.url + path.replaceAll(/\{\w+\}/g, org.id), {
        method: operation.method,
        headers: { authorization: `Bearer ${apiToken}` },
      });
      // Operations for tokens of identity providers accept no others.
      const refused = operation.permission === 'provider' ? 401 : 403;
      expect([operationId, answer.status]).toEqual([operationId, refused]);
    }
    const [hidden, stranger] = [await org.space('Hidden'), await server.organization()];
    const elsewhere = await publishSite(server, org, [{ space: hidden }], { title: 'Other' });
    const none = [
      `/spaces/${hidden}`,
      `/spaces/${hidden}/revisions/${await headOf(hidden)}`,
      `/spaces/${hidden}/embed?url=https%3A%2F%2Fx.test`,
      `/spaces/${space}/revisions/${await headOf(hidden)}`,
      `/spaces/nothing`,
      `/orgs/${org.id}/sites/${elsewhere.id}/published`,
      `/orgs/${stranger.id}/sites/${site.id}/published`,
      `/orgs/${org.id}/sites/${elsewhere.id}/redirect?source=/a`,
      `/users/${stranger.admin.id}`,
      '/users/nobody',
    ];
    for (const path of none) expect([path, (await call('GET', path)).status]).toEqual([path, 404]);
    const search = await call('POST', `/orgs/${org.id}/sites/${elsewhere.id}/search`, { query: 'a' });
    expect(search.status).toBe(404);
    const forged = [`${apiToken}x`, apiToken.replace(/\.[^.]+$/, '.AAAA'), 'a.b.c'];
    for (const token of forged)
      expect((await server.withToken(token)('GET', `/spaces/${space}`)).status).toBe(401);
    expect((await call('GET', `/spaces/${space}/revisions/x?metadata=perhaps`)).status).toBe(400);
  });

  test('ignore unknown claims', async () => {
    const site = await publishSite(server, org, [{ space }]);
    const { apiToken } = await asRenderer(server, site.url);
    const known: Record<string, string> = {
      organizationId: org.id,
      siteId: site.id,
      spaceId: space,
      revisionId: await headOf(space),
    };
    const reading = entriesOf(server.app.domains).filter(({ operation }) => operation.acceptsSiteTokens);
    expect(reading.length).toBe(20);
    for (const odd of ['%00', '%F0%9F%92%A5', 'a'.repeat(900), '..%2F..%2Fx', '%27%3B--', '__proto__', '%zz'])
      for (const { operation, path, operationId, params } of reading)
        for (const wrong of params) {
          const url = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
            name === wrong ? odd : (known[name] ?? odd),
          );
          const answer = await fetch(
            `${server.url}${url}?source=/a&url=${odd}&shareKey=${odd}&evaluated=true`,
            {
              method: operation.method,
              headers: { authorization: `Bearer ${apiToken}`, 'content-type': 'application/json' },
              ...(operation.method === 'POST' && { body: JSON.stringify({ query: odd, mode: 'all' }) }),
            },
          );
          const isRefused = answer.status >= 400 && answer.status < 500;
          expect([operationId, wrong, odd.slice(0, 20), answer.status, isRefused]).toContain(true);
        }
  });

  test('do not read unmerged content, except for previews', async () => {
    await write(space, page('Shown', 'Shown'));
    const site = await publishSite(server, org, [{ space }], { published: false });
    const request = (await org.admin.call('POST', `/spaces/${space}/change-requests`, { subject: 'Next' }))
      .body;
    await org.admin.call('POST', `/spaces/${space}/change-requests/${request.id}/content`, {
      changes: [page('Draft', 'Draft')],
    });
    const { revision } = (await org.admin.call('GET', `/spaces/${space}/change-requests/${request.id}`)).body;
    const at = `/orgs/${org.id}/sites/${site.id}`;
    const preview = (await org.admin.call('GET', `${at}/publishing/preview`)).body;
    const token = new URL(preview.url).searchParams.get('token')!;
    const seen = server.withToken(token);
    expect((await seen('GET', `/spaces/${space}`)).status).toBe(200);
    expect((await seen('GET', `/spaces/${space}/change-requests/${request.number}`)).body.id).toBe(
      request.id,
    );
    const draft = await seen('GET', `/spaces/${space}/revisions/${revision}`);
    expect(titles(draft.body.pages)).toContain('Draft');
    await org.admin.call('POST', `${at}/publish`);
    const { call } = await asRenderer(server, site.url);
    expect((await call('GET', `/spaces/${space}/change-requests/${request.number}`)).status).toBe(404);
    expect((await call('GET', `/spaces/${space}/revisions/${revision}`)).status).toBe(404);
  });

  test('read revisions that were current within the lifetime of a token', async () => {
    await write(space, page('One', 'One'));
    const first = await headOf(space);
    clock.advance(1000);
    await write(space, page('Two', 'Two'));
    const site = await publishSite(server, org, [{ space }]);
    const seen = async (revision: string) => {
      const { call } = await asRenderer(server, site.url);
      return (await call('GET', `/spaces/${space}/revisions/${revision}`)).status;
    };
    expect(await seen(first)).toBe(200);
    clock.advance(2 * DAY + 1000);
    expect(await seen(first)).toBe(404);
    expect(await seen(await headOf(space))).toBe(200);
  });

  test('show only content that the claims allow', async () => {
    const [pro, api] = [await createLiveSpace(org), await createLiveSpace(org)];
    await write(
      space,
      page('Home', 'Common\n\n{% if visitor.claims.unsigned.beta %}\nConfidential zebra\n{% endif %}\n'),
      page('Secret', 'Hidden walrus', { condition: 'visitor.claims.unsigned.beta' }),
    );
    await write(pro, page('Pro', 'For walrus'));
    await write(api, page('Api', 'Interface'));
    const site = await publishSite(server, org, [
      { space, path: 'a', section: 'Docs' },
      { space: pro, path: 'b', section: 'Docs', condition: 'visitor.claims.unsigned.beta' },
      { space: api, path: 'c', section: 'Api' },
    ]);
    const at = `/orgs/${org.id}/sites/${site.id}`;
    const { items } = (await org.admin.call('GET', `${at}/sections`)).body;
    await org.admin.call('PATCH', `${at}/sections/${items[1].id}`, {
      condition: 'visitor.claims.unsigned.beta',
    });
    await org.admin.call('PATCH', at, { adaptiveContent: { enabled: true } });
    const beta = { type: 'boolean', description: 'Tries things' };
    const unsigned = {
      type: 'object',
      description: UNSIGNED_DESCRIPTION,
      properties: { beta },
      additionalProperties: false,
    };
    const jsonSchema = { type: 'object', properties: { unsigned }, additionalProperties: false };
    const set = await org.admin.call('PUT', `${at}/adaptive-schema`, { jsonSchema });
    expect(set.body.error).toBeUndefined();
    const revision = await headOf(space);
    const looks = async (claims: object) => {
      const { call, apiToken } = await asRenderer(server, site.url, { unsignedClaims: claims });
      const { structure } = (await call('GET', `${at}/published`)).body;
      const from = `/spaces/${space}/revisions/${revision}`;
      const read = (await call('GET', from)).body;
      const whole = (await org.admin.call('GET', from)).body;
      const [home, secret] = whole.pages;
      const bodies = [];
      for (const query of [
        '',
        '?evaluated=deterministic-only',
        '?evaluated=expressions-only',
        '?evaluated=false',
        '?evaluated=true',
      ])
        bodies.push(JSON.stringify((await call('GET', `${from}/page/${home.id}/document${query}`)).body));
      const markdown = (await call('GET', `${from}/page/${home.id}?format=markdown`)).body.markdown;
      const find = async (query: string) =>
        (await call('POST', `${at}/search`, { query, mode: 'all' })).body.items
          .flatMap((found: { pages: { title: string }[] }) => found.pages)
          .map((found: { title: string }) => found.title)
          .sort();
      return {
        apiToken,
        sections: structure.structure.map(
          (one: { title: string; condition?: string }) => one.condition ?? one.title,
        ),
        variants: structure.structure[0].siteSpaces.length,
        pages: titles(read.pages),
        others: [
          (await call('GET', `/spaces/${pro}`)).status,
          (await call('GET', `/spaces/${api}`)).status,
          (await call('GET', `${from}/page/${secret.id}`)).status,
          (await call('GET', `${from}/page/${secret.id}/document`)).status,
          (await call('GET', `${from}/page/${secret.id}/meta-links`)).status,
          (await call('GET', `${from}/path/secret`)).status,
        ],
        zebras: [...bodies, markdown].filter((text) => text.includes('zebra')).length,
        ifs: [...bodies, markdown].filter((text) => text.includes('visitor.claims')).length,
        found: [await find('walrus'), await find('zebra'), await find('common')],
      };
    };
    const [plain, told] = [await looks({}), await looks({ beta: true })];
    expect(plain).toMatchObject({
      sections: ['Docs'],
      variants: 1,
      pages: ['Home'],
      others: [404, 404, 404, 404, 404, 404],
      zebras: 0,
      ifs: 0,
      found: [[], [], ['Home']],
    });
    expect(told).toMatchObject({
      sections: ['Docs', 'Api'],
      variants: 2,
      pages: ['Home', 'Secret'],
      others: [200, 200, 200, 200, 200, 200],
      zebras: 6,
      ifs: 0,
      found: [['Pro', 'Secret'], ['Home'], ['Home']],
    });
    expect(told.apiToken).not.toBe(plain.apiToken);
    // Claims removed from the schema no longer count, also for existing tokens.
    await org.admin.call('PUT', `${at}/adaptive-schema`, {
      jsonSchema: { ...jsonSchema, properties: { unsigned: { ...unsigned, properties: {} } } },
    });
    expect((await server.withToken(told.apiToken)('GET', `/spaces/${pro}`)).status).toBe(404);
  });

  test('are revoked with the admission', async () => {
    const site = await publishSite(server, org, [{ space }]);
    const at = `/orgs/${org.id}/sites/${site.id}`;
    const change = async (method: string, path: string, body?: object) => {
      const answer = await org.admin.call(method, at + path, body);
      expect(answer.status).toBeLessThan(300);
      return answer.body;
    };
    const isGood = async (token: string) => (await server.withToken(token)('GET', `/spaces/${space}`)).status;
    const open = (await asRenderer(server, site.url)).apiToken;
    expect(await isGood(open)).toBe(200);
    await change('POST', '/unpublish');
    expect(await isGood(open)).toBe(401);
    await change('POST', '/publish');
    expect(await isGood(open)).toBe(200);

    await change('PATCH', '', { visibility: 'share-link' });
    expect(await isGood(open)).toBe(401);
    const links = [
      await change('POST', '/share-links', { name: 'One' }),
      await change('POST', '/share-links', { name: 'Two' }),
    ];
    const shared = await Promise.all(links.map(({ urls }) => asRenderer(server, urls.published)));
    expect(shared[0]!.apiToken).not.toBe(shared[1]!.apiToken);
    const asked = `/orgs/${org.id}/sites/${site.id}/published?shareKey=${shared[0]!.shareKey}`;
    const { body } = await shared[0]!.call('GET', asked);
    expect(body.structure.structure[0].urls.published).toBe(links[0].urls.published);
    expect(body.site.urls.published).toBe(links[0].urls.published);
    const wrong = await shared[0]!.call('GET', asked.replace(/.$/, 'x'));
    expect(wrong.body.site.urls.published).toBe(`${site.url}/`);
    await change('PATCH', `/share-links/${links[0].id}`, { active: false });
    expect(await isGood(shared[0]!.apiToken)).toBe(401);
    expect(await isGood(shared[1]!.apiToken)).toBe(200);
    await change('DELETE', `/share-links/${links[1].id}`);
    expect(await isGood(shared[1]!.apiToken)).toBe(401);

    await change('PATCH', '', { visibility: 'visitor-auth' });
    const { privateKey } = await change('GET', '/publishing/auth');
    const jwtToken = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(privateKey));
    const visitor = (await asRenderer(server, site.url, { jwtToken })).apiToken;
    expect([await isGood(visitor), await isGood(open)]).toEqual([200, 401]);
    await change('POST', '/publishing/auth/regenerate');
    expect(await isGood(visitor)).toBe(401);

    await change('PATCH', '', { visibility: 'public' });
    expect(await isGood(open)).toBe(200);
    clock.advance(2 * DAY);
    expect(await isGood(open)).toBe(401);
    const later = (await asRenderer(server, site.url)).apiToken;
    await org.admin.call('DELETE', at);
    expect(await isGood(later)).toBe(401);
  });

  test('of signed-in visitors with a share link are revoked with the link', async () => {
    const site = await publishSite(server, org, [{ space }], { visibility: 'share-link' });
    const at = `/orgs/${org.id}/sites/${site.id}`;
    await org.admin.call('PATCH', at, { adaptiveContent: { enabled: true } });
    const { privateKey } = (await org.admin.call('GET', `${at}/publishing/auth`)).body;
    const jwtToken = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(privateKey));
    const link = (await org.admin.call('POST', `${at}/share-links`, { name: 'One' })).body;
    const { call } = await asRenderer(server, link.urls.published, { jwtToken });
    expect((await call('GET', `/spaces/${space}`)).status).toBe(200);
    await org.admin.call('DELETE', `${at}/share-links/${link.id}`);
    expect((await call('GET', `/spaces/${space}`)).status).toBe(401);
  });
});
