import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Answer,
  startServer,
  type TestClock,
  type TestOrganization,
  type TestServer,
  testClock,
} from '../../testing/server.ts';

const MINUTE = 60 * 1000;

interface AuditEvent {
  readonly id: string;
  readonly action: string;
  readonly occurredAt: string;
  readonly target: { readonly type: string; readonly id: string; readonly label?: string };
}

describe('the audit log', () => {
  let server: TestServer;
  let clock: TestClock;
  let org: TestOrganization;
  const path = (id = '') => `/orgs/${org.id}/audit-events${id && `/${id}`}`;
  const list = async (query = '') => (await org.admin.call('GET', `${path()}?${query}`)).body;
  const actions = async (query = '') =>
    (await list(`limit=100&${query}`)).items.map((event: AuditEvent) => event.action);
  const details = async (id: string) => (await org.admin.call('GET', path(id))).body;
  const member = (userId: string, suffix = '') => `/orgs/${org.id}/members/${userId}${suffix}`;
  const setRole = (userId: string, role: string | null) => org.admin.call('PATCH', member(userId), { role });

  beforeAll(async () => {
    clock = testClock();
    server = await startServer({ clock });
  });
  beforeEach(async () => {
    org = await server.organization('Audited');
  });
  afterAll(() => server.close());

  test('contains the actor, action, target, time and source of an event', async () => {
    const before = clock.now().getTime();
    const answer = await setRole(org.read.id, 'edit');
    const [event] = (await list()).items;
    const admin = (await org.admin.call('GET', '/user')).body;
    expect(event).toEqual({
      object: 'audit-event',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      occurredAt: expect.any(String),
      action: 'member.role-changed',
      actor: { type: 'user', id: org.admin.id, label: admin.displayName },
      source: 'api',
      target: { type: 'member', id: org.read.id, label: org.read.email.split('@')[0] },
      urls: { location: `${server.url}/v1${path(event.id)}` },
    });
    expect(new Date(event.occurredAt).getTime()).toBeGreaterThanOrEqual(before);
    expect(await details(event.id)).toEqual({
      ...event,
      executionId: answer.headers.get('x-request-id'),
      schemaVersion: 1,
      payload: { from: 'read', to: 'edit', address: '127.0.0.1' },
    });
    expect((await details(event.id.toUpperCase())).id).toBe(event.id);
  });

  /** Runs a command and says what the log has gained. */
  const logged = async (command: () => Promise<Answer>) => {
    const known = new Set((await list('limit=100')).items.map((event: AuditEvent) => event.id));
    const answer = await command();
    const fresh: AuditEvent[] = (await list('limit=100')).items.filter(
      (event: AuditEvent) => !known.has(event.id),
    );
    for (const { id } of fresh)
      expect(await details(id)).toMatchObject({
        actor: { type: 'user', id: expect.any(String), label: expect.any(String) },
        executionId: answer.headers.get('x-request-id'),
        payload: { address: '127.0.0.1' },
      });
    return {
      ...answer,
      events: fresh.map(({ action, target }) => `${action} ${target.type} ${target.id}`).sort(),
    };
  };

  test('contains every command on the organization and its members', async () => {
    const { admin } = org;
    expect(await actions('action=organization.created')).toHaveLength(1);
    const root = `/orgs/${org.id}`;
    const organization = `organization ${org.id}`;
    const rename = await logged(() => admin.call('PATCH', root, { title: 'Renamed', bogus: 'x' }));
    expect(rename.events).toEqual([`organization.updated ${organization}`]);
    const [updated] = (await list('action=organization.updated')).items;
    expect(updated.target.label).toBe('Renamed');
    expect((await details(updated.id)).payload.fields).toEqual(['title']);
    const instructions = { object: 'document', data: {}, nodes: [] };
    expect(
      (await logged(() => admin.call('PUT', `${root}/agent-instructions`, { instructions }))).events,
    ).toEqual([`organization.agent-instructions-updated ${organization}`]);
    expect((await logged(() => setRole(org.edit.id, 'review'))).events).toEqual([
      `member.role-changed member ${org.edit.id}`,
    ]);
    expect((await logged(() => admin.call('POST', member(org.edit.id, '/sso')))).events).toEqual([
      `member.sso-enabled member ${org.edit.id}`,
    ]);
    expect((await logged(() => admin.call('DELETE', member(org.edit.id)))).events).toEqual([
      `member.removed member ${org.edit.id}`,
    ]);
    const [removed] = (await list('action=member.removed')).items;
    expect(removed.target.label).toBe(org.edit.email.split('@')[0]);
    expect((await logged(() => org.read.call('DELETE', member(org.read.id)))).events).toEqual([
      `member.removed member ${org.read.id}`,
    ]);
  });

  test('contains every way to join the organization', async () => {
    const { admin } = org;
    const root = `/orgs/${org.id}`;
    const invited = await logged(() =>
      admin.call('POST', `${root}/invites`, { emails: [`someone.${org.id}@new.test`], role: 'read' }),
    );
    expect(invited.events).toEqual([`member.invited member ${invited.body.users[0]}`]);
    const link = await logged(() =>
      admin.call('POST', `${root}/link-invites`, { role: 'read', bogus: 'x'.repeat(1000) }),
    );
    const id = link.body.id;
    expect(link.events).toEqual([`invite-link.created invite ${id}`]);
    const [created] = (await list('action=invite-link.created')).items;
    expect((await details(created.id)).payload).toEqual({ role: 'read', address: '127.0.0.1' });
    expect(
      (await logged(() => admin.call('PATCH', `${root}/link-invites/${id}`, { role: 'edit' }))).events,
    ).toEqual([`invite-link.updated invite ${id}`]);
    const newcomer = await server.person();
    expect((await logged(() => newcomer.call('POST', `${root}/invites/${id}`))).events).toEqual([
      `member.joined member ${newcomer.id}`,
    ]);
    expect((await logged(() => org.guest.call('POST', `${root}/invites/${id}`))).events).toEqual([
      `member.role-changed member ${org.guest.id}`,
    ]);
    expect((await logged(() => admin.call('DELETE', `${root}/link-invites/${id}`))).events).toEqual([
      `invite-link.revoked invite ${id}`,
    ]);
  });

  test('contains every command on teams, collections and spaces', async () => {
    const { admin } = org;
    const root = `/orgs/${org.id}`;
    const team = await logged(() => admin.call('PUT', `${root}/teams`, { title: 'Team' }));
    expect(team.events).toEqual([`team.created team ${team.body.id}`]);
    const collection = await logged(() => admin.call('POST', `${root}/collections`, {}));
    expect(collection.events).toEqual([`collection.created collection ${collection.body.id}`]);
    const space = await logged(() => admin.call('POST', `${root}/spaces`, { title: 'Handbook' }));
    const target = `space ${space.body.id}`;
    expect(space.events).toEqual([`space.created ${target}`]);
    const at = `/spaces/${space.body.id}`;
    for (const [action, method, url, body] of [
      ['updated', 'PATCH', at, { title: 'Renamed' }],
      ['access-changed', 'POST', `${at}/permissions`, { role: 'edit', teams: [team.body.id] }],
      ['moved', 'POST', `${at}/move`, { parent: collection.body.id }],
      ['deleted', 'DELETE', at, undefined],
      ['restored', 'POST', `${at}/restore`, undefined],
    ] as const)
      expect((await logged(() => admin.call(method, url, body))).events).toEqual([
        `space.${action} ${target}`,
      ]);
  });

  test('contains no event for failed or unchanged requests', async () => {
    const { admin } = org;
    const root = `/orgs/${org.id}`;
    const other = await server.organization();
    const hostname = `h${org.id.slice(-12).toLowerCase()}`;
    await other.admin.call('PATCH', `/orgs/${other.id}`, { hostname });
    const link = (await admin.call('POST', `${root}/link-invites`, { role: 'read' })).body.id;
    for (const [status, command] of [
      [409, () => admin.call('PATCH', root, { title: 'Never', hostname })],
      [400, () => admin.call('PATCH', root, { defaultContent: { type: 'site', site: 'nothing' } })],
      [400, () => admin.call('PATCH', root, { title: 7 })],
      [403, () => org.read.call('PATCH', root, { title: 'Never' })],
      [200, () => admin.call('PATCH', root, {})],
      [200, () => admin.call('PATCH', root, { bogus: true })],
      [409, () => setRole(org.admin.id, 'read')],
      [409, () => admin.call('DELETE', member(org.admin.id))],
      [404, () => setRole('nobody', 'read')],
      [200, () => setRole(org.edit.id, 'edit')],
      [204, () => admin.call('DELETE', member('nobody'))],
      [200, () => admin.call('POST', `${root}/invites`, { emails: [org.read.email], role: 'admin' })],
      [400, () => other.admin.call('POST', `${root}/join`)],
      [204, () => org.read.call('POST', `${root}/join`)],
      [200, () => org.read.call('POST', `${root}/invites/${link}`)],
      [404, () => org.read.call('POST', `${root}/invites/nothing`)],
      [204, () => admin.call('DELETE', `${root}/link-invites/nothing`)],
      [200, () => org.read.call('POST', `${root}/ping`)],
    ] as const) {
      const outcome = await logged(command);
      expect([String(command), outcome.status, outcome.events]).toEqual([String(command), status, []]);
    }
  });

  test('contains actions of users on themselves, although no organization sees them', async () => {
    const someone = await server.person();
    const made = await someone.call('POST', '/user/tokens', { label: 'CI' });
    await someone.call('DELETE', `/user/tokens/${made.body.id}`);
    await someone.call('DELETE', `/user/tokens/${made.body.id}`);
    await someone.call('PATCH', `/users/${someone.id}`, { displayName: 'Ada' });
    await someone.call('PATCH', `/users/${someone.id}`, {});
    const rows = await server.app.kernel.db
      .selectFrom('events')
      .select(['action', 'target_id', 'organization_id', 'address'])
      .where('actor_id', '=', someone.id)
      .execute();
    const own = { organization_id: null, address: '127.0.0.1' };
    expect(rows).toHaveLength(3);
    expect(rows).toEqual(
      expect.arrayContaining([
        { action: 'token.created', target_id: made.body.id, ...own },
        { action: 'token.revoked', target_id: made.body.id, ...own },
        { action: 'user.updated', target_id: someone.id, ...own },
      ]),
    );
    expect(JSON.stringify(rows)).not.toContain(made.body.token);
  });

  test('is filtered by action, actor, target and time', async () => {
    await setRole(org.read.id, 'edit');
    clock.advance(MINUTE);
    await setRole(org.edit.id, 'read');
    clock.advance(MINUTE);
    await org.comment.call('DELETE', member(org.comment.id));
    const all = await list();
    expect(all.items.map((event: AuditEvent) => event.action)).toEqual([
      'member.removed',
      'member.role-changed',
      'member.role-changed',
      'organization.created',
    ]);
    const [removed, second, first] = all.items as AuditEvent[];
    const ids = async (query: string) => {
      const found = await list(query);
      expect(found.count).toBe(found.items.length);
      return found.items.map((event: AuditEvent) => event.id);
    };
    expect(await ids('action=member.role-changed')).toEqual([second!.id, first!.id]);
    expect(await ids('action=member')).toEqual([]);
    expect(await ids(`actor=${org.comment.id}`)).toEqual([removed!.id]);
    expect(await ids(`target=${org.read.id}`)).toEqual([first!.id]);
    expect(await ids(`target=${org.read.id}&action=member.removed`)).toEqual([]);
    // Both ends of a span belong to it.
    expect(await ids(`from=${second!.occurredAt}`)).toEqual([removed!.id, second!.id]);
    expect(await ids(`from=${first!.occurredAt}&to=${second!.occurredAt}`)).toEqual([second!.id, first!.id]);
    expect(await ids(`from=${removed!.occurredAt}&to=${first!.occurredAt}`)).toEqual([]);
    const offset = encodeURIComponent(second!.occurredAt.replace('Z', '+00:00'));
    expect(await ids(`from=${offset}`)).toEqual([removed!.id, second!.id]);
  });

  test.each([
    ['from', 'yesterday'],
    ['from', '2026-12-31T23:59:60Z'],
    ['to', '2026-01-01'],
    ['to', '2016-12-31T23:59:60Z'],
    ['to', '2026-01-01T00:00:00%2B05'],
    ['limit', '0'],
    ['limit', '101'],
    ['page', 'x'],
    ['action', ''],
    ['action', 'x'.repeat(101)],
    ['actor', ''],
    ['target', 'x'.repeat(65)],
  ])('rejects a bad %s: %s', async (name, value) => {
    const refused = await org.admin.call('GET', `${path()}?${name}=${value}`);
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, `query.${name}`]);
  });

  test('has pages of twenty, newest first, which are stable under inserts', async () => {
    for (let i = 0; i < 24; i++) {
      clock.advance(10);
      await setRole(org.read.id, i % 2 === 0 ? 'edit' : 'read');
    }
    const whole = (await list('limit=100')).items;
    const first = await list();
    await setRole(org.edit.id, 'read');
    const second = await list(`page=${first.next.page}`);
    expect([first.items.length, first.count, second.count, second.next]).toEqual([20, 25, 26, undefined]);
    expect([...first.items, ...second.items]).toEqual(whole);
    const times = whole.map((event: AuditEvent) => event.occurredAt);
    expect(times).toEqual(times.toSorted().toReversed());
    const refused = await org.admin.call('GET', `${path()}?action=x&page=${first.next.page}`);
    expect(refused.status).toBe(400);
  });

  test('lists the names of its actions', async () => {
    await setRole(org.read.id, 'edit');
    await setRole(org.read.id, 'read');
    const { status, body } = await org.admin.call('GET', `/orgs/${org.id}/audit-event-actions`);
    expect([status, body]).toEqual([
      200,
      {
        items: [
          { object: 'audit-event-action', id: 'member.role-changed', label: 'Member role changed' },
          { object: 'audit-event-action', id: 'organization.created', label: 'Organization created' },
        ],
      },
    ]);
  });

  test('is visible to administrators of the organization only', async () => {
    const [{ id }] = (await list()).items;
    const other = await server.organization();
    const urls = [path(), path(id), `/orgs/${org.id}/audit-event-actions`];
    for (const url of urls) {
      for (const who of [org.create, org.review, org.edit, org.comment, org.read, org.guest])
        expect((await who.call('GET', url)).status).toBe(403);
      expect((await other.admin.call('GET', url)).status).toBe(404);
      expect((await server.anonymous('GET', url)).status).toBe(401);
    }
    expect((await other.admin.call('GET', `/orgs/${other.id}/audit-events/${id}`)).status).toBe(404);
    expect((await org.admin.call('GET', path('nothing'))).status).toBe(404);
    expect((await org.admin.call('GET', path('00000000-0000-7000-8000-000000000000'))).status).toBe(404);
  });
});
