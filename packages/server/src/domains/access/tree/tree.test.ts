import { beforeAll, describe, expect, test } from 'vitest';
import { sharedServer, type TestOrganization, type TestServer } from '../../../testing/server.ts';

type Kind = 'space' | 'collection';

describe('moving in the tree', () => {
  let server: TestServer;
  let org: TestOrganization;

  beforeAll(async () => {
    server = await sharedServer();
  });

  const move = (kind: Kind, id: string, to: object, by = org.admin) =>
    by.call('POST', `/${kind}s/${id}/move`, to);
  const before = (kind: Kind, id: string) => ({ position: { before: { type: kind, [kind]: id } } });
  const after = (kind: Kind, id: string) => ({ position: { after: { type: kind, [kind]: id } } });
  /** The titles in a place, spaces and collections in their common order. */
  const order = async (parentId: string | null): Promise<string> => {
    const { db } = server.app.kernel;
    const rows = await db
      .selectFrom('contents')
      .leftJoin('spaces', 'spaces.id', 'contents.id')
      .leftJoin('collections', 'collections.id', 'contents.id')
      .select(({ fn }) => fn.coalesce('spaces.title', 'collections.title').as('title'))
      .where('contents.organization_id', '=', org.id)
      .where('contents.parent_id', parentId === null ? 'is' : '=', parentId)
      .where('contents.deleted_at', 'is', null)
      .orderBy('contents.position')
      .execute();
    return rows.map((row) => row.title).join(' ');
  };
  const refused = async (kind: Kind, id: string, to: object, path: string) => {
    const answer = await move(kind, id, to);
    expect([answer.status, answer.body.error.details?.[0].path]).toEqual([400, path]);
  };

  beforeAll(async () => {
    org = await server.organization();
  });

  test('is limited to twenty levels, including everything below', async () => {
    const chain: (string | undefined)[] = [undefined];
    for (let depth = 0; depth < 20; depth++) chain.push(await org.collection('C', chain.at(-1)));
    const deepest = chain.at(-1)!;
    for (const kind of ['space', 'collection'] as const) {
      const refusal = await org.admin.call('POST', `/orgs/${org.id}/${kind}s`, {
        title: 'X',
        parent: deepest,
      });
      expect([refusal.status, refusal.body.error.details[0].path]).toEqual([400, 'body.parent']);
    }
    const outer = await org.collection();
    await org.collection('Inner', outer);
    await refused('collection', outer, { parent: chain[19]! }, 'body.parent');
    expect((await move('collection', outer, { parent: chain[18]! })).status).toBe(200);
  });

  test('places an item before and after siblings of both kinds', async () => {
    const place = await org.collection('place');
    const [a, b, c, d] = [
      await org.space('a', place),
      await org.collection('b', place),
      await org.space('c', place),
      await org.collection('d', place),
    ];
    expect(await order(place)).toBe('a b c d');
    const moved = await move('space', c, before('space', a));
    expect([moved.status, moved.body.id, moved.body.parent]).toEqual([200, c, place]);
    expect(await order(place)).toBe('c a b d');
    expect((await move('space', c, after('collection', b))).status).toBe(200);
    expect(await order(place)).toBe('a b c d');
    expect((await move('collection', d, after('space', a))).status).toBe(200);
    expect(await order(place)).toBe('a d b c');
    expect((await move('collection', b, before('collection', d))).status).toBe(200);
    expect(await order(place)).toBe('a b d c');
  });

  test('places an item at the end by default, and later items after it', async () => {
    const place = await org.collection('place');
    const [a, b] = [await org.space('a', place), await org.space('b', place)];
    expect((await move('space', a, {})).status).toBe(200);
    expect(await order(place)).toBe('b a');
    expect((await move('space', b, after('space', a))).status).toBe(200);
    await org.space('c', place);
    expect(await order(place)).toBe('a b c');
    await move('space', a, { position: {} });
    await org.space('d', place);
    expect(await order(place)).toBe('b c a d');
  });

  test('into another collection and back to the root includes everything inside', async () => {
    const [from, to] = [await org.collection('from'), await org.collection('to')];
    const inner = await org.collection('inner', from);
    const leaf = await org.space('leaf', inner);
    const moved = await move('collection', inner, { parent: to });
    expect([moved.status, moved.body.parent]).toEqual([200, to]);
    expect(await ancestorsOf(server, leaf)).toEqual([inner, to]);
    const rooted = await move('collection', inner, { parent: null });
    expect([rooted.status, 'parent' in rooted.body]).toEqual([200, false]);
    expect(await ancestorsOf(server, leaf)).toEqual([inner]);
    const positioned = await move('space', leaf, { parent: to, ...before('collection', inner) });
    expect(positioned.status).toBe(400);
    const other = await org.space('other', to);
    await move('space', leaf, { parent: to, ...before('space', other) });
    expect(await order(to)).toBe('leaf other');
  });

  test('rejects positions that are elsewhere, the item itself, of another kind, both or hidden', async () => {
    const [place, elsewhere] = [await org.collection('place'), await org.collection('elsewhere')];
    const [a, b] = [await org.space('a', place), await org.space('b', place)];
    const far = await org.space('far', elsewhere);
    const trashed = await org.space('trashed', place);
    await org.admin.call('DELETE', `/spaces/${trashed}`);
    for (const side of ['before', 'after'] as const) {
      const to = (type: Kind, id: string) => ({ position: { [side]: { type, [type]: id } } });
      for (const target of [a, far, trashed, 'unknown'])
        await refused('space', a, to('space', target), `body.position.${side}`);
      await refused('space', a, to('collection', b), `body.position.${side}`);
      await refused('space', a, { parent: elsewhere, ...to('space', b) }, `body.position.${side}`);
    }
    const both = { position: { ...before('space', b).position, ...after('space', b).position } };
    await refused('space', a, both, 'body.position');
    await refused('space', a, { position: { before: { type: 'space' } } }, 'body.position.before.space');
    await refused('space', a, { position: 'first' }, 'body.position');
    await refused('space', a, { parent: 7 }, 'body.parent');
    expect(await order(place)).toBe('a b');
    // Who does not see a sibling does not learn that it is there.
    await org.admin.call('PATCH', `/spaces/${b}`, { defaultLevel: null });
    const blind = await move('space', a, before('space', b), org.create);
    expect([blind.status, blind.body.error.details[0].path]).toEqual([400, 'body.position.before']);
  });

  test('returns 409 if nothing would change', async () => {
    const place = await org.collection('place');
    const [a, b, gone, c] = [
      await org.space('a', place),
      await org.space('b', place),
      await org.space('gone', place),
      await org.space('c', place),
    ];
    await org.admin.call('DELETE', `/spaces/${gone}`);
    for (const [id, to] of [
      [c, {}],
      [c, { parent: place }],
      [a, before('space', b)],
      [b, after('space', a)],
      // What lies in the trash between them is nothing that anybody sees.
      [b, before('space', c)],
      [c, after('space', b)],
    ] as const)
      expect((await move('space', id, to)).status).toBe(409);
    expect(await order(place)).toBe('a b c');
  });

  test('into itself or its own subtree is rejected', async () => {
    const outer = await org.collection('outer');
    const inner = await org.collection('inner', outer);
    const innermost = await org.collection('innermost', inner);
    for (const parent of [outer, inner, innermost])
      await refused('collection', outer, { parent }, 'body.parent');
    expect(await ancestorsOf(server, innermost)).toEqual([inner, outer]);
  });

  test('requires permission to create at the target', async () => {
    const foreign = await server.organization();
    const stray = (await foreign.admin.call('POST', `/orgs/${foreign.id}/collections`, {})).body.id;
    const [open, closed, shared] = [
      await org.collection('open'),
      await org.collection('closed'),
      await org.collection('shared'),
    ];
    const item = await org.space('item', open);
    await org.admin.call('PATCH', `/collections/${closed}`, { defaultLevel: 'read' });
    await org.admin.call('POST', `/spaces/${item}/permissions`, {
      role: 'create',
      users: [org.edit.id, org.guest.id],
    });
    await org.admin.call('POST', `/collections/${shared}/permissions`, {
      role: 'create',
      users: [org.edit.id],
    });
    expect((await move('space', item, { parent: closed }, org.create)).status).toBe(403);
    expect((await move('space', item, { parent: null }, org.edit)).status).toBe(403);
    expect((await move('space', item, { parent: closed }, org.guest)).status).toBe(404);
    expect((await move('space', item, { parent: null }, org.review)).status).toBe(403);
    for (const parent of ['unknown', stray, await org.space('no collection')])
      expect((await move('space', item, { parent })).status).toBe(404);
    expect((await move('space', item, { parent: open }, foreign.admin)).status).toBe(404);
    expect(await order(open)).toBe('item');
    expect((await move('space', item, { parent: shared }, org.edit)).status).toBe(200);
  });

  test('between the same two items many times keeps the order and short positions', async () => {
    const { db } = server.app.kernel;
    const place = await org.collection('place');
    const [first, a, b] = [
      await org.space('first', place),
      await org.space('a', place),
      await org.space('b', place),
    ];
    // As after some hundreds of squeezes: the gap after the first is narrow, and so is the one after that.
    const narrow = `0${'V'.repeat(99)}`;
    for (const [id, end] of [
      [first, '1'],
      [a, '2'],
      [b, '3'],
    ] as const)
      await db
        .updateTable('contents')
        .set({ position: narrow + end })
        .where('id', '=', id)
        .execute();
    // Always right after the first: the gap there halves each time.
    for (let i = 0; i < 24; i++) {
      const moved = await move('space', i % 2 === 0 ? b : a, after('space', first));
      expect(moved.status).toBe(200);
      expect(await order(place)).toBe(i % 2 === 0 ? 'first b a' : 'first a b');
    }
    await org.space('last', place);
    expect(await order(place)).toBe('first a b last');
    const rows = await db.selectFrom('contents').select('position').where('parent_id', '=', place).execute();
    expect(Math.max(...rows.map((row) => row.position.length))).toBeLessThan(50);
  });

  test('is recorded with the actor, the item, the source and the target', async () => {
    const [from, to] = [await org.collection('from'), await org.collection('to')];
    const item = await org.space('item', from);
    await move('space', item, { parent: to, nonsense: 'x'.repeat(1000) });
    expect((await server.eventsOf(item)).at(-1)).toEqual({
      organization: org.id,
      action: 'space.moved',
      actor: org.admin.id,
      payload: { from, to },
    });
  });
});

const ancestorsOf = async (server: TestServer, id: string) =>
  (
    await server.app.kernel.db
      .selectFrom('contents')
      .select('ancestors')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).ancestors;
