import { beforeEach, describe, expect, test } from 'vitest';
import { listTitles } from '../../testing/content-factory.ts';
import type { Person, TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

describe('collections', () => {
  let server: TestServer;
  let org: TestOrganization;

  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  const titles = (path: string, by: Person = org.admin) => listTitles(path, by);
  const actions = async (targetId: string) =>
    (await server.eventsOf(targetId)).map(({ actor: _, ...event }) => event);

  test('are created, nested, read, changed and deleted', async () => {
    const outer = await org.create.call('POST', `/orgs/${org.id}/collections`, { title: 'Guides' });
    expect(outer.status).toBe(201);
    const { id } = outer.body;
    expect(outer.body).toEqual({
      object: 'collection',
      id,
      title: 'Guides',
      organization: org.id,
      position: expect.any(String),
      defaultLevel: 'inherit',
      urls: { location: `${server.url}/v1/collections/${id}`, app: `${server.url}/app/c/${id}` },
      permissions: { view: true, admin: true, viewInviteLinks: true, create: true },
    });
    const inner = (await org.create.call('POST', `/orgs/${org.id}/collections`, { parent: id })).body;
    expect(inner).toMatchObject({ title: 'Untitled', parent: id });
    const path = `/collections/${id}`;
    const changed = await org.create.call('PATCH', path, {
      title: 'Manuals',
      description: 'For everybody',
      defaultLevel: 'comment',
      unknown: 'ignored',
    });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      title: 'Manuals',
      description: 'For everybody',
      defaultLevel: 'comment',
    });
    expect((await org.read.call('GET', path)).body).toEqual({
      ...changed.body,
      permissions: { view: true, admin: false, viewInviteLinks: false, create: false },
    });
    expect((await org.create.call('PATCH', path, { description: '' })).body.description).toBeUndefined();
    expect((await org.create.call('PATCH', path, {})).body.title).toBe('Manuals');
    expect((await org.create.call('DELETE', path)).status).toBe(204);
    for (const gone of [id, inner.id])
      expect((await org.admin.call('GET', `/collections/${gone}`)).status).toBe(404);
    expect((await org.create.call('DELETE', path)).status).toBe(204);
    expect(await actions(id)).toEqual([
      { organization: org.id, action: 'collection.created', payload: {} },
      {
        organization: org.id,
        action: 'collection.updated',
        payload: {
          fields: ['title', 'description', 'defaultLevel'],
          changes: {
            title: { from: 'Guides', to: 'Manuals' },
            description: { from: null, to: 'For everybody' },
            defaultLevel: { from: 'inherit', to: 'comment' },
          },
        },
      },
      {
        organization: org.id,
        action: 'collection.updated',
        payload: { fields: ['description'], changes: { description: { from: 'For everybody', to: null } } },
      },
      {
        organization: org.id,
        action: 'collection.deleted',
        payload: { spaces: [], closed: [], dropped: {} },
      },
    ]);
  });

  test('are listed by age, or the roots in order, in pages, with access only', async () => {
    const a = await org.collection('a');
    const b = await org.collection('b');
    const inner = await org.collection('inner', a);
    await org.collection('innermost', inner);
    await org.admin.call('POST', `/collections/${b}/move`, {
      position: { before: { type: 'collection', collection: a } },
    });
    const list = `/orgs/${org.id}/collections`;
    expect(await titles(list)).toEqual(['a', 'b', 'inner', 'innermost']);
    expect(await titles(`${list}?nested=true`)).toEqual(['a', 'b', 'inner', 'innermost']);
    expect(await titles(`${list}?nested=false`)).toEqual(['b', 'a']);
    for (const [query, count] of [
      ['', 4],
      ['&nested=false', 2],
    ] as const) {
      const seen: string[] = [];
      let page: string | undefined;
      do {
        const { body } = await org.admin.call('GET', `${list}?limit=1${query}${page ? `&page=${page}` : ''}`);
        expect(body.count).toBe(count);
        seen.push(...body.items.map((item: { title: string }) => item.title));
        page = body.next?.page;
      } while (page);
      expect(seen).toEqual(await titles(`${list}?${query}`));
    }
    await org.admin.call('PATCH', `/collections/${a}`, { defaultLevel: null });
    await org.admin.call('PATCH', `/collections/${inner}`, { defaultLevel: 'read' });
    expect(await titles(list, org.edit)).toEqual(['b', 'inner', 'innermost']);
    expect(await titles(`${list}?nested=false`, org.edit)).toEqual(['b']);
    expect((await org.guest.call('GET', list)).body).toEqual({ count: 0, items: [] });
    expect((await (await server.person()).call('GET', list)).status).toBe(404);
    for (const query of ['nested=perhaps', 'limit=1001', 'page=x']) {
      const refused = await org.admin.call('GET', `${list}?${query}`);
      expect([refused.status, refused.body.error.details[0].path]).toEqual([
        400,
        `query.${query.split('=')[0]}`,
      ]);
    }
  });

  test('open, limit and close their content by the default level', async () => {
    const outer = await org.collection('outer');
    const inside = await org.space('inside', await org.collection('inner', outer));
    const level = (defaultLevel: string | null) =>
      org.admin.call('PATCH', `/collections/${outer}`, { defaultLevel });
    const roles = async () => {
      const { body } = await org.admin.call('GET', `/spaces/${inside}/permissions/aggregate`);
      const role = (person: Person) =>
        body.items.find((item: { user: { id: string } }) => item.user.id === person.id)?.permission;
      return [org.admin, org.create, org.edit, org.read, org.guest].map(role);
    };
    expect(await roles()).toEqual(['admin', 'create', 'edit', 'read', undefined]);
    expect((await level('comment')).body.defaultLevel).toBe('comment');
    expect(await roles()).toEqual(['admin', 'comment', 'comment', 'comment', undefined]);
    expect((await level(null)).body.defaultLevel).toBeNull();
    expect(await roles()).toEqual(['admin', undefined, undefined, undefined, undefined]);
    expect((await level('inherit')).body.defaultLevel).toBe('inherit');
    expect(await roles()).toEqual(['admin', 'create', 'edit', 'read', undefined]);
  });

  test('with bad input are rejected by field, and nothing is changed', async () => {
    const id = await org.collection('Guides');
    const list = `/orgs/${org.id}/collections`;
    for (const [method, path, body, field] of [
      ['POST', list, { title: 'x'.repeat(51) }, 'body.title'],
      ['POST', list, { title: 7 }, 'body.title'],
      ['POST', list, { title: 'a\u0000b' }, 'body.title'],
      ['POST', list, { parent: 7 }, 'body.parent'],
      ['POST', list, { parent: null }, 'body.parent'],
      ['PATCH', `/collections/${id}`, { title: 'x'.repeat(51) }, 'body.title'],
      ['PATCH', `/collections/${id}`, { title: 'fine', description: 'x'.repeat(101) }, 'body.description'],
      ['PATCH', `/collections/${id}`, { title: 'fine', description: '\ud800' }, 'body.description'],
      ['PATCH', `/collections/${id}`, { title: 'fine', defaultLevel: 'owner' }, 'body.defaultLevel'],
      ['POST', `/collections/${id}/transfer`, {}, 'body.organization'],
      ['POST', `/collections/${id}/transfer`, { organization: null }, 'body.organization'],
    ] as const) {
      const refused = await org.admin.call(method, path, body);
      expect([refused.status, refused.body.error.details[0].path]).toEqual([400, field]);
    }
    expect(await titles(list)).toEqual(['Guides']);
    expect(await titles(list, org.read)).toEqual(['Guides']);
    const longest = { title: '😀'.repeat(50), description: '😀'.repeat(100) };
    expect((await org.admin.call('PATCH', `/collections/${id}`, longest)).body).toMatchObject(longest);
  });

  test('are created, changed and deleted by creators; others can see them at most', async () => {
    const id = await org.collection('Guides');
    const foreign = await server.organization();
    const stray = (await foreign.admin.call('POST', `/orgs/${foreign.id}/collections`, {})).body.id;
    const path = `/collections/${id}`;
    for (const [person, status] of [
      [org.review, 403],
      [org.read, 403],
      [org.guest, 404],
      [foreign.admin, 404],
    ] as const) {
      const inOrganization = person === org.guest ? 403 : status;
      expect((await person.call('POST', `/orgs/${org.id}/collections`, {})).status).toBe(inOrganization);
      expect((await person.call('PATCH', path, { title: 'Mine' })).status).toBe(status);
      expect((await person.call('POST', `${path}/move`, {})).status).toBe(status);
      expect((await person.call('POST', `${path}/transfer`, { organization: foreign.id })).status).toBe(
        status,
      );
      // What may not be seen is not there, and deleting what is not there is no error.
      expect((await person.call('DELETE', path)).status).toBe(status === 404 ? 204 : 403);
    }
    expect((await org.admin.call('GET', path)).body.title).toBe('Guides');
    for (const parent of ['unknown', stray, await org.space('a space')])
      expect((await org.admin.call('POST', `/orgs/${org.id}/collections`, { parent })).status).toBe(404);
    expect((await org.admin.call('GET', `/collections/${await org.space('a space')}`)).status).toBe(404);
    // Who was given a collection creates inside it, and only there.
    await org.admin.call('POST', `${path}/permissions`, { role: 'create', users: [org.guest.id] });
    expect((await org.guest.call('POST', `/orgs/${org.id}/collections`, { parent: id })).status).toBe(201);
    expect((await org.guest.call('POST', `/orgs/${org.id}/collections`, {})).status).toBe(403);
    await org.admin.call('PATCH', path, { defaultLevel: 'read' });
    expect((await org.create.call('POST', `/orgs/${org.id}/collections`, { parent: id })).status).toBe(403);
  });

  test('that are deleted move their spaces to the trash, and restored ones are open to nobody new', async () => {
    const outer = await org.collection('outer');
    const inner = await org.collection('inner', outer);
    const [open, secret, shared] = [
      await org.space('open', await org.collection('open')),
      await org.space('secret', inner),
      await org.space('shared', inner),
    ];
    const old = await org.space('old', inner);
    await org.admin.call('DELETE', `/spaces/${old}`);
    await org.admin.call('POST', `/spaces/${shared}/permissions`, { role: 'edit', users: [org.guest.id] });
    await org.admin.call('PATCH', `/collections/${outer}`, { defaultLevel: null });
    expect((await org.admin.call('DELETE', `/collections/${outer}`)).status).toBe(204);
    for (const path of [`/collections/${outer}`, `/collections/${inner}`, `/spaces/${secret}`])
      expect((await org.admin.call('GET', path)).status).toBe(404);
    expect(await titles(`/orgs/${org.id}/spaces`)).toEqual(['open']);
    expect((await actions(outer)).at(-1)!.payload).toEqual({
      spaces: expect.arrayContaining([secret, shared]),
      closed: expect.arrayContaining([secret, shared, old]),
      dropped: {},
    });
    expect((await org.review.call('POST', `/spaces/${secret}/restore`)).status).toBe(404);
    for (const id of [secret, shared, old]) {
      const restored = await org.admin.call('POST', `/spaces/${id}/restore`);
      expect(restored.body).toMatchObject({ id, defaultLevel: null, organization: org.id });
      expect(restored.body.parent).toBeUndefined();
      expect((await org.edit.call('GET', `/spaces/${id}`)).status).toBe(404);
    }
    expect((await org.guest.call('GET', `/spaces/${shared}`)).body.permissions.edit).toBe(true);
    // Where the collections said nothing about access there is nothing to keep.
    const { body } = await org.admin.call('GET', `/spaces/${open}`);
    await org.admin.call('DELETE', `/collections/${body.parent}`);
    await org.admin.call('POST', `/spaces/${open}/restore`);
    expect((await org.read.call('GET', `/spaces/${open}`)).status).toBe(200);
  });

  describe('transfer', () => {
    let target: TestOrganization;
    beforeEach(async () => {
      target = await server.organization();
    });
    const transfer = (id: string, organization = target.id, by = org.admin) =>
      by.call('POST', `/collections/${id}/transfer`, { organization });

    test('includes all content: collections, spaces, revisions, change requests and comments', async () => {
      await server.member(target.id, 'create', org.admin);
      const above = await org.collection('above');
      const moved = await org.collection('moved', above);
      const inner = await org.collection('inner', moved);
      const [leaf, trashed] = [await org.space('leaf', inner), await org.space('trashed', inner)];
      await org.admin.call('DELETE', `/spaces/${trashed}`);
      await org.admin.call('POST', `/spaces/${leaf}/permissions`, { role: 'edit', users: [org.read.id] });
      const { db, newId } = server.app.kernel;
      const row = { organization_id: org.id, space_id: leaf, created_at: new Date() };
      await db
        .insertInto('change_requests')
        .values({ ...row, id: newId(), number: 1, status: 'open' })
        .execute();
      await db
        .insertInto('comments')
        .values({ ...row, id: newId() })
        .execute();

      const transferred = await transfer(moved);
      expect(transferred.status).toBe(200);
      expect(transferred.body).toMatchObject({
        id: moved,
        organization: target.id,
        permissions: { admin: true },
      });
      expect(transferred.body.parent).toBeUndefined();
      const { body } = await target.read.call('GET', `/spaces/${leaf}`);
      expect(body).toMatchObject({
        organization: target.id,
        parent: inner,
        changeRequestsOpen: 1,
        comments: 1,
      });
      expect((await target.read.call('GET', `/collections/${inner}`)).body.parent).toBe(moved);
      for (const table of [
        'revisions',
        'change_requests',
        'comments',
        'spaces',
        'collections',
        'contents',
      ] as const) {
        const left = await db.selectFrom(table).select('id').where('organization_id', '=', org.id).execute();
        expect([table, left.map((one) => one.id)]).toEqual([
          table,
          ['collections', 'contents'].includes(table) ? [above] : [],
        ]);
      }
      // Those who stay behind have nothing there any more.
      for (const person of [org.read, org.edit])
        expect((await person.call('GET', `/spaces/${leaf}`)).status).toBe(404);
      expect((await target.admin.call('GET', `/spaces/${leaf}/permissions/users`)).body.count).toBe(0);
      expect((await target.admin.call('POST', `/spaces/${trashed}/restore`)).body.parent).toBe(inner);
      const both = (await actions(moved)).slice(-2).map(({ organization, action }) => [organization, action]);
      expect(both).toEqual([
        [org.id, 'collection.transferred'],
        [target.id, 'collection.received'],
      ]);
    });

    test('requires an organization where the caller can create content', async () => {
      const id = await org.collection('mine');
      expect((await transfer(id)).status).toBe(404);
      expect((await transfer(id, 'unknown')).status).toBe(404);
      expect((await transfer(id, org.id)).status).toBe(409);
      await server.member(target.id, 'review', org.admin);
      expect((await transfer(id)).status).toBe(403);
      await server.member(target.id, 'admin', org.review);
      expect((await transfer(id, target.id, org.review)).status).toBe(403);
      expect((await transfer('unknown')).status).toBe(404);
      expect((await org.admin.call('GET', `/collections/${id}`)).body.organization).toBe(org.id);
    });
  });
});
