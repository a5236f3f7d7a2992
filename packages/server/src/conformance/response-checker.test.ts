import { beforeAll, describe, expect, test } from 'vitest';
import { sharedServer, type TestServer } from '../testing/server.ts';

describe('the response checker', () => {
  let server: TestServer;
  // biome-ignore lint/suspicious/noExplicitAny: the answers are bent on purpose
  let good: Record<'user' | 'token' | 'members', any>;
  const check = (method: string, path: string, status: number, body: unknown) =>
    server.checker.check(method, `/v1${path}`, status, body);

  beforeAll(async () => {
    server = await sharedServer();
    const org = await server.organization();
    good = {
      user: (await org.admin.call('GET', '/user')).body,
      token: (await org.admin.call('POST', '/user/tokens', { label: 'x' })).body,
      members: (await org.admin.call('GET', `/orgs/${org.id}/members`)).body,
    };
  });

  test('accepts responses of the server', () => {
    expect(check('GET', '/user', 200, good.user)).toEqual([]);
    expect(check('POST', '/user/tokens', 201, good.token)).toEqual([]);
    expect(check('GET', '/orgs/o/members', 200, good.members)).toEqual([]);
    expect(check('DELETE', '/user/tokens/t', 204, undefined)).toEqual([]);
    expect(check('GET', '/user', 404, { error: { code: 404, message: 'user not found' } })).toEqual([]);
  });

  test.each<[string, () => string[]]>([
    ['a field too many', () => check('GET', '/user', 200, { ...good.user, passwordHash: 'x' })],
    [
      'an unknown field in an intersection',
      () => check('POST', '/user/tokens', 201, { ...good.token, hash: 'x' }),
    ],
    [
      'a nested unknown field',
      () =>
        check('GET', '/orgs/o/members', 200, {
          ...good.members,
          items: [{ ...good.members.items[0], user: { ...good.members.items[0].user, hash: 'x' } }],
        }),
    ],
    ['a missing field', () => check('GET', '/user', 200, { ...good.user, displayName: undefined })],
    ['a wrong constant', () => check('GET', '/user', 200, { ...good.user, object: 'member' })],
    ['a status that the contract does not have', () => check('GET', '/user', 201, good.user)],
    ['a body where none belongs', () => check('DELETE', '/user/tokens/t', 204, {})],
    ['an error without its shape', () => check('GET', '/user', 404, { message: 'not found' })],
    [
      'an error with an unknown field',
      () => check('GET', '/user', 404, { error: { code: 404, message: '', stack: '' } }),
    ],
    ['an error of an unknown path without its shape', () => check('GET', '/nowhere', 404, 'Not found')],
  ])('finds %s', (_, problems) => {
    expect(problems()).not.toEqual([]);
  });

  test('checks responses against the published schemas as well as ours', () => {
    const bent = { ...good.user, urls: { location: 5 } };
    const whose = check('GET', '/user', 200, bent).map((problem) => /our|the reference/.exec(problem)?.[0]);
    expect(whose).toEqual(['our', 'the reference']);
  });

  test('records every status of an operation', () => {
    expect([...server.checker.covered.get('getAuthenticatedUser')!].sort()).toContain(200);
  });
});
