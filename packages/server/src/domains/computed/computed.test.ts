import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../testing/content-factory.ts';
import { bundleIntegration } from '../../testing/integration-scripts.ts';
import { install, publish } from '../../testing/published-integrations.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';
import { publishSite } from '../../testing/sites.ts';
import { petsApi, putSpec } from '../../testing/specifications.ts';

const PATIENCE = { timeout: 240_000, interval: 50 };

interface Shown {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly path?: string;
  readonly hidden?: boolean;
  readonly documentId?: string;
  readonly target?: { page?: string };
  readonly computed?: object;
  readonly computedSeed?: string;
  readonly pages?: readonly Shown[];
}

let server: TestServer;
let org: TestOrganization;
let script: string;
let name: string;
let at: string;
let space: string;
withOrganization(
  (fresh) => {
    ({ server, org } = fresh);
  },
  { roles: ['api', 'worker'] },
);
beforeAll(async () => {
  script = await bundleIntegration('library');
});

const manifest = (more: object = {}) => ({
  script,
  contentSources: ['books', 'parrot'].map((id) => ({
    id,
    title: 'Books',
    configuration: { componentId: 'settings' },
  })),
  ...more,
});
beforeEach(async () => {
  name = await publish(org, manifest());
  ({ at } = await install(org, name));
  space = await createLiveSpace(org);
  await org.admin.call('POST', `${at}/spaces`, { space });
});

const source = (props: object = { shelf: 'A' }, more: object = {}) => ({
  type: `integration:${name}:books`,
  props,
  ...more,
});
const insert = (computed: object, title = 'Library') => ({
  operation: 'insert_page',
  type: 'computed',
  title,
  computed,
});
const change = (...changes: object[]) => org.admin.call('POST', `/spaces/${space}/content`, { changes });
const pages = async (query = ''): Promise<Shown[]> =>
  (await org.read.call('GET', `/spaces/${space}/content/pages${query}`)).body.pages;
const outline = (shown: readonly Shown[]): string[] =>
  shown.flatMap(({ title, type, hidden, pages: below = [] }) => [
    `${hidden ? 'hidden ' : ''}${type} ${title}`,
    ...outline(below).map((line) => `  ${line}`),
  ]);
const outlined = async () => outline(await pages());
const configure = (configuration: object) =>
  org.admin.call('PATCH', `${at}/spaces/${space}`, { configuration });
const markdownOf = async (title: string): Promise<string> => {
  const all = (list: readonly Shown[]): readonly Shown[] =>
    list.flatMap((page) => [page, ...all(page.pages ?? [])]);
  const page = all(await pages()).find((one) => one.title === title);
  const { body } = await org.read.call('GET', `/spaces/${space}/content/page/${page?.id}?format=markdown`);
  return body.markdown;
};
const SHELF = ['group Shelf A', '  document Book 1', 'link First'];

