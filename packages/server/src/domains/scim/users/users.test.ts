import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { agreeToSso } from '../../../testing/browser-client.ts';
import { callerOf, makeProvisioner, type ScimCall, scimCaller } from '../../../testing/provisioning.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const someone = () => `${randomUUID()}@staff.test`;
const patchOf = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
});

describe('SCIM users', () => {
  let server: TestServer;
  let org: TestOrganization;
  let scim: ScimCall;
  let token: string;
  let provider: { id: string };
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });
  beforeEach(async () => {
    ({ scim, token, provider } = await makeProvisioner(server, org));
  });

  const add = async (more: object = {}) => {
    const { status, body } = await scim('POST', '/Users', { schemas: [USER], userName: someone(), ...more });
    expect([status, body]).toEqual([201, expect.anything()]);
    return body;
  };
  const memberOf = async (id: string) => (await org.admin.call('GET', `/orgs/${org.id}/members/${id}`)).body;
  const found = async (filter: string, call = scim) => {
    const { status, body } = await call('GET', `/Users?filter=${encodeURIComponent(filter)}`);
    expect([filter, status, body.detail]).toEqual([filter, 200, undefined]);
    return body.Resources.map(({ id }: { id: string }) => id);
  };

  test('are members with single sign-on, created like at a first sign-in', async () => {
    const team = (await org.admin.call('PUT', `/orgs/${org.id}/teams`, { title: 'Writers' })).body;
    await org.admin.call('PATCH', `/orgs/${org.id}/saml/${provider.id}`, { defaultTeam: team.id });
    const userName = someone();
    const { status, body, headers } = await scim('POST', '/Users', {
      schemas: [USER],
      userName: userName.toUpperCase(),
      externalId: 'emp-1',
      name: { givenName: 'Ada', familyName: 'Lovelace', middleName: null },
      emails: [{ value: userName, type: 'work', primary: true }],
      active: true,
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      schemas: [USER],
      id: expect.any(String),
      externalId: 'emp-1',
      userName,
      displayName: 'Ada Lovelace',
      name: { givenName: 'Ada', familyName: 'Lovelace' },
      emails: [{ value: userName, type: 'work', primary: true }],
      active: true,
      meta: {
        resourceType: 'User',
        created: expect.any(String),
        lastModified: expect.any(String),
        location: `${server.url}/scim/v2/Users/${body.id}`,
        version: expect.stringMatching(/^W\/"[0-9a-f]{32}"$/),
      },
    });
    expect([headers.get('content-type'), headers.get('etag'), headers.get('location')]).toEqual([
      'application/scim+json; charset=utf-8',
      body.meta.version,
      body.meta.location,
    ]);
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(await memberOf(body.id)).toMatchObject({ role: 'edit', sso: true, teams: 1, disabled: false });
    expect(await server.eventsOf(body.id)).toMatchObject([
      { action: 'user.created' },
      { action: 'member.joined', actor: provider.id, payload: { by: 'scim', provider: provider.id } },
      { action: 'member.provisioned', payload: { externalId: 'emp-1' } },
    ]);
    // The log of the organization reads it, too.
    const log = (await org.admin.call('GET', `/orgs/${org.id}/audit-events?action=member.joined`)).body;
    expect(log.items[0]).toMatchObject({
      actor: { type: 'system', id: provider.id, label: 'Staff' },
      source: 'integration',
    });
    expect((await scim('GET', `/Users/${body.id}`)).body).toEqual(body);
  });

  test('have a unique address and a unique external id', async () => {
    const first = await add({ externalId: 'one' });
    for (const [input, attribute] of [
      [{ userName: first.userName.toUpperCase() }, 'userName'],
      [{ userName: someone(), externalId: 'one' }, 'externalId'],
    ] as const) {
      const { status, body } = await scim('POST', '/Users', input);
      expect([status, body.scimType, body.status]).toEqual([409, 'uniqueness', '409']);
      expect(body.detail).toContain(`The ${attribute} is already used`);
    }
    // Refused users are not created.
    const { body } = await scim('GET', '/Users');
    expect(body).toMatchObject({ totalResults: 1, startIndex: 1, itemsPerPage: 1 });
    const second = await add();
    const moved = await scim('PUT', `/Users/${second.id}`, { userName: first.userName });
    expect([moved.status, moved.body.scimType]).toEqual([409, 'uniqueness']);
  });

  test('created twice at the same time are created once', async () => {
    const userName = someone();
    const statuses = await Promise.all(
      Array.from({ length: 4 }, async () => (await scim('POST', '/Users', { userName })).status),
    );
    expect(statuses.sort()).toEqual([201, 409, 409, 409]);
  });

  test('cannot be existing accounts, unless these are marked and their owners consent', async () => {
    const elsewhere = await server.organization('Elsewhere');
    const outsider = await server.person();
    const answers = await Promise.all(
      [org.read, elsewhere.read, outsider].map(({ email }) => scim('POST', '/Users', { userName: email })),
    );
    // The same answer to all: who of them is where is not told.
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect([answers[0]!.status, answers[0]!.body.detail]).toEqual([
      409,
      expect.stringMatching(/enable single sign-on/),
    ]);
    await org.admin.call('POST', `/orgs/${org.id}/members/${org.read.id}/sso`);
    await agreeToSso(server, org.read, org.id);
    const { body } = await scim('POST', '/Users', { userName: org.read.email, displayName: 'Reader' });
    expect(body).toMatchObject({ id: org.read.id, displayName: 'Reader', active: true });
    // Their role stays theirs.
    expect(await memberOf(org.read.id)).toMatchObject({ role: 'read', sso: true });
  });

  test('have the last values after a replacement, and stay active or inactive unless stated', async () => {
    const user = await add({
      externalId: 'x',
      displayName: 'Old',
      name: { givenName: 'Old' },
      active: false,
    });
    const userName = someone();
    const { status, body } = await scim('PUT', `/Users/${user.id}`, {
      userName,
      displayName: 'New',
      emails: [
        { value: 'a@b.test', primary: true },
        { value: 'c@d.test', primary: true },
      ],
    });
    expect(status).toBe(200);
    const { meta, ...rest } = body;
    expect(rest).toEqual({
      schemas: [USER],
      id: user.id,
      userName,
      displayName: 'New',
      active: false,
      emails: [
        { value: 'a@b.test', primary: false },
        { value: 'c@d.test', primary: true },
      ],
    });
    expect(meta.version).not.toBe(user.meta.version);
    expect((await memberOf(user.id)).user).toMatchObject({ email: userName, displayName: 'New' });
    expect((await server.eventsOf(user.id)).map(({ action }) => action)).toEqual([
      'user.created',
      'member.joined',
      'member.provisioned',
      'member.disabled',
      'user.updated',
      'member.provisioning-changed',
    ]);
  });

  test('are not changed by requests without new values', async () => {
    const user = await add({ displayName: 'Same' });
    const before = await server.eventsOf(user.id);
    const { body } = await scim('PUT', `/Users/${user.id}`, { userName: user.userName, active: true });
    expect(body).toEqual(user);
    expect(await server.eventsOf(user.id)).toEqual(before);
  });

  test('reject a request for another version, without changes', async () => {
    const user = await add();
    const patch = patchOf({ op: 'replace', path: 'displayName', value: 'Other' });
    const old = { 'if-match': user.meta.version };
    const changed = await scim('PATCH', `/Users/${user.id}`, patch, old);
    expect(changed.status).toBe(200);
    for (const [method, body] of [
      ['PATCH', patch],
      ['PUT', { userName: user.userName }],
      ['DELETE', undefined],
    ] as const) {
      const refused = await scim(method, `/Users/${user.id}`, body, old);
      expect([method, refused.status, refused.body.status]).toEqual([method, 412, '412']);
    }
    expect((await scim('GET', `/Users/${user.id}`)).body).toEqual(changed.body);
    for (const tag of ['*', `"x", ${changed.body.meta.version}`, changed.headers.get('etag')!.slice(2)])
      expect((await scim('PATCH', `/Users/${user.id}`, patch, { 'if-match': tag })).status).toBe(200);
    const known = (await scim('GET', `/Users/${user.id}`)).body.meta.version;
    const again = (tag: string) => scim('GET', `/Users/${user.id}`, undefined, { 'if-none-match': tag });
    for (const tag of [known, known.replace('W/', ''), `"x", ${known}`, '*']) {
      const { status, body, headers } = await again(tag);
      expect([status, body, headers.get('etag')]).toEqual([304, undefined, known]);
    }
    expect((await again(user.meta.version)).status).toBe(200);
    expect((await scim('DELETE', `/Users/${user.id}`, undefined, { 'if-match': '*' })).status).toBe(204);
  });

  test('keep the changes of concurrent patches', async () => {
    const user = await add();
    const parts = ['givenName', 'familyName', 'middleName', 'honorificPrefix', 'formatted'];
    const statuses = await Promise.all(
      parts.map(async (part) => {
        const patch = patchOf({ op: 'add', path: `name.${part}`, value: part });
        return (await scim('PATCH', `/Users/${user.id}`, patch)).status;
      }),
    );
    expect(statuses).toEqual(parts.map(() => 200));
    const { body } = await scim('GET', `/Users/${user.id}`);
    expect(body.name).toEqual(Object.fromEntries(parts.map((part) => [part, part])));
  });

  test('lose their membership by deletion, not their account, and are not found afterwards', async () => {
    const user = await add();
    expect((await scim('DELETE', `/Users/${user.id}`)).status).toBe(204);
    for (const [method, body] of [
      ['GET', undefined],
      ['DELETE', undefined],
      ['PUT', { userName: user.userName }],
      ['PATCH', patchOf({ op: 'replace', path: 'active', value: true })],
    ] as const) {
      const answer = await scim(method, `/Users/${user.id}`, body);
      expect([method, answer.status, answer.body.detail]).toEqual([method, 404, 'user not found']);
    }
    expect((await org.admin.call('GET', `/orgs/${org.id}/members/${user.id}`)).status).toBe(404);
    const { kernel } = server.app;
    const account = await kernel.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', user.id)
      .executeTakeFirst();
    expect(account?.email).toBe(user.userName);
    expect((await server.eventsOf(user.id)).at(-1)).toMatchObject({
      action: 'member.removed',
      actor: provider.id,
    });
  });

  test('include the last administrator, who cannot be locked out', async () => {
    const user = await add();
    await org.admin.call('PATCH', `/orgs/${org.id}/members/${user.id}`, { role: 'admin' });
    await server.disable(org.admin);
    for (const [method, body] of [
      ['PATCH', patchOf({ op: 'replace', value: { active: false } })],
      ['PUT', { userName: user.userName, active: false }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await scim(method, `/Users/${user.id}`, body);
      expect([method, answer.status, answer.body.detail]).toEqual([
        method,
        409,
        expect.stringMatching(/last administrator/),
      ]);
    }
    expect((await scim('GET', `/Users/${user.id}`)).body.active).toBe(true);
  });

  test('have no access while inactive, and all of it once active again', async () => {
    const user = await add();
    const person = await callerOf(server, user.id);
    const status = async () => [
      (await person('GET', '/user')).status,
      (await person('GET', `/orgs/${org.id}`)).status,
    ];
    expect(await status()).toEqual([200, 200]);
    await scim('PATCH', `/Users/${user.id}`, patchOf({ op: 'Replace', path: 'active', value: 'False' }));
    expect(await status()).toEqual([401, 401]);
    expect(await memberOf(user.id)).toMatchObject({ disabled: true });
    await scim('PATCH', `/Users/${user.id}`, patchOf({ op: 'Replace', path: 'active', value: 'True' }));
    expect(await status()).toEqual([200, 200]);
    expect((await server.eventsOf(user.id)).slice(-2)).toMatchObject([
      { action: 'member.disabled', actor: provider.id },
      { action: 'member.enabled', actor: provider.id },
    ]);
  });

  test('of other providers and organizations are not visible', async () => {
    const user = await add({ externalId: 'same' });
    const others = [
      await makeProvisioner(server, org, { label: 'Contractors' }),
      await makeProvisioner(server, await server.organization('Elsewhere')),
    ];
    for (const { scim: other } of others) {
      expect((await other('GET', '/Users')).body.totalResults).toBe(0);
      expect(await found(`userName eq "${user.userName}"`, other)).toEqual([]);
      for (const [method, body] of [
        ['GET', undefined],
        ['PUT', { userName: someone() }],
        ['PATCH', patchOf({ op: 'replace', value: { active: false } })],
        ['DELETE', undefined],
      ] as const) {
        const there = await other(method, `/Users/${user.id}`, body);
        const never = await other(method, '/Users/nothing', body);
        expect([there.status, there.body]).toEqual([404, never.body]);
      }
      expect((await other('POST', '/Users', { userName: someone(), externalId: 'same' })).status).toBe(201);
    }
    // Members who were not provisioned are not there either.
    expect((await scim('GET', `/Users/${org.edit.id}`)).status).toBe(404);
    expect((await scim('GET', `/Users/${user.id}`)).body).toEqual(user);
  });

  test('are managed only with a SCIM token, which gives no other access', async () => {
    for (const path of ['/user', `/orgs/${org.id}`, `/orgs/${org.id}/saml/${provider.id}/scim`])
      expect([path, (await server.withToken(token)('GET', path)).status]).toEqual([path, 401]);
    for (const other of [undefined, org.admin.token, `${token}x`, 'x.y.z']) {
      const { status, body, headers } = await scimCaller(server, other)('GET', '/Users');
      expect([other, status, body.status]).toEqual([other, 401, '401']);
      expect([headers.get('www-authenticate'), headers.get('content-type')]).toEqual([
        'Bearer',
        'application/scim+json; charset=utf-8',
      ]);
    }
  });

  test('reject bad bodies with the name of the attribute', async () => {
    const user = await add();
    for (const [input, attribute] of [
      [{}, 'userName'],
      [{ userName: 'ann' }, 'userName'],
      [{ userName: 5 }, 'userName'],
      [{ userName: `${'a'.repeat(300)}@b.test` }, 'userName'],
      [{ userName: someone(), active: 'perhaps' }, 'active'],
      [{ userName: someone(), active: 1 }, 'active'],
      [{ userName: someone(), name: 'Ann' }, 'name'],
      [{ userName: someone(), name: { givenName: ['Ann'] } }, 'name.givenName'],
      [{ userName: someone(), emails: 'a@b.test' }, 'emails'],
      [{ userName: someone(), emails: [{ value: {} }] }, 'emails.0.value'],
      [{ userName: someone(), emails: Array.from({ length: 21 }, () => ({ value: 'a@b.test' })) }, 'emails'],
      [{ userName: someone(), externalId: 'a\u0000b' }, 'externalId'],
    ] as const)
      for (const [method, path] of [
        ['POST', '/Users'],
        ['PUT', `/Users/${user.id}`],
      ]) {
        const { status, body } = await scim(method!, path!, input);
        expect([input, status, body.scimType]).toEqual([input, 400, 'invalidValue']);
        expect(body.detail).toContain(attribute);
      }
    // Accounts of integrations are told by their addresses.
    const service = { userName: 'x@integrations.invalid' };
    expect((await scim('POST', '/Users', service)).status).toBe(400);
    expect((await scim('PUT', `/Users/${user.id}`, service)).status).toBe(400);
    for (const [text, status] of [
      ['{', 400],
      ['[]', 400],
      ['{"__proto__":{"userName":"a@b.test"}}', 400],
    ] as const)
      expect([text, (await scim('POST', '/Users', text)).status]).toEqual([text, status]);
    expect((await scim('POST', '/Users', 'x', { 'content-type': 'text/plain' })).status).toBe(415);
    const json = { 'content-type': 'application/json; charset=utf-8' };
    expect((await scim('POST', '/Users', { userName: someone() }, json)).status).toBe(201);
    expect((await scim('GET', '/Users')).body.totalResults).toBe(2);
    expect((await scim('GET', `/Users/${user.id}`)).body).toEqual(user);
  });
});
