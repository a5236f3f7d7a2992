import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, sharedServer, type TestOrganization, type TestServer } from '../../testing/server.ts';

describe('details of an access event', () => {
  let server: TestServer;
  let org: TestOrganization;

  beforeAll(async () => {
    server = await sharedServer();
  });
  beforeEach(async () => {
    org = await server.organization();
  });

  const admin = (method: string, path: string, body?: unknown) => org.admin.call(method, path, body);
  const made = async (what: string, body: object = { title: 'Thing' }): Promise<string> =>
    (await admin(what === 'teams' ? 'PUT' : 'POST', `/orgs/${org.id}/${what}`, body)).body.id;
  /** The details of the events of one kind, oldest first, as the log shows them. */
  const details = async (action: string, by: Person = org.admin, organizationId = org.id) => {
    const log = `/orgs/${organizationId}/audit-events`;
    const { items } = (await by.call('GET', `${log}?action=${action}`)).body;
    const shown = await Promise.all(
      items.map(async ({ id }: { id: string }) => (await by.call('GET', `${log}/${id}`)).body.payload),
    );
    return shown.reverse().map(({ address, ...payload }) => payload);
  };

  test.each(['space', 'collection'])('contain the old and new level of a %s', async (kind) => {
    const path = `/${kind}s/${await made(`${kind}s`)}`;
    await admin('PATCH', path, { defaultLevel: 'read' });
    await admin('PATCH', path, { title: 'Renamed', defaultLevel: null });
    await admin('PATCH', path, { title: 'Renamed again', defaultLevel: null });
    await admin('PATCH', path, { defaultLevel: 'inherit' });
    expect(await details(`${kind}.updated`)).toEqual([
      { fields: ['defaultLevel'], changes: { defaultLevel: { from: 'inherit', to: 'read' } } },
      {
        fields: ['title', 'defaultLevel'],
        changes: {
          title: { from: 'Thing', to: 'Renamed' },
          defaultLevel: { from: 'read', to: null },
        },
      },
      { fields: ['title'], changes: { title: { from: 'Renamed', to: 'Renamed again' } } },
      { fields: ['defaultLevel'], changes: { defaultLevel: { from: null, to: 'inherit' } } },
    ]);
  });

  test.each(['space', 'collection'])('contain the old and new grants on a %s', async (kind) => {
    const path = `/${kind}s/${await made(`${kind}s`)}/permissions`;
    const team = await made('teams');
    const [user, other] = [org.read.id, org.edit.id];
    await admin('POST', path, { role: 'edit', users: [user], teams: [team] });
    // Who has the role already is not named again.
    await admin('POST', path, { role: 'edit', users: [user, other], teams: [team] });
    await admin('POST', path, { role: null, users: [user, other] });
    await admin('PATCH', `${path}/users/${user}`, { role: 'review' });
    await admin('PATCH', `${path}/teams/${team}`, { role: 'read' });
    await admin('DELETE', `${path}/users/${user}`);
    await admin('DELETE', `${path}/users/${other}`);
    await admin('DELETE', `${path}/teams/${team}`);
    expect(await details(`${kind}.access-changed`)).toEqual([
      { users: { [user]: { to: 'edit' } }, teams: { [team]: { to: 'edit' } } },
      { users: { [other]: { to: 'edit' } } },
      { users: { [user]: { from: 'edit', to: null }, [other]: { from: 'edit', to: null } } },
      { users: { [user]: { from: null, to: 'review' } } },
      { teams: { [team]: { from: 'edit', to: 'read' } } },
      { users: { [user]: { from: 'review' } } },
      { users: { [other]: { from: null } } },
      { teams: { [team]: { from: 'read' } } },
    ]);
  });

  test.each(['space', 'collection'])('name a %s by its title when its access changes', async (kind) => {
    const path = `/${kind}s/${await made(`${kind}s`, { title: 'Handbook' })}/permissions`;
    await admin('POST', path, { role: 'edit', users: [org.read.id, 'guest@people.test'] });
    const events = async (action: string) =>
      (await admin('GET', `/orgs/${org.id}/audit-events?action=${action}`)).body.items;
    expect((await events(`${kind}.access-changed`))[0].target.label).toBe('Handbook');
    expect((await events('member.invited'))[0].target.label).toBe('guest@people.test');
  });

  test('contain the old and new role of a link, and the role that a guest got through one', async () => {
    const space = await made('spaces');
    const id = await made('link-invites', { space, level: 'read' });
    const link = `/orgs/${org.id}/link-invites/${id}`;
    await admin('PATCH', link, { level: 'comment' });
    await org.guest.call('POST', `/orgs/${org.id}/invites/${id}`);
    await admin('PATCH', link, { level: 'edit' });
    await org.guest.call('POST', `/orgs/${org.id}/invites/${id}`);
    await admin('DELETE', link);
    expect(await details('invite-link.created')).toEqual([{ role: 'read', space }]);
    expect(await details('invite-link.updated')).toEqual([
      { from: 'read', to: 'comment', space },
      { from: 'comment', to: 'edit', space },
    ]);
    expect(await details('space.access-changed')).toEqual([
      { users: { [org.guest.id]: { to: 'comment' } }, invite: id },
      { users: { [org.guest.id]: { from: 'comment', to: 'edit' } }, invite: id },
    ]);
    expect(await details('invite-link.revoked')).toEqual([{ role: 'edit', space }]);
  });

  test('contain the old and new role of a member, and everything lost by a removal', async () => {
    const space = await made('spaces');
    const team = await made('teams', { title: 'Team', members: [org.read.id] });
    await admin('PATCH', `/orgs/${org.id}/members/${org.read.id}`, { role: null });
    await admin('PATCH', `/orgs/${org.id}/members/${org.read.id}`, { role: 'edit' });
    await admin('POST', `/spaces/${space}/permissions`, { role: 'review', users: [org.read.id] });
    await admin('DELETE', `/orgs/${org.id}/members/${org.read.id}`);
    await admin('DELETE', `/orgs/${org.id}/members/${org.guest.id}`);
    expect(await details('member.role-changed')).toEqual([
      { from: 'read', to: null },
      { from: null, to: 'edit' },
    ]);
    expect(await details('member.removed')).toEqual([
      { role: 'edit', grants: { [space]: { from: 'review' } }, teams: { [team]: { from: 'member' } } },
      { role: null, grants: {}, teams: {} },
    ]);
  });

  test('contain the initial members of a team, their changes, and everything lost by a deletion', async () => {
    const space = await made('spaces');
    const [a, b, c] = [org.read.id, org.edit.id, org.review.id];
    const team = await made('teams', { title: 'Team', members: [a, org.edit.email] });
    await made('teams');
    const path = `/orgs/${org.id}/teams/${team}`;
    await admin('PUT', `${path}/members`, {
      add: [a, c],
      remove: [b, org.comment.id],
      memberships: { [a]: { role: 'owner' } },
    });
    await admin('PATCH', path, { title: 'Writers' });
    await admin('POST', `/spaces/${space}/permissions`, { role: 'edit', teams: [team] });
    await admin('DELETE', path);
    expect(await details('team.created')).toEqual([
      { members: { [a]: { to: 'member' }, [b]: { to: 'member' } } },
      { members: {} },
    ]);
    expect(await details('team.members-changed')).toEqual([
      {
        members: {
          [a]: { from: 'member', to: 'owner' },
          [b]: { from: 'member' },
          [c]: { to: 'member' },
        },
      },
    ]);
    expect(await details('team.renamed')).toEqual([{ from: 'Team', to: 'Writers' }]);
    expect(await details('team.deleted')).toEqual([
      {
        members: { [a]: { from: 'owner' }, [c]: { from: 'member' } },
        grants: { [space]: { from: 'edit' } },
      },
    ]);
  });

  test('contain the old and new settings of the organization, but no long values', async () => {
    const rules = (users: string[]) => ({
      type: 'rules',
      rules: [{ rule: 'require_specific_reviewers', users }],
    });
    await admin('PATCH', `/orgs/${org.id}`, { defaultRole: 'read', inviteLinks: false });
    await admin('PATCH', `/orgs/${org.id}`, { emailDomains: ['a.test'], mergeRules: rules([]) });
    const many = Array.from({ length: 100 }, (_, i) => `user${i}`.padEnd(22, 'x'));
    await admin('PATCH', `/orgs/${org.id}`, { ai: false, mergeRules: rules(many) });
    expect(await details('organization.updated')).toEqual([
      {
        fields: ['defaultRole', 'inviteLinks'],
        changes: { defaultRole: { from: null, to: 'read' }, inviteLinks: { from: true, to: false } },
      },
      {
        fields: ['emailDomains', 'mergeRules'],
        changes: {
          emailDomains: { from: [], to: ['a.test'] },
          mergeRules: { from: { type: 'none' }, to: rules([]) },
        },
      },
      { fields: ['ai', 'mergeRules'], changes: { ai: { from: true, to: false } } },
    ]);
  });

  test('contain the level and the grants that a copy takes over', async () => {
    const space = await made('spaces');
    const team = await made('teams');
    await admin('POST', `/spaces/${space}/duplicate`);
    await admin('PATCH', `/spaces/${space}`, { defaultLevel: 'read' });
    await admin('POST', `/spaces/${space}/permissions`, {
      role: 'edit',
      users: [org.guest.id],
      teams: [team],
    });
    await admin('POST', `/spaces/${space}/duplicate`);
    expect(await details('space.created')).toEqual([
      {},
      { duplicateOf: space },
      {
        duplicateOf: space,
        defaultLevel: { to: 'read' },
        users: { [org.guest.id]: { to: 'edit' } },
        teams: { [team]: { to: 'edit' } },
      },
    ]);
  });

  test('contain the grants and links that a transfer removed, for the old organization only', async () => {
    const target = await server.organization();
    await target.admin.call('POST', `/orgs/${target.id}/invites`, {
      emails: [{ email: org.admin.email, role: 'create' }],
    });
    const collection = await made('collections');
    const inside = await made('spaces', { parent: collection });
    await made('spaces', { parent: collection });
    const team = await made('teams');
    await admin('POST', `/collections/${collection}/permissions`, { role: 'edit', teams: [team] });
    await admin('POST', `/spaces/${inside}/permissions`, { role: null, users: [org.read.id] });
    const link = await made('link-invites', { space: inside, level: 'comment' });
    const ways = { from: org.id, to: target.id };
    expect(
      (await admin('POST', `/collections/${collection}/transfer`, { organization: target.id })).status,
    ).toBe(200);
    expect(await details('collection.transferred')).toEqual([
      {
        ...ways,
        contents: 3,
        dropped: {
          [collection]: { teams: { [team]: { from: 'edit' } } },
          [inside]: { users: { [org.read.id]: { from: null } }, links: { [link]: { from: 'comment' } } },
        },
      },
    ]);
    expect(await details('collection.received', target.admin, target.id)).toEqual([{ ...ways, contents: 3 }]);
    const space = await made('spaces');
    await admin('POST', `/spaces/${space}/permissions`, { role: 'read', users: [org.guest.id] });
    await admin('POST', `/spaces/${space}/transfer`, { organization: target.id });
    expect(await details('space.transferred')).toEqual([
      { ...ways, dropped: { [space]: { users: { [org.guest.id]: { from: 'read' } } } } },
    ]);
    expect(await details('space.received', target.admin, target.id)).toEqual([ways]);
  });

  test('contain everything deleted with a collection, and the spaces that are closed afterwards', async () => {
    const collection = await made('collections');
    const open = await made('spaces', { parent: await made('collections') });
    const closed = await made('spaces', { parent: collection });
    await admin('POST', `/collections/${collection}/permissions`, { role: 'edit', users: [org.read.id] });
    await admin('DELETE', `/collections/${collection}`);
    const { parent } = (await admin('GET', `/spaces/${open}`)).body;
    await admin('DELETE', `/collections/${parent}`);
    expect(await details('collection.deleted')).toEqual([
      {
        spaces: [closed],
        closed: [closed],
        dropped: { [collection]: { users: { [org.read.id]: { from: 'edit' } } } },
      },
      { spaces: [open], closed: [], dropped: {} },
    ]);
  });
});
