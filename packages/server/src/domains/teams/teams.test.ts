import { beforeAll, describe, expect, test } from 'vitest';
import { sharedServer, type TestOrganization, type TestServer } from '../../testing/server.ts';

describe('teams', () => {
  let server: TestServer;
  let org: TestOrganization;
  const create = async (title: string, members?: string[]) =>
    (await org.admin.call('PUT', `/orgs/${org.id}/teams`, { title, ...(members && { members }) })).body;
  const membersOf = async (teamId: string) => {
    const { body } = await org.admin.call('GET', `/orgs/${org.id}/teams/${teamId}/members`);
    return Object.fromEntries(
      body.items.map((item: { organization: { id: string }; team: { role: string } }) => [
        item.organization.id,
        item.team.role,
      ]),
    );
  };

  beforeAll(async () => {
    server = await sharedServer();
    org = await server.organization();
  });

  test('a team is created with members, read, renamed and deleted', async () => {
    const made = await org.admin.call('PUT', `/orgs/${org.id}/teams`, {
      title: 'Writers',
      members: [org.edit.id, org.read.id],
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      object: 'team',
      title: 'Writers',
      members: 2,
      spaces: 0,
      permissions: { admin: true, view: true },
    });
    const path = `/orgs/${org.id}/teams/${made.body.id}`;
    expect((await org.read.call('GET', path)).body).toMatchObject({
      title: 'Writers',
      permissions: { admin: false, view: true },
    });
    expect((await org.admin.call('PATCH', path, { title: 'Editors' })).body.title).toBe('Editors');
    expect((await org.admin.call('DELETE', path)).status).toBe(204);
    expect((await org.admin.call('DELETE', path)).status).toBe(204);
    expect((await org.admin.call('GET', path)).status).toBe(404);
  });

  test('add, remove and memberships work in one call; who is in both add and remove is removed', async () => {
    const team = await create('Mixed', [org.read.id]);
    const path = `/orgs/${org.id}/teams/${team.id}/members`;
    const change = {
      add: [org.edit.email.toUpperCase(), org.comment.id],
      remove: [org.read.id, org.comment.id, 'nobody'],
      memberships: { [org.review.id]: { role: 'owner' } },
    };
    expect((await org.admin.call('PUT', path, change)).status).toBe(204);
    expect(await membersOf(team.id)).toEqual({ [org.edit.id]: 'member', [org.review.id]: 'owner' });
    // The same again changes nothing.
    await org.admin.call('PUT', path, change);
    expect(await membersOf(team.id)).toEqual({ [org.edit.id]: 'member', [org.review.id]: 'owner' });
  });

  test('people from outside cannot be added, and nothing is changed', async () => {
    const team = await create('Closed');
    const stranger = await server.person();
    const path = `/orgs/${org.id}/teams/${team.id}/members`;
    const refused = await org.admin.call('PUT', path, { add: [org.read.id, stranger.id] });
    expect(refused.status).toBe(400);
    expect(refused.body.error.details[0].path).toBe('body.add.1');
    expect(
      (await org.admin.call('PUT', path, { memberships: { [stranger.email]: { role: 'owner' } } })).status,
    ).toBe(400);
    expect((await org.admin.call('PUT', `${path}/${stranger.id}`, {})).status).toBe(404);
    expect(
      (await org.admin.call('PUT', `/orgs/${org.id}/teams`, { title: 'X', members: [stranger.id] })).status,
    ).toBe(400);
    expect(await membersOf(team.id)).toEqual({});
  });

  test('an owner manages the people of the team, and only those', async () => {
    const team = await create('Owned');
    const path = `/orgs/${org.id}/teams/${team.id}`;
    expect((await org.read.call('PUT', `${path}/members/${org.edit.id}`, {})).status).toBe(403);
    await org.admin.call('PUT', `${path}/members/${org.read.id}`, { role: 'owner' });
    expect((await org.read.call('PUT', `${path}/members/${org.edit.id}`, {})).status).toBe(204);
    expect((await org.read.call('PATCH', path, { title: 'Mine' })).status).toBe(403);
    expect((await org.read.call('DELETE', path)).status).toBe(403);
    expect((await org.read.call('DELETE', `${path}/members/${org.edit.id}`)).status).toBe(204);
    expect((await org.read.call('DELETE', `${path}/members/${org.edit.id}`)).status).toBe(204);
    // Adding again without a role keeps the one that is there.
    await org.admin.call('PUT', `${path}/members/${org.read.id}`, {});
    expect(await membersOf(team.id)).toEqual({ [org.read.id]: 'owner' });
  });

  test('lists filter by title, anywhere and whatever the case, and by who manages the team', async () => {
    const other = await server.organization();
    for (const title of ['Alpha Docs', 'beta docs', '100%_real'])
      await other.admin.call('PUT', `/orgs/${other.id}/teams`, { title });
    const list = async (query: string) =>
      (await other.admin.call('GET', `/orgs/${other.id}/teams?${query}`)).body;
    expect((await list('title=DOCS')).items.map((team: { title: string }) => team.title)).toEqual([
      'Alpha Docs',
      'beta docs',
    ]);
    expect((await list('title=%25_')).items).toHaveLength(1);
    expect((await list('')).count).toBe(3);
    const [first] = (await list('')).items;
    await other.admin.call('PUT', `/orgs/${other.id}/teams/${first.id}/members/${other.read.id}`, {
      role: 'owner',
    });
    expect((await list(`owner=${other.read.id}`)).items.map((team: { id: string }) => team.id)).toEqual([
      first.id,
    ]);
    expect((await list(`owner=${other.admin.id}`)).count).toBe(3);
    const mine = await other.edit.call('GET', `/orgs/${other.id}/members/${other.read.id}/teams?title=alpha`);
    expect(mine.body.items).toMatchObject([{ team: { id: first.id }, member: { role: 'owner' } }]);
  });

  test('pages are stable under inserts and refused when tampered with', async () => {
    const other = await server.organization();
    const add = (title: string) => other.admin.call('PUT', `/orgs/${other.id}/teams`, { title });
    for (let i = 0; i < 5; i++) await add(`Team ${i}`);
    const path = `/orgs/${other.id}/teams?limit=2`;
    const first = (await other.admin.call('GET', path)).body;
    await add('Late');
    const second = (await other.admin.call('GET', `${path}&page=${first.next.page}`)).body;
    const third = (await other.admin.call('GET', `${path}&page=${second.next.page}`)).body;
    const titles = [first, second, third].flatMap((page) =>
      page.items.map((team: { title: string }) => team.title),
    );
    expect(titles).toEqual(['Team 0', 'Team 1', 'Team 2', 'Team 3', 'Team 4', 'Late']);
    expect(third.next).toBeUndefined();
    const tampered = `${first.next.page.slice(0, -2)}AA`;
    for (const page of [tampered, 'x', '', `${first.next.page}=`, `${first.next.page}A`]) {
      const refused = await other.admin.call('GET', `${path}&page=${encodeURIComponent(page)}`);
      expect([page, refused.status, refused.body.error.details[0].path]).toEqual([page, 400, 'query.page']);
    }
    // A page of one list is no page of another one.
    const foreign = await other.admin.call('GET', `/orgs/${other.id}/teams?title=T&page=${first.next.page}`);
    expect(foreign.status).toBe(400);
  });

  test('a list of teams costs the same number of queries whatever its length', async () => {
    const count = () => server.countQueries(() => org.admin.call('GET', `/orgs/${org.id}/teams?limit=100`));
    await count();
    const few = await count();
    for (let i = 0; i < 20; i++) await create(`More ${i}`, [org.edit.id]);
    expect(await count()).toBe(few);
    expect(few).toBeLessThanOrEqual(3);
  });
});
