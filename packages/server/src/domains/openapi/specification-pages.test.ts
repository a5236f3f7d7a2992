import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLiveSpace } from '../../testing/content-factory.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';
import { asRenderer, type PublishedSite, publishSite } from '../../testing/sites.ts';
import { petsApi, putSpec } from '../../testing/specifications.ts';

const PATIENCE = { timeout: 240_000, interval: 50 };

interface Shown {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly path?: string;
  readonly pages?: readonly Shown[];
}

let server: TestServer;
let org: TestOrganization;
let space: string;
let site: PublishedSite;
withOrganization(
  (fresh) => {
    ({ server, org } = fresh);
  },
  { roles: ['api', 'worker'] },
);
beforeEach(async () => {
  space = await createLiveSpace(org);
  site = await publishSite(server, org, [{ space }]);
});

const OK = { responses: { 200: { description: 'OK' } } };
const zoo = (more: object = {}) => ({
  ...petsApi('1.0.0'),
  tags: [
    { name: 'pets', description: 'Everything with **paws**', 'x-page-title': 'Pets and friends' },
    { name: 'food', parent: 'shop' },
    { name: 'shop' },
    { name: 'secret', 'x-internal': true },
  ],
  paths: {
    '/pets': {
      get: { ...OK, tags: ['pets'], summary: 'List pets' },
      post: { ...OK, tags: ['pets'], summary: 'Add a pet', 'x-internal': true },
    },
    '/food': { get: { ...OK, tags: ['food'], summary: 'List food' } },
    '/secret': { get: { ...OK, tags: ['secret'], summary: 'Whisper' } },
    '/other': { get: { ...OK, summary: 'Something else' } },
    ...more,
  },
});
const publish = async (document: object) => {
  const { body } = await putSpec(org, 'zoo', { text: JSON.stringify(document) });
  expect(body.lastProcessedErrors).toBeUndefined();
};
const change = (...changes: object[]) => org.admin.call('POST', `/spaces/${space}/content`, { changes });
const computed = (props: object = { models: true }, spec = 'zoo') => ({
  operation: 'insert_page',
  type: 'computed',
  title: 'API',
  computed: { type: 'builtin:openapi', dependencies: { spec: { ref: { kind: 'openapi', spec } } }, props },
});
const pages = async (query = ''): Promise<Shown[]> =>
  (await org.read.call('GET', `/spaces/${space}/content/pages${query}`)).body.pages;
const outline = (shown: readonly Shown[]): string[] =>
  shown.flatMap(({ title, type, pages: below = [] }) => [
    `${type} ${title}`,
    ...outline(below).map((line) => `  ${line}`),
  ]);
const outlined = async () => outline(await pages());
const ALL = [
  'document Welcome',
  'document Pets',
  'document Pets and friends',
  'group shop',
  '  document food',
  'document default',
  'document Models',
  'document End',
];

