import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampled } from '../../../document/src/testing/deep.ts';
import { newSecret } from '../kernel/auth/tokens.ts';
import { SCIM_TYPE } from '../kernel/contract/scim.ts';
import { type Person, startServer, type TestServer, testClock } from '../testing/server.ts';
import { dumpRows } from './dump-rows.ts';
import { EXAMPLES, fixturesNeededBy, paramsOf } from './examples.ts';
import { createFixtures, type Fixtures } from './fixtures.ts';
import { type Entry, entriesOf, fillPath } from './operations.ts';
import { send } from './request.ts';

describe('authentication', () => {
  const clock = testClock();
  let server: TestServer;
  let table: Entry[];
  let admin: Person;
  let things: Fixtures;
  // Invalid Authorization headers.
  const headers: Record<string, string | undefined> = {};

  const call = (entry: Entry, authorization: string | undefined) =>
    send(server, {
      method: entry.operation.method,
      path: fillPath(entry.path, paramsOf(entry, things, EXAMPLES[entry.operationId])),
      headers: authorization === undefined ? {} : { authorization },
      body: EXAMPLES[entry.operationId]?.body?.(things),
    });

  beforeAll(async () => {
    server = await startServer({ clock });
    table = entriesOf(server.app.domains);
    const organization = await server.organization();
    admin = organization.admin;
    things = await createFixtures(server, { organization, caller: admin });
    const make = async (more = {}) =>
      (await admin.call('POST', '/user/tokens', { label: 'Short-lived', ...more })).body;
    const revoked = await make();
    // Used before, so that a cached token is revoked, too.
    expect((await send(server, { method: 'GET', path: '/v1/user', token: revoked.token })).status).toBe(200);
    await admin.call('DELETE', `/user/tokens/${revoked.id}`);
    const expired = await make({ expiresAt: new Date(clock.now().getTime() + 60_000).toISOString() });
    expect((await send(server, { method: 'GET', path: '/v1/user', token: expired.token })).status).toBe(200);
    clock.advance(60_001);
    Object.assign(headers, {
      none: undefined,
      empty: '',
      'no scheme': admin.token,
      'another scheme': `Basic ${Buffer.from(`${admin.id}:${admin.token}`).toString('base64')}`,
      'no token': 'Bearer',
      'two tokens': `Bearer ${admin.token} ${admin.token}`,
      unknown: `Bearer ${newSecret()}`,
      'almost right': `Bearer ${admin.token.slice(0, -1)}`,
      'the hash of a token': `Bearer ${revoked.hint}`,
      'the id of a token': `Bearer ${things.tokenId}`,
      revoked: `Bearer ${revoked.token}`,
      expired: `Bearer ${expired.token}`,
    });
  });
  afterAll(() => server.close());

  // SCIM errors have their own format.
  const toldBy = ({ operation }: Entry, message: unknown) =>
    operation.kind === 'scim'
      ? { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], detail: message, status: '401' }
      : { error: { code: 401, message } };

  test('there are public and protected operations, with examples for all of them', () => {
    expect(table.filter(({ operation }) => operation.permission === 'public').length).toBeGreaterThan(0);
    expect(table.filter(({ operation }) => operation.permission !== 'public').length).toBeGreaterThan(60);
    for (const entry of table)
      for (const thing of fixturesNeededBy(entry, EXAMPLES[entry.operationId]))
        expect([entry.operationId, thing, typeof things[thing]]).toEqual([
          entry.operationId,
          thing,
          'string',
        ]);
  });

  test('without a valid token, every operation except public ones responds with 401 and changes nothing', async () => {
    const before = await dumpRows(server);
    const [none, ...invalid] = Object.entries(headers);
    for (const [turn, entry] of table.filter(({ operation }) => operation.permission !== 'public').entries())
      for (const [name, authorization] of [none!, ...sampled(invalid, 4, turn)]) {
        // A missing token is not an invalid one.
        if (entry.operation.anonymous && authorization === undefined) continue;
        const { status, headers: got, body } = await call(entry, authorization);
        expect({ operation: entry.operationId, token: name, status, body }).toEqual({
          operation: entry.operationId,
          token: name,
          status: 401,
          body: toldBy(entry, expect.stringMatching(/token|Authentication|Authorization/)),
        });
        expect(got.get('www-authenticate')).toBe(
          entry.operationId === 'callMcpServer'
            ? `Bearer resource_metadata="${server.url}/.well-known/oauth-protected-resource/mcp"`
            : 'Bearer',
        );
        expect(got.get('x-request-id')).toMatch(/^[A-Za-z0-9]{20}$/);
        const type = entry.operation.kind === 'scim' ? SCIM_TYPE : 'application/json';
        expect(got.get('content-type')).toBe(`${type}; charset=utf-8`);
      }
    expect(await dumpRows(server)).toEqual(before);
  });

  test('anonymous operations respond identically to outsiders with and without a token', async () => {
    const stranger = await server.person();
    const open = table.filter(({ operation }) => operation.anonymous);
    expect(open.length).toBeGreaterThan(0);
    for (const entry of open) {
      const [known, unknown] = [await call(entry, `Bearer ${stranger.token}`), await call(entry, undefined)];
      expect([entry.operationId, unknown.status, unknown.text]).toEqual([
        entry.operationId,
        known.status,
        known.text,
      ]);
    }
  });

  test('a 401 response does not reveal which objects exist', async () => {
    for (const entry of table.filter(({ operation }) => operation.permission !== 'public')) {
      if (entry.params.length === 0) continue;
      const nowhere = fillPath(entry.path, Object.fromEntries(entry.params.map((name) => [name, 'nothing'])));
      const there = await call(entry, undefined);
      const notThere = await send(server, { method: entry.operation.method, path: nowhere });
      expect([entry.operationId, notThere.status, notThere.text]).toEqual([
        entry.operationId,
        there.status,
        there.text,
      ]);
    }
  });

  test('unauthenticated callers get no validation errors', async () => {
    for (const entry of table.filter(
      ({ operation }) => operation.permission !== 'public' && operation.body,
    )) {
      const path = fillPath(entry.path, paramsOf(entry, things, EXAMPLES[entry.operationId]));
      for (const text of ['{', '[]', '{"title":5}']) {
        const { status } = await send(server, { method: entry.operation.method, path, text });
        expect([entry.operationId, text, status]).toEqual([entry.operationId, text, 401]);
      }
    }
  });

  // Pages of sites are served on the hosts of sites only.
  const OTHERWISE: Readonly<Record<string, number>> = {
    putUpload: 204,
    // Only with the signature of a git host.
    receiveGitPush: 401,
    getPublishedPage: 404,
    postToPublishedSite: 404,
    // Only where an integration signs visitors in.
    signInSiteVisitor: 404,
    signOutSiteVisitor: 404,
    trackEventsInSiteById: 404,
    getPublishedContentByUrl: 400,
    resolvePublishedContentByUrl: 404,
    // Sign-in works only from pages of this server and with existing links.
    requestSignInLink: 403,
    useSignInLink: 403,
    signInWithPassword: 403,
    startPasskeySignIn: 403,
    signInWithPasskey: 403,
    getInvitationPage: 404,
    startInvitePasskey: 403,
    registerWithInvite: 403,
    startInvitationPasskey: 403,
    acceptInvitation: 403,
    getRecoveryPage: 404,
    getSetupPage: 404,
    startSetupPasskey: 403,
    setUpServer: 403,
    startRecoveryPasskey: 403,
    recoverAccount: 403,
    getSignInLink: 404,
    findOrganizationLoginPage: 303,
    startSAMLLogin: 303,
    completeSAMLLogin: 403,
    startOIDCLogin: 403,
    completeOIDCLogin: 403,
    getMcpServer: 405,
    registerOAuthClient: 201,
    exchangeAuthorizationCode: 400,
    exchangeVisitorCode: 400,
    getSiteOAuthResource: 404,
    getSiteOAuthMetadata: 404,
  };

  test('public operations respond without a token and with an invalid one', async () => {
    for (const entry of table.filter(({ operation }) => operation.permission === 'public'))
      for (const name of ['none', 'unknown', 'no scheme'])
        expect([entry.operationId, name, (await call(entry, headers[name])).status]).toEqual([
          entry.operationId,
          name,
          OTHERWISE[entry.operationId] ?? 200,
        ]);
  });

  test('the authentication scheme is case-insensitive', async () => {
    for (const scheme of ['bearer', 'BEARER', 'Bearer'])
      expect(
        (
          await send(server, {
            method: 'GET',
            path: '/v1/user',
            headers: { authorization: `${scheme} ${admin.token}` },
          })
        ).status,
      ).toBe(200);
  });
});
