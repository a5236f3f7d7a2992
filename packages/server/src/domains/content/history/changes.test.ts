import { describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { editContent, sampleImage } from '../../../testing/edit-content.ts';
import { startServer, type TestOrganization, type TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

describe('changes of a revision', () => {
  let server: TestServer;
  let org: TestOrganization;
  let space: string;
  withOrganization(async (fresh) => {
    ({ server, org } = fresh);
    space = await createLiveSpace(org);
  });

  const edit = (work: Parameters<typeof editContent>[2]) => editContent(server, space, work);
  const changesOf = async (revision: string, query = '') =>
    (await org.read.call('GET', `/spaces/${space}/revisions/${revision}/changes${query}`)).body;
  const page = (id: string, title: string, more: object = {}, parent: string | null = null) =>
    edit((draft) => draft.insertPage(id, 'document', { title, ...more }, { parent }));

  test('are those since another revision, if one is given', async () => {
    const first = await page('one', 'One');
    await page('two', 'Two');
    const last = await page('three', 'Three');
    const idsSince = async (base: string) =>
      (await changesOf(last, `?base=${base}`)).changes.map(
        (change: { page: { id: string } }) => change.page.id,
      );
    expect((await idsSince(first)).sort()).toEqual(['three', 'two']);
    expect(await idsSince(last)).toEqual([]);
    expect((await org.read.call('GET', `/spaces/${space}/revisions/${last}/changes?base=none`)).status).toBe(
      404,
    );
  });

  test('contain pages: created, edited, moved and deleted', async () => {
    const created = await page('guide', 'Guide');
    expect(await changesOf(created)).toEqual({
      changes: [
        { type: 'page_created', page: { id: 'guide', type: 'document', title: 'Guide', path: 'guide' } },
      ],
    });
    await page('part', 'Part', {}, 'guide');
    const edited = await edit(async (draft) => {
      const body = draft.putBody('Text\n');
      await draft.updatePage('part', { title: 'Chapter', body, layout: { outline: false }, hidden: true });
    });
    const { changes } = await changesOf(edited);
    expect(changes).toMatchObject([
      {
        type: 'page_edited',
        page: { id: 'part', title: 'Chapter', path: 'guide/chapter' },
        attributes: {
          title: { before: 'Part', after: 'Chapter' },
          slug: { before: 'part', after: 'chapter' },
          layout: { before: { outline: true }, after: { outline: false, width: 'default' } },
          hidden: { after: true },
        },
      },
    ]);
    const { after } = changes[0].attributes.document;
    expect(changes[0].attributes.document).toEqual({ after });
    expect((await org.read.call('GET', `/spaces/${space}/documents/${after}`)).status).toBe(200);
    const moved = await edit((draft) => draft.updatePage('part', {}, { parent: null, at: 0 }));
    expect((await changesOf(moved)).changes).toEqual([
      {
        type: 'page_moved',
        page: { id: 'part', type: 'document', title: 'Chapter', path: 'chapter' },
        parent: { before: { id: 'guide', type: 'document', title: 'Guide', path: 'guide' } },
      },
    ]);
    const deleted = await edit(async (draft) => void (await draft.deletePage('guide')));
    expect((await changesOf(deleted)).changes).toEqual([
      { type: 'page_deleted', page: { id: 'guide', type: 'document', title: 'Guide', path: 'guide' } },
    ]);
  });

  test('contain groups and links like pages', async () => {
    await edit(async (draft) => {
      await draft.insertPage('group', 'group', { title: 'Group' }, { parent: null });
      const target = { kind: 'url' as const, url: 'https://one.test' };
      await draft.insertPage('link', 'link', { title: 'Link', target }, { parent: null });
    });
    const edited = await edit(async (draft) => {
      await draft.updatePage('group', { title: 'Section' });
      await draft.updatePage('link', { target: { kind: 'url', url: 'https://two.test' } });
    });
    expect((await changesOf(edited)).changes).toMatchObject([
      { page: { id: 'group', type: 'group', path: 'section' }, attributes: { title: { after: 'Section' } } },
      {
        page: { id: 'link', type: 'link' },
        attributes: { target: { before: { url: 'https://one.test' }, after: { url: 'https://two.test' } } },
      },
    ]);
  });

  test('do not contain pages that are only affected by changes of others', async () => {
    await page('one', 'One');
    await page('two', 'Two');
    const below = await page('three', 'Three', {}, 'one');
    expect((await changesOf(below)).changes.map(({ type }: { type: string }) => type)).toEqual([
      'page_created',
    ]);
    const before = await edit((draft) =>
      draft.insertPage('zero', 'document', { title: 'Zero' }, { parent: null, at: 0 }),
    );
    expect((await changesOf(before)).changes).toMatchObject([{ type: 'page_created', page: { id: 'zero' } }]);
    const reordered = await edit((draft) => draft.updatePage('two', {}, { parent: null, at: 0 }));
    expect((await changesOf(reordered)).changes).toMatchObject([
      { type: 'page_moved', page: { id: 'two' }, parent: {} },
    ]);
  });

  test('contain files, reusable contents and variables', async () => {
    const created = await edit(async (draft) => {
      draft.putFile('file', sampleImage());
      draft.putReusable('note', { title: 'Note', body: draft.putBody('One\n') });
      draft.setVariable('version', 1);
    });
    const url = (name: string) => expect.stringMatching(new RegExp(`^${server.url}/files/[\\w-]+/${name}$`));
    expect((await changesOf(created)).changes).toMatchObject([
      {
        type: 'file_created',
        file: { id: 'file', name: 'picture.png', contentType: 'image/png', downloadURL: url('picture.png') },
      },
      { type: 'reusable_content_created', reusableContent: { id: 'note', title: 'Note' } },
      { type: 'variables_edited', variables: { version: { after: 1 } } },
    ]);
    const edited = await edit(async (draft) => {
      draft.putFile('file', { ...sampleImage('new.png'), size: 9, hash: 'other' });
      draft.putReusable('note', { title: 'Hint', body: draft.putBody('Two\n') });
      draft.setVariable('version', 2);
      draft.setVariable('name', 'x');
    });
    expect((await changesOf(edited)).changes).toMatchObject([
      {
        type: 'file_edited',
        attributes: {
          name: { before: 'picture.png', after: 'new.png' },
          size: { before: 1024, after: 9 },
          downloadURL: { before: url('picture.png'), after: url('new.png') },
        },
      },
      { type: 'reusable_content_edited', attributes: { title: { before: 'Note', after: 'Hint' } } },
      { type: 'variables_edited', variables: { version: { before: 1, after: 2 }, name: { after: 'x' } } },
    ]);
    const deleted = await edit(async (draft) => {
      draft.deleteFile('file');
      draft.deleteReusable('note');
      draft.setVariable('version', undefined);
    });
    expect((await changesOf(deleted)).changes).toMatchObject([
      { type: 'file_deleted', file: { id: 'file' } },
      { type: 'reusable_content_deleted', reusableContent: { id: 'note' } },
      { type: 'variables_edited', variables: { version: { before: 2 } } },
    ]);
  });

  test('are limited to ten by default, with the number of the others', async () => {
    const made = await edit(async (draft) => {
      for (let i = 0; i < 13; i++)
        await draft.insertPage(`p${i}`, 'document', { title: `Page ${i}` }, { parent: null });
    });
    const first = await changesOf(made);
    expect([first.changes.length, first.more]).toEqual([10, 3]);
    const all = await changesOf(made, '?limit=100');
    expect([all.changes.length, all.more]).toEqual([13, undefined]);
    expect((await org.read.call('GET', `/spaces/${space}/revisions/${made}/changes?limit=-1`)).status).toBe(
      400,
    );
  });

  test('of the first revision are only its initial pages', async () => {
    const { body } = await org.admin.call('POST', `/orgs/${org.id}/spaces`, {});
    const { changes } = (await org.read.call('GET', `/spaces/${body.id}/revisions/${body.revision}/changes`))
      .body;
    expect(changes).toMatchObject([{ type: 'page_created', page: { title: 'Untitled' } }]);
  });

  test('take as many queries in a space of 10 pages as in one of 2,000, with an empty cache', async () => {
    const costIn = async (size: number) => {
      space = await createLiveSpace(org);
      await edit(async (draft) => {
        for (let i = 0; i < size; i++)
          await draft.insertPage(`s${size}p${i}`, 'document', { title: `Page ${i}` }, { parent: null });
      });
      const revision = await edit((draft) => draft.updatePage(`s${size}p5`, { title: 'Other' }));
      const cold = await startServer({ connectionString: server.connectionString });
      const queries = async () => (await cold.app.metrics.queries.get()).values[0]?.value ?? 0;
      const before = await queries();
      const answer = await fetch(`${cold.url}/v1/spaces/${space}/revisions/${revision}/changes`, {
        headers: { authorization: `Bearer ${org.read.token}` },
      });
      expect(((await answer.json()) as { changes: unknown[] }).changes).toHaveLength(1);
      const cost = (await queries()) - before;
      await cold.close();
      return cost;
    };
    const [small, large] = [await costIn(10), await costIn(2000)];
    // The larger one is some levels taller: each costs a look for what changed and one for where it stands.
    expect(large - small).toBeLessThanOrEqual(8);
  });
});