describe('computed pages of an integration', () => {
  test('are in the tree and on the site, link to each other, and are found by search', async () => {
    const site = await publishSite(server, org, [{ space }]);
    await change({ operation: 'insert_page', title: 'Welcome' }, insert(source()));
    await expect.poll(outlined, PATIENCE).toEqual(['document Welcome', ...SHELF]);
    expect(outline(await pages('?computed=false'))).toEqual(['document Welcome', 'computed Library']);
    const [, shelf, link] = await pages();
    expect(link?.target?.page).toBe(shelf?.pages?.[0]?.id);
    const text = await markdownOf('Book 1');
    expect(text).toContain('Book 1 of A has chapters');
    expect(text).toContain(`/pages/${shelf?.pages?.[0]?.id}`);
    expect(text).toContain('https://library.example/cover.png');
    await expect
      .poll(async () => (await site.get('/shelf-a/book-1')).text, PATIENCE)
      .toContain('Book 1 of A has chapters');
    await expect
      .poll(
        async () =>
          JSON.stringify((await org.read.call('GET', `/spaces/${space}/search?query=chapters`)).body.items),
        PATIENCE,
      )
      .toContain('Book 1');
    expect((await org.read.call('GET', `/spaces/${space}/content`)).body.type).toBe('computed');
  });

  test('change with its configuration and its next version, and keep their ids', async () => {
    await change(insert(source()));
    await expect.poll(outlined, PATIENCE).toEqual(SHELF);
    const [before] = await pages();
    await configure({ count: 2, word: 'pictures' });
    await expect.poll(outlined, PATIENCE).toContain('  document Book 2');
    const [after] = await pages();
    expect(after?.pages?.[0]?.id).toBe(before?.pages?.[0]?.id);
    expect(await markdownOf('Book 1')).toContain('has pictures');
    await publish(org, manifest({ script: script.replace('Shelf ', 'Board ') }), name);
    await expect.poll(outlined, PATIENCE).toContain('group Board A');
  });

  test('change with their dependencies, as reported by the integration', async () => {
    const [seen, other] = [await createLiveSpace(org), await createLiveSpace(org)];
    await org.admin.call('POST', `${at}/spaces`, { space: seen });
    const on = (id: string) => ({ dependencies: { other: { ref: { kind: 'space', space: id } } } });
    await change(
      insert(source({ shelf: 'A' }, on(seen))),
      insert(source({ shelf: 'B' }, on(other)), 'Other'),
    );
    const revision = async () => (await org.admin.call('GET', `/spaces/${seen}`)).body.revision;
    const first = await revision();
    await expect.poll(outlined, PATIENCE).toContain(`document Seen ${first}`);
    expect((await outlined()).filter((line) => line.includes('Seen'))).toHaveLength(1);
    await org.admin.call('POST', `/spaces/${seen}/content`, {
      changes: [{ operation: 'insert_page', title: 'News' }],
    });
    const second = await revision();
    expect(second).not.toBe(first);
    await expect.poll(outlined, PATIENCE).toContain(`document Seen ${second}`);
  });

  test('are computed once: edits of other pages do not compute them again', async () => {
    await change(insert(source()));
    await expect.poll(outlined, PATIENCE).toEqual(SHELF);
    const asked = async () =>
      (await org.admin.call('GET', `/integrations/${name}/events`)).body.items.filter(
        ({ payload }: { payload: { type: string } }) => payload.type === 'content_compute_revision',
      ).length;
    await expect.poll(asked, PATIENCE).toBe(1);
    await change(insert(source({ shelf: 'B' }), 'Other'));
    await expect.poll(outlined, PATIENCE).toContain('group Shelf B');
    await expect.poll(asked, PATIENCE).toBe(2);
    expect((await outlined()).slice(0, 3)).toEqual(SHELF);
  });

  test('that change every time are stable until they are due again', async () => {
    await change(insert(source({ shelf: 'A', trouble: 'clock' })));
    const now = async () => (await outlined())[0]!;
    await expect.poll(now, PATIENCE).toContain('Now');
    const revision = async () => (await org.read.call('GET', `/spaces/${space}`)).body.revision;
    // Told of its installation only now, the source is asked once more; then it comes to rest.
    let head = '';
    const stays = async () => {
      head = await revision();
      await new Promise((resolve) => setTimeout(resolve, 6000));
      return (await revision()) === head;
    };
    await expect.poll(stays, PATIENCE).toBe(true);
    const first = await now();
    const { computed } = server.app.services;
    await computed.refreshDue();
    const rows = server.app.kernel.db.updateTable('computed_pages').where('space_id', '=', space);
    await rows.set({ due_at: new Date(0) }).execute();
    expect(await now()).toBe(first);
    await computed.refreshDue();
    await expect.poll(now, PATIENCE).not.toBe(first);
    const after = (await org.read.call('GET', `/spaces/${space}/content`)).body;
    expect(after.parents).toEqual([head]);
  });

  test('of a revision that a space is rolled back to are computed again', async () => {
    await change(insert(source()));
    await expect.poll(outlined, PATIENCE).toEqual(SHELF);
    const then = (await org.read.call('GET', `/spaces/${space}`)).body.revision;
    await configure({ count: 2 });
    await expect.poll(outlined, PATIENCE).toContain('  document Book 2');
    expect((await org.admin.call('POST', `/spaces/${space}/revisions/${then}/rollback`)).status).toBe(200);
    expect(await outlined()).not.toContain('  document Book 2');
    await expect.poll(outlined, PATIENCE).toContain('  document Book 2');
  });

  test('show why they are missing, without effect on other pages', async () => {
    await change({ operation: 'insert_page', title: 'Welcome' }, insert(source()));
    await expect.poll(outlined, PATIENCE).toContain('group Shelf A');
    await org.admin.call('DELETE', `${at}/spaces/${space}`);
    await expect.poll(outlined, PATIENCE).toEqual(['document Welcome', 'document Library']);
    expect(await markdownOf('Library')).toContain(`The integration ${name} is not installed on this space`);
    await org.admin.call('POST', `${at}/spaces`, { space });
    await expect.poll(outlined, PATIENCE).toEqual(['document Welcome', ...SHELF]);
    await org.admin.call('PATCH', at, { status: 'paused' });
    await expect.poll(() => markdownOf('Library'), PATIENCE).toContain('is paused');
    await org.admin.call('DELETE', `/integrations/${name}`);
    await expect.poll(() => markdownOf('Library'), PATIENCE).toContain('is not installed');
  });

  test('stay unchanged while it fails, with a hidden page that shows why', async () => {
    await change(insert(source()));
    await expect.poll(outlined, PATIENCE).toEqual(SHELF);
    await publish(org, manifest({ script: 'export default { fetch: () => new Response("?") }' }), name);
    await expect.poll(outlined, PATIENCE).toEqual([...SHELF, 'hidden document Library']);
    expect(await markdownOf('Library')).toContain('returned content that cannot be used');
    await publish(org, manifest(), name);
    await expect.poll(outlined, PATIENCE).toEqual(SHELF);
  });

  test('of a failing script show its user-facing message only', async () => {
    await change(
      insert(source({ shelf: 'A', trouble: 'refuses' }), 'Closed'),
      insert(source({ shelf: 'A', trouble: 'breaks' }), 'Broken'),
    );
    await expect.poll(outlined, PATIENCE).toEqual(['document Closed', 'document Broken']);
    expect(await markdownOf('Closed')).toContain('The library is closed');
    expect(await markdownOf('Broken')).not.toContain('secret');
  });
});

