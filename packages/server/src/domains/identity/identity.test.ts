import { beforeAll, describe, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../kernel/events/events.ts';
import { sharedServer, type TestOrganization, type TestServer } from '../../testing/server.ts';

describe('users', () => {
  let server: TestServer;
  let org: TestOrganization;

  beforeAll(async () => {
    server = await sharedServer();
    org = await server.organization();
  });

  test('anyone can read the version of the server', async () => {
    const answer = await server.anonymous('GET', '/');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ version: expect.any(String), build: expect.any(String) });
  });

  test('a token authenticates its user', async () => {
    const someone = await server.person('ada@people.test');
    const answer = await someone.call('GET', '/user');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      object: 'user',
      id: someone.id,
      displayName: 'ada',
      email: 'ada@people.test',
      urls: { location: `${server.url}/v1/users/${someone.id}` },
      permissions: { administerServer: false },
    });
    const { permissions: _, ...user } = answer.body;
    expect((await someone.call('GET', `/users/${someone.id}`)).body).toEqual(user);
  });

  test('requests without a token or with an unknown one are rejected', async () => {
    for (const authorization of [undefined, 'Bearer lct_nonsense', `Basic ${org.admin.token}`, 'Bearer']) {
      const answer = await fetch(`${server.url}/v1/user`, {
        headers: { ...(authorization && { authorization }) },
      });
      expect([authorization, answer.status]).toEqual([authorization, 401]);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  test('colleagues see each other, guests see only themselves, outsiders see nobody', async () => {
    const stranger = await server.person();
    const sees = async (who: { call: typeof stranger.call }, userId: string) =>
      (await who.call('GET', `/users/${userId}`)).status;
    expect(await sees(org.read, org.admin.id)).toBe(200);
    expect(await sees(org.read, org.guest.id)).toBe(200);
    expect(await sees(org.guest, org.guest.id)).toBe(200);
    expect(await sees(org.guest, org.admin.id)).toBe(404);
    expect(await sees(stranger, org.admin.id)).toBe(404);
    expect(await sees(org.admin, stranger.id)).toBe(404);
    expect(await sees(org.admin, 'nobody')).toBe(404);
  });

  test('a disabled member sees no colleagues of the organization', async () => {
    const former = await server.member(org.id, 'read');
    await server.disable(former);
    expect((await former.call('GET', `/users/${org.admin.id}`)).status).toBe(404);
  });

  test('users change their own name and picture', async () => {
    const someone = await server.person();
    const path = `/users/${someone.id}`;
    const changed = await someone.call('PATCH', path, {
      displayName: '  Ada Lovelace ',
      photoURL: 'https://example.test/ada.png',
      email: 'not@mine.test',
    });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      displayName: 'Ada Lovelace',
      photoURL: 'https://example.test/ada.png',
      email: someone.email,
    });
    expect((await someone.call('PATCH', path, { displayName: 'Ada' })).body).toMatchObject({
      displayName: 'Ada',
      photoURL: 'https://example.test/ada.png',
    });
    expect((await someone.call('PATCH', path, {})).body.displayName).toBe('Ada');
    expect((await someone.call('GET', '/user')).body.displayName).toBe('Ada');
  });

  test('users cannot change other users', async () => {
    expect((await org.admin.call('PATCH', `/users/${org.read.id}`, { displayName: 'X' })).status).toBe(403);
    expect((await org.guest.call('PATCH', `/users/${org.read.id}`, { displayName: 'X' })).status).toBe(404);
    expect((await org.admin.call('PATCH', '/users/nobody', { displayName: 'X' })).status).toBe(404);
    expect((await org.read.call('GET', '/user')).body.displayName).toBe(org.read.email.split('@')[0]);
  });

  test.each([
    ['displayName', ''],
    ['displayName', '   '],
    ['displayName', 'x'.repeat(65)],
    ['displayName', null],
    ['displayName', 7],
    ['displayName', 'a\u0000b'],
    ['displayName', 'half a pair \ud83d'],
    ['photoURL', ''],
    ['photoURL', 'not a url'],
    ['photoURL', 'javascript:alert(1)'],
    ['photoURL', null],
    ['photoURL', `https://example.test/${'x'.repeat(2048)}`],
  ])('a bad %s is rejected: %j', async (field, value) => {
    const someone = await server.person();
    const before = (await someone.call('GET', '/user')).body;
    const refused = await someone.call('PATCH', `/users/${someone.id}`, {
      displayName: 'New',
      photoURL: 'https://example.test/new.png',
      [field]: value,
    });
    expect(refused.status).toBe(400);
    expect(refused.body.error.details[0].path).toBe(`body.${field}`);
    expect((await someone.call('GET', '/user')).body).toEqual(before);
  });

  test('names of 64 supplementary characters are accepted', async () => {
    const someone = await server.person();
    const displayName = '🦉'.repeat(64);
    expect((await someone.call('PATCH', `/users/${someone.id}`, { displayName })).body.displayName).toBe(
      displayName,
    );
  });

  test('commands of the operator on users are in the audit log, in the same transaction', async () => {
    const { app } = server;
    const { identity } = app.services;
    const email = 'operated@people.test';
    const { id: last } = await app.kernel.db
      .selectFrom('events')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const logged = async () => {
      const rows = await app.kernel.db
        .selectFrom('events')
        .select(['action', 'organization_id', 'actor_type', 'actor_id', 'source'])
        .where('actor_id', '=', COMMAND_LINE)
        .where('id', '>', last)
        .orderBy('id')
        .execute();
      return rows.map(({ action, organization_id, ...actor }) => {
        expect(actor).toEqual({ actor_type: 'system', actor_id: 'command-line', source: 'script' });
        return [action, organization_id];
      });
    };
    const vouch = (displayName?: string) =>
      app.kernel.transaction((tx) => identity.ensureVerified(tx, COMMAND_LINE, { email, displayName }));
    await app.kernel
      .transaction(async (tx) => {
        await identity.ensureVerified(tx, COMMAND_LINE, { email });
        throw new Error('changed my mind');
      })
      .catch(() => {});
    expect(await logged()).toEqual([]);
    const { body } = await org.admin.call('POST', `/orgs/${org.id}/invites`, {
      emails: [email],
      role: 'read',
    });
    const { user, outcome } = await vouch('Otto');
    expect([user.id, user.display_name, outcome]).toEqual([body.users[0], 'Otto', 'verified']);
    expect((await vouch('Olga')).outcome).toBe('known');
    const secret = await app.kernel.transaction((tx) =>
      identity.issueToken(tx, COMMAND_LINE, user, { label: 'CI' }),
    );
    const own = await fetch(`${server.url}/v1/user`, { headers: { authorization: `Bearer ${secret}` } });
    expect(await own.json()).toMatchObject({ id: user.id, displayName: 'Otto' });
    await app.kernel.transaction((tx) =>
      identity.ensureVerified(tx, COMMAND_LINE, { email: 'new@people.test' }),
    );
    expect(await logged()).toEqual([
      ['user.verified', null],
      ['member.verified', org.id],
      ['token.created', null],
      ['member.token-created', org.id],
      ['user.created', null],
    ]);
  });
});
