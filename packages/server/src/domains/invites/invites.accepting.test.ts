import { describe, expect, test } from 'vitest';
import type { Answer, Person, TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

describe('accepting an invite link', () => {
  let server: TestServer;
  let org: TestOrganization;
  const make = async (input: object) =>
    (await org.admin.call('POST', `/orgs/${org.id}/link-invites`, input)).body.id as string;
  const accept = (who: Person, link: string, organizationId = org.id) =>
    who.call('POST', `/orgs/${organizationId}/invites/${link}`);
  const roleOf = async (who: Person) =>
    (await org.admin.call('GET', `/orgs/${org.id}/members/${who.id}`)).body.role;
  const newSpace = async (input: object = {}) =>
    (await org.admin.call('POST', `/orgs/${org.id}/spaces`, input)).body.id as string;
  const levelOn = async (who: Person, spaceId: string) => {
    const { status, body } = await who.call('GET', `/spaces/${spaceId}`);
    if (status !== 200) return status;
    const { admin, merge, edit, comment } = body.permissions;
    return admin ? 'create' : merge ? 'review' : edit ? 'edit' : comment ? 'comment' : 'read';
  };
  const events = async (action: string) =>
    (await org.admin.call('GET', `/orgs/${org.id}/audit-events?action=${action}`)).body;
  const statuses = (answers: Answer[]) => [...new Set(answers.map((answer) => answer.status))];

  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  test('to the organization creates a member with its role', async () => {
    for (const role of ['edit', null]) {
      const link = await make({ role });
      const newcomer = await server.person();
      const answer = await accept(newcomer, link);
      expect([answer.status, answer.body]).toEqual([200, {}]);
      expect(await roleOf(newcomer)).toBe(role);
    }
  });

  test('raises the role of a member, and never lowers it', async () => {
    const link = await make({ role: 'edit' });
    for (const who of [org.admin, org.review, org.edit, org.comment, org.guest]) await accept(who, link);
    expect(await roleOf(org.admin)).toBe('admin');
    expect(await roleOf(org.review)).toBe('review');
    expect(await roleOf(org.edit)).toBe('edit');
    expect(await roleOf(org.comment)).toBe('edit');
    expect(await roleOf(org.guest)).toBe('edit');
    await accept(org.read, await make({ role: null }));
    expect(await roleOf(org.read)).toBe('read');
    expect((await events('member.role-changed')).count).toBe(2);
    expect((await events('member.joined')).count).toBe(0);
  });

  test('to a space creates a guest who sees only that space', async () => {
    const [shown, hidden, forMembers] = [await newSpace(), await newSpace(), await newSpace()];
    await org.admin.call('PATCH', `/spaces/${forMembers}`, { defaultLevel: 'edit' });
    await org.admin.call('POST', `/orgs/${org.id}/collections`, { title: 'Unseen' });
    const newcomer = await server.person();
    expect((await accept(newcomer, await make({ level: 'comment', space: shown }))).status).toBe(200);
    expect(await roleOf(newcomer)).toBeNull();
    expect(await levelOn(newcomer, shown)).toBe('comment');
    expect(await levelOn(newcomer, hidden)).toBe(404);
    expect(await levelOn(newcomer, forMembers)).toBe(404);
    const spaces = (await newcomer.call('GET', `/orgs/${org.id}/spaces`)).body;
    expect([spaces.count, spaces.items[0].id]).toEqual([1, shown]);
    expect((await newcomer.call('GET', `/orgs/${org.id}/collections`)).body.count).toBe(0);
    expect((await newcomer.call('GET', `/orgs/${org.id}/members`)).status).toBe(403);
    expect((await newcomer.call('GET', `/users/${org.admin.id}`)).status).toBe(404);
    expect((await newcomer.call('GET', `/orgs/${org.id}`)).body.permissions).toMatchObject({
      view: true,
      listMembers: false,
      createContent: false,
    });
  });

  test('to a collection gives access to its content, also to later content', async () => {
    const collection = (await org.admin.call('POST', `/orgs/${org.id}/collections`, {})).body.id;
    const before = await newSpace({ parent: collection });
    const outside = await newSpace();
    const newcomer = await server.person();
    await accept(newcomer, await make({ level: 'edit', collection }));
    const after = await newSpace({ parent: collection });
    expect(await roleOf(newcomer)).toBeNull();
    for (const id of [before, after]) expect(await levelOn(newcomer, id)).toBe('edit');
    expect(await levelOn(newcomer, outside)).toBe(404);
  });

  test('to content never lowers an existing role there', async () => {
    const space = await newSpace();
    const link = await make({ level: 'comment', space });
    await org.admin.call('POST', `/spaces/${space}/permissions`, { role: 'review', users: [org.guest.id] });
    for (const who of [org.create, org.edit, org.guest, org.read]) await accept(who, link);
    expect(await levelOn(org.create, space)).toBe('create');
    expect(await levelOn(org.edit, space)).toBe('edit');
    expect(await levelOn(org.guest, space)).toBe('review');
    expect(await levelOn(org.read, space)).toBe('comment');
    const grants = await org.admin.call('GET', `/spaces/${space}/permissions/users`);
    expect(grants.body.count).toBe(2);
    await accept(org.read, await make({ level: null, space }));
    expect(await levelOn(org.read, space)).toBe('comment');
    expect(await roleOf(org.read)).toBe('read');
  });

  test('is rejected if it is unknown, revoked, or of another organization', async () => {
    const other = await server.organization();
    const link = await make({ role: 'admin' });
    const space = await newSpace();
    const toSpace = await make({ level: 'read', space });
    const newcomer = await server.person();
    expect((await accept(newcomer, 'nothing')).status).toBe(404);
    expect((await accept(newcomer, link, other.id)).status).toBe(404);
    expect((await accept(newcomer, link, 'nothing')).status).toBe(404);
    await org.admin.call('DELETE', `/orgs/${org.id}/link-invites/${link}`);
    expect((await accept(newcomer, link)).status).toBe(404);
    await org.admin.call('DELETE', `/spaces/${space}`);
    expect((await accept(newcomer, toSpace)).status).toBe(404);
    expect((await newcomer.call('GET', '/orgs')).body.count).toBe(0);
    // The one for the trash had added a guest before it was refused: nothing of that stays, in the log neither.
    expect((await events('member.joined')).count).toBe(0);
  });

  test('does not enable a disabled member', async () => {
    await server.disable(org.read);
    expect((await accept(org.read, await make({ role: 'admin' }))).status).toBe(403);
    expect((await accept(org.read, await make({ level: 'edit', space: await newSpace() }))).status).toBe(403);
    expect(await roleOf(org.read)).toBe('read');
  });

  test('makes twenty concurrent users members', async () => {
    const link = await make({ role: 'comment' });
    const people = await Promise.all(Array.from({ length: 20 }, () => server.person()));
    expect(statuses(await Promise.all(people.map((one) => accept(one, link))))).toEqual([200]);
    const { body } = await org.admin.call('GET', `/orgs/${org.id}/members?role=comment`);
    expect(body.count).toBe(21);
    expect((await events('member.joined')).count).toBe(20);
  });

  test('twenty times concurrently creates one member with one grant', async () => {
    const space = await newSpace();
    const link = await make({ level: 'edit', space });
    const newcomer = await server.person();
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(newcomer, link)));
    expect(statuses(answers)).toEqual([200]);
    expect((await org.admin.call('GET', `/orgs/${org.id}/members?role=guest`)).body.count).toBe(2);
    expect(await levelOn(newcomer, space)).toBe('edit');
    expect((await events('member.joined')).count).toBe(1);
    expect((await events('space.access-changed')).count).toBe(1);
  });

  test('with different roles concurrently results in the highest', async () => {
    const space = await newSpace();
    const roles = ['read', 'comment', 'edit', 'review', 'create'] as const;
    const toOrganization = await Promise.all(roles.map((role) => make({ role })));
    const toSpace = await Promise.all(roles.map((level) => make({ level, space })));
    for (let round = 0; round < 5; round++) {
      const [member, guest] = [await server.person(), await server.person()];
      const answers = await Promise.all([
        ...toOrganization.toReversed().map((link) => accept(member, link)),
        ...toSpace.toReversed().map((link) => accept(guest, link)),
      ]);
      expect(statuses(answers)).toEqual([200]);
      expect(await roleOf(member)).toBe('create');
      expect(await levelOn(guest, space)).toBe('create');
    }
  });

  test('does not undo a concurrent promotion', async () => {
    const link = await make({ role: 'comment' });
    for (let round = 0; round < 10; round++) {
      const member = await server.member(org.id, 'read');
      await Promise.all([
        org.admin.call('PATCH', `/orgs/${org.id}/members/${member.id}`, { role: 'create' }),
        accept(member, link),
      ]);
      expect(await roleOf(member)).toBe('create');
    }
  });
});
