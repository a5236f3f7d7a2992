import { describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

interface Shown {
  readonly status: string;
  readonly targetReference?: { readonly page?: { readonly title: string } };
  readonly locationReferences: readonly { readonly page?: { readonly title: string } }[];
}

describe('references of a change request', () => {
  let server: TestServer;
  let org: TestOrganization;
  let space: string;
  let at: string;
  let ids: Record<string, string>;
  withOrganization(async (fresh) => {
    ({ server, org } = fresh);
    space = await createLiveSpace(org);
    await edit(`/spaces/${space}`, page('Target', 'Text'), page('Other', 'Text'));
    const { pages } = await get(`/spaces/${space}/content/pages`);
    ids = Object.fromEntries(pages.map(({ id, title }: { id: string; title: string }) => [title, id]));
    await edit(`/spaces/${space}`, page('Guide', `[t](/pages/${ids.Target}) [gone](/pages/gone)`));
    const { body } = await org.edit.call('POST', `/spaces/${space}/change-requests`, {});
    at = `/spaces/${space}/change-requests/${body.id}`;
  });

  const page = (title: string, markdown: string) => ({
    operation: 'insert_page',
    title,
    document: { markdown },
  });
  const edit = (place: string, ...changes: object[]) =>
    org.edit.call('POST', `${place}/content`, { changes });
  const get = async (path: string) => (await org.read.call('GET', path)).body;
  const statuses = (items: readonly Shown[]) => items.map(({ status }) => status);

  test('are those of its own content, marked if the change request broke them', async () => {
    expect((await get(`${at}/links`)).stats).toEqual({ total: 2, broken: { total: 1, changeRequest: 0 } });
    await edit(
      at,
      { operation: 'delete_page', page: ids.Target },
      page('New', `[o](/pages/${ids.Other}) [lost](/pages/lost)`),
    );
    const all = await get(`${at}/links`);
    expect(all.stats).toEqual({ total: 4, broken: { total: 3, changeRequest: 2 } });
    expect(statuses(all.items).sort()).toEqual(['broken', 'broken', 'broken', 'ok']);
    expect((await get(`/spaces/${space}/links`)).stats).toEqual({ total: 2, broken: { total: 1 } });
    expect(statuses((await get(`${at}/links?status=ok`)).items)).toEqual(['ok']);
  });

  test('that are broken are filtered by the cause, in pages', async () => {
    await edit(at, { operation: 'delete_page', page: ids.Target }, page('New', '[lost](/pages/lost)'));
    const own = await get(`${at}/links?brokenContext=change-request`);
    const earlier = await get(`${at}/links?brokenContext=space`);
    expect([own.count, earlier.count]).toEqual([2, 1]);
    expect(statuses([...own.items, ...earlier.items])).toEqual(['broken', 'broken', 'broken']);
    expect(earlier.items[0].locationReferences).toMatchObject([{ page: { title: 'Guide' } }]);
    expect((await get(`${at}/links?brokenContext=space&status=ok`)).count).toBe(0);
    const first = await get(`${at}/links?brokenContext=change-request&limit=1`);
    const rest = await get(`${at}/links?brokenContext=change-request&limit=1&page=${first.next.page}`);
    expect([...first.items, ...rest.items]).toEqual(own.items);
    const odd = await org.read.call('GET', `${at}/links?brokenContext=elsewhere`);
    expect([odd.status, odd.body.error.details[0].path]).toEqual([400, 'query.brokenContext']);
  });

  test('take as many queries for many pages as for few', async () => {
    await edit(at, page('New', '[lost](/pages/lost)'));
    const few = await server.countQueries(() => get(`${at}/links`));
    await edit(at, ...Array.from({ length: 40 }, (_, i) => page(`Page ${i}`, `[x](/pages/x${i})`)));
    expect(await server.countQueries(() => get(`${at}/links`))).toBe(few);
  });
});
