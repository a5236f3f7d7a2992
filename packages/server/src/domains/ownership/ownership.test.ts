import { describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../testing/content-factory.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

const NONE = { count: 0, titles: [] };
const NO_SECRETS = { inviteLinks: NONE, shareLinks: NONE, webhooks: NONE, scimTokens: NONE };
const NOTHING = { contents: 0, teams: 0, changeRequests: 0, reviews: 0, gitConnections: 0 };

describe('what belongs to a member', () => {
  let server: TestServer;
  let org: TestOrganization;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  const paramsOf = (userId: string) => ({ organizationId: org.id, userId });
  const ownershipOf = async (userId: string) =>
    (await org.admin.request('getMemberOwnership', { params: paramsOf(userId) })).body;
  const transfer = async (from: string, to: string) =>
    (await org.admin.request('transferMemberOwnership', { params: paramsOf(from), body: { to } })).body;
  const connect = (space: string, by = org.create) =>
    by.call('PUT', `/spaces/${space}/git/connection`, {
      url: 'https://git.test/docs.git',
      branch: 'main',
      authentication: { type: 'none' },
    });
  /** A private space of the member with the role `create`. */
  const privateSpace = async (title: string) => {
    const space = await org.space(title, undefined, org.create);
    const patched = await org.create.call('PATCH', `/spaces/${space}`, { defaultLevel: null });
    expect([patched.status, patched.body.defaultLevel]).toEqual([200, null]);
    return space;
  };

  test('is listed, and transferred to somebody who then has the same permissions', async () => {
    const space = await privateSpace('Handbook');
    expect((await connect(space)).status).toBe(200);
    const { body: request } = await org.create.call('POST', `/spaces/${space}/change-requests`, {
      subject: 'New chapter',
    });
    const shared = await createLiveSpace(org);
    const { body: reviewed } = await org.admin.call('POST', `/spaces/${shared}/change-requests`, {
      subject: 'To review',
    });
    const reviewers = `/spaces/${shared}/change-requests/${reviewed.id}/requested-reviewers`;
    expect((await org.admin.call('POST', reviewers, { users: [org.create.id] })).status).toBeLessThan(300);
    const { body: team } = await org.admin.call('PUT', `/orgs/${org.id}/teams`, {
      title: 'Writers',
      members: [org.create.id],
    });
    await org.admin.call('PUT', `/orgs/${org.id}/teams/${team.id}/members`, {
      memberships: { [org.create.id]: { role: 'owner' } },
    });

    expect(await ownershipOf(org.create.id)).toEqual({
      object: 'member-ownership',
      contents: { count: 1, titles: ['Handbook'] },
      teams: { count: 1, titles: ['Writers'] },
      changeRequests: { count: 1, titles: [`#${request.number} New chapter`] },
      reviews: { count: 1, titles: [`#${reviewed.number} To review`] },
      gitConnections: { count: 1, titles: ['Handbook'] },
      created: NO_SECRETS,
    });
    expect((await org.edit.call('GET', `/spaces/${space}`)).status).toBe(404);

    expect(await transfer(org.create.id, org.edit.id)).toEqual({
      transferred: { contents: 1, teams: 1, changeRequests: 1, reviews: 1, gitConnections: 1 },
      remaining: NOTHING,
    });
    expect((await org.edit.call('GET', `/spaces/${space}`)).body.permissions.admin).toBe(true);
    expect((await org.create.call('GET', `/spaces/${space}`)).status).toBe(404);
    const { body: mine } = await org.edit.call('GET', `/spaces/${space}/change-requests/${request.id}`);
    expect(mine.createdBy.id).toBe(org.edit.id);
    const { body: asked } = await org.admin.call('GET', reviewers);
    expect(asked.items.map(({ user }: { user: { id: string } }) => user.id)).toEqual([org.edit.id]);
    const { body: connection } = await org.edit.call('GET', `/spaces/${space}/git/connection`);
    expect(connection.connectedBy.id).toBe(org.edit.id);
    const { body: members } = await org.admin.call('GET', `/orgs/${org.id}/teams/${team.id}/members`);
    const roles = members.items.map((item: { organization: { id: string }; team: { role: string } }) => [
      item.organization.id,
      item.team.role,
    ]);
    expect(Object.fromEntries(roles)).toEqual({ [org.create.id]: 'member', [org.edit.id]: 'owner' });
    const event = (await server.eventsOf(org.create.id)).find(
      ({ action }) => action === 'member.ownership-transferred',
    );
    expect(event?.payload).toEqual({
      to: org.edit.id,
      contents: [space],
      teams: [team.id],
      changeRequests: [request.id],
      reviews: [reviewed.id],
      gitConnections: [space],
    });
  });

  test('is transferred from a disabled member, without a grant if the new owner has a higher role', async () => {
    const space = await privateSpace('Notes');
    await org.admin.call('PATCH', `/orgs/${org.id}/members/${org.create.id}`, { disabled: true });
    expect((await ownershipOf(org.create.id)).contents.titles).toEqual(['Notes']);
    expect((await transfer(org.create.id, org.admin.id)).transferred.contents).toBe(1);
    const { body: granted } = await org.admin.call('GET', `/spaces/${space}/permissions/users`);
    expect(granted.items).toEqual([]);
    expect((await ownershipOf(org.create.id)).contents.count).toBe(0);
    expect((await ownershipOf(org.admin.id)).contents.titles).toContain('Notes');
  });

  test('remains with the member where the new owner has no permission', async () => {
    const closed = await org.space('Closed');
    await org.admin.call('PATCH', `/spaces/${closed}`, { defaultLevel: null });
    await org.admin.call('POST', `/spaces/${closed}/permissions`, {
      role: 'create',
      users: [org.review.id],
    });
    const space = await org.space('Other');
    await connect(space);
    await org.create.call('POST', `/spaces/${space}/change-requests`, { subject: 'Mine' });
    expect(await transfer(org.create.id, org.guest.id)).toEqual({
      transferred: NOTHING,
      remaining: { ...NOTHING, changeRequests: 1, gitConnections: 1 },
    });
    // A grant of the role `create` is administration, too.
    expect((await ownershipOf(org.review.id)).contents.titles).toEqual(['Closed']);
    expect((await transfer(org.review.id, org.read.id)).transferred.contents).toBe(1);
    expect((await org.read.call('GET', `/spaces/${closed}`)).body.permissions.admin).toBe(true);
  });

  test('comes with the links and secrets that the member created, which are not transferred', async () => {
    const another = await server.person();
    await org.admin.call('POST', `/orgs/${org.id}/invites`, { emails: [another.email], role: 'admin' });
    const space = await org.space('Handbook', undefined, another);
    const links = `/orgs/${org.id}/link-invites`;
    await another.call('POST', links, { role: 'edit' });
    await another.call('POST', links, { level: null, space });
    await org.admin.call('POST', links, { role: 'read' });
    const site = await org.site({ title: 'Docs' });
    const shares = `/orgs/${org.id}/sites/${site}/share-links`;
    await another.call('POST', shares, { name: 'Partners' });
    const { body: ended } = await another.call('POST', shares, { name: 'Old' });
    await org.admin.call('PATCH', `${shares}/${ended.id}`, { active: false });
    const hooks = `/orgs/${org.id}/webhooks`;
    const hook = { url: 'https://hooks.example.com/in', events: ['*'] };
    await another.call('POST', hooks, { ...hook, description: 'Builds' });
    await another.call('POST', hooks, { ...hook, enabled: false });
    const { body: provider } = await another.call('POST', `/orgs/${org.id}/saml`, { label: 'Staff' });
    await another.call('POST', `/orgs/${org.id}/saml/${provider.id}/scim/token`);
    const { body: organization } = await org.admin.call('GET', `/orgs/${org.id}`);

    const created = {
      inviteLinks: { count: 2, titles: ['Handbook (guest)', `${organization.title} (edit)`].sort() },
      shareLinks: { count: 1, titles: ['Docs: Partners'] },
      webhooks: { count: 1, titles: ['Builds'] },
      scimTokens: { count: 1, titles: ['Staff'] },
    };
    expect((await ownershipOf(another.id)).created).toEqual(created);
    await transfer(another.id, org.edit.id);
    expect((await ownershipOf(another.id)).created).toEqual(created);
    expect((await ownershipOf(org.edit.id)).created).toEqual(NO_SECRETS);
    // Whoever replaces a secret knows it, and the one before does not.
    await org.admin.call('POST', `/orgs/${org.id}/saml/${provider.id}/scim/token`);
    expect((await ownershipOf(another.id)).created.scimTokens).toEqual(NONE);
  });

  test('cannot be transferred to oneself, to outsiders or to disabled members', async () => {
    await org.admin.call('PATCH', `/orgs/${org.id}/members/${org.comment.id}`, { disabled: true });
    const stranger = await server.person();
    for (const [to, message] of [
      [org.create.id, 'is the present owner'],
      [stranger.id, 'is not a member of the organization'],
      [org.comment.id, 'is a disabled member'],
    ]) {
      const refused = await org.admin.refusal('transferMemberOwnership', {
        params: paramsOf(org.create.id),
        body: { to },
      });
      expect([refused.status, refused.paths, refused.error.message]).toEqual([
        400,
        ['body.to'],
        expect.stringContaining(message!),
      ]);
    }
    for (const id of ['getMemberOwnership', 'transferMemberOwnership'] as const) {
      const body = { to: org.edit.id };
      expect((await org.admin.refusal(id, { params: paramsOf(stranger.id), body })).status).toBe(404);
    }
  });
});
