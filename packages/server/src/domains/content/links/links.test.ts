import { DOCUMENT_VERSION } from '@lectern/document';
import { describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { editContent, sampleImage } from '../../../testing/edit-content.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { findBodiesWithLinks, insertBodyLinks } from './links.store.ts';

interface Shown {
  readonly status: string;
  readonly relation: string;
  readonly targetReference?: { kind: string; page?: { id: string }; file?: { id: string }; url?: string };
  readonly locationReferences: readonly {
    kind: string;
    page?: { id: string };
    internalLocation?: object;
  }[];
}

describe('references of content', () => {
  let server: TestServer;
  let org: TestOrganization;
  let space: string;
  withOrganization(async (fresh) => {
    ({ server, org } = fresh);
    space = await createLiveSpace(org);
  });

  const edit = (work: Parameters<typeof editContent>[2]) => editContent(server, space, work);
  const page = (id: string, markdown: string, more: object = {}) =>
    edit((draft) =>
      draft.insertPage(
        id,
        'document',
        { title: id, body: draft.putBody(markdown), ...more },
        { parent: null },
      ),
    );
  const get = async (path: string, by = org.read) => (await by.call('GET', `/spaces/${space}${path}`)).body;
  const targetsOf = (items: readonly Shown[]) =>
    items.map(({ status, targetReference: to }) => [
      status,
      to && (to.page?.id ?? to.file?.id ?? to.url ?? to.kind),
    ]);

  test('are stored even if there are more than parameters in a statement', async () => {
    const bodies: string[] = [];
    await edit(async (draft) => {
      for (let n = 0; n < 11_000; n++) bodies.push(draft.putBody(`Text ${n}.\n`));
    });
    const { db } = server.app.kernel;
    await insertBodyLinks(
      db,
      org.id,
      DOCUMENT_VERSION,
      bodies.map((body) => ({ body, links: '[]', targets: [], anchors: [] })),
    );
    expect((await findBodiesWithLinks(db, org.id, DOCUMENT_VERSION, bodies)).size).toBe(bodies.length);
  });

  test('are stored when a body is written, as if it had been parsed', async () => {
    const paragraph = (to: string) => ({
      object: 'block',
      type: 'paragraph',
      isVoid: false,
      nodes: [
        {
          object: 'inline',
          type: 'link',
          isVoid: false,
          data: { ref: { kind: 'url', url: to } },
          nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'there', marks: [] }] }],
        },
      ],
    });
    const insert = (title: string, document: object, ref = title) => ({
      operation: 'insert_page',
      title,
      ref,
      document,
    });
    const { status } = await org.edit.call('POST', `/spaces/${space}/content`, {
      changes: [
        insert('one', { markdown: '## Part\n\n* [two](./two.md#end), \\[x](y)\n* [gone](./three.md)' }),
        insert('two', { document: { object: 'document', data: {}, nodes: [paragraph('./one#part')] } }),
        insert('empty', { markdown: '' }),
        { operation: 'insert_reusable_content', title: 'r', document: { markdown: '[web](https://x.test)' } },
      ],
    });
    expect(status).toBe(200);
    const kept = () =>
      server.app.kernel.db
        .selectFrom('body_links')
        .select(['body', 'links', 'targets', 'anchors'])
        .where('organization_id', '=', org.id)
        .orderBy('body')
        .execute();
    const shown = async () => {
      const { items } = await get('/links');
      const places = items.map((item: Shown) =>
        item.locationReferences.map(({ kind, page: at, internalLocation }) => [
          kind,
          at?.id,
          internalLocation,
        ]),
      );
      return [targetsOf(items), places];
    };
    const [written, before] = [await kept(), await shown()];
    expect(before[0]).toHaveLength(4);
    await server.app.kernel.db.deleteFrom('body_links').where('organization_id', '=', org.id).execute();
    // Another snapshot, of which nobody knows anything yet.
    await edit(async (draft) => draft.setVariable('x', 1));
    expect(await shown()).toEqual(before);
    const read = await kept();
    expect(read).toHaveLength(3);
    for (const row of read) expect(written).toContainEqual(row);
  });

  test('of a page are listed, with broken ones', async () => {
    await page('other', '## Part\n\nText\n');
    await edit(async (draft) => draft.putFile('file', sampleImage()));
    const app = (await get('')).urls.app;
    await page(
      'page',
      [
        `[one](/pages/other) and [gone](/pages/gone), [web](https://example.org/), [app](${app})`,
        '![](/files/file)',
        '[again](/pages/other) [part](/pages/other#part)',
        '[broken](/broken/pages/x) [here](#there)',
        '',
      ].join('\n\n'),
    );
    const links = await get('/content/page/page/links');
    expect(targetsOf(links.items)).toEqual([
      ['broken', '/broken/pages/x'],
      ['ok', 'file'],
      ['broken', '/pages/gone'],
      ['ok', 'other'],
      ['ok', 'other'],
      ['broken', 'page'],
      ['in-app', app],
      ['ok', 'https://example.org/'],
    ]);
    expect(links.count).toBe(8);
    expect(links.stats).toEqual({ total: 8, broken: { total: 3 } });
    const [twice, part] = links.items.filter((item: Shown) => item.targetReference?.page?.id === 'other');
    expect(twice.locationReferences).toMatchObject([
      { kind: 'page', page: { id: 'page' }, internalLocation: { type: 'node' } },
      { kind: 'page', page: { id: 'page' }, internalLocation: { type: 'node' } },
    ]);
    expect(twice.targetReference).toMatchObject({ organization: { id: org.id }, space: { id: space } });
    expect(part.targetReference.internalLocation).toEqual({ type: 'anchor', anchor: 'part' });
    const broken = await get('/content/page/page/links?status=broken');
    expect([broken.count, broken.items.length, broken.stats.total]).toEqual([3, 3, 8]);
    expect(targetsOf((await get('/content/page/page/links?status=in-app')).items)).toEqual([['in-app', app]]);
    expect((await org.read.call('GET', `/spaces/${space}/content/page/gone/links`)).status).toBe(404);
  });

  test('that are broken are shown as written', async () => {
    const written = ['/pages/one', '/pages/two', '/pages/one#part', '/files/gone', '/spaces/none/pages/far'];
    await page(
      'page',
      [...written.map((to) => `[x](${to})`), '{% include "/reusable-contents/gone" %}', ''].join('\n\n'),
    );
    await edit((draft) => draft.insertPage('link', 'link', { title: 'Link' }, { parent: null }));
    const { items } = await get('/links?status=broken');
    const told = items.map(({ targetReference }: Shown) => targetReference);
    const kept = [...written, '/reusable-contents/gone'].map((url) => ({ kind: 'url', url }));
    expect(told).toHaveLength(kept.length + 1);
    // A link that nobody told where to lead has nothing to tell.
    expect(told).toEqual(expect.arrayContaining([...kept, undefined]));
  });

  test('of a space are listed in pages', async () => {
    await edit(async (draft) => {
      draft.putReusable('note', { title: 'Note', body: draft.putBody('[a](/pages/a)\n') });
      const target = { kind: 'page' as const, page: 'a' };
      await draft.insertPage('link', 'link', { title: 'Link', target }, { parent: null });
    });
    await page('a', '[b](/pages/b)\n\n{% include "/reusable-contents/note" %}\n');
    await page('b', '[a](/pages/a)\n', { cover: { ref: { kind: 'url', url: 'https://x.test/' }, yPos: 0 } });
    const all = await get('/links');
    expect(all.items.map(({ relation }: Shown) => relation)).toEqual([
      'dependsOn',
      'reference',
      'reference',
      'reference',
    ]);
    const toA = all.items.find((item: Shown) => item.targetReference?.page?.id === 'a');
    expect(toA.locationReferences.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      'page',
      'page',
      'reusable-content',
    ]);
    const first = await get('/links?limit=3');
    const rest = await get(`/links?limit=3&page=${first.next.page}`);
    expect([first.items.length, rest.items.length, rest.next]).toEqual([3, 1, undefined]);
    expect([...first.items, ...rest.items]).toEqual(all.items);
  });

  test('to the same target show some locations and their number', async () => {
    await edit(async (draft) => {
      await draft.insertPage('target', 'document', { title: 'Target' }, { parent: null });
      for (let i = 0; i < 30; i++) {
        const body = draft.putBody(`[t](/pages/target) ${i}\n`);
        await draft.insertPage(`p${i}`, 'document', { title: `Page ${i}`, body }, { parent: null });
      }
    });
    const [item] = (await get('/links?limit=1')).items;
    expect([item.locationReferences.length, item.locationCount]).toEqual([20, 30]);
    expect((await get('/content/page/target/backlinks')).count).toBe(30);
    const [own] = (await get('/content/page/p7/links')).items;
    expect([own.locationReferences.length, own.locationCount]).toEqual([1, 1]);
  });

  test('are broken for an unknown path, also in a link page', async () => {
    await page('page', '[c](./no.md) [d](no/where) [e](/no) [f](mailto:a@b.test) [g](//cdn.test/x)\n');
    expect(targetsOf((await get('/links')).items)).toEqual([
      ['broken', './no.md'],
      ['ok', '//cdn.test/x'],
      ['broken', '/no'],
      ['ok', 'mailto:a@b.test'],
      ['broken', 'no/where'],
    ]);
    await edit(async (draft) => {
      await draft.insertPage('link', 'link', { title: 'Link' }, { parent: null });
    });
    const [item] = (await get('/links?status=broken&limit=1')).items;
    expect(item.targetReference).toBeUndefined();
    expect(item.locationReferences).toMatchObject([{ kind: 'page', page: { id: 'link' } }]);
  });

  test('to hidden content are broken', async () => {
    const hidden = await createLiveSpace(org);
    await editContent(server, hidden, (draft) =>
      draft.insertPage('secret', 'document', { title: 'Secret' }, { parent: null }),
    );
    await org.admin.call('PATCH', `/spaces/${hidden}/permissions/users/${org.read.id}`, { role: null });
    await page('page', `[x](/spaces/${hidden}/pages/secret) [y](/spaces/${hidden})\n`);
    // Who reads the page reads as much.
    const { items } = await get('/links');
    expect(items.map(({ status, targetReference }: Shown) => [status, targetReference])).toEqual([
      ['broken', { kind: 'url', url: `/spaces/${hidden}` }],
      ['broken', { kind: 'url', url: `/spaces/${hidden}/pages/secret` }],
    ]);
    expect(targetsOf((await get('/links', org.admin)).items)).toEqual([
      ['ok', 'space'],
      ['ok', 'secret'],
    ]);
  });

  test('to a page and a file are listed', async () => {
    await edit(async (draft) => {
      draft.putFile('file', sampleImage());
      draft.putReusable('note', { title: 'Note', body: draft.putBody('![](/files/file)\n') });
    });
    await page('target', 'Text\n');
    await page('one', '[t](/pages/target)\n\n[t](/pages/target#part)\n');
    await page('two', `[t](/spaces/${space}/pages/target)\n`);
    await page('three', '[t](/spaces/elsewhere/pages/target)\n', {
      cover: { ref: { kind: 'file', file: 'file' }, yPos: 0 },
    });
    const pages = await get('/content/page/target/backlinks');
    expect(pages.items.map((item: { page: { id: string } }) => item.page.id)).toEqual(['one', 'one', 'two']);
    expect(pages.items[0]).toMatchObject({
      kind: 'page',
      organization: { id: org.id },
      space: { id: space },
      internalLocation: { type: 'node' },
    });
    const files = await get('/content/files/file/backlinks');
    expect(files.items).toMatchObject([
      { kind: 'page', page: { id: 'three' } },
      { kind: 'reusable-content', reusableContent: { id: 'note' } },
    ]);
    const first = await get('/content/page/target/backlinks?limit=2');
    const rest = await get(`/content/page/target/backlinks?limit=2&page=${first.next.page}`);
    expect([...first.items, ...rest.items]).toEqual(pages.items);
    await edit((draft) => draft.updatePage('one', { body: draft.putBody('Nothing\n') }));
    expect((await get('/content/page/target/backlinks')).count).toBe(1);
    for (const path of ['page/gone', 'files/gone'])
      expect((await org.read.call('GET', `/spaces/${space}/content/${path}/backlinks`)).status).toBe(404);
  });

  test('with an unknown anchor are broken, unless the page includes content that may have it', async () => {
    await page(
      'plain',
      '## One\n\n## Über uns\n\n{% tabs %}\n{% tab title="In a tab" %}\nx\n{% endtab %}\n{% endtabs %}\n',
    );
    await page('open', '{% include "/reusable-contents/note" %}\n');
    await edit((draft) => draft.insertPage('bare', 'document', { title: 'Bare' }, { parent: null }));
    const anchors = ['plain#one', 'plain#uber-uns', 'plain#in-a-tab', 'plain#two', 'open#any', 'bare#one'];
    await page('page', anchors.map((anchor) => `[x](/pages/${anchor})`).join(' '));
    const { items } = await get('/content/page/page/links');
    const judged = items.map((item: { status: string; targetReference: never }) => {
      const { page: to, internalLocation } = item.targetReference as {
        page: { id: string };
        internalLocation: { anchor: string };
      };
      return [`${to.id}#${internalLocation.anchor}`, item.status];
    });
    expect(Object.fromEntries(judged)).toEqual({
      'plain#one': 'ok',
      'plain#uber-uns': 'ok',
      'plain#in-a-tab': 'ok',
      'plain#two': 'broken',
      'open#any': 'ok',
      'bare#one': 'broken',
    });
    await edit((draft) => draft.updatePage('plain', { body: draft.putBody('## Two\n') }));
    expect((await get('/content/page/page/links?status=broken')).count).toBe(4);
  });

  test('are parsed once, and many pages take no more queries than few', async () => {
    const costIn = async (size: number) => {
      space = await createLiveSpace(org);
      await edit(async (draft) => {
        for (let i = 0; i < size; i++) {
          const body = draft.putBody(`[next](/pages/p${i + 1}) ${size}\n`);
          await draft.insertPage(`p${i}`, 'document', { title: `Page ${i}`, body }, { parent: null });
        }
      });
      return [
        await server.countQueries(() => get('/links')),
        await server.countQueries(() => get('/content/page/p3/backlinks')),
      ];
    };
    expect(await costIn(300)).toEqual(await costIn(10));
    const kept = await server.app.kernel.db
      .selectFrom('body_links')
      .select('targets')
      .where('organization_id', '=', org.id)
      .execute();
    expect(kept).toHaveLength(310);
  });
});
