import { beforeEach, describe, expect, test } from 'vitest';
import type { TestOrganization } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

describe('closed content stays closed', () => {
  let org: TestOrganization;
  let outer: string;
  let hiddenSpace: string;
  let hiddenCollection: string;
  withOrganization((fresh) => {
    ({ org } = fresh);
  });
  beforeEach(async () => {
    outer = await org.collection();
    hiddenSpace = await org.space('Hidden', outer);
    hiddenCollection = await org.collection('Hidden', outer);
    await org.admin.call('PATCH', `/spaces/${hiddenSpace}`, { defaultLevel: null });
    await org.admin.call('PATCH', `/collections/${hiddenCollection}`, { defaultLevel: null });
  });

  const thieves = async () => {
    await org.admin.call('POST', `/collections/${outer}/permissions`, {
      role: 'create',
      users: [org.guest.id],
    });
    await org.admin.call('PATCH', `/spaces/${hiddenSpace}/permissions/users/${org.guest.id}`, { role: null });
    return [org.create, org.guest];
  };

  test('to a member who transfers its parent collection to an organization of their own', async () => {
    for (const thief of await thieves()) {
      const own = (await thief.call('POST', '/orgs', { title: 'Elsewhere' })).body.id;
      expect((await thief.call('POST', `/collections/${outer}/transfer`, { organization: own })).status).toBe(
        403,
      );
      expect((await thief.call('GET', `/spaces/${hiddenSpace}`)).status).toBe(404);
    }
    expect((await org.admin.call('GET', `/spaces/${hiddenSpace}`)).body.organization).toBe(org.id);
  });

  test('to a member who deletes its parent collection', async () => {
    for (const thief of await thieves())
      expect((await thief.call('DELETE', `/collections/${outer}`)).status).toBe(403);
    expect((await org.admin.call('GET', `/collections/${hiddenCollection}`)).status).toBe(200);
    expect((await org.admin.call('GET', `/spaces/${hiddenSpace}`)).status).toBe(200);
  });

  test('but a member can transfer and delete content of their own', async () => {
    const mine = await org.collection('Mine', undefined, org.create);
    await org.space('Mine', mine, org.create);
    const own = (await org.create.call('POST', '/orgs', { title: 'Elsewhere' })).body.id;
    expect(
      (await org.create.call('POST', `/collections/${mine}/transfer`, { organization: own })).status,
    ).toBe(200);
    const another = await org.collection('Mine', undefined, org.create);
    expect((await org.create.call('DELETE', `/collections/${another}`)).status).toBe(204);
  });

  test('to an excluded member with an invite link', async () => {
    const space = await org.space();
    await org.admin.call('PATCH', `/spaces/${space}/permissions/users/${org.read.id}`, { role: null });
    const link = (await org.admin.call('POST', `/orgs/${org.id}/link-invites`, { level: 'edit', space })).body
      .id;
    expect((await org.read.call('POST', `/orgs/${org.id}/invites/${link}`)).status).toBe(403);
    expect((await org.read.call('GET', `/spaces/${space}`)).status).toBe(404);
  });

  test('and its list of people is closed to a guest with a grant, but not to a manager', async () => {
    const space = await org.space();
    await org.admin.call('POST', `/spaces/${space}/permissions`, { role: 'review', users: [org.guest.id] });
    for (const list of ['aggregate', 'users', 'teams'])
      expect((await org.guest.call('GET', `/spaces/${space}/permissions/${list}`)).status).toBe(403);
    await org.admin.call('POST', `/spaces/${space}/permissions`, { role: 'create', users: [org.guest.id] });
    expect((await org.guest.call('GET', `/spaces/${space}/permissions/aggregate`)).status).toBe(200);
  });

  test('and a copy belongs to its creator', async () => {
    const space = await org.space();
    await org.admin.call('POST', `/spaces/${space}/permissions`, { role: 'read', users: [org.create.id] });
    const copy = (await org.create.call('POST', `/spaces/${space}/duplicate`)).body;
    expect(copy.permissions.admin).toBe(true);
    expect((await org.create.call('DELETE', `/spaces/${copy.id}`)).status).toBe(204);
  });
});
