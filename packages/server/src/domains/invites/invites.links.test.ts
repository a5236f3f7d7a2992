import { beforeEach, describe, expect, test } from 'vitest';
import type { Person, TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

describe('invite links', () => {
  let server: TestServer;
  let org: TestOrganization;
  let space: { id: string };
  let collection: { id: string };
  const links = (id = '') => `/orgs/${org.id}/link-invites${id && `/${id}`}`;
  const make = async (input: object, who: Person = org.admin) =>
    (await who.call('POST', links(), input)).body;
  const count = async () =>
    (
      await server.app.kernel.db
        .selectFrom('link_invites')
        .select('id')
        .where('organization_id', '=', org.id)
        .execute()
    ).length;

  const urlsOf = (id: string) => ({
    location: `${server.app.publicUrl()}/v1/orgs/${org.id}/link-invites/${id}`,
    app: `${server.app.publicUrl()}/invites/${org.id}/${id}`,
  });

  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });
  beforeEach(async () => {
    space = (await org.create.call('POST', `/orgs/${org.id}/spaces`, { title: 'Handbook' })).body;
    collection = (await org.create.call('POST', `/orgs/${org.id}/collections`, { title: 'Shelf' })).body;
  });

  test('to the organization are created, read, changed and revoked', async () => {
    const made = await org.admin.call('POST', links(), { role: 'edit' });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      object: 'invite',
      id: expect.stringMatching(/^[A-Za-z0-9]{20,}$/),
      role: 'edit',
      redundant: true,
      active: true,
      createdAt: expect.any(String),
      createdBy: expect.objectContaining({ object: 'user', id: org.admin.id }),
      urls: urlsOf(made.body.id),
    });
    const path = links(made.body.id);
    expect((await org.admin.call('GET', path)).body).toEqual(made.body);
    const changed = await org.admin.call('PATCH', path, { role: null });
    expect([changed.status, changed.body]).toEqual([200, { ...made.body, role: null }]);
    for (const _ of [1, 2]) expect((await org.admin.call('DELETE', path)).status).toBe(204);
    expect((await org.admin.call('GET', path)).status).toBe(404);
    expect((await org.admin.call('PATCH', path, { role: 'read' })).status).toBe(404);
  });

  test('to a space and to a collection contain the content', async () => {
    const toSpace = await org.create.call('POST', links(), { level: 'comment', space: space.id });
    expect([toSpace.status, toSpace.body]).toEqual([
      201,
      {
        object: 'invite',
        id: expect.any(String),
        level: 'comment',
        redundant: true,
        active: true,
        createdAt: expect.any(String),
        createdBy: expect.objectContaining({ id: org.create.id }),
        urls: urlsOf(toSpace.body.id),
        space: (await org.create.call('GET', `/spaces/${space.id}`)).body,
      },
    ]);
    const toCollection = await org.create.call('POST', links(), { level: null, collection: collection.id });
    expect([toCollection.status, toCollection.body]).toEqual([
      201,
      {
        object: 'invite',
        id: expect.any(String),
        level: null,
        redundant: true,
        active: true,
        createdAt: expect.any(String),
        createdBy: expect.objectContaining({ id: org.create.id }),
        urls: urlsOf(toCollection.body.id),
        collection: (await org.create.call('GET', `/collections/${collection.id}`)).body,
      },
    ]);
    const changed = await org.create.call('PATCH', links(toSpace.body.id), { level: 'read' });
    expect(changed.body).toEqual({ ...toSpace.body, level: 'read' });
  });

  test('are read by anyone who has them, and show whether they would change anything', async () => {
    const outsider = await server.person();
    const redundant = async (who: Person, id: string) => (await who.call('GET', links(id))).body.redundant;
    const edit = await make({ role: 'edit' });
    const nothing = await make({ role: null });
    const toSpace = await make({ level: 'comment', space: space.id });
    const toSpaceAsNobody = await make({ level: null, space: space.id });
    expect(await redundant(outsider, edit.id)).toBe(false);
    expect(await redundant(org.comment, edit.id)).toBe(false);
    expect(await redundant(org.edit, edit.id)).toBe(true);
    expect(await redundant(org.create, edit.id)).toBe(true);
    expect(await redundant(org.guest, nothing.id)).toBe(true);
    expect(await redundant(outsider, nothing.id)).toBe(false);
    expect(await redundant(outsider, toSpace.id)).toBe(false);
    expect(await redundant(org.guest, toSpace.id)).toBe(false);
    expect(await redundant(org.read, toSpace.id)).toBe(false);
    expect(await redundant(org.comment, toSpace.id)).toBe(true);
    expect(await redundant(outsider, toSpaceAsNobody.id)).toBe(false);
    expect((await outsider.call('GET', links('nothing'))).status).toBe(404);
    const other = await server.organization();
    expect((await outsider.call('GET', `/orgs/${other.id}/link-invites/${edit.id}`)).status).toBe(404);
    expect((await server.anonymous('GET', links(edit.id))).status).toBe(401);
  });

  test('to the organization itself are listed oldest first, for administrators', async () => {
    const made = [];
    for (const role of ['read', 'edit', null]) made.push(await make({ role }));
    await make({ level: 'read', space: space.id });
    const first = (await org.admin.call('GET', `${links()}?limit=2`)).body;
    const late = await make({ role: 'comment' });
    const second = (await org.admin.call('GET', `${links()}?limit=2&page=${first.next.page}`)).body;
    expect([...first.items, ...second.items]).toEqual([...made, late]);
    expect([first.count, second.count, second.next]).toEqual([3, 4, undefined]);
    for (const who of [org.create, org.read, org.guest])
      expect((await who.call('GET', links())).status).toBe(403);
    expect((await (await server.person()).call('GET', links())).status).toBe(404);
    expect((await org.admin.call('GET', `${links()}?page=x`)).body.error.details[0].path).toBe('query.page');
  });

  test('to the organization require an administrator, those to content a manager', async () => {
    const stranger = await server.person();
    for (const who of [org.create, org.review, org.edit, org.comment, org.read, org.guest])
      expect((await who.call('POST', links(), { role: 'read' })).status).toBe(403);
    for (const who of [org.review, org.edit, org.comment, org.read]) {
      expect((await who.call('POST', links(), { level: 'read', space: space.id })).status).toBe(403);
      const input = { level: 'read', collection: collection.id };
      expect((await who.call('POST', links(), input)).status).toBe(403);
    }
    // What cannot be seen is not there.
    const input = { level: 'read', space: space.id };
    expect((await org.guest.call('POST', links(), input)).status).toBe(404);
    expect((await stranger.call('POST', links(), input)).status).toBe(404);
    expect(await count()).toBe(0);

    const [toOrganization, toSpace] = [await make({ role: 'read' }), await make(input)];
    for (const [who, link, change] of [
      [org.create, toOrganization, { role: 'admin' }],
      [org.review, toSpace, { level: 'admin' }],
      [org.guest, toSpace, { level: 'admin' }],
    ] as const) {
      expect((await who.call('PATCH', links(link.id), change)).status).toBe(403);
      expect((await who.call('DELETE', links(link.id))).status).toBe(403);
    }
    expect((await stranger.call('PATCH', links(toSpace.id), { level: 'admin' })).status).toBe(404);
    expect((await stranger.call('DELETE', links(toSpace.id))).status).toBe(404);
    expect((await org.admin.call('GET', links(toOrganization.id))).body.role).toBe('read');
    expect((await org.admin.call('GET', links(toSpace.id))).body.level).toBe('read');
    // Who manages a space manages the links to it, whoever made them.
    expect((await org.create.call('DELETE', links(toSpace.id))).status).toBe(204);
    expect(await count()).toBe(1);
  });

  test('to content of another organization, in the trash or of another kind are rejected', async () => {
    const elsewhere = (await org.create.call('POST', '/orgs', { title: 'Elsewhere' })).body;
    const foreign = (await org.create.call('POST', `/orgs/${elsewhere.id}/spaces`, {})).body;
    const trashed = (await org.create.call('POST', `/orgs/${org.id}/spaces`, {})).body;
    await org.create.call('DELETE', `/spaces/${trashed.id}`);
    for (const input of [
      { space: foreign.id },
      { space: trashed.id },
      { space: collection.id },
      { space: 'nothing' },
      { collection: space.id },
      { collection: 'nothing' },
    ])
      expect((await org.create.call('POST', links(), { level: 'read', ...input })).status).toBe(404);
    expect(await count()).toBe(0);
  });

  test.each([
    [{}, 'body'],
    [{ role: 'boss' }, 'body.role'],
    [{ role: 1 }, 'body.role'],
    [{ level: 'read' }, 'body'],
    [{ space: 'SPACE' }, 'body'],
    [{ level: 'boss', space: 'SPACE' }, 'body.level'],
    [{ level: 'read', space: '' }, 'body.space'],
    [{ level: 'read', space: 7 }, 'body.space'],
    [{ level: 'read', collection: null }, 'body.collection'],
    [{ role: 'boss', level: 'read', space: 'SPACE' }, 'body.role'],
    [{ role: 'read', level: 'read', space: 'SPACE' }, 'body.space'],
    [{ role: 'read', space: 'SPACE' }, 'body.space'],
    [{ level: 'read', space: 'SPACE', collection: 'COLLECTION' }, 'body.collection'],
  ])('with mixed fields are rejected: %j', async (input, path) => {
    const body = JSON.parse(
      JSON.stringify(input).replace('SPACE', space.id).replace('COLLECTION', collection.id),
    );
    const refused = await org.admin.call('POST', links(), body);
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, path]);
    if (path === 'body')
      expect(refused.body.error.message).toBe(
        'body: needs role, or level and space, or level and collection',
      );
    expect(await count()).toBe(0);
  });

  test('can change only their role', async () => {
    const toOrganization = await make({ role: 'read' });
    const toSpace = await make({ level: 'read', space: space.id });
    for (const [link, change, path] of [
      [toOrganization, {}, 'body'],
      [toOrganization, { role: 'boss' }, 'body.role'],
      [toOrganization, { role: 'boss', level: 'read' }, 'body.role'],
      [toOrganization, { level: 'edit' }, 'body.role'],
      [toSpace, { role: 'edit' }, 'body.level'],
      [toSpace, { level: 'boss' }, 'body.level'],
    ] as const) {
      const refused = await org.admin.call('PATCH', links(link.id), change);
      expect([change, refused.status, refused.body.error.details[0].path]).toEqual([change, 400, path]);
      expect((await org.admin.call('GET', links(link.id))).body).toEqual(link);
    }
    const both = await org.admin.call('PATCH', links(toSpace.id), { role: 'admin', level: 'edit' });
    expect(both.body.level).toBe('edit');
  });

  test('of a creator who lost the right to create them grant nothing', async () => {
    const other = await server.member(org.id, 'admin');
    const { body: link } = await other.call('POST', `/orgs/${org.id}/link-invites`, { role: 'admin' });
    expect([link.active, link.createdBy.id]).toEqual([true, other.id]);
    await org.admin.call('PATCH', `/orgs/${org.id}/members/${other.id}`, { role: 'read' });
    expect((await other.call('POST', `/orgs/${org.id}/invites/${link.id}`)).status).toBe(404);
    const { body: listed } = await org.admin.call('GET', `/orgs/${org.id}/link-invites`);
    expect(listed.items.find(({ id }: { id: string }) => id === link.id).active).toBe(false);
    await org.admin.call('DELETE', `/orgs/${org.id}/members/${other.id}`);
    expect((await other.call('POST', `/orgs/${org.id}/invites/${link.id}`)).status).toBe(404);
  });

  test('that are disabled in the organization cannot be created, read or used', async () => {
    const link = await make({ role: 'read' });
    await org.admin.call('PATCH', `/orgs/${org.id}`, { inviteLinks: false });
    const outsider = await server.person();
    expect((await org.admin.call('POST', links(), { role: 'read' })).status).toBe(409);
    expect((await org.create.call('POST', links(), { level: 'read', space: space.id })).status).toBe(409);
    expect((await outsider.call('GET', links(link.id))).status).toBe(404);
    expect((await outsider.call('POST', `/orgs/${org.id}/invites/${link.id}`)).status).toBe(404);
    expect((await outsider.call('GET', `/orgs/${org.id}`)).status).toBe(404);
    expect((await org.admin.call('GET', links())).body.count).toBe(1);
    await org.admin.call('PATCH', `/orgs/${org.id}`, { inviteLinks: true });
    expect((await outsider.call('POST', `/orgs/${org.id}/invites/${link.id}`)).status).toBe(200);
  });

  test('to a space in the trash are not found, and can be revoked', async () => {
    const [kept, revoked] = [
      await make({ level: 'read', space: space.id }),
      await make({ level: 'edit', space: space.id }),
    ];
    await org.create.call('DELETE', `/spaces/${space.id}`);
    expect((await org.create.call('GET', links(kept.id))).status).toBe(404);
    expect((await org.create.call('PATCH', links(kept.id), { level: 'edit' })).status).toBe(404);
    expect((await org.read.call('DELETE', links(kept.id))).status).toBe(403);
    expect((await org.create.call('DELETE', links(revoked.id))).status).toBe(204);
    await org.create.call('POST', `/spaces/${space.id}/restore`);
    expect((await org.create.call('GET', links(kept.id))).body).toMatchObject({ id: kept.id, level: 'read' });
    expect((await org.create.call('GET', links(revoked.id))).status).toBe(404);
  });

  test('are named in the audit log by what they lead to and their role', async () => {
    const { body: space } = await org.admin.call('POST', `/orgs/${org.id}/spaces`, { title: 'Handbook' });
    const link = await make({ level: 'read', space: space.id });
    await org.admin.call('PATCH', links(link.id), { level: 'edit' });
    await org.admin.call('DELETE', links(link.id));
    const { body } = await org.admin.call('GET', `/orgs/${org.id}/audit-events?target=${link.id}`);
    expect(body.items.map(({ target }: { target: { label: string } }) => target.label)).toEqual([
      'Handbook (edit)',
      'Handbook (edit)',
      'Handbook (read)',
    ]);
  });

  test('revoked ten times concurrently are revoked once', async () => {
    const link = await make({ role: 'read' });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => org.admin.call('DELETE', links(link.id))),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(204));
    const log = await org.admin.call('GET', `/orgs/${org.id}/audit-events?action=invite-link.revoked`);
    expect(log.body.count).toBe(1);
  });
});
