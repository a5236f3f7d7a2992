import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Answer, TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

describe('the tree under concurrent changes', () => {
  let server: TestServer;
  let org: TestOrganization;

  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  const call = (method: string, path: string, body?: unknown) => org.admin.call(method, path, body);
  const statuses = (answers: readonly Answer[]) =>
    [...new Set(answers.map((answer) => answer.status))].sort();

  /** Walks each organization's tree from its roots by parents alone: all is reached, with the ancestors on the way. */
  const expectSoundTree = async (...organizationIds: string[]) => {
    const { rows } = await sql<{ id: string; ancestors: string[]; way: string[] | null }>`
      with recursive walk (organization_id, id, way) as (
        select organization_id, id, '{}'::text[] collate "C" from contents where parent_id is null
        union all
        select c.organization_id, c.id, w.id || w.way
        from contents c
        join walk w on w.organization_id = c.organization_id and w.id = c.parent_id
      )
      select c.id, c.ancestors, w.way
      from contents c
      left join walk w on w.organization_id = c.organization_id and w.id = c.id
      where c.organization_id = any (${organizationIds})`.execute(server.app.kernel.db);
    expect(rows.map(({ id, way }) => [id, way])).toEqual(rows.map(({ id, ancestors }) => [id, ancestors]));
  };
  const positionsIn = async (parent: string) =>
    (
      await server.app.kernel.db
        .selectFrom('contents')
        .select('position')
        .where('parent_id', '=', parent)
        .execute()
    ).map((row) => row.position);

  test('thirty moves among ten siblings keep all ten, with unique positions', async () => {
    const place = await org.collection('place');
    const ids: string[] = [];
    const kindOf = (i: number) => (i % 2 ? 'space' : 'collection');
    for (let i = 0; i < 10; i++) ids.push(await org[kindOf(i)](`item ${i}`, place));
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => {
        const [moved, near] = [(i * 7) % 10, (i * 3 + 1) % 10];
        const pointer = { type: kindOf(near), [kindOf(near)]: ids[near] };
        const position = i % 3 === 0 ? undefined : { [i % 2 ? 'before' : 'after']: pointer };
        return call('POST', `/${kindOf(moved)}s/${ids[moved]}/move`, position ? { position } : {});
      }),
    );
    // 400: the sibling was the thing itself; 409: it was there already.
    expect(statuses(answers).every((status) => [200, 400, 409].includes(status))).toBe(true);
    expect(statuses(answers)).toContain(200);
    const positions = await positionsIn(place);
    expect(new Set(positions).size).toBe(10);
    await expectSoundTree(org.id);
  });

  test('two collections moved into each other never form a cycle', async () => {
    for (let round = 0; round < 10; round++) {
      const [a, b] = [await org.collection('a'), await org.collection('b')];
      await org.space('in a', a);
      await org.space('in b', await org.collection('below b', b));
      const answers = await Promise.all([
        call('POST', `/collections/${a}/move`, { parent: b }),
        call('POST', `/collections/${b}/move`, { parent: a }),
      ]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
    }
    await expectSoundTree(org.id);
  });

  test('longer cycles are rejected too', async () => {
    const ring: string[] = [];
    for (let i = 0; i < 5; i++) ring.push(await org.collection(`ring ${i}`));
    const answers = await Promise.all(
      ring.map((id, i) => call('POST', `/collections/${id}/move`, { parent: ring[(i + 1) % 5] })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 200, 400]);
    await expectSoundTree(org.id);
  });

  test('content created inside a moving collection moves along', async () => {
    const [outer, inner] = [await org.collection('outer'), await org.collection('inner')];
    const [moved, ...made] = await Promise.all([
      call('POST', `/collections/${inner}/move`, { parent: outer }),
      ...Array.from({ length: 12 }, (_, i) =>
        call('POST', `/orgs/${org.id}/${i % 2 ? 'spaces' : 'collections'}`, { parent: inner }),
      ),
    ]);
    expect(moved!.status).toBe(200);
    expect(statuses(made)).toEqual([201]);
    expect(new Set(await positionsIn(inner)).size).toBe(12);
    await expectSoundTree(org.id);
  });

  test('content created inside a collection that is deleted is in the trash or was rejected', async () => {
    for (let round = 0; round < 5; round++) {
      const place = await org.collection('place');
      const [removed, ...made] = await Promise.all([
        call('DELETE', `/collections/${place}`),
        ...Array.from({ length: 8 }, () => call('POST', `/orgs/${org.id}/spaces`, { parent: place })),
      ]);
      expect(removed!.status).toBe(204);
      for (const answer of made) expect([201, 404]).toContain(answer.status);
      for (const { body } of made.filter((answer) => answer.status === 201)) {
        expect((await call('GET', `/spaces/${body.id}`)).status).toBe(404);
        expect((await call('POST', `/spaces/${body.id}/restore`)).status).toBe(200);
      }
    }
    await expectSoundTree(org.id);
  });

  test('content created inside a collection that is transferred is transferred or was rejected', async () => {
    const other = await server.organization();
    await server.member(other.id, 'create', org.admin);
    for (let round = 0; round < 5; round++) {
      const place = await org.collection('place');
      const item = await org.space('item', place);
      const [transferred, ...rest] = await Promise.all([
        call('POST', `/collections/${place}/transfer`, { organization: other.id }),
        call('PATCH', `/spaces/${item}`, { title: 'renamed' }),
        call('POST', `/spaces/${item}/permissions`, { role: 'edit', users: [org.read.id] }),
        call('POST', `/spaces/${item}/duplicate`),
        call('DELETE', `/spaces/${item}`),
        ...Array.from({ length: 6 }, () => call('POST', `/orgs/${org.id}/spaces`, { parent: place })),
      ]);
      expect(transferred!.status).toBe(200);
      for (const answer of rest)
        expect(answer.status).toSatisfy((status: number) => status < 300 || status === 404);
      const made = rest.slice(4).filter((answer) => answer.status === 201);
      for (const { body } of made)
        expect((await call('GET', `/spaces/${body.id}`)).body).toMatchObject({
          organization: other.id,
          parent: place,
        });
    }
    await expectSoundTree(org.id, other.id);
  });

  test('transfers in opposite directions, deletions and moves do not fail', async () => {
    const other = await server.organization();
    await server.member(other.id, 'admin', org.admin);
    const mine = await org.collection('mine');
    const theirs = await other.collection('theirs');
    const answers = await Promise.all([
      call('POST', `/collections/${mine}/transfer`, { organization: other.id }),
      call('POST', `/collections/${theirs}/transfer`, { organization: org.id }),
      call('POST', `/collections/${mine}/transfer`, { organization: other.id }),
      call('POST', `/collections/${theirs}/move`, { parent: mine }),
    ]);
    expect(answers[0]!.status === 200 || answers[2]!.status === 200).toBe(true);
    expect(answers[1]!.status).toBe(200);
    for (const answer of answers) expect([200, 404, 409]).toContain(answer.status);
    await expectSoundTree(org.id, other.id);
  });

  test('a collection deleted twice at the same time is deleted once', async () => {
    const place = await org.collection('place');
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => call('DELETE', `/collections/${place}`)),
    );
    expect(statuses(answers)).toEqual([204]);
    const { rows } =
      await sql`select 1 from events where target_id = ${place} and action = 'collection.deleted'`.execute(
        server.app.kernel.db,
      );
    expect(rows).toHaveLength(1);
  });
});
