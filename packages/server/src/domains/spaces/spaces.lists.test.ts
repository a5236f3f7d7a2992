import { describe, expect, test } from 'vitest';
import type { Person, TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

describe('lists and copies of spaces', () => {
  let server: TestServer;
  let org: TestOrganization;

  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  const close = (id: string) => org.admin.call('PATCH', `/spaces/${id}`, { defaultLevel: null });
  const list = async (path: string, by: Person = org.admin) => {
    const { body } = await by.call('GET', path);
    return { count: body.count, titles: body.items.map((item: { title: string }) => item.title) };
  };
  /** All pages of a list, one by one. */
  const walk = async (path: string, limit: number, by: Person = org.admin) => {
    const pages: string[][] = [];
    for (let next: string | undefined = ''; next !== undefined; ) {
      const { body } = await by.call('GET', `${path}?limit=${limit}${next && `&page=${next}`}`);
      pages.push(body.items.map((item: { title: string }) => item.title));
      next = body.next?.page;
    }
    return pages;
  };

  test('contain the spaces of an organization by age, in pages, with access only', async () => {
    const inCollection = await org.collection();
    await org.space('a');
    const secret = await org.space('b');
    await org.space('c', inCollection);
    await org.space('d');
    await org.admin.call('DELETE', `/spaces/${await org.space('trashed')}`);
    await close(secret);
    const path = `/orgs/${org.id}/spaces`;
    expect(await list(path)).toEqual({ count: 4, titles: ['a', 'b', 'c', 'd'] });
    expect(await list(path, org.read)).toEqual({ count: 3, titles: ['a', 'c', 'd'] });
    expect(await list(path, org.guest)).toEqual({ count: 0, titles: [] });
    expect(await walk(path, 2, org.read)).toEqual([['a', 'c'], ['d']]);
    expect(await walk(path, 3, org.read)).toEqual([['a', 'c', 'd']]);
    expect((await org.admin.call('GET', `${path}?limit=0`)).body).toEqual({ count: 4, items: [] });
    expect((await (await server.person()).call('GET', path)).status).toBe(404);
    const first = (await org.admin.call('GET', `${path}?limit=2`)).body;
    await org.space('late');
    const rest = await list(`${path}?page=${first.next.page}`);
    expect(rest.titles).toEqual(['c', 'd', 'late']);
    for (const query of ['limit=1001', 'limit=1.5', 'page=x', `page=${first.next.page}A`]) {
      const refused = await org.admin.call('GET', `${path}?${query}`);
      expect([refused.status, refused.body.error.details[0].path]).toEqual([
        400,
        `query.${query.split('=')[0]}`,
      ]);
    }
    const foreign = await server.organization();
    const stolen = await foreign.admin.call('GET', `/orgs/${foreign.id}/spaces?page=${first.next.page}`);
    expect(stolen.status).toBe(400);
  });

  test('contain the spaces with words in their title, in pages, with access only', async () => {
    for (const title of ['Handbook', 'The HANDBOOK', '100% handbook', 'Roadmap']) await org.space(title);
    await close(await org.space('Secret handbook'));
    const path = `/orgs/${org.id}/spaces`;
    const titled = (words: string, by?: Person) => list(`${path}?title=${encodeURIComponent(words)}`, by);
    expect((await titled('handbook')).count).toBe(4);
    expect((await titled(' handBOOK ', org.read)).titles).toEqual([
      'Handbook',
      'The HANDBOOK',
      '100% handbook',
    ]);
    expect((await titled('0%')).titles).toEqual(['100% handbook']);
    expect(await titled('nothing')).toEqual({ count: 0, titles: [] });
    const first = (await org.read.call('GET', `${path}?title=handbook&limit=2`)).body;
    expect(first.count).toBe(3);
    const rest = await list(`${path}?title=handbook&page=${first.next.page}`, org.read);
    expect(rest.titles).toEqual(['100% handbook']);
  });

  test('contain the spaces directly in a collection in order, in pages', async () => {
    const [outer, inner] = [await org.collection('outer'), await org.collection('inner')];
    await org.admin.call('POST', `/collections/${inner}/move`, { parent: outer });
    const [a, b, c] = [await org.space('a', outer), await org.space('b', outer), await org.space('c', outer)];
    await org.space('deeper', inner);
    await org.admin.call('DELETE', `/spaces/${await org.space('trashed', outer)}`);
    await org.admin.call('POST', `/spaces/${c}/move`, { position: { before: { type: 'space', space: a } } });
    await close(b);
    const path = `/collections/${outer}/spaces`;
    expect(await list(path)).toEqual({ count: 3, titles: ['c', 'a', 'b'] });
    expect(await list(path, org.read)).toEqual({ count: 2, titles: ['c', 'a'] });
    expect(await walk(path, 1)).toEqual([['c'], ['a'], ['b']]);
    expect((await org.guest.call('GET', path)).status).toBe(404);
    expect((await org.admin.call('GET', '/collections/unknown/spaces')).status).toBe(404);
    expect((await org.admin.call('GET', `${path}?page=x`)).status).toBe(400);
  });

  test('of a member contain spaces that both can access, with the role of the member', async () => {
    const [a, b] = [await org.space('a'), await org.space('b')];
    await org.space('not theirs');
    await org.admin.call('POST', `/spaces/${a}/permissions`, { role: 'edit', users: [org.guest.id] });
    await org.admin.call('POST', `/spaces/${b}/permissions`, { role: 'read', users: [org.guest.id] });
    await close(b);
    const path = `/orgs/${org.id}/members/${org.guest.id}/spaces`;
    const roles = async (query: string, by: Person) =>
      (await by.call('GET', path + query)).body.items.map(
        (item: { permission: string; space: { id: string } }) => [item.space.id, item.permission],
      );
    expect(await roles('', org.admin)).toEqual([
      [b, 'read'],
      [a, 'edit'],
    ]);
    expect(await roles('?order=asc', org.admin)).toEqual([
      [a, 'edit'],
      [b, 'read'],
    ]);
    expect(await roles('', org.read)).toEqual([[a, 'edit']]);
    const first = (await org.admin.call('GET', `${path}?limit=1`)).body;
    const second = (await org.admin.call('GET', `${path}?limit=1&page=${first.next.page}`)).body;
    expect([first.count, first.items[0].space.id, second.items[0].space.id, second.next]).toEqual([
      2,
      b,
      a,
      undefined,
    ]);
    expect(first.items[0].space).toMatchObject({ object: 'space', id: b, permissions: { admin: true } });
    await org.admin.call('DELETE', `/spaces/${a}`);
    await org.admin.call('DELETE', `/spaces/${b}`);
    expect((await org.admin.call('GET', path)).body).toEqual({ count: 0, items: [] });
    expect((await org.admin.call('GET', `/orgs/${org.id}/members/unknown/spaces`)).status).toBe(404);
    const stranger = await server.person();
    expect((await org.admin.call('GET', `/orgs/${org.id}/members/${stranger.id}/spaces`)).status).toBe(404);
    expect((await stranger.call('GET', path)).status).toBe(404);
    // A guest sees nobody but themselves.
    expect((await org.guest.call('GET', `/orgs/${org.id}/members/${org.read.id}/spaces`)).status).toBe(404);
    expect((await org.guest.call('GET', `/orgs/${org.id}/members/${org.guest.id}/spaces`)).status).toBe(200);
    expect((await org.admin.call('GET', `${path}?order=up`)).status).toBe(400);
  });

  test('have the same position, settings and grants, and are independent', async () => {
    const parent = await org.collection();
    const id = await org.space('Docs', parent);
    await org.admin.call('PATCH', `/spaces/${id}`, { emoji: '🚀', language: 'fr', editMode: 'live' });
    await close(id);
    await org.admin.call('PATCH', `/spaces/${id}`, {
      mergeRules: { type: 'none' },
      icon: 'https://example.com/i.png',
    });
    const team = (
      await org.admin.call('PUT', `/orgs/${org.id}/teams`, { title: 'T', members: [org.edit.id] })
    ).body.id;
    await org.admin.call('POST', `/spaces/${id}/permissions`, {
      role: 'read',
      users: [org.guest.id],
      teams: [team],
    });
    const original = (await org.admin.call('GET', `/spaces/${id}`)).body;
    const made = await org.admin.call('POST', `/spaces/${id}/duplicate`);
    expect(made.status).toBe(201);
    const { id: copy, revision, createdAt, updatedAt, position } = made.body;
    expect([copy === id, revision === original.revision]).toEqual([false, false]);
    expect(position > original.position).toBe(true);
    const urls = {
      ...original.urls,
      location: `${server.url}/v1/spaces/${copy}`,
      app: `${server.url}/app/s/${copy}`,
    };
    expect(made.body).toEqual({
      ...original,
      id: copy,
      title: 'Copy of Docs',
      revision,
      position,
      createdAt,
      updatedAt,
      urls,
    });
    expect(made.body.defaultLevel).toBeNull();
    expect(await list(`/collections/${parent}/spaces`)).toEqual({
      count: 2,
      titles: ['Docs', 'Copy of Docs'],
    });
    for (const [person, status] of [
      [org.guest, 200],
      [org.edit, 200],
      [org.read, 404],
      [org.create, 404],
    ] as const)
      expect((await person.call('GET', `/spaces/${copy}`)).status).toBe(status);
    await org.admin.call('PATCH', `/spaces/${copy}`, { title: 'Mine', defaultLevel: 'read' });
    await org.admin.call('DELETE', `/spaces/${copy}`);
    expect((await org.admin.call('GET', `/spaces/${id}`)).body).toEqual(original);
    const long = await org.space('😀'.repeat(50));
    const title = [...(await org.admin.call('POST', `/spaces/${long}/duplicate`)).body.title];
    expect([title.length, title.at(-1)]).toEqual([50, '😀']);
  });

  test('return 403 without permission to create at the position, visible or not', async () => {
    const hidden = await org.collection();
    await org.admin.call('PATCH', `/collections/${hidden}`, { defaultLevel: null });
    const id = await org.space('Docs', hidden);
    await org.admin.call('POST', `/spaces/${id}/permissions`, { role: 'create', users: [org.guest.id] });
    expect((await org.guest.call('POST', `/spaces/${id}/duplicate`)).status).toBe(403);
    await org.admin.call('POST', `/collections/${hidden}/permissions`, {
      role: 'create',
      users: [org.guest.id],
    });
    expect((await org.guest.call('POST', `/spaces/${id}/duplicate`)).status).toBe(201);
    expect((await org.admin.call('POST', '/spaces/unknown/duplicate')).status).toBe(404);
  });

  test('a new space takes eleven queries', async () => {
    const create = () => org.admin.call('POST', `/orgs/${org.id}/spaces`, { title: 'New' });
    expect(await server.countQueries(create)).toBe(11);
  });

  test('take one query for a space, and two or three for a list of any length', async () => {
    const parent = await org.collection();
    const id = await org.space('first', parent);
    const queries = (path: string) => server.countQueries(() => org.edit.call('GET', path));
    const lists = [
      `/orgs/${org.id}/spaces?limit=1000`,
      `/collections/${parent}/spaces?limit=1000`,
      `/orgs/${org.id}/members/${org.read.id}/spaces?limit=1000`,
      `/orgs/${org.id}/collections?limit=1000`,
    ];
    await queries(`/spaces/${id}`);
    expect(await queries(`/spaces/${id}`)).toBeLessThanOrEqual(1);
    const { db, newId } = server.app.kernel;
    for (const length of [5, 20, 200]) {
      const at = new Date();
      const { count } = (await org.admin.call('GET', lists[0]!)).body;
      const ids = Array.from({ length: length - count }, () => newId());
      const row = { organization_id: org.id };
      await db
        .insertInto('contents')
        .values(
          ids.map((one) => ({
            ...row,
            id: one,
            kind: 'space' as const,
            parent_id: parent,
            ancestors: [parent],
            position: `${one}V`,
            created_at: at,
            updated_at: at,
          })),
        )
        .execute();
      await db
        .insertInto('spaces')
        .values(ids.map((one) => ({ ...row, id: one, title: 'S', emoji: '📘', revision_id: one })))
        .execute();
      // Of a page that was read before, the roles of the reader are known.
      for (const [at, path] of lists.entries())
        expect([path, await queries(path)]).toEqual([path, at === 0 ? 2 : 3]);
      expect((await org.edit.call('GET', lists[1]!)).body.items).toHaveLength(length);
    }
  });
});
