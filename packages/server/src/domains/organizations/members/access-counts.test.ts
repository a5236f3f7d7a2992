import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Person, TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

describe('counts of spaces and members', () => {
  let server: TestServer;
  let org: TestOrganization;

  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  const people = () => [org.admin, org.create, org.edit, org.read, org.guest];
  const spacesOf = async (who: Person) =>
    (await who.call('GET', `/orgs/${org.id}/spaces?limit=0`)).body.count;
  /** The counts of the lists, which are kept in memory. */
  const counted = async () => {
    const { body } = await org.admin.call('GET', `/orgs/${org.id}/members`);
    const ofMembers = new Map(
      body.items.map(({ id, spaces }: { id: string; spaces: number }) => [id, spaces]),
    );
    return {
      members: body.count,
      listed: people().map(({ id }) => ofMembers.get(id)),
      spaces: await Promise.all(people().map(spacesOf)),
    };
  };
  /** The same, counted from the roles of everybody. */
  const expected = async () => {
    const { db } = server.app.kernel;
    const { rows } = await sql<{ user_id: string; spaces: string }>`
      select m.user_id, count(a.role) filter (where a.kind = 'space' and a.deleted_at is null) as spaces
      from members m
      left join content_access a on a.organization_id = m.organization_id and a.user_id = m.user_id and a.role is not null
      where m.organization_id = ${org.id} group by m.user_id`.execute(db);
    const spaces = people().map(({ id }) => Number(rows.find((row) => row.user_id === id)?.spaces ?? 0));
    return { members: rows.length, listed: spaces, spaces };
  };

  test('follow every change of access at once', async () => {
    const call = async (method: string, path: string, body?: object) => {
      const answer = await org.admin.call(method, path, body);
      expect(answer.status, `${method} ${path}`).toBeLessThan(300);
      return answer.body;
    };
    const outer = await org.collection('Outer');
    const inner = await org.collection('Inner', outer);
    const space = await org.space('One', inner);
    const other = await org.space('Two');
    const team = await org.team(org.read);
    const permissions = `/collections/${outer}/permissions`;
    const steps: [string, () => Promise<unknown>][] = [
      ['a new space', () => org.space('Three', inner)],
      ['a space that is closed', () => call('PATCH', `/spaces/${space}`, { defaultLevel: null })],
      [
        'a grant to a user',
        () => call('POST', `/spaces/${space}/permissions`, { role: 'read', users: [org.guest.id] }),
      ],
      ['a closed collection', () => call('PATCH', `/collections/${outer}`, { defaultLevel: null })],
      ['a grant to a team', () => call('POST', permissions, { role: 'edit', teams: [team] })],
      ['a grant of no access', () => call('POST', permissions, { role: null, users: [org.read.id] })],
      ['a removed grant', () => call('DELETE', `${permissions}/users/${org.read.id}`)],
      [
        'a member of a team',
        () => call('PUT', `/orgs/${org.id}/teams/${team}/members`, { add: [org.edit.id] }),
      ],
      ['a moved space', () => call('POST', `/spaces/${other}/move`, { parent: inner })],
      ['a removed team', () => call('DELETE', `/orgs/${org.id}/teams/${team}`)],
      ['a deleted space', () => call('DELETE', `/spaces/${other}`)],
      ['a restored space', () => call('POST', `/spaces/${other}/restore`)],
      ['another role', () => call('PATCH', `/orgs/${org.id}/members/${org.create.id}`, { role: 'read' })],
      ['a new member', () => server.member(org.id, 'edit')],
      ['a member who left', () => call('DELETE', `/orgs/${org.id}/members/${org.comment.id}`)],
      ['a deleted collection', () => call('DELETE', `/collections/${outer}`)],
    ];
    for (const [what, step] of steps) {
      expect([what, await counted()]).toEqual([what, await expected()]);
      await step();
      expect([what, await counted()]).toEqual([what, await expected()]);
    }
  });

  test('cost no query while access does not change', async () => {
    await org.space('One');
    const list = () => org.read.call('GET', `/orgs/${org.id}/spaces`);
    // The organization, and the spaces in the known state of access.
    expect(await server.countQueries(list)).toBe(2);
    // The organization, the members, and the state of access.
    expect(await server.countQueries(() => org.read.call('GET', `/orgs/${org.id}/members`))).toBe(3);
  });
});