describe('the operations for computed content', () => {
  const asked = (what: 'revision' | 'document', computed: object, seed = 'seed', who = org.read) =>
    who.call('POST', `/spaces/${space}/content/computed/${what}`, { source: computed, seed });
  const parrot = (answer: unknown) => ({
    type: `integration:${name}:parrot`,
    props: { answer: JSON.stringify(answer) },
  });

  test('return pages with the sources of their documents, and the documents', async () => {
    const { status, body } = await asked('revision', source());
    expect([status, outline(body.pages)]).toEqual([200, SHELF]);
    const book = body.pages[0].pages[0];
    expect(book).toMatchObject({ path: 'shelf-a/book-1', computedSeed: 'seed', description: 'To be read' });
    expect(body.files).toEqual([expect.objectContaining({ name: 'cover.png', size: 100 })]);
    const document = await asked('document', book.computed, book.computedSeed);
    expect(document.status).toBe(200);
    const text = JSON.stringify(document.body);
    expect(text).toContain('Book 1 of A has chapters');
    expect(text).toContain(`"page":"${book.id}"`);
    expect(text).toContain(`"file":"${body.files[0].id}"`);
    const other = await asked('revision', source(), 'other');
    expect(other.body.pages[0].pages[0].id).not.toBe(book.id);
    expect((await asked('revision', source())).body).toEqual(body);
    expect(await pages()).toEqual([]);
  });

  test('return the pages of a specification in the same way', async () => {
    await putSpec(org, 'pets', { text: JSON.stringify(petsApi('1')) });
    const api = {
      type: 'builtin:openapi',
      dependencies: { spec: { ref: { kind: 'openapi', spec: 'pets' } } },
      props: { models: true },
    };
    const { status, body } = await asked('revision', api);
    expect(status).toBe(200);
    const all = (list: readonly Shown[]): readonly Shown[] =>
      list.flatMap((page) => [page, ...all(page.pages ?? [])]);
    const found = all(body.pages).filter(({ computed }) => computed);
    expect(found.length).toBeGreaterThan(1);
    for (const page of found)
      expect((await asked('document', page.computed!)).body.nodes.length, page.title).toBeGreaterThan(0);
    const unknown = { ...api, props: { doc: 'operations', page: 'tag nothing' } };
    expect((await asked('document', unknown)).status).toBe(404);
    const wrong = { ...api, props: { doc: 'info', page: 'models' } };
    expect((await asked('document', wrong)).body.error.details[0].path).toBe('body.source.props.page');
  });

  const page = (more: object = {}) => ({ type: 'document', title: 'Page', ...more });
  const deep = (levels: number): object => page(levels > 1 ? { pages: [deep(levels - 1)] } : {});
  const HOSTILE: Record<string, [unknown, string]> = {
    'a string': ['text', 'object'],
    'pages that are not a list': [{ pages: {} }, 'pages'],
    'an unknown page type': [{ pages: [page({ type: 'sheet' })] }, 'pages.0.type'],
    'no title': [{ pages: [page({ title: ' ' })] }, 'pages.0.title'],
    'a long title': [{ pages: [page({ title: 'x'.repeat(301) })] }, 'pages.0.title'],
    'an invalid id': [{ pages: [page({ id: '../x' })] }, 'pages.0.id'],
    'the same id twice': [{ pages: [page({ id: 'a' }), page({ id: 'a' })] }, 'pages.1.id'],
    'an invalid emoji': [{ pages: [page({ emoji: 'word' })] }, 'pages.0.emoji'],
    'broken text': [{ pages: [page({ title: 'a\u0000b' })] }, 'pages.0.title'],
    'half a character': [{ pages: [page({ description: '\ud800' })] }, 'pages.0.description'],
    'a group below a page': [
      { pages: [page({ pages: [{ type: 'group', title: 'G', pages: [] }] })] },
      'pages.0.pages.0.type',
    ],
    'a link that runs something': [
      { pages: [{ type: 'link', title: 'L', target: { kind: 'url', url: 'javascript:alert(1)' } }] },
      'pages.0.target',
    ],
    'a link to nowhere': [{ pages: [{ type: 'link', title: 'L' }] }, 'pages.0.target'],
    'pages below a link': [
      {
        pages: [
          { type: 'link', title: 'L', target: { kind: 'url', url: 'https://a.example' }, pages: [page()] },
        ],
      },
      'pages.0.pages',
    ],
    'pages too deep': [{ pages: [deep(11)] }, 'levels deep'],
    'too many pages': [{ pages: Array.from({ length: 501 }, () => ({ type: 1 })) }, 'pages'],
    'a file elsewhere than on the web': [
      { pages: [], files: [{ name: 'a', contentType: 'b', size: 1, downloadURL: 'file:///etc/passwd' }] },
      'files.0.downloadURL',
    ],
    'a source of another integration': [
      { pages: [page({ computed: { type: 'integration:other:books', props: {} } })] },
      'pages.0.computed.type',
    ],
    'an invalid source': [{ pages: [page({ computed: 1 })] }, 'pages.0.computed'],
    'a computed page without a source': [{ pages: [page({ type: 'computed' })] }, 'pages.0.computed'],
  };
  // What is passed on is short: longer answers come from a script of their own.
  const respondWith = async (answer: unknown) => {
    const text = JSON.stringify(answer);
    await publish(
      org,
      manifest({
        script: `export default { fetch: () => new Response(${JSON.stringify(text)}, { headers: { "content-type": "application/json" } }) }`,
      }),
      name,
    );
    return parrot(null);
  };

  for (const [what, [answer, where]] of Object.entries(HOSTILE))
    test(`return 502 if a script responds with ${what}`, async () => {
      const text = JSON.stringify(answer);
      const computed = text.length > 1500 ? await respondWith(answer) : parrot(answer);
      const { status, body } = await asked('revision', computed);
      expect([status, body.error.message]).toEqual([502, expect.stringContaining(where)]);
    });

  test('return 502 if the body of a page is invalid, and execute nothing', async () => {
    const node = (more: object) => ({ document: { object: 'document', data: {}, nodes: [more] } });
    for (const answer of [
      'text',
      null,
      { document: 1 },
      node({ object: 'block', type: 'nothing' }),
      node({ object: 'block', type: 'paragraph', nodes: [{ object: 'text', leaves: 1 }] }),
      { markdown: 1 },
      { markdown: 'a\u0000b' },
      { markdown: '---\ntitle: x\n---\n' },
    ]) {
      const { status, body } = await asked('document', parrot(answer));
      expect([status, body.error.message]).toEqual([502, expect.stringContaining('cannot be used')]);
    }
    const { body } = await asked('document', parrot({ markdown: 'Fine [link](https://a.example)' }));
    expect(JSON.stringify(body)).toContain('Fine');
    expect((await asked('document', parrot({}))).body.nodes).toBeInstanceOf(Array);
    const whole = await asked('document', parrot({ object: 'document', data: {}, nodes: [] }));
    expect(whole.status).toBe(200);
  });

  test('compute nested computed pages up to a limit', async () => {
    const inner = parrot({ pages: [page({ id: 'in', title: 'Inner' })] });
    const nested = parrot({ pages: [{ type: 'computed', title: 'More', computed: inner }] });
    expect(outline((await asked('revision', nested)).body.pages)).toEqual(['document Inner']);
    await publish(
      org,
      manifest({
        script: `export default { fetch: () => Response.json({ pages: [{ type: 'computed', title: 'More', computed: { type: 'integration:${name}:parrot', props: {} } }] }) }`,
      }),
      name,
    );
    expect((await asked('revision', parrot(null))).status).toBe(502);
  });

  test('require read access to the space and an installation on it', async () => {
    const { status, body } = await asked('revision', source(), 'seed', org.guest);
    expect([status, body.error.message]).toEqual([404, 'space not found']);
    const elsewhere = await asked('revision', { ...source(), type: 'integration:nobody:books' });
    expect([elsewhere.status, elsewhere.body.error.message]).toEqual([
      404,
      'The integration nobody is not installed on this space',
    ]);
    const unknown = await asked('revision', { ...source(), type: `integration:${name}:films` });
    expect([unknown.status, unknown.body.error.message]).toEqual([
      404,
      `The integration ${name} has no content source films`,
    ]);
    await publish(org, manifest({ scopes: ['space:metadata:read'] }), name);
    expect((await asked('revision', source())).body.error.message).toContain('no scope');
  });
});
