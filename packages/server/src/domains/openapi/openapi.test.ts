import { describe, expect, test } from 'vitest';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';
import { petsApi, putSpec, waitForSpec } from '../../testing/specifications.ts';

let server: TestServer;
let org: TestOrganization;
withOrganization(
  (fresh) => {
    ({ server, org } = fresh);
  },
  { roles: ['api', 'worker'] },
);

const at = (path = '') => `/orgs/${org.id}/openapi${path}`;
const text = (version?: string) => JSON.stringify(petsApi(version));

describe('specifications', () => {
  test('are created, processed in the background, and read by version', async () => {
    const created = await org.create.call('POST', at(), { slug: 'pets', source: { text: text() } });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      object: 'openapi-spec',
      slug: 'pets',
      processingState: 'pending',
      visibility: 'private',
      permissions: { view: true, edit: true },
    });
    expect(created.body).not.toHaveProperty('lastVersion');
    expect((await org.read.call('GET', at('/pets/versions/latest'))).status).toBe(404);
    const { body } = await waitForSpec(org, 'pets');
    expect(body).not.toHaveProperty('lastProcessErrorCode');
    const latest = await org.read.call('GET', at('/pets/versions/latest'));
    expect(latest.body.id).toBe(body.lastVersion);
    const content = await org.read.call('GET', at('/pets/versions/latest/content'));
    expect(content.body.filesystem.paths['/pets'].get.summary).toBe('List pets 1.0.0');
    expect(content.body.urls).toEqual({ source: content.body.url, public: null });
    const same = await org.read.call('GET', at(`/pets/versions/${body.lastVersion}/content`));
    expect(same.body).toEqual(content.body);
    expect((await org.read.call('GET', at('/pets'))).body.permissions).toEqual({ view: true, edit: false });
  });

  test('have a unique slug in lower case, and PUT changes the source', async () => {
    expect((await org.admin.call('PUT', at('/Pets'), { source: { text: text() } })).status).toBe(201);
    const again = await org.admin.call('POST', at(), { slug: 'pets', source: { text: text() } });
    expect(again.status).toBe(409);
    expect((await org.admin.call('PUT', at('/pets'), { source: { text: text('2') } })).status).toBe(200);
    for (const slug of ['a--b', '-a', 'a_b', 'a b', 'x'.repeat(101)])
      for (const answer of [
        await org.admin.call('POST', at(), { slug, source: { text: text() } }),
        await org.admin.call('PUT', at(`/${encodeURIComponent(slug)}`), { source: { text: text() } }),
      ]) {
        expect(answer.status).toBe(400);
        expect(answer.body.error.details[0].path).toMatch(/slug/i);
      }
    for (const source of [{}, { text: '' }, { url: 'ftp://a.test/x' }, { url: 'javascript:1' }, 'x', null])
      expect((await org.admin.call('PUT', at('/pets'), { source })).status).toBe(400);
  });

  test('reject a URL with credentials, because all readers would see it', async () => {
    for (const url of [
      'http://u:p@a.test/x',
      'https://u@a.test/',
      'http://:p@a.test/',
      'http://a.test:99999/',
    ])
      for (const answer of [
        await org.admin.call('PUT', at('/pets'), { source: { url } }),
        await org.admin.call('POST', at(), { slug: 'pets', source: { url } }),
      ]) {
        expect(answer.status).toBe(400);
        expect(answer.body.error.details[0].path).toBe('body.source.url');
      }
    expect((await org.admin.call('GET', at('/pets'))).status).toBe(404);
  });

  test('get a new version only for a changed document; the newest is first', async () => {
    const first = (await putSpec(org, 'pets', { text: text() })).body.lastVersion;
    // Written otherwise, it says the same.
    const again = await putSpec(org, 'pets', { text: JSON.stringify(petsApi(), null, 2) });
    expect(again.body.lastVersion).toBe(first);
    const second = (await putSpec(org, 'pets', { text: text('2.0.0') })).body.lastVersion;
    expect(second).not.toBe(first);
    const versions = await org.read.call('GET', at('/pets/versions'));
    expect(versions.body.items.map(({ id }: { id: string }) => id)).toEqual([second, first]);
    expect(versions.body.count).toBe(2);
    const page = await org.read.call('GET', at('/pets/versions?limit=1'));
    expect(page.body.items).toHaveLength(1);
    const next = await org.read.call('GET', at(`/pets/versions?limit=1&page=${page.body.next.page}`));
    expect(next.body.items[0].id).toBe(first);
    const old = await org.read.call('GET', at(`/pets/versions/${first}/content`));
    expect(old.body.filesystem.info.version).toBe('1.0.0');
    expect((await org.read.call('GET', at('/pets/versions/none'))).status).toBe(404);
  });

  test('are searched by their name, and know the pages that show them', async () => {
    for (const slug of ['pets', 'pet-shop', 'cars']) await putSpec(org, slug, { text: text() });
    const found = await org.read.call('GET', at('?search=PET'));
    expect(found.body.count).toBe(2);
    expect(found.body.items.map(({ slug }: { slug: string }) => slug)).toEqual(['pets', 'pet-shop']);
    expect((await org.read.call('GET', at('?search=%25'))).body.items).toEqual([]);
    const [shown, hidden] = [await org.space('Shown'), await org.space('Hidden')];
    const block =
      '{% openapi-operation spec="pets" path="/pets" method="get" %}\n{% endopenapi-operation %}\n';
    for (const space of [shown, hidden])
      for (const title of ['One', 'Two']) {
        const changes = [{ operation: 'insert_page', title, document: { markdown: block } }];
        await org.admin.call('PATCH', `/spaces/${space}`, { editMode: 'live' });
        expect((await org.admin.call('POST', `/spaces/${space}/content`, { changes })).status).toBe(200);
      }
    await org.admin.call('PATCH', `/spaces/${hidden}`, { defaultLevel: null });
    const usages = async (person = org.admin, more = '') =>
      (await person.call('GET', at(`/pets/usages${more}`))).body;
    expect((await usages()).count).toBe(4);
    expect(await usages(org.read)).toMatchObject({
      count: 2,
      items: [
        { space: { id: shown, title: 'Shown' }, page: { path: expect.any(String) } },
        { space: { id: shown }, page: { title: expect.stringMatching(/^(?:One|Two)$/) } },
      ],
    });
    const first = await usages(org.admin, '?limit=3');
    expect(first.items).toHaveLength(3);
    expect((await usages(org.admin, `?limit=3&page=${first.next.page}`)).items).toHaveLength(1);
    expect((await org.admin.call('GET', at('/cars/usages'))).body).toMatchObject({ count: 0, items: [] });
  });

  test('report errors with line and path, and keep the previous version', async () => {
    const { lastVersion } = (await putSpec(org, 'pets', { text: text() })).body;
    const yaml = 'openapi: 3.0.3\ninfo:\n  title: Pets\n  version: "1"\npaths:\n  /pets:\n    get: 7\n';
    const { body } = await putSpec(org, 'pets', { text: yaml });
    expect(body).toMatchObject({ lastVersion, lastProcessErrorCode: 'PARSE_ERROR' });
    expect(body.lastProcessedErrors[0].message).toMatch(/^line 7, \/paths\/~1pets\/get: /);
    expect(body.lastProcessedErrors[0]).toMatchObject({ line: 7, excerpt: 'get: 7' });
    const json = JSON.stringify({ ...petsApi(), paths: { '/a': { get: { responses: 'x' } } } }, null, 1);
    const told = (await putSpec(org, 'pets', { text: json })).body.lastProcessedErrors[0].message;
    const line = json.split('\n').findIndex((one) => one.includes('"responses": "x"')) + 1;
    expect(told).toContain(`line ${line}, /paths/~1a/get/responses`);
    const mended = await putSpec(org, 'pets', { text: text() });
    expect(mended.body).not.toHaveProperty('lastProcessErrorCode');
    expect(mended.body).not.toHaveProperty('lastProcessedErrors');
    expect(mended.body.lastVersion).toBe(lastVersion);
  });

  test.each([
    ['broken JSON', '{\n"openapi": "3.1.0",\n', /^line 3/],
    ['JSON of other words', '{\n"openapi": tru}', /^line 2, \/openapi: tru where a value belongs/],
    ['broken YAML', 'openapi: 3.1.0\ninfo: {title: [\n', /^line \d/],
    ['a plain text', 'hello', /is not an object/],
    ['a list', '- a\n- b', /is not an object/],
    ['another version', '{"openapi":"9.0.0"}', /is "9\.0\.0": Swagger 2\.0, OpenAPI 3\.0/],
    ['a dangling reference', JSON.stringify(petsApi('1', { components: {} })), /reference #\/components/],
    [
      'a reference to a file',
      JSON.stringify(petsApi('1', { paths: { '/a': { $ref: './a.yaml' } } })),
      /relative/,
    ],
  ])('get no version from %s', async (_, given, told) => {
    const { body } = await putSpec(org, 'bad', { text: given });
    expect(body.lastProcessErrorCode).toMatch(/PARSE_ERROR|FETCH_ERROR/);
    expect(body.lastProcessedErrors[0].message).toMatch(told);
    expect(body).not.toHaveProperty('lastVersion');
  });

  test('with small faults get a version as they are written', async () => {
    const paths = {
      '/a': { get: { summary: null, responses: {} } },
      '/b': { get: { responses: { 200: { content: {} } } } },
    };
    const { body } = await putSpec(org, 'faults', {
      text: JSON.stringify({ openapi: '3.1.0', info: { version: 1 }, paths }),
    });
    expect(body).not.toHaveProperty('lastProcessErrorCode');
    const { filesystem } = (await org.read.call('GET', at('/faults/versions/latest/content'))).body;
    expect(filesystem).toMatchObject({ info: { version: '1' }, paths });
  });

  test('reject a URL together with a text', async () => {
    const source = { url: 'https://example.com/a.json', text: text() };
    const { status, body } = await org.admin.call('PUT', at('/both'), { source });
    expect([status, body.error.details[0].path]).toEqual([400, 'body.source']);
    expect((await org.admin.call('GET', at('/both'))).status).toBe(404);
  });

  test('of version 2 are converted to version 3, and YAML is parsed', async () => {
    const yaml = `swagger: "2.0"
info: { title: Old, version: "1" }
host: api.test
schemes: [https]
paths:
  /pets:
    get: { responses: { 200: { description: All, schema: { $ref: "#/definitions/Pet" } } } }
definitions:
  Pet: { type: object }`;
    await putSpec(org, 'old', { text: yaml });
    const { filesystem } = (await org.read.call('GET', at('/old/versions/latest/content'))).body;
    expect(filesystem.openapi).toMatch(/^3\./);
    expect(filesystem.components.schemas.Pet).toEqual({ type: 'object' });
  });

  test('that are public are read by anyone at their URL, private ones are not', async () => {
    const spec = await putSpec(org, 'pets', { text: text() });
    expect(spec.body.urls).not.toHaveProperty('published');
    const address = `${server.url}/openapi/${org.id}/pets`;
    expect((await fetch(address)).status).toBe(404);
    const open = await org.create.call('PATCH', at('/pets'), { visibility: 'public' });
    expect(open.body.urls.published).toBe(address);
    const answer = await fetch(address);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/json/);
    expect(await answer.json()).toMatchObject({ info: { title: 'Pets' } });
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    const etag = answer.headers.get('etag')!;
    expect((await fetch(address, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const { body } = await org.read.call('GET', at('/pets/versions/latest/content'));
    expect(body.urls.public).toBe(address);
    await org.create.call('PATCH', at('/pets'), { visibility: 'private' });
    expect((await fetch(address)).status).toBe(404);
    expect((await org.create.call('PATCH', at('/pets'), { visibility: 'open' })).status).toBe(400);
  });

  test('are listed for members, not for guests, and deleted permanently', async () => {
    for (const slug of ['a', 'b', 'c'])
      await org.admin.call('PUT', at(`/${slug}`), { source: { text: text() } });
    const slugs = async (path: string) =>
      (await org.read.call('GET', path)).body.items.map(({ slug }: { slug: string }) => slug);
    expect(await slugs(at())).toEqual(['a', 'b', 'c']);
    const page = (await org.read.call('GET', at('?limit=2'))).body;
    expect(await slugs(at(`?limit=2&page=${page.next.page}`))).toEqual(['c']);
    expect((await org.guest.call('GET', at())).body).toMatchObject({ items: [], count: 0 });
    expect((await org.guest.call('GET', at('/a'))).status).toBe(404);
    expect((await org.edit.call('DELETE', at('/a'))).status).toBe(403);
    expect((await org.create.call('DELETE', at('/a'))).status).toBe(204);
    expect((await org.create.call('DELETE', at('/a'))).status).toBe(204);
    expect(await slugs(at())).toEqual(['b', 'c']);
    expect((await org.read.call('GET', at('/a/versions'))).status).toBe(404);
  });

  test('of the same name in another organization are separate', async () => {
    const elsewhere = await server.organization();
    await putSpec(org, 'pets', { text: text() });
    const at = `/orgs/${elsewhere.id}/openapi/pets`;
    expect((await elsewhere.admin.call('GET', at)).status).toBe(404);
    expect((await elsewhere.admin.call('PUT', at, { source: { text: text('2') } })).status).toBe(201);
    expect((await org.admin.call('GET', at)).status).toBe(404);
    expect((await org.admin.call('PUT', at, { source: { text: text('3') } })).status).toBe(404);
    await elsewhere.admin.call('DELETE', at);
    expect((await waitForSpec(org, 'pets')).body).toHaveProperty('lastVersion');
  });

  test('are recorded in the audit log', async () => {
    const { id } = (await putSpec(org, 'pets', { text: text() })).body;
    await org.create.call('PATCH', at('/pets'), { visibility: 'public' });
    await org.create.call('DELETE', at('/pets'));
    const actions = (await server.eventsOf(id)).map(({ action }) => action);
    expect(actions).toEqual([
      'openapi.created',
      'openapi.version-created',
      'openapi.visibility-changed',
      'openapi.deleted',
    ]);
  });
});
