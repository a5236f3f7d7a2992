import { describe, expect, test } from 'vitest';
import { signedInBrowser } from '../../../testing/browser-client.ts';
import { type Person, type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

const MINUTE = 60 * 1000;

describe('members', () => {
  let server: TestServer;
  const clock = testClock();
  let org: TestOrganization;
  const path = (userId = '') => `/orgs/${org.id}/members${userId && `/${userId}`}`;
  const get = async (userId: string) => (await org.admin.call('GET', path(userId))).body;
  const setRole = (who: Person, userId: string, role: unknown) => who.call('PATCH', path(userId), { role });
  const admins = async () =>
    (
      await server.app.kernel.db
        .selectFrom('members')
        .select('user_id')
        .where('organization_id', '=', org.id)
        .where('role', '=', 'admin')
        .execute()
    ).map((row) => row.user_id);

  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
    },
    { clock },
  );

  test('are read with every field', async () => {
    await org.edit.call('POST', `/orgs/${org.id}/ping`);
    const answer = await org.read.call('GET', path(org.edit.id));
    expect(answer.status).toBe(200);
    // Only users themselves see what they may do on the server.
    const { permissions: _, ...user } = (await org.edit.call('GET', '/user')).body;
    expect(answer.body).toEqual({
      object: 'member',
      id: org.edit.id,
      role: 'edit',
      user,
      disabled: false,
      joinedAt: expect.any(String),
      lastSeenAt: expect.any(String),
      sso: false,
      spaces: 0,
      teams: 0,
    });
    expect(await get(org.guest.id)).toMatchObject({ role: null });
    expect(await get(org.guest.id)).not.toHaveProperty('lastSeenAt');
  });

  test('are hidden from outsiders, and guests see only themselves', async () => {
    const stranger = await server.person();
    expect((await org.guest.call('GET', path(org.guest.id))).status).toBe(200);
    expect((await org.guest.call('GET', path(org.admin.id))).status).toBe(404);
    expect((await org.guest.call('GET', path())).status).toBe(403);
    expect((await org.read.call('GET', path(stranger.id))).status).toBe(404);
    expect((await org.read.call('GET', path('nobody'))).status).toBe(404);
    for (const target of [path(), path(org.read.id)])
      expect((await stranger.call('GET', target)).status).toBe(404);
  });

  test('are disabled and enabled by administrators, and keep what they have', async () => {
    const disable = (who: Person, userId: string, disabled: unknown) =>
      who.call('PATCH', path(userId), { disabled });
    const space = await org.space('Kept');
    await org.admin.call('POST', `/spaces/${space}/permissions`, { role: 'review', users: [org.edit.id] });
    expect((await disable(org.create, org.edit.id, true)).status).toBe(403);
    expect((await disable(org.admin, org.edit.id, 'yes')).body.error.details[0].path).toBe('body.disabled');
    expect((await disable(org.admin, org.edit.id, true)).body).toMatchObject({
      disabled: true,
      role: 'edit',
    });
    expect((await org.edit.call('GET', `/spaces/${space}`)).status).toBe(404);
    expect((await org.edit.call('GET', `/orgs/${org.id}`)).status).toBe(404);
    expect((await disable(org.admin, org.edit.id, false)).body).toMatchObject({ disabled: false });
    expect((await org.edit.call('GET', `/spaces/${space}`)).body.permissions.review).toBe(true);
    // Both at once, and nothing of it when one of them is refused.
    const both = await org.admin.call('PATCH', path(org.edit.id), { role: 'read', disabled: true });
    expect(both.body).toMatchObject({ role: 'read', disabled: true });
    const self = await disable(org.admin, org.admin.id, true);
    expect([self.status, self.body.error.message]).toEqual([
      409,
      'Administrators cannot disable themselves: ask another administrator',
    ]);
    const { body: log } = await org.admin.call('GET', `/orgs/${org.id}/audit-events?target=${org.edit.id}`);
    expect(log.items.map(({ action }: { action: string }) => action)).toEqual([
      'member.role-changed',
      'member.disabled',
      'member.enabled',
      'member.disabled',
    ]);
  });

  test('have the number of accessible spaces and of their teams', async () => {
    const space = async (title: string) =>
      (await org.create.call('POST', `/orgs/${org.id}/spaces`, { title })).body.id;
    const [open, hidden, trashed] = [await space('Open'), await space('Hidden'), await space('Trashed')];
    await org.create.call('PATCH', `/spaces/${hidden}`, { defaultLevel: null });
    await org.create.call('DELETE', `/spaces/${trashed}`);
    await org.create.call('POST', `/spaces/${open}/permissions`, { role: 'read', users: [org.guest.id] });
    for (const title of ['First', 'Second'])
      await org.admin.call('PUT', `/orgs/${org.id}/teams`, { title, members: [org.read.id] });
    // What another organization has does not count.
    const other = await org.read.call('POST', '/orgs', { title: 'Other' });
    await org.read.call('POST', `/orgs/${other.body.id}/spaces`, {});
    await org.read.call('PUT', `/orgs/${other.body.id}/teams`, { title: 'Third', members: [org.read.id] });

    const { body } = await org.admin.call('GET', path());
    const counts = Object.fromEntries(
      body.items.map((item: { id: string; spaces: number; teams: number }) => [
        item.id,
        [item.spaces, item.teams],
      ]),
    );
    expect(counts).toEqual({
      [org.admin.id]: [2, 0],
      [org.create.id]: [2, 0],
      [org.review.id]: [1, 0],
      [org.edit.id]: [1, 0],
      [org.comment.id]: [1, 0],
      [org.read.id]: [1, 2],
      [org.guest.id]: [1, 0],
    });
    expect(await get(org.read.id)).toMatchObject({ spaces: 1, teams: 2 });
    const spaces = await org.admin.call('GET', `${path(org.create.id)}/spaces`);
    expect(spaces.body.count).toBe(2);
  });

  test('get another role from an administrator, up, down and to guest', async () => {
    for (const role of ['create', 'admin', null, 'read']) {
      const changed = await setRole(org.admin, org.edit.id, role);
      expect([changed.status, changed.body.role]).toEqual([200, role]);
      expect((await get(org.edit.id)).role).toBe(role);
    }
    expect((await org.admin.call('PATCH', path(org.edit.id), {})).body.role).toBe('read');
  });

  test.each([['boss'], ['guest'], [''], [7], [['admin']], [{}]])(
    'do not get an unknown role: %j',
    async (role) => {
      const refused = await setRole(org.admin, org.edit.id, role);
      expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'body.role']);
      expect((await get(org.edit.id)).role).toBe('edit');
    },
  );

  test('are changed, marked for single sign-on and removed by administrators only', async () => {
    const stranger = await server.person();
    for (const who of [org.create, org.review, org.edit, org.comment, org.read, org.guest]) {
      expect((await setRole(who, who.id, 'admin')).status).toBe(403);
      expect((await who.call('POST', `${path(who.id)}/sso`)).status).toBe(403);
      expect((await who.call('DELETE', path(org.admin.id))).status).toBe(403);
    }
    expect((await setRole(stranger, org.read.id, 'admin')).status).toBe(404);
    expect((await stranger.call('POST', `${path(org.read.id)}/sso`)).status).toBe(404);
    expect((await stranger.call('DELETE', path(org.read.id))).status).toBe(404);
    expect((await setRole(org.admin, stranger.id, 'read')).status).toBe(404);
    expect((await org.admin.call('POST', `${path(stranger.id)}/sso`)).status).toBe(404);
    expect(await admins()).toEqual([org.admin.id]);
    expect((await org.admin.call('GET', path())).body.count).toBe(7);
  });

  test('are removed with their teams and grants, and removing them again succeeds', async () => {
    const team = await org.admin.call('PUT', `/orgs/${org.id}/teams`, {
      title: 'Left',
      members: [org.read.id],
    });
    const space = await org.admin.call('POST', `/orgs/${org.id}/spaces`, {});
    await org.admin.call('POST', `/spaces/${space.body.id}/permissions`, {
      role: 'edit',
      users: [org.read.id],
    });
    for (const _ of [1, 2]) expect((await org.admin.call('DELETE', path(org.read.id))).status).toBe(204);
    expect((await org.admin.call('DELETE', path('nobody'))).status).toBe(204);
    expect((await org.read.call('GET', `/orgs/${org.id}`)).status).toBe(404);
    expect((await org.read.call('GET', `/spaces/${space.body.id}`)).status).toBe(404);
    expect((await org.admin.call('GET', `/orgs/${org.id}/teams/${team.body.id}`)).body.members).toBe(0);
    // Coming back does not bring back what was given before.
    await org.admin.call('POST', `/orgs/${org.id}/invites`, { emails: [org.read.email], role: 'read' });
    expect((await org.read.call('GET', `/spaces/${space.body.id}`)).body.permissions.edit).toBe(false);
  });

  test('can leave by themselves, except administrators', async () => {
    for (const who of [org.create, org.read, org.guest]) {
      expect((await who.call('DELETE', path(who.id))).status).toBe(204);
      expect((await who.call('GET', `/orgs/${org.id}`)).status).toBe(404);
    }
    const second = await server.member(org.id, 'admin');
    expect((await second.call('DELETE', path(second.id))).status).toBe(409);
    expect((await org.admin.call('DELETE', path(second.id))).status).toBe(204);
  });

  test('keep their last administrator', async () => {
    const refused = await setRole(org.admin, org.admin.id, 'create');
    expect(refused.status).toBe(409);
    expect((await setRole(org.admin, org.admin.id, null)).status).toBe(409);
    expect((await org.admin.call('DELETE', path(org.admin.id))).status).toBe(409);
    expect((await setRole(org.admin, org.admin.id, 'admin')).status).toBe(200);
    // One who is disabled could not help.
    const former = await server.member(org.id, 'admin');
    await server.disable(former);
    expect((await setRole(org.admin, org.admin.id, 'read')).status).toBe(409);
    expect((await org.admin.call('DELETE', path(former.id))).status).toBe(204);
    expect(await admins()).toEqual([org.admin.id]);
  });

  test('have exactly one administrator left when administrators remove each other at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const second = await server.member(org.id, 'admin');
      const third = await server.member(org.id, 'admin');
      const all = [org.admin, second, third];
      const attempts = await Promise.all(
        all.flatMap((who) =>
          all
            .filter((other) => other !== who)
            .map((other) =>
              round % 2 === 0 ? setRole(who, other.id, 'read') : who.call('DELETE', path(other.id)),
            ),
        ),
      );
      // Who has lost the role meanwhile is refused in one way or another; nothing breaks.
      for (const { status } of attempts) expect([200, 204, 403, 404, 409]).toContain(status);
      const left = await admins();
      expect(left).toHaveLength(1);
      // The survivor may be anybody: the next round starts with them.
      org = { ...org, admin: all.find((who) => who.id === left[0])! };
    }
  });

  test('have the time of their last ping, of the caller only', async () => {
    const stranger = await server.person();
    const before = clock.now().getTime();
    const ping = await org.guest.call('POST', `/orgs/${org.id}/ping`);
    expect([ping.status, ping.body]).toEqual([200, {}]);
    const seen = async () => new Date((await get(org.guest.id)).lastSeenAt).getTime();
    const first = await seen();
    expect(first).toBeGreaterThanOrEqual(before);
    clock.advance(MINUTE);
    await org.guest.call('POST', `/orgs/${org.id}/ping`);
    expect((await seen()) - first).toBeGreaterThanOrEqual(MINUTE);
    expect(await get(org.read.id)).not.toHaveProperty('lastSeenAt');
    expect((await stranger.call('POST', `/orgs/${org.id}/ping`)).status).toBe(404);
  });

  test('are marked for single sign-on once', async () => {
    for (const _ of [1, 2]) {
      const marked = await org.admin.call('POST', `${path(org.read.id)}/sso`);
      expect([marked.status, marked.body.sso, marked.body.role]).toEqual([200, true, 'read']);
    }
    expect((await get(org.read.id)).sso).toBe(true);
    const { body } = await org.admin.call('GET', `/orgs/${org.id}/audit-events?action=member.sso-enabled`);
    expect(body.count).toBe(1);
  });

  test('are seen when they open the organization in a browser, not by programs', async () => {
    const seenAt = async (id: string) =>
      (await org.admin.call('GET', `/orgs/${org.id}/members/${id}`)).body.lastSeenAt;
    await org.read.call('GET', `/orgs/${org.id}`);
    expect(await seenAt(org.read.id)).toBeUndefined();
    const { cookies } = await signedInBrowser(server, org.read);
    const headers = { cookie: `lectern_session=${cookies.get('lectern_session')}` };
    expect((await fetch(`${server.url}/v1/orgs/${org.id}`, { headers })).status).toBe(200);
    const first = await seenAt(org.read.id);
    expect(first).toEqual(expect.any(String));
    await fetch(`${server.url}/v1/orgs/${org.id}`, { headers });
    expect(await seenAt(org.read.id)).toBe(first);
  });
});