describe('computed pages of a specification', () => {
  beforeEach(async () => {
    await change(
      { operation: 'insert_page', title: 'Welcome', document: { markdown: 'Hello' } },
      computed(),
      { operation: 'insert_page', title: 'End', document: { markdown: 'Bye' } },
    );
  });

  test('are at the position of the computed page, for members and on the site', async () => {
    expect(await outlined()).toEqual(['document Welcome', 'computed API', 'document End']);
    await publish(zoo());
    await expect.poll(outlined, PATIENCE).toEqual(ALL);
    expect(outline(await pages('?computed=false'))).toEqual([
      'document Welcome',
      'computed API',
      'document End',
    ]);
    const shown = await site.get('/pets');
    expect(shown.status).toBe(200);
    await expect.poll(async () => (await site.get('/pets')).text, PATIENCE).toContain('List pets');
    const html = (await site.get('/pets')).text;
    expect(html).toContain('<strong>paws</strong>');
    expect(html).not.toContain('Add a pet');
    expect(html).toContain('Pets and friends');
    expect((await site.get('/shop/food')).status).toBe(200);
    expect((await site.get('/secret')).status).toBe(404);
    expect((await site.get('/models')).text).toContain('Pet');
    expect((await site.get('/sitemap-pages.xml')).text).toContain('/shop/food');
  });

  test('are read by other renderers of the site, with their content', async () => {
    await publish(zoo());
    await expect.poll(outlined, PATIENCE).toEqual(ALL);
    const { call } = await asRenderer(server, site.url);
    const { revision } = (await call('GET', `/spaces/${space}`)).body;
    const at = `/spaces/${space}/revisions/${revision}`;
    expect(outline((await call('GET', at)).body.pages)).toEqual(ALL);
    const page = (await call('GET', `${at}/path/pets`)).body;
    const document = await call('GET', `${at}/page/${page.id}/document?evaluated=deterministic-only`);
    expect(document.body.nodes.at(-1)).toMatchObject({
      type: 'openapi-operation',
      data: { ref: { kind: 'openapi', spec: 'zoo' }, path: '/pets', method: 'get' },
    });
    const { body } = await call('GET', `/orgs/${org.id}/openapi/zoo/versions/latest/content`);
    expect(body.filesystem[0].specification.info.title).toBe('Pets');
  });

  test('change with a new version in another revision, keep their ids, and are deleted with the specification', async () => {
    await publish(zoo());
    await expect.poll(outlined, PATIENCE).toEqual(ALL);
    const before = await pages();
    const head = (await org.read.call('GET', `/spaces/${space}`)).body.revision;
    await publish(zoo({ '/birds': { get: { ...OK, tags: ['birds'], summary: 'List birds' } } }));
    await expect.poll(outlined, PATIENCE).toContain('document birds');
    const after = await pages();
    const idOf = (all: readonly Shown[], title: string) => all.find((one) => one.title === title)?.id;
    expect(idOf(after, 'Pets and friends')).toBe(idOf(before, 'Pets and friends'));
    const now = (await org.read.call('GET', `/spaces/${space}/content`)).body;
    expect([now.type, now.parents]).toEqual(['computed', [head]]);
    expect((await server.eventsOf(space)).at(-1)).toMatchObject({
      action: 'space.content-updated',
      payload: { revision: now.id, from: head },
    });
    await expect.poll(async () => (await site.get('/birds')).status, PATIENCE).toBe(200);
    await org.admin.call('DELETE', `/orgs/${org.id}/openapi/zoo`);
    await expect.poll(outlined, PATIENCE).toEqual(['document Welcome', 'computed API', 'document End']);
    expect((await site.get('/pets')).status).toBe(404);
    expect((await site.get('/')).status).toBe(200);
  });

  test('are removed when the space is transferred to an organization without the specification', async () => {
    await publish(zoo());
    await expect.poll(outlined, PATIENCE).toEqual(ALL);
    const { body: elsewhere } = await org.admin.call('POST', '/orgs', { title: 'Elsewhere' });
    const moved = await org.admin.call('POST', `/spaces/${space}/transfer`, { organization: elsewhere.id });
    expect(moved.status).toBe(200);
    await expect
      .poll(
        async () => outline((await org.admin.call('GET', `/spaces/${space}/content/pages`)).body.pages),
        PATIENCE,
      )
      .toEqual(['document Welcome', 'computed API', 'document End']);
  });

  test('are computed once: a version with the same pages creates no revision', async () => {
    await publish(zoo());
    await expect.poll(outlined, PATIENCE).toEqual(ALL);
    const head = async () => (await org.read.call('GET', `/spaces/${space}`)).body.revision;
    const before = await head();
    const named = zoo();
    await publish({ ...named, info: { ...named.info, version: '1.0.1' } });
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(await head()).toBe(before);
  });

  test('cannot be edited, and are deleted with the computed page', async () => {
    await publish(zoo());
    await expect.poll(outlined, PATIENCE).toEqual(ALL);
    const pets = (await pages()).find(({ path }) => path === 'pets')!;
    for (const options of [
      { operation: 'update_page', page: pets.id, title: 'Mine' },
      { operation: 'delete_page', page: pets.id },
      { operation: 'insert_page', title: 'Below', into: pets.id },
    ])
      expect((await change(options)).status).toBeGreaterThanOrEqual(400);
    const source = (await pages('?computed=false')).find(({ type }) => type === 'computed')!;
    expect((await change({ operation: 'delete_page', page: source.id })).status).toBe(200);
    await expect.poll(outlined, PATIENCE).toEqual(['document Welcome', 'document End']);
  });

  test('have one page per operation on request, and are found by search', async () => {
    await change(computed({ models: false, grouping: 'by-operation' }, 'single'));
    await putSpec(org, 'single', { text: JSON.stringify(petsApi('9')) });
    await expect.poll(outlined, PATIENCE).toContain('  document List pets 9');
    await expect
      .poll(
        async () =>
          JSON.stringify((await org.read.call('GET', `/spaces/${space}/search?query=pets`)).body.items),
        PATIENCE,
      )
      .toContain('List pets 9');
  });

  describe('that cannot be computed', () => {
    const other = async (version: string) => {
      const { body } = await putSpec(org, 'other', { text: JSON.stringify(petsApi(version)) });
      expect(body.lastProcessedErrors).toBeUndefined();
    };
    const OTHER = ['document Pets', 'document pets'];
    const markdownOf = async (id: string) =>
      (await org.read.call('GET', `/spaces/${space}/content/page/${id}?format=markdown`)).body.markdown;
    /** Replaces the generated pages of one specification. */
    const trouble = (what: () => Promise<unknown>) => {
      const { specifications } = server.app.kernel;
      const generatePages = specifications.generatePages;
      vi.spyOn(specifications, 'generatePages').mockImplementation((json, generation) =>
        generation.spec === 'zoo'
          ? (what() as ReturnType<typeof generatePages>)
          : generatePages(json, generation),
      );
    };
    afterEach(() => {
      vi.restoreAllMocks();
    });

    test.each([
      ['break', () => Promise.reject(new Error('a secret'))],
      ['take too long', async () => undefined],
    ])('because they %s stay unchanged with a message, and others continue', async (_, what) => {
      await publish(zoo());
      await expect.poll(outlined, PATIENCE).toEqual(ALL);
      trouble(what);
      await publish(zoo({ '/birds': { get: { ...OK, tags: ['birds'], summary: 'List birds' } } }));
      await change({ ...computed({ models: false }, 'other'), title: 'Other' });
      await other('2');
      await expect
        .poll(outlined, PATIENCE)
        .toEqual([...ALL.slice(0, -1), 'document API', ...ALL.slice(-1), ...OTHER]);
      const note = (await pages()).find(({ title }) => title === 'API')!;
      expect(note).toMatchObject({ hidden: true });
      expect(await markdownOf(note.id)).toContain('pages of the specification zoo');
      expect(await markdownOf(note.id)).not.toContain('secret');
      vi.restoreAllMocks();
      await publish(zoo({ '/fish': { get: { ...OK, tags: ['fish'], summary: 'List fish' } } }));
      await expect
        .poll(outlined, PATIENCE)
        .toEqual([...ALL.slice(0, -2), 'document fish', ...ALL.slice(-2), ...OTHER]);
    });

    test('for the first time show why', async () => {
      trouble(() => Promise.reject(new Error('a secret')));
      await publish(zoo());
      await change({ ...computed({ models: false }, 'other'), title: 'Other' });
      await other('2');
      await expect
        .poll(outlined, PATIENCE)
        .toEqual(['document Welcome', 'document API', 'document End', ...OTHER]);
    });

    test('because they are invalid show a message, and do not delay others', async () => {
      trouble(async () => [{ key: 'info', kind: 'page', title: 3, markdown: 'x', children: [] }]);
      await publish(zoo());
      await change({ ...computed({ models: false }, 'other'), title: 'Other' });
      await other('2');
      await expect
        .poll(outlined, PATIENCE)
        .toEqual(['document Welcome', 'document API', 'document End', ...OTHER]);
    });
  });

  test('of an unknown source are rejected with the field', async () => {
    for (const options of [
      { ...computed(), computed: undefined },
      { ...computed(), type: 'document' },
      { ...computed(), computed: { type: 'builtin:other' } },
      computed({ models: 'yes' }),
    ]) {
      const { status, body } = await change(options);
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('computed')]);
    }
  });
});
