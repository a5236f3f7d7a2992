import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '../../../kernel/contract/common-schemas.ts';
import type { Person, TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

let server: TestServer;
let org: TestOrganization;
withOrganization((fresh) => {
  ({ server, org } = fresh);
});

interface UserPermission {
  readonly permission: Role | null;
  readonly user: { readonly id: string; readonly email: string };
}

describe.each(['space', 'collection'] as const)('grants on a %s', (kind) => {
  let path: string;
  beforeEach(async () => {
    path = `/${kind}s/${await org[kind]()}`;
  });

  const invite = (body: object, by = org.admin) => by.call('POST', `${path}/permissions`, body);
  const usersIn = async (list: 'users' | 'aggregate', query = '') => {
    const { body } = await org.admin.call('GET', `${path}/permissions/${list}${query}`);
    return Object.fromEntries(body.items.map((item: UserPermission) => [item.user.id, item.permission]));
  };
  const teamsIn = async () => {
    const { body } = await org.admin.call('GET', `${path}/permissions/teams`);
    return Object.fromEntries(
      body.items.map((item: { permission: Role; team: { id: string } }) => [item.team.id, item.permission]),
    );
  };
  const statusFor = async (person: Person) => (await person.call('GET', path)).status;
  const roleOf = async (person: Person) => (await usersIn('aggregate'))[person.id];
  const close = () => org.admin.call('PATCH', path, { defaultLevel: null });

  test('give a role to users by id and by e-mail address, and to teams by id, in one call', async () => {
    const writers = await org.team(org.read);
    const invited = await invite({
      role: 'edit',
      users: [org.comment.id, org.guest.email.toUpperCase(), org.comment.email],
      teams: [writers],
    });
    expect([invited.status, invited.body]).toEqual([204, undefined]);
    expect(await usersIn('users')).toEqual({ [org.comment.id]: 'edit', [org.guest.id]: 'edit' });
    expect(await teamsIn()).toEqual({ [writers]: 'edit' });
    expect(await roleOf(org.read)).toBe('edit');
    // A second invitation replaces the role.
    await invite({ role: 'review', users: [org.comment.id], teams: [writers] });
    expect(await usersIn('users')).toEqual({ [org.comment.id]: 'review', [org.guest.id]: 'edit' });
    expect(await teamsIn()).toEqual({ [writers]: 'review' });
  });

  test('explain the role of everybody, and are searched by name and address', async () => {
    const parent = await org.collection();
    const inside = `/${kind}s/${await org[kind]('Inside', parent)}`;
    const writers = await org.team(org.read);
    await org.admin.call('POST', `/collections/${parent}/permissions`, { role: 'edit', teams: [writers] });
    await org.admin.call('POST', `${inside}/permissions`, { role: 'read', users: [org.guest.id] });
    const { body } = await org.admin.call('GET', `${inside}/permissions/aggregate`);
    const origins = Object.fromEntries(
      body.items.map((item: { user: { id: string }; origin: object }) => [item.user.id, item.origin]),
    );
    expect(origins).toMatchObject({
      [org.edit.id]: { type: 'organization' },
      [org.guest.id]: { type: 'grant', content: { kind, id: inside.split('/').at(-1) } },
      [org.read.id]: {
        type: 'team',
        content: { kind: 'collection', id: parent },
        team: { id: writers, title: expect.any(String) },
      },
    });
    const search = org.guest.email.slice(0, 12).toUpperCase();
    const found = await org.admin.call('GET', `${inside}/permissions/aggregate?search=${search}`);
    expect(found.body.items.map((item: UserPermission) => item.user.id)).toEqual([org.guest.id]);
    expect(found.body.count).toBe(1);
  });

  test('are listed with every field, in pages, and read by id', async () => {
    const teams = [await org.team(org.read, org.edit), await org.team(), await org.team()];
    const users = [org.read, org.edit, org.comment].sort((a, b) => (a.id < b.id ? -1 : 1));
    await invite({ role: 'comment', users: users.map((user) => user.id), teams });
    const first = (await org.admin.call('GET', `${path}/permissions/users?limit=2`)).body;
    const second = (await org.admin.call('GET', `${path}/permissions/users?limit=2&page=${first.next.page}`))
      .body;
    expect([first.count, second.count, second.next]).toEqual([3, 3, undefined]);
    expect([...first.items, ...second.items]).toEqual(
      users.map((user) => ({
        permission: 'comment',
        user: {
          object: 'user',
          id: user.id,
          displayName: user.email.split('@')[0],
          email: user.email,
          urls: { location: `${server.url}/v1/users/${user.id}` },
        },
      })),
    );
    const teamPage = (await org.admin.call('GET', `${path}/permissions/teams?limit=2`)).body;
    const rest = (await org.admin.call('GET', `${path}/permissions/teams?limit=2&page=${teamPage.next.page}`))
      .body;
    const shown = [...teamPage.items, ...rest.items];
    expect(shown.map((item) => item.team.id)).toEqual([...teams].sort());
    expect(shown[0]).toMatchObject({
      permission: 'comment',
      team: { object: 'team', title: 'Team', members: 2, permissions: { admin: true } },
    });
    expect(rest.next).toBeUndefined();
    for (const list of ['users', 'teams', 'aggregate']) {
      for (const query of ['limit=1001', 'limit=-1', 'limit=x', 'page=x']) {
        const refused = await org.admin.call('GET', `${path}/permissions/${list}?${query}`);
        expect([refused.status, refused.body.error.details[0].path]).toEqual([
          400,
          `query.${query.split('=')[0]}`,
        ]);
      }
    }
  });

  test('turn an outsider into a guest who sees only this content', async () => {
    await org.admin.call('POST', `/orgs/${org.id}/spaces`, { title: 'Other' });
    const known = await server.person();
    const email = `${randomUUID()}@outside.test`;
    expect((await invite({ role: 'comment', users: [known.email, email] })).status).toBe(204);
    expect(await statusFor(known)).toBe(200);
    for (const things of ['spaces', 'collections']) {
      const { body } = await known.call('GET', `/orgs/${org.id}/${things}`);
      expect(body.count).toBe(things === `${kind}s` ? 1 : 0);
    }
    const member = await org.admin.call('GET', `/orgs/${org.id}/members/${known.id}`);
    expect(member.body.role).toBeNull();
    const emails = (await org.admin.call('GET', `${path}/permissions/users`)).body.items.map(
      (item: UserPermission) => item.user.email,
    );
    expect(emails.sort()).toEqual([known.email, email].sort());
    const joined = await server.app.kernel.db
      .selectFrom('events')
      .select('target_id')
      .where('organization_id', '=', org.id)
      .where('action', '=', 'member.invited')
      .execute();
    expect(joined).toHaveLength(2);
  });

  test('with the role null exclude a user or a team, and override every default', async () => {
    const readers = await org.team(org.read, org.edit);
    await invite({ role: null, users: [org.comment.id], teams: [readers] });
    for (const person of [org.comment, org.read, org.edit]) expect(await statusFor(person)).toBe(404);
    expect(await statusFor(org.review)).toBe(200);
    // A grant to a person goes before one to their team, and the highest of several teams counts.
    await invite({ role: 'edit', users: [org.read.id] });
    await invite({ role: 'comment', teams: [await org.team(org.edit)] });
    expect([await roleOf(org.read), await roleOf(org.edit)]).toEqual(['edit', 'comment']);
    // Nobody was given anything by a null: the lists of grants do not show it.
    expect(Object.keys(await usersIn('users'))).toEqual([org.read.id]);
    expect(Object.keys(await teamsIn())).toHaveLength(1);
    // An administrator cannot be kept out.
    await invite({ role: null, users: [org.admin.id] });
    expect(await statusFor(org.admin)).toBe(200);
  });

  test('are changed and removed, for users and for teams', async () => {
    await close();
    const readers = await org.team(org.read);
    const [user, group] = [
      `${path}/permissions/users/${org.edit.id}`,
      `${path}/permissions/teams/${readers}`,
    ];
    for (const [target, person] of [
      [user, org.edit],
      [group, org.read],
    ] as const) {
      expect((await org.admin.call('PATCH', target, { role: 'review' })).status).toBe(204);
      expect(await roleOf(person)).toBe('review');
      expect((await org.admin.call('PATCH', target, {})).status).toBe(204);
      expect(await roleOf(person)).toBe('review');
      expect((await org.admin.call('PATCH', target, { role: null })).status).toBe(204);
      expect(await statusFor(person)).toBe(404);
      expect((await org.admin.call('DELETE', target)).status).toBe(204);
      expect((await org.admin.call('DELETE', target)).status).toBe(204);
      expect(await statusFor(person)).toBe(404);
      await org.admin.call('PATCH', path, { defaultLevel: 'inherit' });
      expect(await statusFor(person)).toBe(200);
      await close();
    }
    const events = await server.app.kernel.db
      .selectFrom('events')
      .select('payload')
      .where('organization_id', '=', org.id)
      .where('action', '=', `${kind}.access-changed`)
      .execute();
    // Twice set and once removed, for each of the two.
    expect(events).toHaveLength(6);
  });

  test('follow changes of a team at once', async () => {
    await close();
    const readers = await org.team();
    await invite({ role: 'edit', teams: [readers] });
    const membership = `/orgs/${org.id}/teams/${readers}/members/${org.guest.id}`;
    expect(await statusFor(org.guest)).toBe(404);
    await org.admin.call('PUT', membership, {});
    expect(await roleOf(org.guest)).toBe('edit');
    await org.admin.call('DELETE', membership);
    expect(await statusFor(org.guest)).toBe(404);
    await org.admin.call('PUT', membership, {});
    await org.admin.call('DELETE', `/orgs/${org.id}/teams/${readers}`);
    expect(await statusFor(org.guest)).toBe(404);
    expect(await teamsIn()).toEqual({});
  });

  test('are aggregated for all people with access, by role, in pages', async () => {
    await invite({ role: 'edit', users: [org.guest.id, org.read.id] });
    await invite({ role: null, users: [org.comment.id] });
    expect(await usersIn('aggregate')).toEqual({
      [org.admin.id]: 'admin',
      [org.create.id]: 'create',
      [org.review.id]: 'review',
      [org.edit.id]: 'edit',
      [org.read.id]: 'edit',
      [org.guest.id]: 'edit',
    });
    expect(Object.keys(await usersIn('aggregate', '?role=edit')).sort()).toEqual(
      [org.edit.id, org.read.id, org.guest.id].sort(),
    );
    expect(await usersIn('aggregate', '?role=read')).toEqual({});
    const first = (await org.admin.call('GET', `${path}/permissions/aggregate?role=edit&limit=2`)).body;
    expect([first.count, first.items.length]).toEqual([3, 2]);
    const next = `${path}/permissions/aggregate?role=edit&limit=2&page=${first.next.page}`;
    const second = (await org.admin.call('GET', next)).body;
    expect([second.items.length, second.next]).toEqual([1, undefined]);
    const ids = [...first.items, ...second.items].map((item: UserPermission) => item.user.id);
    expect(ids).toEqual([...ids].sort());
    const refused = await org.admin.call('GET', `${path}/permissions/aggregate?role=guest`);
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'query.role']);
  });

  test('with bad input are rejected by field, and nothing is changed', async () => {
    const readers = await org.team();
    for (const [body, field] of [
      [{ users: [org.read.id] }, 'body.role'],
      [{ role: 'owner', users: [org.read.id] }, 'body.role'],
      [{ role: 'edit' }, 'body'],
      [{ role: 'edit', users: [] }, 'body.users'],
      [{ role: 'edit', users: [7] }, 'body.users.0'],
      [{ role: 'edit', users: org.read.id }, 'body.users'],
      [{ role: 'edit', teams: [''] }, 'body.teams.0'],
    ] as const) {
      const refused = await invite(body);
      expect([refused.status, refused.body.error.details.map((d: { path: string }) => d.path)]).toEqual([
        400,
        [field],
      ]);
    }
    for (const list of [`users/${org.read.id}`, `teams/${readers}`]) {
      const refused = await org.admin.call('PATCH', `${path}/permissions/${list}`, { role: 'owner' });
      expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'body.role']);
    }
    expect([await usersIn('users'), await teamsIn()]).toEqual([{}, {}]);
  });

  test('to people and teams of other organizations are not found, and nothing is changed', async () => {
    const foreign = await server.organization();
    const foreignTeam = await foreign.team();
    const mine = await org.team();
    for (const [body, field] of [
      [{ role: 'edit', users: [org.read.id, foreign.read.id] }, 'body.users.1'],
      [{ role: 'edit', users: [org.read.id, 'not an address@x'] }, 'body.users.1'],
      [{ role: 'edit', users: [`${randomUUID()}@new.test`], teams: [mine, foreignTeam] }, 'body.teams.1'],
    ] as const) {
      const refused = await invite(body);
      expect([refused.status, refused.body.error.details[0].path]).toEqual([404, field]);
    }
    for (const target of [
      `users/${foreign.read.id}`,
      'users/unknown',
      `teams/${foreignTeam}`,
      'teams/unknown',
    ]) {
      expect((await org.admin.call('PATCH', `${path}/permissions/${target}`, { role: 'edit' })).status).toBe(
        404,
      );
      expect((await org.admin.call('DELETE', `${path}/permissions/${target}`)).status).toBe(204);
    }
    expect([await usersIn('users'), await teamsIn()]).toEqual([{}, {}]);
    expect((await org.admin.call('GET', `/orgs/${org.id}/members`)).body.count).toBe(7);
  });

  test('are made by creators and visible to commenters, but not to others', async () => {
    const changes = [
      ['POST', `${path}/permissions`, { role: 'read', users: [org.read.id] }],
      ['PATCH', `${path}/permissions/users/${org.read.id}`, { role: 'read' }],
      ['DELETE', `${path}/permissions/users/${org.read.id}`],
      ['DELETE', `${path}/permissions/teams/unknown`],
    ] as const;
    for (const [person, status] of [
      [org.create, 204],
      [org.review, 403],
      [org.edit, 403],
      [org.comment, 403],
      [org.read, 403],
      [org.guest, 404],
      [await server.person(), 404],
    ] as const)
      for (const [method, to, body] of changes)
        expect((await person.call(method, to, body)).status).toBe(status);
    for (const [person, status] of [
      [org.create, 200],
      [org.comment, 200],
      [org.read, 403],
      [org.guest, 404],
    ] as const)
      for (const list of ['users', 'teams', 'aggregate'])
        expect((await person.call('GET', `${path}/permissions/${list}`)).status).toBe(status);
  });
});

