import { describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { editContent, sampleImage } from '../../../testing/edit-content.ts';
import type { Person, TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

interface Shown {
  readonly kind: string;
  readonly space: { readonly id: string };
  readonly page?: { readonly id: string; readonly path: string };
  readonly reusableContent?: { readonly id: string };
}

describe('references between spaces', () => {
  let server: TestServer;
  let org: TestOrganization;
  let space: string;
  withOrganization(
    async (fresh) => {
      ({ server, org } = fresh);
      space = await createLiveSpace(org);
      await editContent(server, space, async (draft) => {
        await draft.insertPage('target', 'document', { title: 'Target' }, { parent: null });
        draft.putFile('file', sampleImage());
      });
    },
    { roles: ['api', 'worker'] },
  );

  const write = (where: string, id: string, markdown: string, parent: string | null = null) =>
    editContent(server, where, async (draft) => {
      const body = draft.putBody(markdown);
      await draft.insertPage(id, 'document', { title: id, body }, { parent });
    });
  const backlinks = async (what = 'page/target', by: Person = org.read): Promise<Shown[]> =>
    (await by.call('GET', `/spaces/${space}/content/${what}/backlinks`)).body.items;
  const named = (items: readonly Shown[]) =>
    items.map((item) => [item.space.id, item.page?.path ?? item.reusableContent?.id]);

  test('are listed for their target page, after those of its own space', async () => {
    const other = await createLiveSpace(org);
    await write(other, 'one', `[t](/spaces/${space}/pages/target)\n\n[t](/spaces/${space}/pages/target#x)\n`);
    await write(other, 'two', `[elsewhere](/spaces/nowhere/pages/target) [near](/pages/target)\n`);
    await write(other, 'below', `![](/spaces/${space}/files/file)\n`, 'one');
    await write(space, 'near', '[t](/pages/target)\n');
    await editContent(server, other, async (draft) => {
      draft.putReusable('note', {
        title: 'Note',
        body: draft.putBody(`[t](/spaces/${space}/pages/target)\n`),
      });
      const target = { kind: 'page' as const, page: 'target', space };
      await draft.insertPage('link', 'link', { title: 'Link', target }, { parent: null });
    });
    const items = await backlinks();
    expect(named(items)).toEqual([
      [space, 'near'],
      [other, undefined],
      [other, 'one'],
      [other, 'one'],
      [other, 'note'],
    ]);
    expect(items[2]).toMatchObject({ organization: { id: org.id }, internalLocation: { type: 'node' } });
    expect(named(await backlinks('files/file'))).toEqual([[other, 'one/below']]);
  });

  test('are removed when the content is rewritten or deleted', async () => {
    const other = await createLiveSpace(org);
    for (const id of ['one', 'two']) await write(other, id, `[t](/spaces/${space}/pages/target)\n`);
    const removed = await createLiveSpace(org);
    await write(removed, 'three', `[t](/spaces/${space}/pages/target)\n`);
    expect(await backlinks()).toHaveLength(3);
    await editContent(server, other, async (draft) => {
      await draft.updatePage('one', { body: draft.putBody('Nothing\n') });
      await draft.deletePage('two');
    });
    expect(named(await backlinks())).toEqual([[removed, 'three']]);
    await org.admin.call('DELETE', `/spaces/${removed}`);
    expect(await backlinks()).toEqual([]);
  });

  test('are visible only with access to their source', async () => {
    const closed = await createLiveSpace(org);
    await write(closed, 'one', `[t](/spaces/${space}/pages/target)\n`);
    await org.admin.call('PATCH', `/spaces/${closed}`, { defaultLevel: null });
    expect(await backlinks()).toEqual([]);
    expect(named(await backlinks('page/target', org.admin))).toEqual([[closed, 'one']]);
  });

  test('of a change request name it, and those of other spaces do not', async () => {
    const other = await createLiveSpace(org);
    await write(other, 'one', `[t](/spaces/${space}/pages/target)\n`);
    const { body } = await org.edit.call('POST', `/spaces/${space}/change-requests`, {});
    const at = `/spaces/${space}/change-requests/${body.id}`;
    await org.edit.call('POST', `${at}/content`, {
      changes: [
        {
          operation: 'insert_page',
          title: 'New',
          document: { markdown: '[t](/pages/target) [x](/pages/x)' },
        },
      ],
    });
    const { items } = (await org.read.call('GET', `${at}/content/page/target/backlinks`)).body;
    expect(items).toMatchObject([
      { page: { title: 'New' }, versionContext: { type: 'changeRequest', changeRequest: { id: body.id } } },
      { page: { id: 'one' } },
    ]);
    expect(items[1].versionContext).toBeUndefined();
    const links = (await org.read.call('GET', `${at}/links?status=ok`)).body;
    expect(links.items[0].targetReference.versionContext.changeRequest.id).toBe(body.id);
  });

  test('of a large copy are parsed in the background', async () => {
    const other = await createLiveSpace(org);
    await editContent(server, other, async (draft) => {
      for (let i = 0; i < 200; i++) {
        const body = draft.putBody(`[t](/spaces/${space}/pages/target) ${i}\n`);
        await draft.insertPage(`p${i}`, 'document', { title: `Page ${i}`, body }, { parent: null });
      }
    });
    await org.admin.call('POST', `/spaces/${other}/duplicate`);
    const count = async () =>
      (await org.read.call('GET', `/spaces/${space}/content/page/target/backlinks?limit=1`)).body.count;
    await expect.poll(count, { timeout: 240_000 }).toBe(400);
  });

  test('from many spaces take as many queries as from few', async () => {
    const from = async (many: number) => {
      for (let i = 0; i < many; i++)
        await write(await createLiveSpace(org), `page${i}`, `[t](/spaces/${space}/pages/target) ${i}\n`);
    };
    await from(2);
    const few = await server.countQueries(() => backlinks());
    await from(10);
    expect(await backlinks()).toHaveLength(12);
    // The worker beside it looks for jobs now and then.
    expect(await server.countQueries(() => backlinks())).toBeLessThanOrEqual(few);
  });
});
