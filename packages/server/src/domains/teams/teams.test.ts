import { beforeAll, describe, expect, test } from 'vitest';
import { sharedServer, type TestOrganization, type TestServer } from '../../testing/server.ts';

describe('teams', () => {
  let server: TestServer;
  let org: TestOrganization;
  const create = async (title: string, members?: string[], { id: organizationId, admin } = org) => {
    const body = { title, ...(members && { members }) };
    return (await admin.request('createOrganizationTeam', { params: { organizationId }, body })).body;
  };
  const paramsOf = ({ id: teamId }: { id: string }) => ({ organizationId: org.id, teamId });
  const membersOf = async (team: { id: string }) => {
    const params = paramsOf(team);
    const { body } = await org.admin.request('listTeamMembersInOrganizationById', { params });
    return Object.fromEntries(body.items.map(({ organization, team }) => [organization.id, team.role]));
  };

  beforeAll(async () => {
    server = await sharedServer();
    org = await server.organization();
  });

  test('are created with members, read, renamed and deleted', async () => {
    const made = await org.admin.request('createOrganizationTeam', {
      params: { organizationId: org.id },
      body: { title: 'Writers', members: [org.edit.id, org.read.id] },
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      object: 'team',
      title: 'Writers',
      members: 2,
      spaces: 0,
      permissions: { admin: true, view: true },
    });
    const params = paramsOf(made.body);
    expect((await org.read.request('getTeamInOrganizationById', { params })).body).toMatchObject({
      title: 'Writers',
      permissions: { admin: false, view: true },
    });
    const body = { title: 'Editors' };
    const renamed = await org.admin.request('updateTeamInOrganizationById', { params, body });
    expect(renamed.body.title).toBe('Editors');
    for (let i = 0; i < 2; i++)
      expect((await org.admin.request('removeTeamFromOrganizationById', { params })).status).toBe(204);
    expect((await org.admin.refusal('getTeamInOrganizationById', { params })).status).toBe(404);
  });

  test('support add, remove and memberships in one call; remove has precedence', async () => {
    const team = await create('Mixed', [org.read.id]);
    const change = () =>
      org.admin.request('updateMembersInOrganizationTeam', {
        params: paramsOf(team),
        body: {
          add: [org.edit.email.toUpperCase(), org.comment.id],
          remove: [org.read.id, org.comment.id, 'nobody'],
          memberships: { [org.review.id]: { role: 'owner' } },
        },
      });
    expect((await change()).status).toBe(204);
    expect(await membersOf(team)).toEqual({ [org.edit.id]: 'member', [org.review.id]: 'owner' });
    // The same again changes nothing.
    await change();
    expect(await membersOf(team)).toEqual({ [org.edit.id]: 'member', [org.review.id]: 'owner' });
  });

  test('cannot contain outsiders, and nothing is changed', async () => {
    const team = await create('Closed');
    const stranger = await server.person();
    const params = paramsOf(team);
    const refused = (body: object) => org.admin.refusal('updateMembersInOrganizationTeam', { params, body });
    const { status, paths } = await refused({ add: [org.read.id, stranger.id] });
    expect([status, paths[0]]).toEqual([400, 'body.add.1']);
    expect((await refused({ memberships: { [stranger.email]: { role: 'owner' } } })).status).toBe(400);
    const alone = { params: { ...params, userId: stranger.id }, body: {} };
    expect((await org.admin.refusal('addMemberToOrganizationTeamById', alone)).status).toBe(404);
    const another = { params, body: { title: 'X', members: [stranger.id] } };
    expect((await org.admin.refusal('createOrganizationTeam', another)).status).toBe(400);
    expect(await membersOf(team)).toEqual({});
  });

  test('let an owner manage their members only', async () => {
    const team = await create('Owned');
    const params = paramsOf(team);
    const [editor, reader] = [
      { ...params, userId: org.edit.id },
      { ...params, userId: org.read.id },
    ];
    const add = 'addMemberToOrganizationTeamById';
    expect((await org.read.refusal(add, { params: editor, body: {} })).status).toBe(403);
    await org.admin.request(add, { params: reader, body: { role: 'owner' } });
    expect((await org.read.request(add, { params: editor, body: {} })).status).toBe(204);
    const body = { title: 'Mine' };
    expect((await org.read.refusal('updateTeamInOrganizationById', { params, body })).status).toBe(403);
    expect((await org.read.refusal('removeTeamFromOrganizationById', { params })).status).toBe(403);
    for (let i = 0; i < 2; i++) {
      const removed = await org.read.request('deleteMemberFromOrganizationTeamById', { params: editor });
      expect(removed.status).toBe(204);
    }
    // Adding again without a role keeps the one that is there.
    await org.admin.request(add, { params: reader, body: {} });
    expect(await membersOf(team)).toEqual({ [org.read.id]: 'owner' });
  });

  test('are filtered by title, in any case, and by owner', async () => {
    const other = await server.organization();
    for (const title of ['Alpha Docs', 'beta docs', '100%_real']) await create(title, undefined, other);
    const params = { organizationId: other.id, userId: other.read.id };
    const list = async (query: { title?: string; owner?: string } = {}) =>
      (await other.admin.request('listTeamsInOrganizationById', { params, query })).body;
    expect((await list({ title: 'DOCS' })).items.map(({ title }) => title)).toEqual([
      'Alpha Docs',
      'beta docs',
    ]);
    expect((await list({ title: '%_' })).items).toHaveLength(1);
    expect((await list()).count).toBe(3);
    const first = (await list()).items[0]!;
    await other.admin.request('addMemberToOrganizationTeamById', {
      params: { ...params, teamId: first.id },
      body: { role: 'owner' },
    });
    expect((await list({ owner: other.read.id })).items.map(({ id }) => id)).toEqual([first.id]);
    expect((await list({ owner: other.admin.id })).count).toBe(3);
    const query = { title: 'alpha' };
    const mine = await other.edit.request('listTeamsForOrganizationMember', { params, query });
    expect(mine.body.items).toMatchObject([{ team: { id: first.id }, member: { role: 'owner' } }]);
  });

  test('find their members by name and address', async () => {
    const team = await org.team(org.read, org.edit);
    const find = async (search: string) =>
      (await org.read.call('GET', `/orgs/${org.id}/teams/${team}/members?search=${search}`)).body;
    const found = await find(org.edit.email.slice(0, 14).toUpperCase());
    expect(found.items.map((item: { organization: { id: string } }) => item.organization.id)).toEqual([
      org.edit.id,
    ]);
    expect(found.count).toBe(1);
    expect((await find('%25')).items).toEqual([]);
  });

  test('have stable pages under inserts, and reject modified page tokens', async () => {
    const other = await server.organization();
    for (let i = 0; i < 5; i++) await create(`Team ${i}`, undefined, other);
    const params = { organizationId: other.id };
    const list = async (page: object = {}) => {
      const query = { limit: 2, ...page };
      return (await other.admin.request('listTeamsInOrganizationById', { params, query })).body;
    };
    const first = await list();
    await create('Late', undefined, other);
    const second = await list(first.next);
    const third = await list(second.next);
    const titles = [first, second, third].flatMap(({ items }) => items.map(({ title }) => title));
    expect(titles).toEqual(['Team 0', 'Team 1', 'Team 2', 'Team 3', 'Team 4', 'Late']);
    expect(third.next).toBeUndefined();
    const { page: next } = first.next!;
    const refused = (query: Record<string, unknown>) =>
      other.admin.refusal('listTeamsInOrganizationById', { params, query });
    for (const page of [`${next.slice(0, -2)}AA`, 'x', '', `${next}=`, `${next}A`]) {
      const { status, paths } = await refused({ limit: 2, page });
      expect([page, status, paths[0]]).toEqual([page, 400, 'query.page']);
    }
    // A page of one list is no page of another one.
    expect((await refused({ title: 'T', page: next })).status).toBe(400);
  });

  test('take a constant number of queries', async () => {
    const list = { params: { organizationId: org.id }, query: { limit: 100 } };
    const count = () => server.countQueries(() => org.admin.request('listTeamsInOrganizationById', list));
    await count();
    const few = await count();
    for (let i = 0; i < 20; i++) await create(`More ${i}`, [org.edit.id]);
    expect(await count()).toBe(few);
    expect(few).toBeLessThanOrEqual(3);
  });
});