describe('aggregated access to a site', () => {
  test('contains all members of the organization with their roles', async () => {
    const foreign = await server.organization();
    const site = await org.site();
    const path = `/orgs/${org.id}/sites/${site}/permissions/aggregate`;
    const first = (await org.read.call('GET', `${path}?limit=4`)).body;
    const second = (await org.read.call('GET', `${path}?limit=4&page=${first.next.page}`)).body;
    expect([first.count, second.next]).toEqual([7, undefined]);
    const roles = [...first.items, ...second.items].map((item: UserPermission) => [
      item.user.id,
      item.permission,
    ]);
    const { admin, create, review, edit, comment, read, guest } = org;
    const expected = [
      [admin.id, 'admin'],
      [create.id, 'create'],
      [review.id, 'review'],
      [edit.id, 'edit'],
      [comment.id, 'comment'],
      [read.id, 'read'],
      [guest.id, null],
    ];
    expect(Object.fromEntries(roles)).toEqual(Object.fromEntries(expected));
    expect(first.items[0].origin).toEqual({ type: 'organization', organization: org.id });
    expect((await guest.call('GET', path)).status).toBe(403);
    expect((await foreign.admin.call('GET', path)).status).toBe(404);
    expect((await admin.call('GET', `/orgs/${org.id}/sites/unknown/permissions/aggregate`)).status).toBe(404);
    const elsewhere = `/orgs/${foreign.id}/sites/${site}/permissions/aggregate`;
    expect((await foreign.admin.call('GET', elsewhere)).status).toBe(404);
  });
});
