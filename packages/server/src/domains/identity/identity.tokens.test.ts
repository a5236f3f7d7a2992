import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type Answer,
  type Person,
  startServer,
  type TestClock,
  type TestServer,
  testClock,
} from '../../testing/server.ts';

const HOUR = 60 * 60 * 1000;

/** Until another connection has said it: far less than a cached token is trusted for. */
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 240_000 });

describe('tokens', () => {
  let server: TestServer;
  let second: TestServer;
  let clock: TestClock;
  let person: Person;

  /** Calls with a token of its own choice. */
  const use = async (token: string, method: string, path: string, body?: unknown, on = server) => {
    const response = await fetch(`${on.url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) } as Answer;
  };
  const create = async (input: object = {}) =>
    (await person.call('POST', '/user/tokens', { label: 'CI', ...input })).body;
  const inAnHour = () => new Date(clock.now().getTime() + HOUR).toISOString();

  beforeAll(async () => {
    clock = testClock();
    server = await startServer({ clock });
    second = await startServer({ clock, connectionString: server.connectionString });
    person = await server.person();
  });
  afterAll(async () => {
    await second.close();
    await server.close();
  });

  test('are created with label, scopes and expiry, and shown once', async () => {
    const expiresAt = inAnHour();
    const made = await person.call('POST', '/user/tokens', {
      label: 'Deploy',
      scopes: ['user:read', 'organization:read', 'user:read'],
      expiresAt,
    });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      object: 'token',
      id: expect.stringMatching(/^[A-Za-z0-9]{20,}$/),
      label: 'Deploy',
      hint: made.body.token.slice(0, 8),
      scopes: ['user:read', 'organization:read'],
      createdAt: expect.any(String),
      expiresAt,
      token: expect.stringMatching(/^lct_[A-Za-z0-9]{43}$/),
      urls: { location: `${server.url}/v1/user/tokens/${made.body.id}` },
    });
    const { token, ...shown } = made.body;
    const location = new URL(shown.urls.location).pathname.replace('/v1', '');
    expect((await person.call('GET', location)).body).toEqual(shown);
    const listed = (await person.call('GET', '/user/tokens')).body.items[0];
    expect(listed).toEqual(shown);
    const { rows } = await server.app.kernel.db
      .selectFrom('tokens')
      .selectAll()
      .where('id', '=', shown.id)
      .execute()
      .then((found) => ({ rows: JSON.stringify(found) }));
    expect(rows).not.toContain(token.slice(10));
  });

  test('accept missing or null scopes and expiry', async () => {
    for (const input of [{}, { scopes: null, expiresAt: null }]) {
      const made = await create(input);
      expect(made).not.toHaveProperty('scopes');
      expect(made).not.toHaveProperty('expiresAt');
      expect((await use(made.token, 'GET', '/user')).body.id).toBe(person.id);
    }
  });

  test.each([
    ['label', undefined, 'body.label'],
    ['label', '', 'body.label'],
    ['label', '   ', 'body.label'],
    ['label', 'x'.repeat(101), 'body.label'],
    ['label', null, 'body.label'],
    ['label', 1, 'body.label'],
    ['scopes', 'user:read', 'body.scopes'],
    ['scopes', ['user:read', 'user:everything'], 'body.scopes.1'],
    ['scopes', [7], 'body.scopes.0'],
    ['expiresAt', 'tomorrow', 'body.expiresAt'],
    ['expiresAt', '2001-01-01T00:00:00Z', 'body.expiresAt'],
    ['expiresAt', '2090-12-31T23:59:60Z', 'body.expiresAt'],
    ['expiresAt', 99, 'body.expiresAt'],
    ['expiresAt', '', 'body.expiresAt'],
  ])('with a bad %s are rejected: %j', async (field, value, path) => {
    const someone = await server.person();
    const refused = await someone.call('POST', '/user/tokens', { label: 'X', [field]: value });
    expect(refused.status).toBe(400);
    expect(refused.body.error.details[0].path).toBe(path);
    expect((await someone.call('GET', '/user/tokens')).body.count).toBe(1);
  });

  test('are listed newest first, for their owner only, stable under inserts', async () => {
    const someone = await server.person();
    const make = (label: string) => someone.call('POST', '/user/tokens', { label });
    for (const label of ['a', 'b', 'c']) await make(label);
    const first = (await someone.call('GET', '/user/tokens?limit=2')).body;
    await make('late');
    const rest = (await someone.call('GET', `/user/tokens?limit=2&page=${first.next.page}`)).body;
    const labels = [first, rest].map((page) => page.items.map((token: { label: string }) => token.label));
    expect(labels).toEqual([
      ['c', 'b'],
      ['a', 'test'],
    ]);
    expect(first.count).toBe(4);
    expect(rest.next).toBeUndefined();
    expect((await someone.call('GET', '/user/tokens?limit=1001')).body.error.details[0].path).toBe(
      'query.limit',
    );
  });

  test('that are revoked are rejected, also by another process that has cached them', async () => {
    const { id, token } = await create();
    expect((await use(token, 'GET', '/user')).status).toBe(200);
    expect((await use(token, 'GET', '/user', undefined, second)).status).toBe(200);
    expect((await person.call('DELETE', `/user/tokens/${id}`)).status).toBe(204);
    expect((await use(token, 'GET', '/user')).status).toBe(401);
    // Other processes are told by the database; nothing but the message is waited for, and no cache runs out meanwhile.
    await eventually(async () =>
      expect((await use(token, 'GET', '/user', undefined, second)).status).toBe(401),
    );
    expect((await person.call('DELETE', `/user/tokens/${id}`)).status).toBe(204);
  });

  test('are rejected from the moment a revocation is confirmed', async () => {
    for (let i = 0; i < 100; i++) {
      const { id, token } = await create();
      await use(token, 'GET', '/user');
      await person.call('DELETE', `/user/tokens/${id}`);
      expect((await use(token, 'GET', '/user')).status).toBe(401);
    }
  });

  test('can revoke themselves, but nobody can revoke a token of another user', async () => {
    const { id, token } = await create();
    const other = await server.person();
    expect((await other.call('DELETE', `/user/tokens/${id}`)).status).toBe(204);
    expect((await use(token, 'GET', '/user')).status).toBe(200);
    expect((await use(token, 'DELETE', `/user/tokens/${id}`)).status).toBe(204);
    expect((await use(token, 'GET', '/user')).status).toBe(401);
    expect((await person.call('DELETE', '/user/tokens/nothing')).status).toBe(204);
  });

  test('are read only by their owner, and not after revocation', async () => {
    const { id, token, ...shown } = await create({ scopes: ['user:read'] });
    const path = `/user/tokens/${id}`;
    expect((await person.call('GET', path)).body).toEqual({ id, ...shown });
    expect((await use(token, 'GET', path)).body.id).toBe(id);
    const other = await server.person();
    const refused = await other.call('GET', path);
    expect([refused.status, refused.body.error.message]).toEqual([404, 'token not found']);
    await person.call('DELETE', path);
    expect((await person.call('GET', path)).status).toBe(404);
    expect((await person.call('GET', '/user/tokens/nothing')).status).toBe(404);
  });

  test('end when they expire, even if they are cached', async () => {
    const { token } = await create({ expiresAt: inAnHour() });
    expect((await use(token, 'GET', '/user')).status).toBe(200);
    clock.advance(HOUR + 1000);
    const refused = await use(token, 'GET', '/user');
    expect([refused.status, refused.body.error.code]).toEqual([401, 401]);
    expect((await use(token, 'GET', '/user', undefined, second)).status).toBe(401);
  });

  test('record their last use', async () => {
    const { id, token } = await create();
    const lastUsed = async () =>
      (await person.call('GET', '/user/tokens')).body.items.find((item: { id: string }) => item.id === id)
        .lastUsedAt;
    expect(await lastUsed()).toBeUndefined();
    await use(token, 'GET', '/user');
    await eventually(async () => expect(await lastUsed()).toBeDefined());
    const before = await lastUsed();
    clock.advance(2 * HOUR);
    await use(token, 'GET', '/user');
    await eventually(async () =>
      expect(new Date(await lastUsed()).getTime() - new Date(before).getTime()).toBeGreaterThanOrEqual(
        2 * HOUR,
      ),
    );
  });

  test('with limited scopes are allowed by these, and the error names the missing scope', async () => {
    const { body: org } = await person.call('POST', '/orgs', { title: 'Scoped' });
    const { token } = await create({ scopes: ['organization:read'] });
    expect((await use(token, 'GET', `/orgs/${org.id}`)).status).toBe(200);
    const refused = await use(token, 'PATCH', `/orgs/${org.id}`, { title: 'Taken over' });
    expect(refused.status).toBe(403);
    expect(refused.body.error.message).toContain('organization:write');
    expect((await use(token, 'GET', '/user')).body.error.message).toContain('user:read');
    expect((await person.call('GET', `/orgs/${org.id}`)).body.title).toBe('Scoped');
    const { token: none } = await create({ scopes: [] });
    expect((await use(none, 'GET', `/orgs/${org.id}`)).status).toBe(403);
  });

  test('with limited scopes create only tokens that are limited as much', async () => {
    const { token } = await create({ scopes: ['user:write', 'user:read'], expiresAt: inAnHour() });
    const mint = (input: object) => use(token, 'POST', '/user/tokens', { label: 'Child', ...input });
    for (const [input, path] of [
      [{}, 'body.scopes'],
      [{ scopes: null }, 'body.scopes'],
      [{ scopes: ['user:read', 'organization:read'] }, 'body.scopes.1'],
      [{ scopes: ['user:read'] }, 'body.expiresAt'],
      [
        { scopes: ['user:read'], expiresAt: new Date(clock.now().getTime() + 2 * HOUR).toISOString() },
        'body.expiresAt',
      ],
    ] as const) {
      const refused = await mint(input);
      expect([input, refused.status, refused.body.error.details[0].path]).toEqual([input, 400, path]);
    }
    const soon = new Date(clock.now().getTime() + HOUR / 2).toISOString();
    const child = await mint({ scopes: ['user:read'], expiresAt: soon });
    expect(child.status).toBe(201);
    expect((await use(child.body.token, 'GET', '/user')).status).toBe(200);
    const { token: reader } = await create({ scopes: ['user:read'] });
    expect((await use(reader, 'POST', '/user/tokens', { label: 'X', scopes: [] })).status).toBe(403);
  });
});
